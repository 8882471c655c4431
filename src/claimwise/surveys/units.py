"""Scores of published comparisons in one unit: shares of 1, or positions on a scale."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, Note, ParameterError, assumed, inferred, meaning, option
from claimwise.kernels.arrays import Floats
from claimwise.surveys.columns import WHO, Written

Numbers = dict[str, Floats]
Used = NDArray[np.bool_]
SCORES = ("baseline", "new")


def as_shares(numbers: Numbers, used: Used, percent: bool | None, written: Written) -> list[Note]:
    """Turn accuracies into shares of 1, in place; say where percentages were recognised."""
    notes: list[Note] = []
    unit, unit_of_agreement = 1.0, 1.0  # what stands for 1 in the table
    for role in ("low", "high", "sd"):
        if np.isfinite(numbers[role][used]).any():
            raise ParameterError(
                f"a {written.column(role)}",
                option("kind", "scores"),
                option("kind", "accuracy"),
                "Accuracies need no scale.",
            )
    if _in_percent(numbers, used, percent, written):
        if percent is None:
            said = (
                "Recognised: baseline and new are percentages, since some are above 1; they were "
                "divided by 100."
            )
            notes.append(inferred(said))
        elif small := _first(numbers, used, written, _at_most_1):
            said = f"As declared, scores are percentages also where they are small: {small}."
            notes.append(assumed(said))
        if np.isfinite(numbers["expected"][used]).any():
            said = (
                f"Assumed: {written.column('expected')} is in points, since the scores are "
                "percentages; it was divided by 100."
            )
            notes.append(assumed(said))
        for role in (*SCORES, "expected"):
            numbers[role] = numbers[role] / 100
        unit = 100.0
    for role in SCORES:
        _within(role, numbers[role], used, 0.0, 1.0, written, unit)
    agreement = numbers["agreement"]
    large = _first(numbers, used, written, lambda x: x > 1, ("agreement",))
    if large and percent is not False:
        small = _first(numbers, used, written, _at_most_1, ("agreement",))
        if small:
            raise DataError(
                WHO,
                "agreements that are all shares of 1 or all percentages",
                f"{large} and {small}",
                "Write all in one unit.",
            )
        said = "Recognised: agreement is in percent, since some is above 1; it was divided by 100."
        notes.append(inferred(said))
        numbers["agreement"] = agreement / 100
        unit_of_agreement = 100.0
    _within("agreement", numbers["agreement"], used, 0.0, 1.0, written, unit_of_agreement)
    _within("expected", numbers["expected"], used, -1.0, 1.0, written, unit)
    return notes


def _in_percent(numbers: Numbers, used: Used, percent: bool | None, written: Written) -> bool:
    """Whether scores are percentages; refuses a table that contradicts what was declared."""
    large = _first(numbers, used, written, lambda x: x > 1)
    small = _first(numbers, used, written, _at_most_1)
    if percent is False and large:
        raise DataError(
            WHO,
            "scores between 0 and 1, as declared",
            large,
            "Use " + option("percent", True) + " instead.",
        )
    if percent and not large:
        raise DataError(
            WHO,
            "percentages, as declared",
            f"no score above 1, such as {small or 'only zeros'}",
            "Leave out " + option("percent", True) + ".",
        )
    if percent is None and large and small:
        raise DataError(
            WHO,
            "scores that are all shares of 1 or all percentages",
            f"{large} and {small}",
            "Write all in one unit, or use " + option("percent", True) + ".",
        )
    return bool(large)


def _at_most_1(x: Floats) -> Used:
    return (x > 0) & (x <= 1)


def _first(
    numbers: Numbers,
    used: Used,
    written: Written,
    asked: object,
    roles: tuple[str, ...] = SCORES,
) -> str:
    """Return the first score of a kind, with its place; empty where there is none."""
    for role in roles:
        found = np.flatnonzero(asked(numbers[role]) & used)  # type: ignore[operator]
        if len(found):
            return f"{written.headers[role]} {written.cell(role, int(found[0]))}"
    return ""


def on_one_scale(
    numbers: Numbers, used: Used, percent: bool | None, written: Written
) -> list[Note]:
    """Rescale scores to positions between 0 and 1 on their own scales, in place."""
    if percent is not None:
        raise ParameterError(
            "percent",
            option("kind", "accuracy"),
            option("kind", "scores"),
            "Give columns low and high.",
        )
    if np.isfinite(numbers["agreement"][used]).any():
        raise ParameterError(
            f"a {written.column('agreement')}",
            option("kind", "accuracy"),
            option("kind", "scores"),
            "Scores have an sd.",
        )
    _refuse_no_spread(numbers["sd"], used, written)
    known = {role: np.isfinite(numbers[role]) for role in ("low", "high")}
    if not (known["low"] | known["high"])[used].any():
        said = (
            "Scores are taken in their own units, since there are no columns low and high: "
            "differences on different scales do not compare."
        )
        return [assumed(said)]
    for role in ("low", "high"):
        gone = np.flatnonzero(used & ~known[role])
        if len(gone):
            raise DataError(
                WHO,
                "both ends of the scale",
                f"no {written.headers.get(role, role)} in row {gone[0] + 1}",
            )
    low, width = numbers["low"], numbers["high"] - numbers["low"]
    odd = np.flatnonzero(used & ~(width > 0))
    if len(odd):
        i = odd[0]
        found = f"{written.roles['low'][i]} and {written.cell('high', int(i))}"
        raise DataError(WHO, "low below high", found)
    for role in SCORES:
        _within(role, numbers[role], used, low, numbers["high"], written)
        numbers[role] = (numbers[role] - low) / width
    for role in ("sd", "expected"):
        numbers[role] = numbers[role] / width
    return [meaning("Scores are rescaled to (score - low) / (high - low): 0 to 1 on every scale.")]


def _refuse_no_spread(sd: Floats, used: Used, written: Written) -> None:
    """Refuse a standard deviation of 0 or below."""
    odd = np.flatnonzero(used & (sd <= 0))
    if len(odd):
        raise DataError(
            WHO,
            "sd above 0, the standard deviation of the items' differences",
            written.cell("sd", int(odd[0])),
        )


def _within(
    role: str,
    values: Floats,
    used: Used,
    low: float | Floats,
    high: float | Floats,
    written: Written,
    unit: float = 1.0,
) -> None:
    """Refuse values outside their bounds; said in the unit of the table."""
    outside = np.flatnonzero(used & ((values < low) | (values > high)))
    if not len(outside):
        return
    i = int(outside[0])
    ends = (unit * float(np.broadcast_to(end, values.shape)[i]) for end in (low, high))
    raise DataError(
        f"{written.column(role)} of {WHO}",
        "values between {:g} and {:g}".format(*ends),
        written.cell(role, i),
    )
