"""Which metric and procedure to use: those that hold alpha, by the power that they have."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, sqrt
from typing import Any

import numpy as np

from claimwise.calibrate.cases import Case
from claimwise.core import At, Note, Row, meaning, names
from claimwise.engine.monte_carlo import NORMAL

PUBLISHED = "htest"  # no p-value, so never recommended as one
# Of many shares that are right, one in forty lies outside its interval of 95%. So that no honest
# procedure is called dishonest for that, the verdict takes intervals of 99.5%.
WIDER = 2.807 / NORMAL
ALMOST = 0.01  # of exact power: no reason to prefer one procedure


def recommend(
    rows: Sequence[Row],
    metrics: Sequence[str],
    procedures: Sequence[str],
    cases: Sequence[Case[Any]],
    alpha: float,
    *,
    most: float = 1.0,
) -> tuple[list[Row], list[Note]]:
    """Return rows `honest` and `recommended`, and what they mean in words.

    A procedure is honest under a metric unless some world without a difference shows more false
    positives than alpha, beyond what simulation leaves open. Of the honest ones that with the most
    power, on average over the worlds with a difference, is recommended, and all that are not told
    apart from it. Tests of whether systems answer alike never are: what they refute is less than
    what is claimed, and here they may have held alpha by luck. `most` times alpha is
    what counts as held.
    """
    nulls = [case for case in cases if not case.differ]
    effects = [case for case in cases if case.differ]
    weaker = {PUBLISHED, *names("test", alike=True)}  # refute less than what is claimed, or nothing
    found: list[Row] = []
    powers: dict[tuple[str, str], tuple[float, float]] = {}
    for metric in metrics:
        for procedure in procedures:
            at = {"metric": metric, "analysis": procedure}
            honest = _honest(rows, at, nulls, alpha * most)
            if honest is None:
                continue
            found.append(Row(quantity="honest", at=at, estimate=float(honest)))
            if honest and procedure not in weaker and effects:
                powers[metric, procedure] = _mean_power(rows, at, effects)
    powers = {key: power for key, power in powers.items() if power[0] > 0}
    if not powers:
        return found, _none(nulls, effects)
    best = max(powers, key=lambda key: powers[key][0])
    near = [key for key in powers if not _below(powers[key], powers[best])]
    for key in powers:
        at = dict(zip(("metric", "analysis"), key, strict=True))
        found.append(Row(quantity="recommended", at=at, estimate=float(key in near)))
    exact = any(isnan(row.low) for row in rows if row.quantity == "power")
    beyond = "" if exact else " beyond what simulation leaves open"
    notes = [
        meaning(
            f"Recommended: of the procedures that hold alpha, {best[1]} of {best[0]} has power "
            f"{powers[best][0]:.3f} on average over the worlds with a difference, and none has more"
            f"{beyond}. {_judged(most, exact)}"
        )
    ]
    others = [key for key in near if key != best]
    if others:
        listed = ", ".join(f"{procedure} of {metric}" for metric, procedure in others)
        same = (
            "As powerful, within 0.01" if exact else "These simulations cannot tell it apart from"
        )
        notes.append(meaning(f"{same}: {listed}."))
    return found, notes


def _judged(most: float, exact: bool) -> str:
    if exact:
        return f"Up to {most:g} times alpha counts as held, as counts come in steps."
    return "Whether alpha is held is judged by intervals of 99.5%, as there are many shares."


def rows_of(rows: Sequence[Row], quantity: str, at: At, cases: Sequence[Case[Any]]) -> list[Row]:
    """Return what a procedure did in each of these worlds."""
    places = [{**at, **case.at} for case in cases]
    return [
        next(row for row in rows if row.quantity == quantity and row.at == place)
        for place in places
    ]


def _honest(rows: Sequence[Row], at: At, nulls: Sequence[Case[Any]], most: float) -> bool | None:
    """Whether no world without a difference shows more findings than that; None if none is."""
    seen = rows_of(rows, "false_positives", at, nulls)
    known = [row for row in seen if not isnan(row.estimate)]
    return all(floor(row) <= most for row in known) if known else None


def floor(row: Row) -> float:
    """Return the lower end of the interval of 99.5%; of an exact number, that number."""
    return row.estimate if isnan(row.low) else row.estimate - WIDER * (row.estimate - row.low)


def ceiling(row: Row) -> float:
    """Return the upper end likewise."""
    return row.estimate if isnan(row.high) else row.estimate + WIDER * (row.high - row.estimate)


def _mean_power(rows: Sequence[Row], at: At, effects: Sequence[Case[Any]]) -> tuple[float, float]:
    """Return the mean power over worlds, and its standard error."""
    seen = rows_of(rows, "power", at, effects)
    errors = [0.0 if isnan(row.low) else (row.high - row.low) / 2 / NORMAL for row in seen]
    mean = float(np.mean([row.estimate for row in seen]))
    return mean, sqrt(sum(error**2 for error in errors)) / len(seen)


def _below(one: tuple[float, float], best: tuple[float, float]) -> bool:
    noise = NORMAL * sqrt(one[1] ** 2 + best[1] ** 2)
    return best[0] - one[0] > (noise or ALMOST)


def _none(nulls: Sequence[Case[Any]], effects: Sequence[Case[Any]]) -> list[Note]:
    if not nulls or not effects:
        what = "without" if not nulls else "with"
        return [meaning(f"No recommendation: no world {what} a difference was looked at.")]
    return [
        meaning(
            "No recommendation: no procedure that tests whether systems are equally good held "
            "alpha in all worlds and found anything in others."
        )
    ]
