"""What the texts given to options of a comparison stand for."""

from __future__ import annotations

from claimwise.core.errors import ParameterError


def region(text: str | None) -> float | tuple[float, float] | None:
    """Return a region of practical equivalence: half its width, or both ends."""
    if text is None:
        return None
    try:
        ends = [float(part) for part in text.split(":")]
    except ValueError:
        ends = []
    if len(ends) not in (1, 2):
        needs = "half a width such as 0.01, or two ends such as -5:5"
        raise ParameterError("--rope", needs, repr(text))
    symmetric = len(ends) == 2 and ends[0] == -ends[1] and ends[1] > 0
    return ends[-1] if len(ends) == 1 or symmetric else (ends[0], ends[1])


def levels_of(text: str | None, *, named: bool) -> tuple[int, int] | list[str] | None:
    """Return the first and the last level of ratings, or all levels by name."""
    if text is None:
        return None
    if named and ":" not in text:
        return [name.strip() for name in text.split(",")]
    try:
        first, last = (int(part) for part in text.split(":"))
    except ValueError:
        needs = "the first and the last level, such as 1:5"
        raise ParameterError("--levels", needs, repr(text)) from None
    return first, last


def columns_of(given: tuple[str, ...]) -> dict[str, str]:
    """Return roles and the names of their columns."""
    columns = {}
    for pair in given:
        role, equals, name = pair.partition("=")
        if not equals or not role or not name:
            raise ParameterError("--column", "ROLE=NAME, such as score=f1", repr(pair))
        columns[role.strip()] = name.strip()
    return columns


def power_of(text: str) -> float:
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
        raise ParameterError("--power", "a number such as 0.8", repr(text)) from error
