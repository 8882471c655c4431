"""Many items or many answers? The world of Wein et al. (2023), with 1,000 answers of each source.

The paper has 1,000 items with five answers. Here N items with K answers each are 1,000 answers of
gold, of A and of B; B is off by up to 0.1. Power is that of a one-sided test at 0.05 whose
critical value comes from simulated studies without an effect.
"""

from __future__ import annotations

from functools import partial

from claimwise.data.responses import Counts
from claimwise.kernels.expected_p import simulated_power
from claimwise.metrics.responses import find_response_metrics
from claimwise.power.published_differences import world_differences
from claimwise.replications.base import Cell, Effort, Replication, Value, Where
from claimwise.worlds.response_presets import PUBLISHED as WORLD

ANSWERS, EPSILON, LEVEL = 1000, 0.1, 0.05
ITEMS = (1000, 500, 200, 100, 50, 20, 10)
METRICS = ("mae", "wins", "mean-emd")
STUDIES, QUICK = 4000, 1000
COLUMNS = ("world", "test", "metric", "items")


def _where(items: int) -> Where:
    """Return what the values of a split share; its number of items is among it."""
    return (("world", f"normal epsilon {EPSILON:g}"), ("test", "one-sided"), ("items", str(items)))


def _compute(items: int, effort: Effort) -> list[Value]:
    studies, k = QUICK if effort.quick else STUDIES, ANSWERS // items
    found, _ = world_differences(
        WORLD.at(epsilon_b=EPSILON),
        find_response_metrics(METRICS),
        items,
        Counts(k, k, k),
        replicates=studies,
        seed=effort.seed,
        workers=effort.workers,
    )
    values = []
    for metric, alpha, beta in zip(METRICS, *found, strict=True):
        power = simulated_power(alpha, beta, level=LEVEL, alternative="less")
        world, test, here = _where(items)
        values.append(Value((world, test, ("metric", metric), here), "power", *power[:3], studies))
    return values


def _remarks(values: list[Value]) -> list[str]:
    """Say which split is best for each metric."""
    said = []
    for metric in METRICS:
        of = {int(v.at("items")): v.estimate for v in values if v.at("metric") == metric}
        best = max(of, key=lambda items: of[items])
        ends = ", ".join(
            f"{of[items]:.2f} with {items:,} x {ANSWERS // items:,}" for items in (max(of), min(of))
        )
        said.append(
            f"{metric}: most power, {of[best]:.2f}, with {best:,} items x {ANSWERS // best:,} "
            f"answers; {ends}."
        )
    return [
        *said,
        "The paper does not ask this. Which split is best depends on the metric: wins rest on "
        "items whose answers vary little, and are many; errors of item means need many answers.",
        "1,000 answers are those of each source; gold answers and those of a system seldom cost "
        "the same.",
    ]


def _cells() -> list[Cell]:
    return [Cell(_where(items), partial(_compute, items)) for items in ITEMS]


SPLIT = Replication(
    name="wein-split",
    source="the world of Wein et al. (2023), epsilon 0.1",
    title="Power of 1,000 answers, by items",
    columns=COLUMNS,
    cells=_cells,
    remarks=_remarks,
    chart={
        "x": "items",
        "x_scale": "log",
        "color": "metric",
        "dash": "test",
        "row": "world",
        "column": "test",
    },
    commands=(),
)
