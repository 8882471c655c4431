"""Human evaluations at EMNLP 2019, as Card et al. (2020) annotated them."""

from __future__ import annotations

import re
from collections import defaultdict
from math import nan
from typing import NamedTuple

from papers.authors import Line, Table
from papers.base import Effort

EXPERIMENTS, RATINGS = "humaneval_master.csv", "likert_ratings.csv"
MASTER = Table(
    EXPERIMENTS,
    (
        "Link",
        "Probably not relevant to us",
        "ResponseCategory",
        "Bold text in results table",
        "HasTest",
    ),
    rows=135,
)
OF_WHAT = ("Link", "Eval number", "Dataset", "Metric")
TOLD = ("Examples", "Ann.Per.Ex", "Tot.Ann")
LIKERT = Table(RATINGS, (*OF_WHAT, "Response", *TOLD, "Category", "Value"), rows=586)


class Rated(NamedTuple):
    """The best new model against the best baseline, by one metric: mean ratings on a scale."""

    paper: str
    experiment: str  # of several in a paper
    baseline: float
    new: float
    low: float
    high: float
    items: float  # NaN where a number is not told
    ratings: float  # of each item
    workers: float

    @property
    def gain(self) -> float:
        """The new model's mean minus the baseline's, in parts of the scale."""
        return (self.new - self.baseline) / (self.high - self.low)

    @property
    def their_gain(self) -> float:
        """The same in parts of the highest rating, which is how the paper scales."""
        return (self.new - self.baseline) / self.high


def experiments(effort: Effort) -> list[Line]:
    """Return all experiments that were annotated, relevant or not."""
    found = MASTER.read(effort)
    for row in found:
        row.one_of("Probably not relevant to us", "0", "1")
    return found


def comparisons(effort: Effort) -> list[Rated]:
    """Return every comparison of a new model with a baseline."""
    best: dict[tuple[str, ...], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    first: dict[tuple[str, ...], Line] = {}
    for row in LIKERT.read(effort):
        kind = re.sub("[0-9]", "", row["Category"]).lower()  # baseline2 is a baseline
        key = tuple(row[name] for name in (*OF_WHAT, "Response", *TOLD))
        best[key][kind].append(row.number("Value"))
        first.setdefault(key, row)
    found = []
    for key, kinds in best.items():
        if "baseline" in kinds and "new" in kinds:
            means = max(kinds["baseline"]), max(kinds["new"])
            told = (_told(first[key], name) for name in TOLD)
            paper, experiment, *_ = key
            found.append(Rated(paper, experiment, *means, *_scale(first[key]), *told))
    return found


def _told(row: Line, column: str) -> float:
    """Return a number; NaN where the paper does not tell it."""
    return nan if row[column] == "NA" else row.number(column)


def _scale(row: Line) -> tuple[float, float]:
    """Return the lowest and the highest rating, which are written as 1_5."""
    try:
        low, high = map(float, row["Response"].split("_"))
    except ValueError:
        low = high = nan
    if not low < high:
        row.refuse("Response", "a scale such as 1_5")
    return low, high
