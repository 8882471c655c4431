"""Results that papers on GLUE report, as Card et al. (2020) annotated them.

One row for each comparison of a new model with the best before it. A claim is a row that says so
(in bold or in the text) against the best system at the time.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from papers.authors import Table
from papers.base import Effort

ANNOTATIONS = "Glue-Paper-Annotations.csv"
WITH_BEST, CLAIMED = "SOTA.Comparison", "Claimed Improvement (Bolded or in text)"
NUMBERS = ("Previous Best", "Model Accuracy")
TABLE = Table(ANNOTATIONS, ("Task", "Model", *NUMBERS, WITH_BEST, CLAIMED), rows=118)
# Accuracy of the best system of May 2020 (Table 2), in the order of the table.
BEST = {
    "WNLI": 0.945,
    "MRPC": 0.92,
    "SST-2": 0.972,
    "RTE": 0.917,
    "QNLI": 0.975,
    "MNLI-m": 0.916,
    "MNLI-mm": 0.913,
    "QQP": 0.91,
}


# Items of each test set, from the same table.
ITEMS = {
    "WNLI": 147,
    "MRPC": 1725,
    "SST-2": 1821,
    "RTE": 3000,
    "QNLI": 5463,
    "MNLI-m": 9796,
    "MNLI-mm": 9847,
    "QQP": 390965,
}


class Comparison(NamedTuple):
    """A new model against the best before it; accuracies between 0 and 1."""

    task: str
    model: str
    baseline: float
    accuracy: float
    with_best: bool  # whether the baseline was the best system at the time
    claimed: bool  # whether the paper claims an improvement

    @property
    def gain(self) -> float:
        """The new model's accuracy minus the baseline's; decimals as printed."""
        return round(self.accuracy - self.baseline, 6)


def comparisons(effort: Effort) -> list[Comparison]:
    """Return all rows of the authors' file."""
    return _read(effort.file(ANNOTATIONS))


@cache
def _read(path: Path) -> list[Comparison]:
    return [
        Comparison(
            row.one_of("Task", *ITEMS),
            row["Model"],
            row.number("Previous Best") / 100,
            row.number("Model Accuracy") / 100,
            row.one_of(WITH_BEST, "Y", "N") == "Y",
            row.one_of(CLAIMED, "Y", "N") == "Y",
        )
        for row in TABLE.lines(path)
    ]


def claims(effort: Effort) -> list[Comparison]:
    """Return the claims of improvement over the best system: those that regressions are of."""
    return [row for row in comparisons(effort) if row.with_best and row.claimed]


def columns(rows: list[Comparison]) -> dict[str, list[str] | list[float]]:
    """Return comparisons as the columns that a regression asks for."""
    return {
        "task": [row.task for row in rows],
        "baseline": [row.baseline for row in rows],
        "candidate": [row.accuracy for row in rows],
    }


def as_survey(effort: Effort) -> dict[str, list[str] | list[float]]:
    """Return the claims as the table that `claimwise.survey` asks for."""
    rows = claims(effort)
    found = columns(rows)
    return {
        "n": [float(ITEMS[row.task]) for row in rows],
        "baseline": found["baseline"],
        "new": found["candidate"],
        "task": found["task"],
        "name": [str(k) for k in range(len(rows))],
    }
