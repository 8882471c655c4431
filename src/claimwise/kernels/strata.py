"""Exact sums over every outcome of a study whose data are a binomial within strata.

Paired verdicts: the stratum is the number of discordant items, and B's wins are binomial
within it. Two independent groups: the stratum is A's count, and B's count is binomial.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from claimwise.kernels import binomial
from claimwise.kernels.arrays import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Strata:
    """Every outcome of a study: pick a stratum, then a binomial count within it.

    The observed effect is ``slope * count + shift``.
    """

    stratum: Ints
    weight: Floats  # probability of the stratum
    size: Ints  # number of binomial trials within it
    prob: float  # probability of success within it
    slope: float
    shift: Floats
    middle: Floats  # the count at which the observed effect is zero
    spread: Floats  # rough standard deviation of the count about the middle without an effect
    mirrored: bool  # whether swapping the systems turns a count into size - count


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
    above = binomial.at_least(upper, size, prob)
    below = binomial.at_most(lower, size, prob)
    # E[X 1(X >= k)] = n p P(X' >= k - 1) with one trial fewer, and likewise below.
    count_above = size * prob * binomial.at_least(upper - 1, size - 1, prob)
    count_below = size * prob * binomial.at_most(lower - 1, size - 1, prob)
    effect_above = strata.slope * count_above + strata.shift * above
    effect_below = strata.slope * count_below + strata.shift * below
    return Rejections(
        above=float(weight @ above),
        below=float(weight @ below),
        size_above=float(weight @ effect_above),
        size_below=float(-(weight @ effect_below)),
    )


def discordant(n: int, win: float, lose: float) -> Strata:
    """Strata of a paired study: B alone is right with probability `win`, A alone with `lose`."""
    rate = win + lose
    total = binomial.support(n, rate)
    return Strata(
        stratum=total,
        weight=binomial.pmf(total, n, rate),
        size=total,
        prob=win / rate if rate > 0 else 0.5,
        slope=2 / n,
        shift=-total / n,
        middle=total / 2,
        spread=np.sqrt(total) / 2,
        mirrored=True,
    )


def independent(n: int, prob_a: float, prob_b: float) -> Strata:
    """Strata of two independent groups of n items each."""
    count_a = binomial.support(n, prob_a)
    return Strata(
        stratum=count_a,
        weight=binomial.pmf(count_a, n, prob_a),
        size=np.full_like(count_a, n),
        prob=prob_b,
        slope=1 / n,
        shift=-count_a / n,
        middle=count_a.astype(np.float64),
        spread=np.sqrt(2 * count_a * (1 - count_a / n)),
        mirrored=False,
    )
