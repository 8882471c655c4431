"""What a search found: where power reaches the target."""

from __future__ import annotations

from math import inf, isfinite, isnan, nan
from typing import NamedTuple
from zlib import crc32

from claimwise.core import At, Row
from claimwise.engine.monte_carlo import LEVEL

SEARCHED = 2  # streams from here on are for points of a search; 0 and 1 for the answer itself


class Point(NamedTuple):
    """A simulated power: `found` of `studies` at a size, or at an effect."""

    size: float
    found: int
    studies: int

    @property
    def power(self) -> float:
        """The share that found the effect, kept from 0 and 1."""
        return (self.found + 0.5) / (self.studies + 1)


class Reached(NamedTuple):
    """Where power reaches the target, for good; infinite if nowhere within the limits.

    Of exact powers `first` is where it is reached for the first time, if it falls short again
    after that. Of simulated ones `low` and `high` say how far simulation leaves the place open,
    and `points` what was looked at.
    """

    size: float
    low: float = nan
    high: float = nan
    points: tuple[Point, ...] = ()
    first: float = nan

    @property
    def found(self) -> bool:
        """Whether there is such a place."""
        return isfinite(self.size)

    @property
    def saw_tooth(self) -> bool:
        """Whether the power falls below the target again after first reaching it."""
        return not isnan(self.first) and self.first != self.size

    def row(self, quantity: str, n: int | None, sign: int = 1, at: At | None = None) -> Row:
        """Return what was found as a row; undefined if it is nowhere."""
        if not self.found:
            return Row(quantity=quantity, at=at or {}, estimate=nan, n=n)
        low, high = sorted((sign * self.low, sign * self.high))
        simulated = not isnan(self.low)
        return Row(
            quantity=quantity,
            at=at or {},
            estimate=sign * self.size,
            low=low,
            high=high,
            level=LEVEL if simulated else None,
            kind="monte carlo" if simulated else None,
            n=n,
        )


NOWHERE = Reached(inf, inf, inf)


def stream_of(size: float) -> int:
    """Return the stream of the seed for a point: only independent errors average out."""
    return SEARCHED + crc32(f"{size:.12g}".encode())
