"""The binomial distribution to full double precision, for arrays and for large n."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats, Ints, ints

MANY = 120  # tails, from which on a running sum is quicker
TABLE = 1 << 15  # counts whose error of Stirling's formula is kept


def pmf(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> Floats:
    """P(X = k) by Loader's saddle-point expansion.

    The usual route through log-gamma loses digits in proportion to n log n; this one keeps
    about fourteen at any n [1]_.

    References
    ----------
    .. [1] Loader (2000), Fast and accurate computation of binomial probabilities.

    >>> round(float(pmf(2, 4, 0.5)), 12)
    0.375
    """
    k, n, p = (np.asarray(x, np.float64) for x in (k, n, p))
    inside = (k > 0) & (k < n)
    # Stand-ins keep the formula finite where an edge value will replace it.
    x, size = np.where(inside, k, 1.0), np.where(inside, n, 2.0)
    proper = (p > 0) & (p < 1)
    prob = np.where(proper, p, 0.5)
    # Of a single n, the error is the same wherever no stand-in takes its place.
    same = n.ndim == 0 and bool(inside.all())
    log_tilt = (
        _stirling_error(n if same else size)
        - _stirling_error(x)
        - _stirling_error(size - x)
        - _deviance(x, size * prob)
        - _deviance(size - x, size * (1 - prob))
    )
    middle = np.exp(log_tilt) * np.sqrt(size / (2 * np.pi * x * (size - x)))
    if same and proper.all():
        return np.asarray(middle)
    middle = np.where(proper, middle, 0.0)
    none = np.exp(special.xlog1py(n, -p))
    every = np.exp(special.xlogy(n, p))
    edge = np.where(k == 0, none, np.where(k == n, every, 0.0))
    return np.asarray(np.where(inside, middle, edge))


def _stirling_error(n: Floats) -> Floats:
    """log(n!) minus Stirling's formula for it; n are whole numbers, all above 0."""
    if n.size > 1 and n.max() < TABLE:
        return _stirling_table()[n.astype(np.intp)]
    return _stirling_series(n)


@lru_cache(maxsize=1)
def _stirling_table() -> Floats:
    table = np.zeros(TABLE)
    table[1:] = _stirling_series(np.arange(1.0, TABLE))
    return table


def _stirling_series(n: Floats) -> Floats:
    square = n * n
    error = np.asarray(
        (
            1 / 12
            - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square
        )
        / n
    )
    small = n < 16
    if small.any():
        low = n[small]
        error[small] = (
            special.gammaln(low + 1) - (low + 0.5) * np.log(low) + low - 0.5 * np.log(2 * np.pi)
        )
    return error


def _deviance(x: Floats, mean: Floats) -> Floats:
    """x log(x / mean) - x + mean, without cancellation where x is near the mean."""
    gap = x - mean
    return np.asarray(x * np.log1p(gap / mean) - gap)


def at_least(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> Floats:
    """P(X >= k).

    >>> float(at_least(3, 3, 0.5))
    0.125
    """
    k, n = np.asarray(k, np.float64), np.asarray(n, np.float64)
    inside = (k > 0) & (k <= n)
    if inside.all():
        return np.asarray(special.betainc(k, n - k + 1, p))
    tail = special.betainc(np.where(inside, k, 1.0), np.where(inside, n - k + 1, 1.0), p)
    return np.asarray(np.where(inside, tail, np.where(k <= 0, 1.0, 0.0)))


def at_most(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> Floats:
    """P(X <= k)."""
    n = np.asarray(n)
    return at_least(n - np.asarray(k), n, 1.0 - np.asarray(p))


def at_least_in_rows(k: Ints, n: Ints, p: float) -> Floats:
    """P(X >= k) for a table of k with one n for each row, by summing the probabilities of a row.

    Quicker than tail by tail, and as exact but for tails below 1e-17.

    >>> at_least_in_rows(np.array([[0, 3], [2, 9]]), np.array([[3], [2]]), 0.5).round(12).tolist()
    [[1.0, 0.125], [0.25, 0.0]]
    """
    counts = support(n, p)
    tails = np.zeros((len(n), counts.size + 1))
    tails[:, :-1] = np.cumsum(pmf(counts, n, p)[:, ::-1], axis=1)[:, ::-1]
    return np.take_along_axis(tails, np.clip(k - counts[0], 0, counts.size), axis=1)


def at_least_along(k: Ints, n: Ints, p: float) -> Floats:
    """P(X >= k), quicker if n follow one another and k grow by 0 or 1 from one to the next.

    One trial more adds or takes a single probability, so that one tail and a running sum give all
    of them. It begins at the end with the smaller tail, so that no digits are lost.

    >>> n = np.arange(1000, 1200)
    >>> bool(np.allclose(at_least_along(n // 2, n, 0.6), at_least(n // 2, n, 0.6), rtol=1e-12))
    True
    """
    if k.size < MANY or not 0 < p < 1 or n[0] < 1 or n[-1] - n[0] != n.size - 1:
        return at_least(k, n, p)
    step = np.diff(k)
    if step.min() < 0 or step.max() > 1:
        return at_least(k, n, p)
    changes = np.where(step == 0, p, p - 1) * pmf(k[:-1] - 1 + step, n[:-1], p)
    first, last = at_least(k[[0, -1]], n[[0, -1]], p)
    if first <= last:
        tails = np.cumsum(np.concatenate([[first], changes]))
    else:
        tails = np.cumsum(np.concatenate([[last], -changes[::-1]]))[::-1]
    return np.asarray(np.clip(tails, 0.0, 1.0))


def support(n: ArrayLike, p: float) -> Ints:
    """The values that carry all but about 1e-17 of the probability, of any of several n."""
    n = np.asarray(n)
    mean, reach = n * p, 9 * np.sqrt(n * p * (1 - p)) + 20
    first, last = (mean - reach).min(), np.minimum(n, (mean + reach).astype(np.int64) + 1).max()
    return ints(np.arange(max(0, int(first)), int(last) + 1))
