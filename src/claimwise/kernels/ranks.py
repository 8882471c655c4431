"""Ranks of items: Wilcoxon's signed ranks, and the ranks of two systems mixed together.

Values that differ by less than 1e-12 of the largest count as tied, and differences below that as
zero: means of runs, and scores less a margin, differ by rounding where they are equal.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.tails import combine

TIE = 1e-12  # of the largest magnitude
LARGEST_EXACT = 50  # items for which the untied null distribution is counted out
TINY = float(np.finfo(np.float64).tiny)


class SignedRanks(NamedTuple):
    """What Wilcoxon's test needs of each study."""

    ranks: Floats  # of the sizes of the differences, with their signs; 0 for a difference of 0
    positive: Floats  # sum of the ranks of the positive differences
    n: Ints  # differences other than 0
    ties: Floats  # sum of t^3 - t over the groups of t tied sizes


def midranks(x: Floats, tie: float = TIE) -> tuple[Floats, Floats]:
    """Rank along the last axis, tied values by their mean rank; also the sum of t^3 - t.

    Values that differ by no more than `tie` of the largest are tied; with 0 equal ones alone.

    >>> ranks, ties = midranks(np.array([3.0, 1.0, 3.0]))
    >>> ranks.tolist(), float(ties)
    ([2.5, 1.0, 2.5], 6.0)
    """
    n = x.shape[-1]
    order = np.argsort(x, axis=-1, kind="stable")
    sorted_ = np.take_along_axis(x, order, axis=-1)
    near = tie * np.abs(x).max(axis=-1, keepdims=True)
    steps = np.diff(sorted_, axis=-1) > near
    edge = np.ones((*x.shape[:-1], 1), bool)
    place = np.arange(n)
    first = np.where(np.concatenate([edge, steps], axis=-1), place, 0)
    first = np.maximum.accumulate(first, axis=-1)
    last = np.where(np.concatenate([steps, edge], axis=-1), place, n - 1)
    last = np.minimum.accumulate(last[..., ::-1], axis=-1)[..., ::-1]
    ranks = np.empty(x.shape)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=-1)
    size = (last - first + 1).astype(np.float64)
    return ranks, np.asarray((size**2 - 1).sum(axis=-1))


def signs(d: Floats) -> NDArray[np.int64]:
    """Return 1, 0 or -1 for each difference; what rounding has left of a 0 is 0."""
    near = TIE * np.abs(d).max(axis=-1, keepdims=True)
    return np.asarray((d > near).astype(np.int64) - (d < -near))


def signed_ranks(d: Floats) -> SignedRanks:
    """Rank the sizes of the differences other than 0, which are left out (Wilcoxon's way)."""
    sign = signs(d)
    ranks, ties = midranks(np.where(sign == 0, 0.0, np.abs(d)))
    zeros = (sign == 0).sum(axis=-1)  # they take the lowest ranks and are one group of ties
    signed = sign * (ranks - zeros[..., None])
    positive = np.where(signed > 0, signed, 0.0).sum(axis=-1)
    return SignedRanks(
        signed, positive, d.shape[-1] - zeros, ties - (zeros.astype(np.float64) ** 3 - zeros)
    )


def untied_exact(found: SignedRanks) -> NDArray[np.bool_]:
    """Return which studies have few enough differences, none tied, for exact p-values."""
    return np.asarray((found.ties == 0) & (found.n <= LARGEST_EXACT))


def signed_rank_exact(n: Ints, positive: Floats, alternative: str) -> Floats:
    """P-value from the null distribution of untied ranks: every rank has either sign."""
    lower, upper = np.ones(n.shape), np.ones(n.shape)
    for size in np.unique(n).tolist():
        here = n == size
        at_most = np.cumsum(signed_rank_shares(size))
        total = np.rint(positive[here]).astype(np.int64)
        lower[here] = at_most[total]
        upper[here] = at_most[size * (size + 1) // 2 - total]  # the distribution is symmetric
    return combine(lower, upper, alternative)


def signed_rank_normal(found: SignedRanks, alternative: str) -> Floats:
    """Normal approximation with the variance corrected for ties, no continuity correction.

    1 where all differences are 0.
    """
    n = found.n.astype(np.float64)
    variance = n * (n + 1) * (2 * n + 1) / 24 - found.ties / 48
    z = (found.positive - n * (n + 1) / 4) / np.sqrt(np.where(n > 0, variance, 1.0))
    return np.asarray(np.where(n > 0, _tails(z, z, alternative), 1.0))


@lru_cache(maxsize=64)
def signed_rank_shares(n: int) -> Floats:
    """Return P(sum of the positive ranks = w) for w from 0 to n(n+1)/2.

    >>> signed_rank_shares(3).tolist()
    [0.125, 0.125, 0.125, 0.25, 0.125, 0.125, 0.125]
    """
    share = np.zeros(n * (n + 1) // 2 + 1)
    share[0] = 1.0
    for rank in range(1, n + 1):
        more = share / 2
        share = more.copy()
        share[rank:] += more[: len(share) - rank]
    return share


def mann_whitney_exact(above: Floats, n_a: int, n_b: int, alternative: str) -> Floats:
    """P-value of the number of pairs in which B is above A, from its untied null distribution."""
    at_most = np.cumsum(mann_whitney_shares(n_a, n_b))
    total = np.rint(above).astype(np.int64)
    return combine(at_most[total], at_most[n_a * n_b - total], alternative)


def mann_whitney_normal(
    above: Floats, ties: Floats, n_a: int, n_b: int, alternative: str
) -> Floats:
    """Normal approximation, with tie and continuity corrections; 1 where all values are tied."""
    n = n_a + n_b
    variance = n_a * n_b / 12 * ((n + 1) - ties / (n * (n - 1)))
    varies = variance > 1e-9 * n_a * n_b
    error = np.sqrt(np.where(varies, variance, 1.0))
    gap = above - n_a * n_b / 2
    p = _tails((gap + 0.5) / error, (gap - 0.5) / error, alternative)
    return np.asarray(np.where(varies, p, 1.0))


@lru_cache(maxsize=64)
def mann_whitney_shares(n_a: int, n_b: int) -> Floats:
    """Return P(u of the n_a n_b pairs have B above A) for u from 0 on, without ties.

    The largest of all values is one of A's (nothing more is below B) or one of B's (which is
    above all of A's): counts of smaller samples add up.

    >>> mann_whitney_shares(2, 1).tolist()
    [0.3333333333333333, 0.3333333333333333, 0.3333333333333333]
    """
    pairs = n_a * n_b + 1
    ways = np.zeros((n_b + 1, pairs))  # of the number of B's so far
    ways[:, 0] = 1.0
    for a in range(1, n_a + 1):
        more = np.zeros_like(ways)
        more[0, 0] = 1.0
        for b in range(1, n_b + 1):
            more[b] = ways[b]
            more[b, a:] += more[b - 1, : pairs - a]
        ways = more
    return np.asarray(ways[n_b] / comb(n_a + n_b, n_b))


def _tails(z_lower: Floats, z_upper: Floats, alternative: str) -> Floats:
    p = combine(special.ndtr(z_lower), special.ndtr(-z_upper), alternative)
    return np.asarray(np.maximum(TINY, p))
