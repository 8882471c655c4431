"""What is asked of a posterior, checked at the door."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from claimwise.core import (
    ParameterError,
    check_difference,
    check_number,
    check_share,
    option,
)

Region = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Question:
    """Region of practical equivalence, margin, level of the intervals, names of the systems.

    What is claimed is that B exceeds A by more than the margin; with `lower`, that A exceeds B. A
    margin below 0 allows for that much in the other direction.
    """

    rope: Region | None
    margin: float
    level: float
    a: str
    b: str
    lower: bool = False
    shares: bool = True  # differences of shares, between -1 and 1

    @classmethod
    def of(
        cls,
        rope: Any,
        margin: Any,
        level: Any,
        names: Any,
        *,
        shares: bool = True,
        lower: bool = False,
    ) -> Question:
        """Check everything; `shares` are differences between -1 and 1."""
        limit = 1.0 if shares else inf
        if abs(check_difference(margin) if shares else check_number("margin", margin)) >= limit:
            raise ParameterError("margin", "a number between -1 and 1", f"{margin:g}")
        if isinstance(names, str) or len(names) != 2:
            raise ParameterError("names", "the names of A and of B", repr(names))
        a, b = (str(name) for name in names)
        found = None if rope is None else region(rope, limit)
        return cls(found, float(margin), check_share("level", level), a, b, lower, shares)

    @property
    def claimed(self) -> Region:
        """The differences that are claimed."""
        return (-inf, -self.margin) if self.lower else (self.margin, inf)

    @property
    def rope_setting(self) -> float | list[float] | None:
        """The region as it was given: half its width, or both ends."""
        if self.rope is None:
            return None
        low, high = self.rope
        return high if low == -high else [low, high]


def region(rope: Any, limit: float = inf) -> Region:
    """Return the ends of a region: of (low, high), or of half its width about 0.

    >>> region(0.01), region((-5, 3))
    ((-0.01, 0.01), (-5.0, 3.0))
    """
    span = "a number between 0 and 1" if limit == 1 else "a number above 0"
    if isinstance(rope, Sequence) and not isinstance(rope, str):
        if len(rope) != 2:
            raise ParameterError("rope", "two ends, or half a width", repr(rope))
        low, high = (check_number("rope", end) for end in rope)
        if not -limit < low < high < limit:
            within = "" if limit == inf else ", both between -1 and 1"
            found = f"{low:g} and {high:g}"
            raise ParameterError("rope", f"a lower and a higher end{within}", found)
        if not low <= 0 <= high:
            raise ParameterError(
                "rope",
                "a region that holds 0",
                f"{low:g} to {high:g}",
                "It is what counts as no difference; for a claimed size use "
                + option("margin")
                + ".",
            )
        return low, high
    half = check_number("rope", rope)
    if not 0 < half < limit:
        remedy = "It is half the width of the region: 0.01 is one point either way."
        raise ParameterError("rope", span, f"{half:g}", remedy)
    return -half, half
