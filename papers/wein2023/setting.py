"""The study of Wein et al. (2023): worlds, metrics and samplers, and what was published.

Systems answer 1,000 items five times. A has the distribution of the gold standard; the mean of B
is off by up to epsilon on each item.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from math import nan

from claimwise.worlds import find_response_world

EPSILONS = ("0", "0.05", "0.1", "0.3", "0.7")
ITEMS, ANSWERS = 1000, 5
# What the paper calls MAE, Wins(MAE), Wins(MAE) (vectorized), MSE, Spearman Rho, EMD Agg, EMD Agg
# (vectorized), Mean Agg and COS (vectorized).
METRICS = (
    "mae",
    "wins",
    "wins-vectorised",
    "inverse-mse",
    "spearman",
    "emd-means-published",
    "emd-responses-published",
    "mean-emd-published",
    "cosine",
)
SEVERAL = ("wins-vectorised", "emd-responses-published", "mean-emd-published")  # of five answers
SINGLE = tuple(name for name in METRICS if name not in SEVERAL)
SAMPLERS = (
    "all,sample(1)",
    "all,sample(5)",
    "bootstrap,all",
    "bootstrap,first",
    "bootstrap,sample(1)",
    "bootstrap,sample(5)",
)
OF_ONE = ("all,sample(1)", "bootstrap,first", "bootstrap,sample(1)")  # leave one answer
WORLDS = {name: find_response_world(name) for name in ("published", "toxicity")}
PRECISION = 1e-5  # a published 0 is less than this


def metrics_of(sampler: str) -> tuple[str, ...]:
    """Return the metrics that the tables have for a sampler: fewer if it leaves one answer."""
    return SINGLE if sampler in OF_ONE else METRICS


def command(world: str) -> str:
    """Return the command that gives the columns of one sampler: expected p, and mean estimates.

    Of the metrics that the package has; the paper's own distances are in metrics.py.
    """
    known = [name for name in METRICS if not name.endswith("-published")]
    return (
        f"claimwise calibrate responses --world {world} --epsilon-b {','.join(EPSILONS[1:])} "
        f"--items {ITEMS} --responses {ANSWERS} --metric {','.join(known)} --procedure htest "
        "--sampler bootstrap,all --replicates 5000 --sets 100 --draws 100 --seed 1"
    )


@cache
def published_values(world: str) -> dict[tuple[str, str, str], tuple[float, float]]:
    """Return (estimated p, true p) by metric, sampler and epsilon; rows that cannot be read lack.

    A row is taken where its two numbers and their printed difference agree.
    """
    path = files("papers.wein2023") / "published.csv"
    found = {}
    for line in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
        if line["world"] == world:
            key = (line["metric"], line["sampler"], line["epsilon"])
            found[key] = (float(line["estimated"] or nan), float(line["true"]))
    return found
