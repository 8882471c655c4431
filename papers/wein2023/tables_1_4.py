"""Tables 1 to 4 and Figures 1 and 2 of Wein et al. (2023): the smallest errors of estimated p.

The error of an estimated p is its distance from the true p. The paper has the smallest of those
of a sampler over all metrics (Tables 1 and 3), and of a metric over all samplers (Tables 2 and 4,
which Figures 1 and 2 draw), of one test set. Here they are those of many test sets, with the share
of test sets in which each is the best of its table. For toxicity test sets are simulated as well:
those of the paper are real ratings.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from math import isnan, nan

import numpy as np

from papers.base import Cell, Effort, Replication, Value, Where
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


def _cells() -> list[Cell]:
    return [
        Cell(
            (("data", data), ("epsilon", epsilon)),
            partial(_compute, data, epsilon),
            quick=epsilon == "0.05",
        )
        for data, epsilon in product(DATA, EPSILONS)
    ]


def _compute(data: str, epsilon: str, effort: Effort) -> list[Value]:
    studies, sets, resamples = STUDIES, SETS, RESAMPLES
    if effort.quick:
        studies, sets, resamples = QUICK_STUDIES, QUICK_SETS, QUICK_RESAMPLES
    world = WORLDS[DATA[data]].at(epsilon_b=float(epsilon))
    true = fresh(world, studies, effort, METRICS, SINGLE)
    estimated = many_sets(world, epsilon, sets, resamples, effort)
    errors = {key: np.abs(found - true[key].estimate) for key, found in estimated.items()}
    values = []
    for by, methods in (("sampler", SAMPLERS), ("metric", tuple(WITH))):
        smallest = {
            method: np.min([errors[key] for key in _keys(by, method)], axis=0) for method in methods
        }
        least = np.min(list(smallest.values()), axis=0)
        for method, found in smallest.items():
            at = partial(_where, data, by, method, epsilon=epsilon)
            mean = mean_of(found)
            best = float((found <= least + PRECISION).mean())
            values += [
                Value(at(value=MEAN), "error", mean.mean, mean.low, mean.high, sets),
                Value(at(value=SPREAD), "error", mean.spread, studies=sets),
                Value(at(value=BEST), "share", best, studies=sets),
            ]
    return values


def _keys(by: str, method: str) -> list[tuple[str, str]]:
    """Return the metrics and samplers whose errors a line of a table has the smallest of."""
    if by == "sampler":
        return [(metric, method) for metric in metrics_of(method)]
    return [(m, s) for m in WITH[method] for s in SAMPLERS if m in metrics_of(s)]


def _where(data: str, by: str, method: str, value: str, epsilon: str) -> Where:
    where = {"data": data, "table": BY[data, by], "method": method}
    return tuple((where | {"value": value, "epsilon": epsilon}).items())


def printed_minimum(data: str, method: str, epsilon: str) -> float:
    """Return the smallest difference that Tables 5 to 14 print; NaN where one is not legible."""
    by = "sampler" if method in SAMPLERS else "metric"
    known = published_values(DATA[data])
    pairs = [known.get((*key, epsilon), (nan, nan)) for key in _keys(by, method)]
    errors = [abs(estimated - true) for estimated, true in pairs]
    return nan if any(map(isnan, errors)) else min(errors)


def _published(value: Value) -> float:
    if value.at("value") != MEAN:
        return nan
    return PUBLISHED[value.at("table")][value.at("method")][EPSILONS.index(value.at("epsilon"))]


def _tolerance(value: Value) -> float:
    return of_one_draw(value) + of_print(5) if value.at("value") == MEAN else nan


def _because(value: Value) -> str:
    if value.at("data") == "normal":
        return "it is the smallest error of a single test set, and ours the mean of many"
    return (
        "its test set is 1,000 real ratings, which are not at hand, and ours are drawn from the "
        "world fitted to them; how far the two are alike is not checked"
    )


def _remarks(values: list[Value]) -> list[str]:
    """Add how the tables agree with those that they are taken from."""
    both = [
        (printed_minimum(v.at("data"), v.at("method"), v.at("epsilon")), _published(v))
        for v in values
        if v.at("value") == MEAN
    ]
    legible = [(least, printed) for least, printed in both if not isnan(least)]
    same = sum(abs(least - printed) <= 2 * of_print(5) for least, printed in legible)
    return [
        *remarks(values),
        f"Of {len(both)} numbers here {len(legible)} can be looked up, as the smallest of the "
        f"differences that Tables 5 to 14 print: {same} are the same.",
    ]


ERRORS = Replication(
    name="wein-tables-1-4",
    source="Wein et al. (2023), Tables 1 to 4, Figures 1 and 2",
    title="Smallest errors of estimated p, by sampler and by metric",
    columns=("data", "table", "method", "value", "epsilon"),
    tables="value",
    cells=_cells,
    published=_published,
    tolerance=_tolerance,
    draw=lambda _: True,  # the smallest errors of one test set
    because=_because,
    claims=claims,
    remarks=_remarks,
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
