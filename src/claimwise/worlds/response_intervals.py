"""How well a fit to answers knows its numbers: items drawn again."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np

from claimwise.core import block_rng
from claimwise.worlds.response_moments import ItemStatistics, Moments, moments
from claimwise.worlds.response_shape import Shape, epsilon_of

LEVEL = 0.95
RESAMPLES = 1000  # of items, for intervals
SCALED = ("variance", "spread", "spread_variance", "error_a", "error_b")
SHIFTED = ("mean", "bias_a", "bias_b")


def intervals(
    shape: Shape,
    statistics: tuple[ItemStatistics, ...],
    observed: Moments,
    at: Moments,
    seed: int,
) -> dict[str, tuple[float, float]]:
    """Return bootstrap intervals: items drawn again, moved as the search moved the estimates.

    A bias is also that of these raters and runs: it is the less certain, the more they differ.
    """
    rng = block_rng(seed, 1, 0)
    n = statistics[0].mean.shape[-1]
    drawn: list[Moments] = []
    for _ in range(0, RESAMPLES, 100):
        rows = rng.integers(0, n, size=(100, n))
        gold, a, b = (ItemStatistics(*(x[rows] for x in one)) for one in statistics)
        drawn.append(moments((gold, a, b)))
    found = {}
    tails = 100 * np.array([(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    for name in Moments._fields:
        values = np.concatenate([getattr(one, name) for one in drawn])
        centre, raw = float(getattr(at, name)), float(getattr(observed, name))
        # Cut and rounded answers show less than there is: what varies is larger by as much.
        times = _times(name, centre, raw)
        if name in SHIFTED:
            times = sqrt(_times("variance", float(at.variance), float(observed.variance)))
        low, high = np.nanpercentile(centre + times * (values - raw), tails)
        found[name] = (float(low), float(high))
    counts = shape.answers.counts
    for letter, runs in (("a", counts.a), ("b", counts.b)):
        found[f"epsilon_{letter}"] = _ends_of(epsilon_of, found.pop(f"error_{letter}"))
        found[f"spread_{letter}"] = _ends_of(
            lambda ratio: sqrt(max(ratio, 0.0)), found.pop(f"ratio_{letter}")
        )
        name = f"bias_{letter}"
        shifts = 1.96**2 * (shape.rater_sd**2 / counts.gold + shape.run_sd**2 / runs)
        centre, (low, high) = float(getattr(at, name)), found[name]
        found[name] = (
            centre - sqrt((centre - low) ** 2 + shifts),
            centre + sqrt((high - centre) ** 2 + shifts),
        )
    return found


def _ends_of(
    change: Callable[[float], float], interval: tuple[float, float]
) -> tuple[float, float]:
    return change(interval[0]), change(interval[1])


def _times(name: str, centre: float, raw: float) -> float:
    return min(3.0, max(1.0, centre / raw)) if name in SCALED and min(raw, centre) > 0 else 1.0
