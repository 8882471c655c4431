"""Turn power around: how many items suffice, and what difference can be found?

The power of an exact test is a saw-tooth: one item more can cost power. Both searches find
where the power first reaches the target and from where on it stays there, and say so when
the two differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nan

import numpy as np
from scipy import optimize

from claimwise.kernels.arrays import Floats

LARGEST_N = 10_000_000
TOLERANCE = 1e-9  # of a difference


@dataclass(frozen=True, slots=True)
class Found:
    """Answer of a search: from `value` on the power stays at the target; `first` reached it."""

    value: float
    first: float

    @property
    def saw_tooth(self) -> bool:
        """Whether the power falls below the target again after first reaching it."""
        return self.first != self.value


NOT_FOUND = Found(nan, nan)


def smallest_n(
    power_at: Callable[[int], float],
    target: float,
    *,
    guess: float,
    window: int = 24,
    stride: int = 8,
    patient: bool = True,
    largest: int = LARGEST_N,
) -> Found:
    """Return the smallest number of items from which on the power stays at the target.

    Parameters
    ----------
    power_at : callable
        Power of a study of n items.
    target : float
        The power wanted.
    guess : float
        Where to start, such as a normal approximation.
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
    power = _remember(power_at)
    start = int(min(max(guess, 2), largest)) if guess < inf else largest
    low, high = start, start
    while power(high) < target:
        if high >= largest:
            return NOT_FOUND
        low, high = high, min(largest, high + max(4, high // stride))
    while low > 1 and power(low) >= target:
        low, high = max(1, low - max(4, low // stride)), low
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if power(middle) >= target else (middle, high)
    while True:
        sizes = range(max(1, high - window), min(largest, high + window) + 1)
        values = np.array([power(size) for size in sizes])
        if values[-1] >= target:
            settled = _settled(values, sizes.index(high), target, begins=sizes[0] == 1)
            if settled or not patient or sizes[-1] == largest or window > max(600, 4 * high):
                break
        elif sizes[-1] == largest:
            return NOT_FOUND
        window *= 2
    enough = values >= target
    last_short = int(np.flatnonzero(~enough)[-1]) if not enough.all() else -1
    return Found(float(sizes[last_short + 1]), float(sizes[int(np.argmax(enough))]))


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
    power_at: Callable[[float], float], target: float, *, largest: float, smallest: float = 0.0
) -> Found:
    """Return the smallest difference from which on the power stays at the target.

    Parameters
    ----------
    power_at : callable
        Power at a difference between `smallest` and `largest`.
    target : float
        The power wanted.
    largest, smallest : float
        The range of possible differences.
    """
    if not largest > smallest or power_at(largest) < target:
        return NOT_FOUND
    low = smallest + (largest - smallest) * 1e-9
    if power_at(low) >= target:
        return Found(low, low)
    crossing = _crossing(power_at, target, low, largest)
    # With agreement that moves, or few discordant items, the power may waver: look around.
    grid = np.linspace(max(low, 0.75 * crossing), min(largest, 1.33 * crossing), 32)
    above = np.array([power_at(float(d)) for d in grid]) >= target
    steps = np.flatnonzero(above[1:] != above[:-1])
    rises = [i for i in steps if above[i + 1]]
    roots = [_crossing(power_at, target, float(grid[i]), float(grid[i + 1])) for i in rises]
    return Found(roots[-1], roots[0]) if roots else Found(crossing, crossing)


def _crossing(power_at: Callable[[float], float], target: float, low: float, high: float) -> float:
    """Return where the power rises through the target, between low and high."""
    root = optimize.brentq(lambda d: power_at(d) - target, low, high, xtol=TOLERANCE / 2)
    return min(high, float(root) + TOLERANCE)  # on the side that reaches the target


def _remember(power_at: Callable[[int], float]) -> Callable[[int], float]:
    seen: dict[int, float] = {}

    def power(n: int) -> float:
        if n not in seen:
            seen[n] = power_at(n)
        return seen[n]

    return power
