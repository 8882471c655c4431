"""What a search of simulated power found."""

from __future__ import annotations

from math import isfinite, nan
from typing import NamedTuple
from zlib import crc32

from claimwise.core import At, Row
from claimwise.power.monte_carlo import LEVEL
from claimwise.power.rating_solve import Point

SEARCHED = 2  # streams from here on are for points of a search; 0 and 1 for the answer itself


class Reached(NamedTuple):
    """Where power reaches the target, how far simulation leaves it open, and what was looked at.

    Infinite if nowhere within the limits.
    """

    size: float
    low: float
    high: float
    points: tuple[Point, ...]

    def row(self, quantity: str, n: int | None, sign: int = 1, at: At | None = None) -> Row:
        """Return what was found as a row; undefined if it is nowhere."""
        if not isfinite(self.size):
            return Row(quantity=quantity, at=at or {}, estimate=nan, n=n)
        low, high = sorted((sign * self.low, sign * self.high))
        return Row(
            quantity=quantity,
            at=at or {},
            estimate=sign * self.size,
            low=low,
            high=high,
            level=LEVEL,
            kind="monte carlo",
            n=n,
        )


def stream_of(size: float) -> int:
    """Return the stream of the seed for a point: only independent errors average out."""
    return SEARCHED + crc32(f"{size:.12g}".encode())
