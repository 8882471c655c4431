"""Probabilities that a normal number falls between two points, in logs, right in both tails."""

from __future__ import annotations

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats


def log_probability(low: ArrayLike, high: ArrayLike) -> Floats:
    """Return log(Phi(high) - Phi(low)) for low < high; either may be infinite.

    >>> low, high = np.array([-np.inf, 30.0]), np.array([0.0, np.inf])
    >>> log_probability(low, high).round(6).tolist()
    [-0.693147, -454.321244]
    """
    a, b = np.broadcast_arrays(np.asarray(low, np.float64), np.asarray(high, np.float64))
    # The tail in which both ends are, so that no number is the difference of two near 1.
    turned = a + b > 0
    near = special.log_ndtr(np.where(turned, -a, b))
    far = special.log_ndtr(np.where(turned, -b, a))
    with np.errstate(divide="ignore", invalid="ignore"):
        # Ends so close that rounding has them in the wrong order hold nothing.
        logs = near + np.log1p(-np.exp(np.minimum(far - near, 0.0)))
    return np.where(np.isneginf(near), -np.inf, logs)  # so far out that nothing is left
