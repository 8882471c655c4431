"""Probabilities of two correlated normal numbers, by Owen's T function."""

from __future__ import annotations

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats


def cdf(h: ArrayLike, k: ArrayLike, rho: ArrayLike) -> Floats:
    """Return P(X < h, Y < k) for standard normal X, Y with correlation rho; -1 < rho < 1.

    Owen (1956), Ann. Math. Stat. 27, 1075-1090. Either point may be infinite.

    >>> float(np.round(cdf(0.0, 0.0, 0.5), 12)), float(cdf(np.inf, 0.0, 0.9))
    (0.333333333333, 0.5)
    """
    x, y, r = np.broadcast_arrays(*(np.asarray(v, np.float64) for v in (h, k, rho)))
    finite = np.isfinite(x) & np.isfinite(y)
    x_, y_ = np.where(finite, x, 1.0), np.where(finite, y, 1.0)
    root = np.sqrt((1 - r) * (1 + r))
    both = 0.5 * (special.ndtr(x_) + special.ndtr(y_))
    both = both - _owen(x_, y_, r, root) - _owen(y_, x_, r, root)
    apart = (x_ * y_ < 0) | ((x_ * y_ == 0) & (x_ + y_ < 0))
    inside = np.clip(both - np.where(apart, 0.5, 0.0), 0.0, 1.0)
    # With an infinite point the other alone decides: ndtr is 0 or 1 at the infinite one.
    outside = special.ndtr(x) * special.ndtr(y)
    return np.asarray(np.where(finite, inside, outside))


def _owen(x: Floats, y: Floats, r: Floats, root: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        slope = (y - r * x) / (x * root)
    # At x = 0 only the sign of y is left of the slope; at 0 and 0 the two terms share it evenly.
    at_zero = np.where(y == 0, np.sqrt((1 - r) / (1 + r)), np.where(y > 0, np.inf, -np.inf))
    return np.asarray(special.owens_t(x, np.where(x == 0, at_zero, slope)))


def cells(a: Floats, b: Floats, rho: Floats) -> Floats:
    """Return the probabilities of the cells between cuts of X and of Y: (..., rows, columns).

    `a` (..., rows - 1) and `b` (..., columns - 1) are increasing cuts, `rho` (...) correlations.
    """
    ends = [(0, 0)] * (a.ndim - 1) + [(1, 1)]
    rows = np.pad(a, ends, constant_values=((0, 0),) * (a.ndim - 1) + ((-np.inf, np.inf),))
    columns = np.pad(b, ends, constant_values=((0, 0),) * (b.ndim - 1) + ((-np.inf, np.inf),))
    below = cdf(rows[..., :, None], columns[..., None, :], rho[..., None, None])
    return np.asarray(np.diff(np.diff(below, axis=-1), axis=-2))
