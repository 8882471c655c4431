"""Look for the size, or the effect, at which simulated power reaches what is wanted.

First the target is put between sizes that plainly fall short of it and sizes that plainly exceed
it; then a line through the points near to it says where to look next, until what it says has been
looked at and is not contradicted there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil, floor, inf, isfinite, sqrt

import numpy as np
from scipy import special

from claimwise.engine.probit_line import Crossing, crossing
from claimwise.engine.reached import Point, Reached

ROUNDS = 18  # sizes that are looked at, at most
ENOUGH = 4  # points near to the target are
PRECISE = 0.01  # or an interval whose half is so small a part of the size
PLAIN = 0.005  # a power that is so improbable at the target plainly misses it
NEAR = 1.5  # normal quantiles from the target: points beyond say only on which side it is
SPREAD = 0.3  # normal quantiles between a guess and the points that give the line its slope
STRIDE = 8.0  # by how much sizes grow or shrink at once, at most; effects by its root
CHECKS = 4  # answers that are looked at themselves, at most, until one holds
DIGITS = 6  # of an effect that is looked at
BEYOND = 1.1  # as far as a line is followed that says what was plainly not so

Evaluate = Callable[[float], Point]


def find_size(
    evaluate: Evaluate, *, target: float, alpha: float, start: float, least: int, most: int
) -> Reached:
    """Return the smallest whole size with the wanted power.

    Parameters
    ----------
    evaluate : callable
        Simulates studies of a size, with random numbers of its own.
    target, alpha : float
        The power wanted, and the two-sided level of the test.
    start : float
        Where to begin.
    least, most : int
        The sizes that can be.

    Returns
    -------
    Reached
        The size was looked at, and its power does not fall short beyond its Monte Carlo error.
        Not found if none within the limits has that power.
    """
    return _searched(_Search(evaluate, target, alpha, float(least), float(most), True), start)


def find_effect(
    evaluate: Evaluate, *, target: float, alpha: float, start: float, most: float
) -> Reached:
    """Return the smallest effect, up to `most`, with the wanted power; see `find_size`."""
    return _searched(_Search(evaluate, target, alpha, most * 1e-9, most, False), start)


def _searched(search: _Search, start: float) -> Reached:
    """Look at one size after the other, at last at the answer itself."""
    search.look(search.possible(start))
    for _ in range(CHECKS):
        while len(search.points) < ROUNDS and (size := search.next()) is not None:
            if size in search.points:  # at a jump, digits may leave nothing new to look at
                break
            search.look(size)
        found = search.answer()
        if not isfinite(found.size) or found.size in search.points:
            return found
        search.look(found.size)
        if search.holds(found.size) and (len(search.points) >= ROUNDS or search.next() is None):
            break
    size = found.size if search.holds(found.size) else search.above
    if not isfinite(size):  # the last that can be
        search.look(search.most)
        size = search.most if search.holds(search.most) else inf
    now = search.answer()
    low, high = (now.low, now.high) if isfinite(now.size) else (found.low, found.high)
    low, high = (min(low, size), max(high, size)) if isfinite(size) else (inf, inf)
    return Reached(size, low, high, now.points)


@dataclass(slots=True)
class _Search:
    """What is asked, and the points that were looked at."""

    evaluate: Evaluate
    target: float
    alpha: float
    least: float
    most: float
    whole: bool
    points: dict[float, Point] = field(default_factory=dict)
    below: float = -inf  # the largest size that plainly falls short
    above: float = inf  # the smallest size beyond it that plainly exceeds the target

    def look(self, size: float) -> None:
        """Simulate studies of a size, and keep the bracket."""
        self.points[size] = self.evaluate(size)
        self.below = max((s for s in self.points if self._side(s) < 0), default=-inf)
        larger = (s for s in self.points if self._side(s) > 0 and s > self.below)
        self.above = min(larger, default=inf)

    def possible(self, size: float) -> float:
        """Return the next size that can be; an effect of few digits.

        The last digits of a line differ between processors, and another size has other random
        numbers: so none of these digits may decide which studies are drawn.
        """
        size = size if self.whole else float(f"{size:.{DIGITS}g}")
        size = min(max(size, self.least), self.most)
        return float(ceil(size - 1e-9)) if self.whole else size

    def next(self) -> float | None:
        """Return where to look next; None if the answer is there."""
        if self.below >= self.most or self.above <= self.least or self._closed():
            return None
        near = self._near()
        if not any(near):
            return self._between()
        if all(p.found == p.studies for p in self.points.values()):  # no end to it yet
            return self._down(min(self.points))
        line = self._line(near)
        guess = self._guess(line)
        if not self._confirmed(guess, line):
            return guess
        fewer = guess - 1
        ample = self.whole and guess in self.points and self._side(guess) > 0
        if ample and fewer >= self.least and fewer not in self.points:
            return fewer
        size = self._size(line.u)
        tight = self._size(line.high) - self._size(line.low) <= 2 * PRECISE * size
        settled = tight or (line.close >= ENOUGH and line.firm)
        return None if settled else self._beside(line)

    def holds(self, size: float) -> bool:
        """Whether the power of a size, which was looked at, does not contradict the target."""
        side = self._side(size)
        return side == 0 or (self.whole and side > 0)

    def answer(self) -> Reached:
        """Return what the points so far tell."""
        points = tuple(self.points.values())
        if self.below >= self.most:
            return Reached(inf, inf, inf, points)
        if self.above <= self.least or self._closed():
            return Reached(self.above, self.above, self.above, points)
        near = self._near()
        if not any(near):  # a jump: all that is known are the two sides
            low = max(self.below, self.least)
            high = min(self.above, self.most)
            return Reached(high if isfinite(self.above) else inf, low, high, points)
        line = self._line(near)
        if line.u > self._u(self.most):  # of points that reached it luck may have had a part
            enough = [p.size for p in points if p.found >= self.target * p.studies]
            size = min((s for s in enough if s > self.below), default=inf)
            ends = (max(self.below, self.least), self.most) if isfinite(size) else (inf, inf)
            return Reached(size, *ends, points)
        size = self._guess(line)
        low, high = self._size(line.low), self._size(line.high)
        if not self._confirmed(size, line):
            size = self.above if self.whole and isfinite(self.above) else size
            low, high = min(low, self.below), max(high, self.above)
        elif not line.firm:  # the line may be level
            low, high = max(low, self.below), min(high, self.above)
        if self.whole:
            low, high = (floor(max(low, 0.0)), ceil(min(high, self.most)))
        low, high = max(low, self.least), min(high, self.most)
        return Reached(size, float(min(low, size)), float(max(high, size)), points)

    def _side(self, size: float) -> int:
        """Return -1 where power plainly falls short, 1 where it plainly exceeds the target."""
        point = self.points[size]
        if special.bdtr(point.found, point.studies, self.target) < PLAIN:
            return -1
        ample = point.found and special.bdtrc(point.found - 1, point.studies, self.target) < PLAIN
        return 1 if ample else 0

    def _near(self) -> list[bool]:
        """Say of each point whether it tells more than on which side the target is."""
        wanted = special.ndtri(self.target)
        away = [float(abs(special.ndtri(p.power) - wanted)) for p in self.points.values()]
        if not isfinite(self.below) and not isfinite(self.above):
            return [a <= max(NEAR, min(away)) for a in away]
        return [a <= NEAR for a in away]

    def _line(self, near: list[bool]) -> Crossing:
        points = self.points.values()
        return crossing(
            [self._u(p.size) for p in points],
            [p.found for p in points],
            [p.studies for p in points],
            target=self.target,
            alpha=self.alpha,
            first=near,
        )

    def _closed(self) -> bool:
        """Whether no size is left between one that falls short and one that exceeds."""
        return self.whole and self.above - self.below <= 1

    @property
    def _stride(self) -> float:
        return STRIDE if self.whole else sqrt(STRIDE)

    def _down(self, size: float) -> float | None:
        return None if size <= self.least else self.possible(size / self._stride)

    def _between(self) -> float | None:
        """Return a size between both sides, or beyond the only one."""
        if not isfinite(self.below):
            return self._down(self.above)
        if not isfinite(self.above):
            return self.possible(self.below * self._stride)
        middle = self.possible(sqrt(max(self.below, self.least / 2) * self.above))
        if self.whole:
            return min(max(middle, self.below + 1), self.above - 1)
        return None if self.above / self.below < 1 + 1e-6 else middle

    def _guess(self, line: Crossing) -> float:
        """Return where the line crosses, but not where the power is plainly another."""
        low, high = min(self.points) / self._stride, max(self.points) * self._stride
        size = min(max(self._size(line.u), low), high)
        if self.below < size < self.above:
            guess = self.possible(size)
        elif isfinite(self.below) and isfinite(self.above):
            guess = self.possible(self._interpolated())
        else:
            guess = self.possible(
                self.below * BEYOND if size <= self.below else self.above / BEYOND
            )
        return max(guess, self.below + 1) if self.whole and isfinite(self.below) else guess

    def _interpolated(self) -> float:
        """Return where the straight line between the two sides crosses."""
        ends = self._u(self.below), self._u(self.above)
        edges = (self.points[self.below].power, self.points[self.above].power)
        low, high = (float(special.ndtri(p)) for p in edges)
        part = (float(special.ndtri(self.target)) - low) / (high - low)
        return self._size(ends[0] + min(max(part, 0.1), 0.9) * (ends[1] - ends[0]))

    def _confirmed(self, guess: float, line: Crossing) -> bool:
        """Whether the guess, or a size that simulation does not tell from it, was looked at."""
        if self.whole and guess in self.points:
            return self._side(guess) >= 0
        half = (self._size(line.high) - self._size(line.low)) / 4
        close = [s for s in self.points if abs(s - guess) <= min(half, 0.1 * guess)]
        return any(self._side(s) == 0 for s in close)

    def _beside(self, line: Crossing) -> float | None:
        """Return a size beside the crossing, for the slope; on the emptier side."""
        away = [(self._u(s) - line.u) / line.unit for s in self.points]
        sides = sorted((-1, 1), key=lambda side: sum(0.1 < side * a < 0.6 for a in away))
        # Where the line may be level, points must be farther apart.
        for part in (1.0, 0.6) if line.firm or line.close < ENOUGH else (3.0, 4.5, 1.5):
            for side in sides:
                u = line.u + side * part * SPREAD * line.unit
                size = self.possible(self._size(u))
                if self.least <= size and all(
                    abs(size - s) > (0.5 if self.whole else 1e-3 * size) for s in self.points
                ):
                    return size
        return None

    def _u(self, size: float) -> float:
        return sqrt(size) if self.whole else size

    def _size(self, u: float) -> float:
        return float(np.sign(u) * u**2) if self.whole else u
