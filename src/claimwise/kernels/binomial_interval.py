"""Intervals for one proportion: `hits` of `n` items; every argument may be an array."""

from __future__ import annotations

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats


def normal_quantile(level: float) -> float:
    """Return the distance, in standard errors, that a normal variable keeps at this level.

    >>> round(normal_quantile(0.95), 6)
    1.959964
    """
    return -float(special.ndtri((1 - level) / 2))


def clopper_pearson(hits: ArrayLike, n: ArrayLike, level: float) -> tuple[Floats, Floats]:
    """Exact interval: the proportions that a one-sided binomial test would not reject.

    >>> low, high = clopper_pearson(0, 10, 0.95)
    >>> float(low), round(float(high), 4)
    (0.0, 0.3085)
    """
    hits, n = np.asarray(hits, np.float64), np.asarray(n, np.float64)
    tail = (1 - level) / 2
    low = np.where(hits > 0, special.betaincinv(np.maximum(hits, 1), n - hits + 1, tail), 0.0)
    high = np.where(hits < n, special.betaincinv(hits + 1, np.maximum(n - hits, 1), 1 - tail), 1.0)
    return np.asarray(low), np.asarray(high)


def wilson(hits: ArrayLike, n: ArrayLike, level: float) -> tuple[Floats, Floats]:
    """Score interval: the proportions p with |hits/n - p| <= z sqrt(p (1 - p) / n).

    >>> low, high = wilson(81, 263, 0.95)
    >>> round(float(low), 4), round(float(high), 4)
    (0.2553, 0.3662)
    """
    hits, n = np.asarray(hits, np.float64), np.asarray(n, np.float64)
    z = normal_quantile(level)
    share, squared = hits / n, z * z / n
    middle = (share + squared / 2) / (1 + squared)
    reach = z / (1 + squared) * np.sqrt(share * (1 - share) / n + squared / n / 4)
    # The ends are exact at 0 and n hits, where the formula leaves rounding behind.
    low = np.where(hits > 0, middle - reach, 0.0)
    high = np.where(hits < n, middle + reach, 1.0)
    return np.asarray(low), np.asarray(high)


def jeffreys(hits: ArrayLike, n: ArrayLike, level: float) -> tuple[Floats, Floats]:
    """Equal-tailed interval of the posterior under Jeffreys' prior, Beta(1/2, 1/2).

    With no hits the lower end is 0 and with all hits the upper end is 1, as Brown, Cai and
    DasGupta advise; otherwise the truth at 0 or 1 would never be covered.

    >>> low, high = jeffreys(0, 10, 0.95)
    >>> float(low), round(float(high), 4)
    (0.0, 0.2172)
    """
    hits, n = np.asarray(hits, np.float64), np.asarray(n, np.float64)
    tail = (1 - level) / 2
    low = special.betaincinv(hits + 0.5, n - hits + 0.5, tail)
    high = special.betaincinv(hits + 0.5, n - hits + 0.5, 1 - tail)
    return np.where(hits > 0, low, 0.0), np.where(hits < n, high, 1.0)
