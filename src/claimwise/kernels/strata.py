"""Exact sums over every outcome of a study whose data are a binomial within strata.

Paired verdicts: the stratum is the number of discordant items, and B's wins are binomial
within it. Two independent groups: the stratum is A's count, and B's count is binomial.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from claimwise.kernels import binomial
from claimwise.kernels.arrays import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Strata:
    """Every outcome of a study: pick a stratum, then a binomial count within it.

    The observed effect is ``slope * count + shift``. Of several sizes at once there is a row for
    each: `n` was then a column.
    """

    stratum: Ints
    weight: Floats  # probability of the stratum
    size: Ints  # number of binomial trials within it
    prob: float  # probability of success within it
    slope: Any
    shift: Floats
    middle: Floats  # the count at which the observed effect is zero
    spread: Floats  # rough standard deviation of the count about the middle without an effect
    mirrored: bool  # whether swapping the systems turns a count into size - count
    as_tested: bool = False  # whether the test sees `count` wins and `size - count` losses
    tilt: Any = 0.0  # by how much the squared spread grows with each count beyond the middle
    bend: Any = 0.0  # and falls with the square of these counts

    def reach(self, z: float) -> Floats:
        """Return about how far beyond the middle a score of z lies; z may be negative.

        The score is the distance from the middle over the spread that there is at that distance.
        """
        square = z * z
        narrow, wide = 1 + self.bend * square, self.tilt * square
        root = np.sqrt(wide * wide + 4 * narrow * square * self.spread * self.spread)
        return np.asarray((wide + np.copysign(root, z)) / (2 * narrow))

    def about(self, effect: float) -> Strata:
        """Return the same strata with the middle, and the spread there, of another effect."""
        middle = (effect - self.shift) / self.slope
        if self.mirrored:
            return replace(self, middle=middle)
        a, b = self.stratum, np.clip(middle, 0, self.size)
        variance = a * (1 - a / self.size) + b * (1 - b / self.size)
        return replace(self, middle=middle, spread=np.sqrt(variance), tilt=1 - (a + b) / self.size)


@dataclass(frozen=True, slots=True)
class Rejections:
    """Probability and size of rejections with a positive and with a negative observed effect."""

    above: float
    below: float
    size_above: float  # mean of the effect times the indicator of a positive rejection
    size_below: float  # the same for negative ones, as a positive number


def rejections(strata: Strata, lower: Ints, upper: Ints) -> Rejections:
    """Sum over all outcomes with count <= lower or count >= upper in their stratum."""
    weight, size, prob = strata.weight, strata.size, strata.prob
    above = _tail(upper, size, prob)
    below = _tail(size - lower, size, 1 - prob)
    # E[X 1(X >= k)] = n p P(X' >= k - 1) with one trial fewer, and likewise below.
    count_above = size * prob * _tail(upper - 1, size - 1, prob)
    count_below = size * prob * _tail(size - lower, size - 1, 1 - prob)
    effect_above = strata.slope * count_above + strata.shift * above
    effect_below = strata.slope * count_below + strata.shift * below
    return Rejections(
        above=float(weight @ above),
        below=float(weight @ below),
        size_above=float(weight @ effect_above),
        size_below=float(-(weight @ effect_below)),
    )


def _tail(counts: Ints, size: Ints, prob: float) -> Floats:
    """P(X >= counts): of the rare tails of the other side, each by itself to all its digits."""
    find = binomial.at_least_along if prob > 0.5 else binomial.at_least
    return find(counts, size, prob)


def tails(strata: Strata, counts: Ints, side: str) -> Floats:
    """Return P(count >= `counts`), or <= if the side is "below", within each stratum."""
    prob = strata.prob
    if side == "below":
        counts, prob = strata.size - counts, 1.0 - prob
    if strata.size.ndim < 2:
        return binomial.at_least(counts, strata.size, prob)
    # A whole row has the same trials: all of its tails come from one sum.
    return binomial.at_least_in_rows(counts, strata.size[:, :1], prob)


def averaged(strata: Strata, chances: Floats) -> Floats:
    """Return the mean over the strata of what happens within each, for every size."""
    weight = strata.weight
    mean = weight @ chances if chances.ndim < 2 else (weight * chances).sum(axis=-1)
    return np.minimum(1.0, mean)  # sums of thousands of terms


def counts_of(n: Any, prob: float) -> tuple[Ints, Floats]:
    """Return the counts of n trials that matter, and their probabilities."""
    if np.ndim(n) == 0:
        return _kept_counts(int(n), float(prob))
    count = binomial.support(n, prob)
    return count, binomial.pmf(count, n, prob)


@lru_cache(maxsize=128)
def _kept_counts(n: int, prob: float) -> tuple[Ints, Floats]:
    """Return counts and probabilities of one size: a search for a difference asks again."""
    count = binomial.support(n, prob)
    weight = binomial.pmf(count, n, prob)
    count.setflags(write=False)
    weight.setflags(write=False)
    return count, weight


def discordant(n: Any, win: float, lose: float, *, as_tested: bool = False) -> Strata:
    """Strata of a paired study: B alone is right with probability `win`, A alone with `lose`.

    A world whose `at` gives the test just these wins and losses says so with `as_tested`.
    """
    rate = win + lose
    # Two parts that move apart add up to the same but for the last digit: without it, all
    # differences of a search share their weights.
    total, weight = counts_of(n, float(f"{rate:.14g}"))
    found = of_discordant(total, weight, n, win / rate if rate > 0 else 0.5)
    return replace(found, as_tested=as_tested)


def of_discordant(total: Ints, weight: Floats, n: Any, prob: float) -> Strata:
    """Return the strata with these numbers of discordant items, each B's with a probability."""
    return Strata(
        stratum=total,
        weight=weight,
        size=total,
        prob=prob,
        slope=2 / n,
        shift=-total / n,
        middle=total / 2,
        spread=np.sqrt(total) / 2,
        mirrored=True,
    )


def independent(n: Any, prob_a: float, prob_b: float) -> Strata:
    """Strata of two independent groups of n items each."""
    count, weight = counts_of(n, prob_a)
    count_a = np.minimum(count, n)  # of several sizes, some have no more; they weigh nothing
    return Strata(
        stratum=count_a,
        weight=weight,
        size=np.zeros_like(count_a) + n,
        prob=prob_b,
        slope=1 / n,
        shift=-count_a / n,
        middle=count_a.astype(np.float64),
        spread=np.sqrt(2 * count_a * (1 - count_a / n)),
        mirrored=False,
        tilt=1 - 2 * count_a / n,
        bend=1 / (2 * n),
    )
