"""Human evaluations at EMNLP 2019, as Card et al. (2020) annotated them."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from math import nan
from typing import NamedTuple

from claimwise.replications.base import Effort

EXPERIMENTS, RATINGS = "humaneval_master.csv", "likert_ratings.csv"


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


def experiments(effort: Effort) -> list[dict[str, str]]:
    """Return all experiments that were annotated, relevant or not."""
    with effort.file(EXPERIMENTS).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def comparisons(effort: Effort) -> list[Rated]:
    """Return every comparison of a new model with a baseline.

    The file's lines end as they did on old Macs, which Python's universal newlines read.
    """
    best: dict[tuple[str, ...], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    columns = ("Link", "Eval number", "Dataset", "Metric")
    told = ("Examples", "Ann.Per.Ex", "Tot.Ann")
    with effort.file(RATINGS).open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            kind = re.sub("[0-9]", "", row["Category"]).lower()  # baseline2 is a baseline
            key = tuple(row[name] for name in (*columns, "Response", *told))
            best[key][kind].append(float(row["Value"]))
    found = []
    for key, kinds in best.items():
        if "baseline" in kinds and "new" in kinds:
            paper, experiment, _, _, scale, *numbers = key
            low, high = map(float, scale.split("_"))
            items, ratings, workers = (nan if text == "NA" else float(text) for text in numbers)
            means = max(kinds["baseline"]), max(kinds["new"])
            found.append(Rated(paper, experiment, *means, low, high, items, ratings, workers))
    return found
