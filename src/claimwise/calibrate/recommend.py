"""Which metric and procedure to use: those that hold alpha, by the power that they have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np

from claimwise.calibrate.cases import Case
from claimwise.core import Row, label
from claimwise.metrics.responses import ResponseMetric
from claimwise.power.monte_carlo import NORMAL

PUBLISHED = "htest"  # no p-value, so never recommended as one
ALIKE = ("response-permutation", "responder-permutation")  # refute less than what is claimed
# Of many shares that are right, one in forty lies outside its interval of 95%. So that no honest
# procedure is called dishonest for that, the verdict takes intervals of 99.5%.
WIDER = 2.807 / NORMAL


def recommend(
    rows: Sequence[Row],
    metrics: Sequence[ResponseMetric],
    procedures: Sequence[str],
    cases: Sequence[Case],
    alpha: float,
) -> tuple[list[Row], list[str]]:
    """Return rows `honest` and `recommended`, and what they mean in words.

    A procedure is honest under a metric unless some world without a difference shows more false
    positives than alpha, beyond what simulation leaves open. Of the honest ones that with the most
    power, on average over the worlds with a difference, is recommended, and all that are not told
    apart from it. Tests of whether systems answer alike never are: what they refute is less than
    what is claimed, and here they may have held alpha by luck.
    """
    by_name = {row.estimand: row for row in rows}
    nulls = [case for case in cases if not case.differ]
    effects = [case for case in cases if case.differ]
    found: list[Row] = []
    powers: dict[tuple[str, str], tuple[float, float]] = {}
    for metric in metrics:
        for procedure in procedures:
            name = f"{label(metric.name)}, {procedure}"
            honest = _honest(by_name, name, nulls, alpha)
            if honest is None:
                continue
            found.append(Row(estimand=f"honest[{name}]", estimate=float(honest)))
            if honest and procedure not in (PUBLISHED, *ALIKE) and effects:
                powers[label(metric.name), procedure] = _mean_power(by_name, name, effects)
    powers = {key: power for key, power in powers.items() if power[0] > 0}
    if not powers:
        return found, _none(nulls, effects)
    best = max(powers, key=lambda key: powers[key][0])
    near = [key for key in powers if not _below(powers[key], powers[best])]
    for key in powers:
        use = float(key in near)
        found.append(Row(estimand=f"recommended[{', '.join(key)}]", estimate=use))
    notes = [
        f"Recommended: of the procedures that hold alpha, {best[1]} of {best[0]} has power "
        f"{powers[best][0]:.3f} on average over the worlds with a difference, and none has more "
        "beyond what simulation leaves open. Whether alpha is held is judged by intervals of "
        "99.5%, as there are many shares."
    ]
    others = [key for key in near if key != best]
    if others:
        names = ", ".join(f"{procedure} of {metric}" for metric, procedure in others)
        notes.append(f"Not told apart from it by these simulations: {names}.")
    return found, notes


def _honest(rows: Mapping[str, Row], name: str, nulls: Sequence[Case], alpha: float) -> bool | None:
    """Whether no world without a difference shows more findings than alpha; None if none is."""
    seen = [rows[f"false_positives[{name}, {case.where}]"] for case in nulls]
    known = [row for row in seen if not np.isnan(row.low)]
    return all(_floor(row) <= alpha for row in known) if known else None


def _floor(row: Row) -> float:
    return row.estimate - WIDER * (row.estimate - row.low)


def _mean_power(rows: Mapping[str, Row], name: str, effects: Sequence[Case]) -> tuple[float, float]:
    """Return the mean power over worlds, and its standard error."""
    seen = [rows[f"power[{name}, {case.where}]"] for case in effects]
    errors = [(row.high - row.low) / 2 / NORMAL for row in seen]
    mean = float(np.mean([row.estimate for row in seen]))
    return mean, sqrt(sum(error**2 for error in errors)) / len(seen)


def _below(one: tuple[float, float], best: tuple[float, float]) -> bool:
    return best[0] - one[0] > NORMAL * sqrt(one[1] ** 2 + best[1] ** 2)


def _none(nulls: Sequence[Case], effects: Sequence[Case]) -> list[str]:
    if not nulls or not effects:
        what = "without" if not nulls else "with"
        return [f"No recommendation: no world {what} a difference was looked at."]
    return [
        "No recommendation: no procedure that tests whether systems are equally good held alpha in "
        "all worlds and found anything in others."
    ]
