"""What calibrations of tests and intervals are asked, checked at the door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from claimwise.core import ParameterError, check_number, check_share

NONE = "none"


def listed(what: str, given: str | Sequence[str]) -> tuple[str, ...]:
    """Return names that are given with commas or as a list, each once.

    >>> listed("test", "t, welch,t")
    ('t', 'welch')
    """
    texts = given.split(",") if isinstance(given, str) else list(given)
    names = tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))
    if not names:
        raise ParameterError(what, "at least one name", repr(given))
    return names


def chosen(what: str, given: str | Sequence[str] | None, usual: Sequence[str]) -> tuple[str, ...]:
    """Return the names that are given, or the usual ones; none of ``none``."""
    if given is None:
        return tuple(dict.fromkeys(usual))
    names = listed(what, given)
    return () if names == (NONE,) else names


def check_some(who: str, tests: Sequence[str], intervals: Sequence[str]) -> None:
    """Refuse to calibrate nothing."""
    if not tests and not intervals:
        raise ParameterError(who, "a test or an interval", "none of either")


def differences_of(given: Any) -> list[float]:
    """Return the true differences to look at, each once, without 0, which is always looked at."""
    values: Any = [] if given is None else np.atleast_1d(np.asarray(given, dtype=object))
    numbers = [check_number("difference", value) for value in values]
    if len(set(numbers)) < len(numbers):
        raise ParameterError("difference", "each value once", f"{numbers}")
    return [value for value in numbers if value]


def level_of(level: float | None, alpha: float) -> float:
    """Return the level of intervals; by default the one that belongs to alpha."""
    return round(1 - alpha, 12) if level is None else check_share("level", level)
