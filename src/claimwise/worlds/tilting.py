"""Draw some items more often than others, so that two systems differ by a given amount.

Of all ways to reweight the items of a pilot, exponential tilting by their influence on the
difference departs least from drawing them equally often (in Kullback and Leibler's sense, for a
mean; Efron 1981, Can. J. Stat. 9, 139-172). The weight is found on the metric itself, not on its
linear approximation, so the difference is met however curved the metric is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from claimwise.core import ImpossibleError, sentence
from claimwise.kernels.arrays import Floats, Ints

Difference = Callable[[Floats], float]  # weights -> B minus A
FIRST, GROWTH, STEPS = 0.05, 1.3, 40  # of the search, in units of 1 / sd of the influences
FEWEST = 2.0  # fewer items than this, in effect, are no distribution to draw from
FLAT = 1e-9  # of the scores: influences that vary less do so by rounding alone


class Tilting(NamedTuple):
    """Units of a pilot: how often each is there, what it does to the difference.

    `times` is the number of items, or clusters, that a listed unit stands for; `influence` has
    mean 0; `scale` is the size of the scores, to tell rounding from variation.
    """

    times: Ints
    influence: Floats
    difference: Difference
    scale: float

    def weights(self, tilt: float) -> Floats:
        """Return the probability of each unit; equal ones where the tilt is 0."""
        spread = self.spread()
        power = tilt * self.influence / spread if spread > 0 else np.zeros(len(self.times))
        there = np.where(self.times > 0, power, -np.inf)
        raised = self.times * np.exp(there - there.max())
        return np.asarray(raised / raised.sum())

    def spread(self) -> float:
        """Return the standard deviation of the influences; 0 where only rounding varies."""
        share = self.times / self.times.sum()
        found = float(np.sqrt(share @ self.influence**2))
        return found if found > FLAT * self.scale else 0.0

    def effective(self, weights: Floats) -> float:
        """Return how many equally likely units vary as much as these do: 1 / sum of squares."""
        there = self.times > 0
        return float(1 / (weights[there] ** 2 / self.times[there]).sum())

    def towards(self, wanted: float) -> Floats:
        """Return the weights under which the difference is the wanted one.

        Raises
        ------
        ImpossibleError
            With the differences that can be reached.
        """
        start = self.difference(self.weights(0.0))
        if wanted == start:
            return self.weights(0.0)
        if self.spread() == 0:
            raise ImpossibleError(
                sentence(
                    "the pilot",
                    f"items that differ in what they say of A and B, to differ by {wanted:g}",
                    f"a difference of {start:.4g} whatever the items",
                )
            )
        sign = 1.0 if wanted > start else -1.0
        near, far = 0.0, None
        reached = start
        for tilt, value in self._scan(sign):
            reached = max(reached, value) if sign > 0 else min(reached, value)
            if sign * (value - wanted) >= 0:
                far = tilt
                break
            near = tilt
        if far is None:
            ends = sorted([reached, self.reach(-sign)])
            raise ImpossibleError(
                sentence(
                    "the pilot",
                    f"a difference between {ends[0]:.4g} and {ends[1]:.4g}, which drawing some of "
                    "its items more often than others can reach",
                    f"{wanted:g}",
                )
            )
        return self.weights(self._root(near, far, wanted))

    def reach(self, sign: float) -> float:
        """Return the largest difference that weights reach, or the smallest if the sign is -1."""
        start = self.difference(self.weights(0.0))
        values = [start, *(value for _, value in self._scan(sign))]
        return max(values) if sign > 0 else min(values)

    def _scan(self, sign: float) -> list[tuple[float, float]]:
        """Return (tilt, difference) at ever larger tilts, as far as items are left to draw."""
        found: list[tuple[float, float]] = []
        if self.spread() == 0:
            return found
        for step in range(STEPS):
            tilt = sign * FIRST * GROWTH**step
            weights = self.weights(tilt)
            value = self.difference(weights)
            if self.effective(weights) < FEWEST or np.isnan(value):
                break
            found.append((tilt, value))
        return found

    def _root(self, near: float, far: float, wanted: float) -> float:
        from scipy.optimize import brentq

        def miss(tilt: float) -> float:
            return self.difference(self.weights(tilt)) - wanted

        return float(brentq(miss, near, far, xtol=1e-15, rtol=1e-14, maxiter=200))
