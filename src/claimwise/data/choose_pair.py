"""Which two systems are compared: those that are named, or the only two that there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimwise.core import DataError, ParameterError, Words, option
from claimwise.core.missing import listed, not_in

SECOND = "Give a second file, or a file with a system column."


def choose_pair(
    systems: Sequence[str], a: str | None, b: str | None, *sources: Any
) -> tuple[str, str]:
    """Return the baseline and the candidate; `sources` are what the systems were read from.

    >>> choose_pair(["base", "new"], None, None), choose_pair(["base", "new"], "new", None)
    (('base', 'new'), ('new', 'base'))
    """
    for name in (a, b):
        if name is not None and name not in systems:
            raise ParameterError(*not_in(name, systems, *sources))
    if len(systems) < 2:
        raise DataError(*too_few(systems))
    if a is not None and a == b:
        raise ParameterError(*same_twice(a))
    if len(systems) > 2 and (a is None or b is None):
        raise ParameterError(
            f"There are {len(systems)} systems: {listed(systems)}.",
            "Name the baseline with "
            + option("a")
            + " and the candidate with "
            + option("b")
            + ".",
        )
    rest = [name for name in systems if name not in (a, b)]
    first = a if a is not None else rest.pop(0)
    return first, b if b is not None else rest[0]


def too_few(systems: Sequence[str]) -> tuple[str, str]:
    """Say that there are not two systems to be compared."""
    found = f"only one system, {systems[0]}" if systems else "no system"
    return f"There is {found}, and a comparison needs two.", SECOND


def same_twice(name: str) -> tuple[Words, str]:
    """Say that a system would be compared with itself."""
    return option("a", name) + " and " + option("b", name) + " name the same system.", "Name two."
