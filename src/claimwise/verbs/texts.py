"""What a text given to a field stands for, on the command line and on the page alike."""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimwise.core.errors import ParameterError


def region(text: str) -> float | tuple[float, float]:
    """Return a region of practical equivalence: half its width, or both ends."""
    try:
        ends = [float(part) for part in text.split(":")]
    except ValueError:
        ends = []
    if len(ends) not in (1, 2):
        needs = "half a width such as 0.01, or two ends such as -5:5"
        raise ParameterError("rope", needs, repr(text))
    symmetric = len(ends) == 2 and ends[0] == -ends[1] and ends[1] > 0
    return ends[-1] if len(ends) == 1 or symmetric else (ends[0], ends[1])


def levels(text: str) -> tuple[int, int] | list[str]:
    """Return the first and the last level of ratings, or all levels by name."""
    if ":" not in text:
        return words(text)
    try:
        first, last = (int(part) for part in text.split(":"))
    except ValueError:
        needs = "the first and the last level, such as 1:5"
        raise ParameterError("levels", needs, repr(text)) from None
    return first, last


def columns(given: Sequence[str]) -> dict[str, str]:
    """Return roles and the names of their columns."""
    found = {}
    for pair in given:
        role, equals, name = pair.partition("=")
        if not equals or not role or not name:
            raise ParameterError("columns", "ROLE=NAME, such as score=f1", repr(pair))
        found[role.strip()] = name.strip()
    return found


def power(text: str) -> float:
    """Return the power to reach."""
    if text == "observed":
        raise ParameterError(
            "Observed power is not offered: computed at the observed difference it is the p-value "
            "in other words, and says nothing more about the study. What a study of this size "
            "could have detected is printed instead; give the power to reach, such as --power 0.8."
        )
    try:
        return float(text)
    except ValueError as error:
        raise ParameterError("power", "a number such as 0.8", repr(text)) from error


def bounds(text: str) -> tuple[float, float]:
    """Return the lowest and the highest possible score."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        needs = "the lowest and the highest possible score, such as 0,1"
        raise ParameterError("bounds", needs, repr(text)) from None
    return low, high


def items(text: str) -> list[float]:
    """Return numbers of items, given with commas."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        needs = "numbers of items with commas, such as 500,1000"
        raise ParameterError("looked_at", needs, repr(text)) from None


def words(text: str) -> list[str]:
    """Return words, given with commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def names(text: str) -> tuple[str, ...]:
    """Return names of columns, given with commas."""
    return tuple(words(text))


def scale(text: str) -> tuple[int, int] | tuple[str, ...]:
    """Return the lowest and the highest rating, or all ratings in their order."""
    if "," in text:
        return names(text)
    found = re.fullmatch(r"\s*(-?\d+)\s*-\s*(-?\d+)\s*", text)
    if found is None:
        needs = "LOW-HIGH, such as 1-5, or all levels from worst to best, such as bad,fair,good"
        raise ParameterError("scale", needs, repr(text))
    return int(found.group(1)), int(found.group(2))


def reference(given: Sequence[str]) -> dict[str, str]:
    """Return the value that the others of a column are compared with."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, level = (part.strip() for part in text.partition("="))
        if not equals or not name or not level:
            raise ParameterError("reference", "COLUMN=VALUE, such as system=base", repr(text))
        if name in found:
            raise ParameterError("reference", f"one value of {name}", f"{found[name]} and {level}")
        found[name] = level
    return found
