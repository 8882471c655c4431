"""Draw some items more often than others, so that two systems differ by a given amount.

Of all ways to reweight the items of a pilot, the one that departs least from drawing them equally
often (in Kullback and Leibler's sense) tilts them exponentially by their influence on the
difference (Efron 1981, Can. J. Stat. 9, 139-172). That is their influence where the difference is
the wanted one, not where the pilot's is: for a ratio of sums, such as a mean of items in clusters
of unequal size, the two are far apart. So the influence is found anew under the weights that it
gives, until both settle. The wanted difference is met on the metric itself, not on its linear
approximation, however curved it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from claimwise.core import ImpossibleError
from claimwise.kernels.arrays import Floats, Ints

Difference = Callable[[Floats], float]  # weights -> B minus A
Gradient = Callable[[Floats], Floats]  # weights -> what each unit adds to it there
FIRST, GROWTH, STEPS = 0.05, 1.3, 40  # of the search, in units of 1 / sd of the influences
FEWEST = 2.0  # fewer items than this, in effect, are no distribution to draw from
FLAT = 1e-9  # of the scores: influences that vary less do so by rounding alone
TURNS, GAIN = 50, 1e-4  # how often the search turns, and the least that a turn has to gain
SETTLE, PLAIN, SETTLED = 40, 8, 1e-8  # rounds, those that take no means, and what is still


class Reached(NamedTuple):
    """A point of a search: how far along a direction, the difference there, the weights."""

    tilt: float
    value: float
    weights: Floats


class Tilting(NamedTuple):
    """Units of a pilot: how often each is there, what it does to the difference.

    `times` is the number of items, or clusters, that a listed unit stands for; `influence` has
    mean 0; `scale` is the size of the scores, to tell rounding from variation. `gradient` gives
    the influences under other weights; without it those of the pilot are taken everywhere.
    """

    times: Ints
    influence: Floats
    difference: Difference
    scale: float
    gradient: Gradient | None = None

    def weights(self, tilt: float, along: Floats | None = None) -> Floats:
        """Return the probability of each unit; equal ones where the tilt is 0."""
        direction = self.influence if along is None else along
        spread = self._sd(direction)
        power = tilt * direction / spread if spread > 0 else np.zeros(len(self.times))
        there = np.where(self.times > 0, power, -np.inf)
        raised = self.times * np.exp(there - there.max())
        return np.asarray(raised / raised.sum())

    def spread(self, weights: Floats | None = None) -> float:
        """Return the standard deviation of the influences; 0 where only rounding varies."""
        if weights is None:
            return self._sd(self.influence)
        return self._sd(self.influences(weights), weights)

    def influences(self, weights: Floats) -> Floats:
        """Return what each unit does to the difference under these weights."""
        return self.influence if self.gradient is None else self.gradient(weights)

    def _sd(self, influence: Floats, weights: Floats | None = None) -> float:
        share = self.times / self.times.sum() if weights is None else weights
        found = float(np.sqrt(share @ (influence - share @ influence) ** 2))
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
        equal = self.weights(0.0)
        start = self.difference(equal)
        if wanted == start:
            return equal
        if self.spread() == 0:
            raise ImpossibleError(
                "the pilot",
                f"items that differ in what they say of A and B, to differ by {wanted:g}",
                f"a difference of {start:.4g} whatever the items",
            )
        sign = 1.0 if wanted > start else -1.0
        found, reached = self._search(sign, wanted)
        if found is None:
            ends = sorted([reached, self.reach(-sign)])
            raise ImpossibleError(
                "the pilot",
                f"a difference between {ends[0]:.4g} and {ends[1]:.4g}, which this way of "
                "drawing some of its items more often than others can reach",
                f"{wanted:g}",
            )
        # An edge of the metric near the pilot may hide the better way from its influences there;
        # leaving out whole units looks across it.
        path = self._path(self.influence, sign, wanted)
        if self.gradient is None or not path or sign * (path[-1].value - wanted) < 0:
            return self._settled(found, sign, wanted)
        across = self._root(self.influence, path, wanted)
        both = (self._settled(one, sign, wanted) for one in (found, across))
        return min(both, key=self._departure)

    def reach(self, sign: float) -> float:
        """Return the largest difference that weights reach, or the smallest if the sign is -1."""
        return self._search(sign, None)[1]

    def _search(self, sign: float, wanted: float | None) -> tuple[Floats | None, float]:
        """Go along a direction as far as it leads, turn to the influences there, go on.

        Returns weights that give the wanted difference, None if none do, and the farthest
        difference that was met.
        """
        weights = self.weights(0.0)
        start = farthest = self.difference(weights)
        if self.spread() == 0:
            return None, farthest
        for _ in range(TURNS):
            along = self.influences(weights)
            path = self._path(along, sign, wanted)
            if not path:
                break
            if wanted is not None and sign * (path[-1].value - wanted) >= 0:
                return self._root(along, path, wanted), wanted
            best = max(path, key=lambda point: sign * point.value)
            gained = sign * (best.value - farthest)
            if gained > 0:
                farthest, weights = best.value, best.weights
            if self.gradient is None or gained <= GAIN * abs(farthest - start):
                break
        return None, farthest

    def _settled(self, weights: Floats, sign: float, wanted: float) -> Floats:
        """Turn to the influences under the weights found, until they give the same weights.

        Where the metric has an edge, as BLEU has at the length of its references, they may jump
        from one side of it to the other: then their mean is taken, and the best that was met.
        """
        if self.gradient is None:
            return weights
        along = self.gradient(weights)
        best, least = weights, self._departure(weights)
        for step in range(SETTLE):
            path = self._path(along, sign, wanted)
            if not path or sign * (path[-1].value - wanted) < 0:
                break
            found = self._root(along, path, wanted)
            still = float(np.abs(found - weights).max()) <= SETTLED * float(weights.max())
            weights, departure = found, self._departure(found)
            if departure < least:
                best, least = weights, departure
            if still:
                break
            along = along + (self.gradient(weights) - along) / max(1, step - PLAIN)
        return best

    def _departure(self, weights: Floats) -> float:
        """Return Kullback and Leibler's distance of weights from equal ones."""
        drawn = weights > 0
        return float(weights[drawn] @ np.log(weights[drawn] / self.weights(0.0)[drawn]))

    def _path(self, along: Floats, sign: float, wanted: float | None) -> list[Reached]:
        """Return points at ever larger tilts: to the wanted difference, or while items are left."""
        found: list[Reached] = []
        if self._sd(along) == 0:
            return found
        for step in range(STEPS):
            tilt = sign * FIRST * GROWTH**step
            weights = self.weights(tilt, along)
            value = self.difference(weights)
            if self.effective(weights) < FEWEST or np.isnan(value):
                break
            found.append(Reached(tilt, value, weights))
            if wanted is not None and sign * (value - wanted) >= 0:
                break
        return found

    def _root(self, along: Floats, path: list[Reached], wanted: float) -> Floats:
        """Return the weights between the last two points of a path that give the difference."""
        from scipy.optimize import brentq

        def miss(tilt: float) -> float:
            return self.difference(self.weights(tilt, along)) - wanted

        near = path[-2].tilt if len(path) > 1 else 0.0
        tilt = brentq(miss, near, path[-1].tilt, xtol=1e-15, rtol=1e-14, maxiter=200)
        return self.weights(float(tilt), along)
