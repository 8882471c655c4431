"""Search an exact power: how many items suffice, and what difference can be found?

The power of an exact test is a saw-tooth: one item more can cost power. Both searches find
where the power first reaches the target and from where on it stays there, and say so when
the two differ.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from typing import Any

import numpy as np
from scipy import special

from claimwise.engine.reached import NOWHERE, Reached
from claimwise.kernels.arrays import Floats
from claimwise.kernels.root import root

LARGEST_N = 10_000_000
TOLERANCE = 1e-9  # of a difference


def smallest_n(
    power_at: Callable[[int], float],
    target: float,
    *,
    guess: float,
    at_once: Callable[[list[int]], Floats] | None = None,
    window: int = 24,
    stride: int = 8,
    patient: bool = True,
    largest: int = LARGEST_N,
) -> Reached:
    """Return the smallest number of items from which on the power stays at the target.

    Parameters
    ----------
    power_at : callable
        Power of a study of n items.
    target : float
        The power wanted.
    guess : float
        Where to start, such as a normal approximation.
    at_once : callable, optional
        Power of studies of several sizes, where that is quicker than one after the other.
    window : int
        How many sizes around the crossing are tried one by one; it grows while the
        saw-tooth found there could still reach past its ends.
    stride : int
        The search for a bracket moves by one part in `stride`: more for a better guess.
    patient : bool
        Whether the window may grow.
    largest : int
        Where the search ends.
    """
    power = _Remembered(power_at, at_once)
    start = int(min(max(guess, 2), largest)) if guess < inf else largest
    low, high = start, start
    while power(high) < target:
        if high >= largest:
            return NOWHERE
        low, high = high, min(largest, high + max(4, high // stride))
    while low > 1 and power(low) >= target:
        low, high = max(1, low - max(4, low // stride)), low
    low, high = _narrowed(power, target, low, high, max(1, window // 8) if patient else 1)
    while True:
        sizes = range(max(1, high - window), min(largest, high + window) + 1)
        values = power.of(list(sizes))
        if values[-1] >= target:
            settled = _settled(values, sizes.index(high), target, begins=sizes[0] == 1)
            if settled or not patient or sizes[-1] == largest or window > max(600, 4 * high):
                break
        elif sizes[-1] == largest:
            return NOWHERE
        window *= 2
    enough = values >= target
    last_short = int(np.flatnonzero(~enough)[-1]) if not enough.all() else -1
    return Reached(float(sizes[last_short + 1]), first=float(sizes[int(np.argmax(enough))]))


def _narrowed(
    power: Callable[[int], float], target: float, low: int, high: int, near: int
) -> tuple[int, int]:
    """Return two sizes, `near` to each other, between which the power reaches the target.

    If they may be apart, a straight line through the normal quantiles says where to look first.
    """
    looks = 0
    while high - low > near:
        looks += 1
        middle = (low + high) // 2
        if near > 1 and looks <= 3:
            line = _on_line(power(low), power(high), target, low, high) + near // 2
            middle = min(max(line, low + 1), high - 1)
        if power(middle) < target:
            low = middle
            continue
        high = middle
        below = high - near
        if near > 1 and below > low:
            low, high = (low, below) if power(below) >= target else (below, high)
    return low, high


def _on_line(at_low: float, at_high: float, target: float, low: int, high: int) -> int:
    """Return the size at which power would be at the target if its quantile grew with root n."""
    first, wanted, last = special.ndtri(np.clip([at_low, target, at_high], 1e-9, 1 - 1e-9))
    if not first < wanted < last:
        return (low + high) // 2
    root = sqrt(low) + (wanted - first) / (last - first) * (sqrt(high) - sqrt(low))
    return int(root * root)


def _settled(values: Floats, crossing: int, target: float, *, begins: bool) -> bool:
    """Whether no tooth beyond the ends of the window can reach across the target.

    Teeth shrink as power nears its ends, so none further out is larger than those seen on
    the same side of the crossing, nor than half of the way that is left.
    """

    def largest_drop(part: Floats) -> float:
        return float(np.max(np.maximum.accumulate(part) - part))

    edge = max(1, len(values) // 8)
    above = min(largest_drop(values[crossing:]), (1 - target) / 2)
    below = min(largest_drop(values[: crossing + 1]), target / 2)
    safe_above = values[-edge:].min() >= target + above
    safe_below = begins or values[:edge].max() < target - below
    return bool(safe_above and safe_below)


def smallest_difference(
    power_at: Callable[[float], float],
    target: float,
    *,
    largest: float,
    smallest: float = 0.0,
    rising_from: float | None = None,
) -> Reached:
    """Return the smallest difference from which on the power stays at the target.

    Parameters
    ----------
    power_at : callable
        Power at a difference between `smallest` and `largest`.
    target : float
        The power wanted.
    largest, smallest : float
        The range of possible differences.
    rising_from : float, optional
        A first guess, if the power is known never to fall as the difference grows: the search
        then looks only near to where the target is.
    """
    if not largest > smallest:
        return NOWHERE
    power = _Remembered(power_at)
    low = smallest + (largest - smallest) * 1e-9
    ends = None if rising_from is None else _around(power, target, rising_from, low, largest)
    if ends is None:
        if power(largest) < target:
            return NOWHERE
        if power(low) >= target:
            return Reached(low)
    crossing = _crossing(power, target, *(ends or (low, largest)))
    # With agreement that moves, or few discordant items, the power may waver: look around.
    grid = np.linspace(max(low, 0.75 * crossing), min(largest, 1.33 * crossing), 32)
    if ends is not None:  # it does not waver
        above = grid >= crossing
        unsure = np.flatnonzero(np.abs(grid - crossing) < 10 * TOLERANCE)
        above[unsure] = [power(float(grid[i])) >= target for i in unsure]
    else:
        above = power.of([float(d) for d in grid]) >= target
    steps = np.flatnonzero(above[1:] != above[:-1])
    rises = [i for i in steps if above[i + 1]]
    roots = [_crossing(power, target, float(grid[i]), float(grid[i + 1])) for i in rises]
    return Reached(roots[-1], first=roots[0]) if roots else Reached(crossing)


def _around(
    power: Callable[[float], float], target: float, guess: float, low: float, largest: float
) -> tuple[float, float] | None:
    """Return two differences near a guess between which a rising power reaches the target.

    None where it does so below `low`, or nowhere.
    """
    step, here = 1.02, min(max(guess, low), largest)
    above = power(here) >= target
    while low < here if above else here < largest:
        next_ = max(low, here / step) if above else min(largest, here * step)
        if (power(next_) >= target) != above:
            return min(here, next_), max(here, next_)
        here, step = next_, step**2
    return None


def _crossing(power_at: Callable[[float], float], target: float, low: float, high: float) -> float:
    """Return where the power rises through the target, between low and high."""
    crossing = root(lambda d: power_at(d) - target, low, high, xtol=TOLERANCE / 2)
    return min(high, crossing + TOLERANCE)  # on the side that reaches the target


class _Remembered:
    """Power by size or by difference, worked out once for each."""

    def __init__(
        self,
        power_at: Callable[[Any], float],
        at_once: Callable[[list[Any]], Floats] | None = None,
    ) -> None:
        self._power_at, self._at_once = power_at, at_once
        self._seen: dict[float, float] = {}

    def __call__(self, where: Any) -> float:
        if where not in self._seen:
            self._seen[where] = self._power_at(where)
        return self._seen[where]

    def of(self, places: list[Any]) -> Floats:
        if self._at_once is not None:
            fresh = [where for where in places if where not in self._seen]
            if fresh:
                self._seen.update(zip(fresh, self._at_once(fresh).tolist(), strict=True))
        return np.array([self(where) for where in places])
