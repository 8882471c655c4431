"""Largest tail probability over an unknown proportion: the heart of unconditional tests.

An exact unconditional p-value is the supremum, over a nuisance proportion, of a sum of
binomial probabilities. Such a sum varies on the scale of the binomial's own spread, which is
constant on the arcsine scale: a grid there with ten points to a standard deviation, and a
parabola through the best point and its neighbours, finds the supremum to about eight digits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from claimwise.kernels import binomial
from claimwise.kernels.arrays import Floats, Ints

POINTS_PER_SD = 10
LEAST_POINTS = 801
ROWS = 256  # proportions that are worked on at a time


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """For each proportion of the grid, the binomial probabilities where they matter."""

    start: Ints  # (grid,) first count of the band
    weight: Floats  # (grid, width)

    def largest_mean(self, of: Callable[[slice, Ints], Floats]) -> float:
        """Return the largest expectation, over the grid, of a function of the count.

        `of` gets some rows of the grid and the counts of their bands: memory is bounded
        by the block, not by the grid.
        """
        rows, width = self.weight.shape
        means = np.empty(rows)
        for first in range(0, rows, ROWS):
            block = slice(first, first + ROWS)
            counts = self.start[block, None] + np.arange(width)
            means[block] = np.einsum("gw,gw->g", self.weight[block], of(block, counts))
        return peak(means)

    def tails(self, rows: slice, at_least: Ints) -> Floats:
        """P(count >= at_least) for some rows of the grid."""
        weight = self.weight[rows]
        tail = np.zeros((len(weight), weight.shape[1] + 1))
        tail[:, :-1] = np.cumsum(weight[:, ::-1], axis=1)[:, ::-1]
        offset = np.clip(at_least - self.start[rows, None], 0, weight.shape[1])
        return np.take_along_axis(tail, offset, axis=1)


def grid(n: int) -> Floats:
    """Proportions from 0 to 1, evenly spaced on the arcsine scale."""
    points = int(np.ceil(np.pi * np.sqrt(n) * POINTS_PER_SD)) + 1
    return np.asarray(np.sin(np.linspace(0, np.pi / 2, max(points, LEAST_POINTS))) ** 2)


@lru_cache(maxsize=2)
def band(n: int, proportions: int) -> Band:
    """Return the binomial(n) probabilities over a grid made for `proportions` items."""
    p = grid(proportions)
    reach = 8 * np.sqrt(n * p * (1 - p)) + 16
    width = min(n + 1, int(2 * np.ceil(reach.max())) + 1)
    start = np.clip(np.round(n * p - width // 2), 0, n + 1 - width).astype(np.int64)
    weight = np.empty((len(p), width))
    for first in range(0, len(p), ROWS):
        block = slice(first, first + ROWS)
        counts = start[block, None] + np.arange(width)
        weight[block] = binomial.pmf(counts, n, p[block, None])
    return Band(start, weight)


def peak(values: Floats) -> float:
    """Return the largest value of a smooth function sampled on an even grid."""
    top = int(np.argmax(values))
    if top in (0, len(values) - 1):
        return float(values[top])
    left, middle, right = values[top - 1 : top + 2]
    bend = left - 2 * middle + right
    rise = 0.0 if bend >= 0 else -((left - right) ** 2) / (8 * bend)
    return float(min(1.0, middle + rise))
