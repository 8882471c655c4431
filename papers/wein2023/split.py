"""Many items or many answers? The world of Wein et al. (2023), with 1,000 answers of each source.

The paper has 1,000 items with five answers. Here N items with K answers each are 1,000 answers of
gold, of A and of B; B is off by up to 0.1. Power is that of a one-sided test at 0.05 which knows
how the metric varies without a difference; beside it stands that of swapping items, two-sided,
which needs no such knowledge.
"""

from __future__ import annotations

from claimwise.plan import responses
from papers.base import Effort, Number, Value
from papers.declared import declared
from papers.found import numbers
from papers.from_plan import simulated

BUDGET, EPSILON = 1000, 0.1
ANSWERS = (1, 2, 5, 10, 20, 50, 100)
METRICS = ("mae", "wins", "mean-emd")
KNOWN, SWAP = "known null", "item-swap"
ESTIMANDS = {KNOWN: "power_known_null", SWAP: "power"}
STUDIES, QUICK, RESAMPLES = 2000, 200, 199
WORLD = f"normal epsilon {EPSILON:g}"


def _study(effort: Effort, **_: str) -> dict[tuple[str, str, str], Number]:
    found = responses(
        world="published",
        epsilon_b=EPSILON,
        budget=BUDGET,
        responses=list(ANSWERS),
        metric=METRICS,
        solve="split",
        replicates=QUICK if effort.quick else STUDIES,
        resamples=RESAMPLES,
        rng=effort.seed,
        workers=effort.workers,
    )
    return {
        (test, metric, f"{BUDGET // k}"): simulated(
            found, f"{estimand}[{metric}, items={BUDGET // k}, responses={k}]"
        )
        for test, estimand in ESTIMANDS.items()
        for metric in METRICS
        for k in ANSWERS
    }


def _remarks(values: list[Value]) -> list[str]:
    """Say which split is best for each metric."""
    said = []
    for metric in METRICS:
        known = numbers(values, "items", metric=metric, test=KNOWN)
        of = {int(items): power for items, power in known.items()}
        best = max(of, key=lambda items: of[items])
        ends = ", ".join(
            f"{of[items]:.2f} with {items:,} x {BUDGET // items:,}" for items in (max(of), min(of))
        )
        said.append(
            f"{metric}: most power, {of[best]:.2f}, with {best:,} x {BUDGET // best:,} (items x "
            f"answers); {ends}."
        )
    return [
        *said,
        "The paper does not ask this. Which split is best depends on the metric: wins rest on "
        "items whose answers vary little, and are many; errors of item means need many answers.",
        "1,000 answers are those of each source; gold answers and those of a system seldom cost "
        "the same.",
    ]


SPLIT = declared(
    name="wein-split",
    source="the world of Wein et al. (2023), epsilon 0.1",
    title="Power of 1,000 answers, by items",
    columns=("world", "test", "metric", "items"),
    study=_study,
    grid={"world": [WORLD]},
    quantity="power",
    remarks=_remarks,
    chart={
        "x": "items",
        "x_scale": "log",
        "color": "metric",
        "dash": "test",
        "row": "world",
        "column": "test",
    },
    commands=(
        f"claimwise plan responses --epsilon-b {EPSILON:g} --budget {BUDGET} --responses "
        f"{','.join(map(str, ANSWERS))} --metric {','.join(METRICS)} --solve split --replicates "
        f"{STUDIES} --resamples {RESAMPLES} --seed 1",
    ),
)
