"""Tables 1 to 4 and Figures 1 and 2 of Wein et al. (2023): the smallest errors of estimated p.

The error of an estimated p is its distance from the true p. The paper has the smallest of those
of a sampler over all metrics (Tables 1 and 3), and of a metric over all samplers (Tables 2 and 4,
which Figures 1 and 2 draw), of one test set. Here they are those of many test sets, with the share
of test sets in which each is the best of its table. For toxicity test sets are simulated as well:
those of the paper are real ratings.
"""

from __future__ import annotations

from math import isnan, nan

import numpy as np

from papers.base import Effort, Number, Value
from papers.declared import declared
from papers.tolerance import of_print
from papers.wein2023.chance import of_one_draw
from papers.wein2023.draws import fresh, many_sets, mean_of
from papers.wein2023.setting import (
    EPSILONS,
    METRICS,
    PRECISION,
    SAMPLERS,
    SINGLE,
    WORLDS,
    metrics_of,
    published_values,
)
from papers.wein2023.smallest import TABLES as PUBLISHED
from papers.wein2023.smallest import WITH
from papers.wein2023.smallest_claims import BEST, MEAN, SPREAD, claims, remarks

DATA = {"normal": "published", "toxicity": "toxicity"}  # their worlds
BY = {("normal", "sampler"): "1", ("normal", "metric"): "2"}
BY |= {("toxicity", "sampler"): "3", ("toxicity", "metric"): "4"}
STUDIES, SETS, RESAMPLES = 3000, 100, 100
QUICK_STUDIES, QUICK_SETS, QUICK_RESAMPLES = 400, 6, 50


def _study(effort: Effort, data: str, epsilon: str) -> dict[tuple[str, str, str], Number]:
    studies, sets, resamples = STUDIES, SETS, RESAMPLES
    if effort.quick:
        studies, sets, resamples = QUICK_STUDIES, QUICK_SETS, QUICK_RESAMPLES
    world = WORLDS[DATA[data]].at(epsilon_b=float(epsilon))
    true = fresh(world, studies, effort, METRICS, SINGLE)
    estimated = many_sets(world, epsilon, sets, resamples, effort)
    errors = {key: np.abs(found - true[key].estimate) for key, found in estimated.items()}
    numbers = {}
    for by, methods in (("sampler", SAMPLERS), ("metric", tuple(WITH))):
        smallest = {
            method: np.min([errors[key] for key in _keys(by, method)], axis=0) for method in methods
        }
        least = np.min(list(smallest.values()), axis=0)
        for method, found in smallest.items():
            at, mean = (BY[data, by], method), mean_of(found)
            best = float((found <= least + PRECISION).mean())
            numbers[*at, MEAN] = Number(mean.mean, mean.low, mean.high, sets)
            numbers[*at, SPREAD] = Number(mean.spread, studies=sets)
            numbers[*at, BEST] = Number(best, studies=sets)
    return numbers


def _keys(by: str, method: str) -> list[tuple[str, str]]:
    """Return the metrics and samplers whose errors a line of a table has the smallest of."""
    if by == "sampler":
        return [(metric, method) for metric in metrics_of(method)]
    return [(m, s) for m in WITH[method] for s in SAMPLERS if m in metrics_of(s)]


def printed_minimum(data: str, method: str, epsilon: str) -> float:
    """Return the smallest difference that Tables 5 to 14 print; NaN where one is not legible."""
    by = "sampler" if method in SAMPLERS else "metric"
    known = published_values(DATA[data])
    pairs = [known.get((*key, epsilon), (nan, nan)) for key in _keys(by, method)]
    errors = [abs(estimated - true) for estimated, true in pairs]
    return nan if any(map(isnan, errors)) else min(errors)


PRINTED: dict[tuple[str, ...], float] = {
    (data, table, method, MEAN, epsilon): number
    for (data, _), table in BY.items()
    for method, line in PUBLISHED[table].items()
    for epsilon, number in zip(EPSILONS, line, strict=True)
}


def _looked_up(values: list[Value]) -> str:
    """Say how the tables agree with those that they are taken from."""
    both = [
        (printed_minimum(v.at("data"), v.at("method"), v.at("epsilon")), PRINTED[v.place])
        for v in values
        if v.at("value") == MEAN
    ]
    legible = [(least, printed) for least, printed in both if not isnan(least)]
    same = sum(abs(least - printed) <= 2 * of_print(5) for least, printed in legible)
    return (
        f"Of {len(both)} numbers here {len(legible)} can be looked up, as the smallest of the "
        f"differences that Tables 5 to 14 print: {same} are the same."
    )


ERRORS = declared(
    name="wein-tables-1-4",
    source="Wein et al. (2023), Tables 1 to 4, Figures 1 and 2",
    title="Smallest errors of estimated p, by sampler and by metric",
    columns=("data", "table", "method", "value", "epsilon"),
    tables="value",
    study=_study,
    grid={"data": list(DATA), "epsilon": EPSILONS},
    quick=lambda epsilon, **_: epsilon == "0.05",
    quantity={MEAN: "error", SPREAD: "error", BEST: "share"},
    printed=PRINTED,
    chance=lambda value: of_one_draw(value) + of_print(5),
    draw=lambda _: True,  # the smallest errors of one test set
    reasons=[
        (
            {"data": "normal"},
            "it is the smallest error of a single test set, and ours the mean of many",
        ),
        (
            {},
            "its test set is 1,000 real ratings, which are not at hand, and ours are drawn from "
            "the world fitted to them; how far the two are alike is not checked",
        ),
    ],
    claims=claims,
    remarks=[remarks, _looked_up],
    chart={
        "x": "epsilon",
        "x_scale": "sqrt",
        "y": "error",
        "color": "data",
        "dash": "source",
        "row": "method",
        "column": "value",
        "y_top": "0.3",
        "height": "130",
        "leave": "; ".join((SPREAD, BEST)),
    },
    measures="Smallest distance of estimated from true p",
)
