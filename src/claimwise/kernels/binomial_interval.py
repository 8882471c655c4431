"""Intervals for one proportion."""

from __future__ import annotations

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats


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
