"""Logs of rising factorials, a (a + 1) ... (a + y - 1), right also where a is huge."""

from __future__ import annotations

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats

LARGE = 1e6  # from which on the difference of two log gammas has lost too many digits


def log_rising(y: ArrayLike, a: ArrayLike) -> Floats:
    """Return log(Gamma(a + y) / Gamma(a)).

    >>> float(np.round(log_rising(3, 2.0), 12)) == float(np.round(np.log(2 * 3 * 4), 12))
    True
    >>> float(np.round(log_rising(100, 1e15) - 100 * np.log(1e15), 9))
    0.0
    """
    count, start = np.broadcast_arrays(np.asarray(y, np.float64), np.asarray(a, np.float64))
    direct = special.gammaln(count + start) - special.gammaln(start)
    # The sum of log(1 + k / a) over k < y, to the third order. Counts that are no small share of
    # a are too large for it, and have digits enough the direct way.
    far = np.maximum(start, LARGE)
    pairs = count * (count - 1) / 2
    series = count * np.log(far) + pairs / far - pairs * (2 * count - 1) / 6 / far**2
    series = series + pairs**2 / 3 / far**3
    small_share = (start > LARGE) & (count < 1e-3 * start)
    return np.asarray(np.where(small_share, series, direct))
