"""P-values for two independent groups of right/wrong verdicts.

`a` of `n_a` items are right for A, `b` of `n_b` for B; every argument may be an array.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from claimwise.kernels import binomial
from claimwise.kernels.arrays import ArrayLike, Floats, Ints, ints
from claimwise.kernels.critical import first_true, last_true
from claimwise.kernels.nuisance import band
from claimwise.kernels.tails import combine, of_normal, significant

# Two probabilities that differ by less are taken as equal, as in R's fisher.test.
TIE = 1 + 1e-7
FEW = 10  # values of Fisher's p that are searched one by one
MOST_TABLES = 1_000_000  # of which Fisher's p is found at once


def pooled_z(
    a: ArrayLike, n_a: ArrayLike, b: ArrayLike, n_b: ArrayLike, alternative: str
) -> Floats:
    """Two-proportion z test with the pooled variance (Pearson's chi-square, signed)."""
    a, n_a, b, n_b = (np.asarray(x, np.float64) for x in (a, n_a, b, n_b))
    pooled = (a + b) / (n_a + n_b)
    variance = pooled * (1 - pooled) * (1 / n_a + 1 / n_b)
    z = np.where(
        variance > 0, (b / n_b - a / n_a) / np.sqrt(np.where(variance > 0, variance, 1)), 0
    )
    return of_normal(z, alternative)


def fisher(a: ArrayLike, n_a: ArrayLike, b: ArrayLike, n_b: ArrayLike, alternative: str) -> Floats:
    """Fisher's exact test; two-sided by the sum of all tables no more likely than this one."""
    a, n_a, b, n_b = np.broadcast_arrays(ints(a), ints(n_a), ints(b), ints(n_b))
    if alternative == "greater":
        return _hypergeometric_tail(b, n_b, a, n_a)
    if alternative == "less":
        return _hypergeometric_tail(a, n_a, b, n_b)
    total = a + b
    if np.array_equal(n_a, n_b):  # symmetric: the other tail is the mirror image
        return np.minimum(
            1.0, 2 * _hypergeometric_tail(np.maximum(a, b), n_b, np.minimum(a, b), n_a)
        )
    smallest, largest = np.maximum(0, total - n_a), np.minimum(total, n_b)
    mode = (total + 1) * (n_b + 1) // (n_a + n_b + 2)
    limit = _log_hypergeometric(b, n_b, total, n_a) + np.log(TIE)

    # From the mode outwards the probability falls: find where it has fallen to the observed.
    def rare(count: Ints) -> NDArray[np.bool_]:
        return np.asarray(_log_hypergeometric(count, n_b, total, n_a) <= limit)

    right = first_true(rare, mode, largest)
    left = last_true(rare, smallest, mode)
    upper = np.where(right <= largest, _hypergeometric_tail(right, n_b, total - right, n_a), 0.0)
    lower = np.where(left >= smallest, _hypergeometric_tail(total - left, n_a, left, n_b), 0.0)
    everything = (right <= mode) | (left >= mode)
    return np.asarray(np.where(everything, 1.0, np.minimum(1.0, upper + lower)))


def _log_hypergeometric(b: Ints, n_b: Ints, total: Ints, n_a: Ints) -> Floats:
    """log P(B has b of the total right), given the total and equal chances.

    As a ratio of binomial probabilities at the pooled proportion, which keeps its digits.
    """
    pooled = np.clip(total / (n_a + n_b), 1e-300, 1 - 1e-16)
    with np.errstate(divide="ignore"):
        return np.asarray(
            np.log(binomial.pmf(b, n_b, pooled))
            + np.log(binomial.pmf(total - b, n_a, pooled))
            - np.log(binomial.pmf(total, n_a + n_b, pooled))
        )


def _hypergeometric_tail(b: Ints, n_b: Ints, a: Ints, n_a: Ints) -> Floats:
    """P(B has at least b of the a + b right), given the total and equal chances."""
    from claimwise.kernels.hypergeometric import upper_tail  # compiled: costs half a second

    b, n_b, a, n_a = np.broadcast_arrays(b, n_b, a, n_a)
    total = a + b
    mode = (total + 1) * (n_b + 1) // (n_a + n_b + 2)
    first = np.exp(_log_hypergeometric(np.where(b > mode, b, b - 1), n_b, total, n_a))
    flat = (np.array(x).ravel() for x in (b, n_b, a, n_a, first))  # of their own, not broadcast
    return np.asarray(upper_tail(*flat)).reshape(b.shape)


def boschloo(a: ArrayLike, n_a: int, b: ArrayLike, n_b: int, alternative: str) -> Floats:
    """Boschloo's test: Fisher's one-sided p-value as the statistic, made unconditional.

    Two-sided: twice the smaller one-sided p-value, as in SciPy.
    """
    a, b = np.broadcast_arrays(ints(a), ints(b))
    upper = _boschloo_upper(a, n_a, b, n_b) if alternative != "less" else np.ones(a.shape)
    lower = _boschloo_upper(b, n_b, a, n_a) if alternative != "greater" else np.ones(a.shape)
    return combine(lower, upper, alternative)


def _boschloo_upper(a: Ints, n_a: int, b: Ints, n_b: int) -> Floats:
    statistic = fisher(a, n_a, b, n_b, "greater")
    values, where = np.unique(statistic, return_inverse=True)
    if len(values) > FEW and (n_a + 1) * (n_b + 1) <= MOST_TABLES:
        # Fisher's p falls as B has more right: what is needed is how many do not suffice.
        every = fisher(np.arange(n_a + 1)[:, None], n_a, np.arange(n_b + 1), n_b, "greater")
        needed = [(every > value * TIE).sum(axis=1) for value in values]
        tails = [_largest_tail(fewest, n_a, n_b) for fewest in needed]
    else:
        tails = [boschloo_size(float(value), n_a, n_b) for value in values]
    return np.asarray(tails)[where].reshape(a.shape)


def boschloo_within(
    a: ArrayLike, n_a: int, b: ArrayLike, n_b: int, alternative: str, alpha: float
) -> NDArray[np.bool_]:
    """Whether Boschloo's p-value is at most alpha: of many tables, far quicker to say."""
    a, b = np.broadcast_arrays(ints(a), ints(b))
    tail = alpha / 2 if alternative == "two-sided" else alpha
    found = np.zeros(a.shape, bool)
    if alternative != "less":
        found |= _upper_within(a, n_a, b, n_b, tail)
    if alternative != "greater":
        found |= _upper_within(b, n_b, a, n_a, tail)
    return found


def _upper_within(a: Ints, n_a: int, b: Ints, n_b: int, tail: float) -> NDArray[np.bool_]:
    statistic = fisher(a, n_a, b, n_b, "greater")
    values = np.unique(statistic)
    # The p-value grows with Fisher's: bisect for the first that is too large.
    low, past = 0, len(values)
    while low < past:
        middle = (low + past) // 2
        if significant(np.asarray(boschloo_size(float(values[middle]), n_a, n_b)), tail):
            low = middle + 1
        else:
            past = middle
    return np.asarray(statistic < values[past]) if past < len(values) else np.ones(a.shape, bool)


def boschloo_size(cutoff: float, n_a: int, n_b: int) -> float:
    """Largest probability, over a common proportion, that Fisher's p is at most `cutoff`."""
    every = np.arange(n_a + 1)
    needed = _needed(cutoff, n_a, n_b, np.zeros_like(every), np.full_like(every, n_b + 1))
    return _largest_tail(needed, n_a, n_b)


def _needed(cutoff: float, n_a: int, n_b: int, low: Ints, high: Ints) -> Ints:
    """For each count of A, the fewest right answers of B with Fisher's p <= cutoff.

    The answer is known to lie between `low` and `high`; n_b + 1 stands for none.
    """
    every = np.arange(n_a + 1)
    return first_true(
        lambda b: fisher(every, n_a, b, n_b, "greater") <= cutoff * TIE, low, high - 1
    )


def _largest_tail(needed: Ints, n_a: int, n_b: int) -> float:
    """Largest probability, over a common proportion, that B has at least what is needed."""
    points = max(n_a, n_b)
    band_a, band_b = band(n_a, points), band(n_b, points)
    return band_a.largest_mean(lambda rows, counts: band_b.tails(rows, needed[counts]))


@lru_cache(maxsize=4096)
def boschloo_cutoff(n: int, alpha: float, alternative: str) -> float:
    """Return the value of Fisher's p up to which Boschloo's test rejects: found once, reused."""
    tail = alpha / 2 if alternative == "two-sided" else alpha
    every = np.arange(n + 1)
    # Fisher's test is valid, so the cutoff is at least the level itself.
    low, high = tail, min(1.0, 8 * tail)
    most = _needed(low, n, n, np.zeros_like(every), np.full_like(every, n + 1))
    fewest = _needed(high, n, n, np.zeros_like(every), most)
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        needed = _needed(middle, n, n, fewest, most)
        if _largest_tail(needed, n, n) <= tail:
            low, most = middle, needed
        else:
            high, fewest = middle, needed
    return low
