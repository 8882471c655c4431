"""Two tails become a p-value, and a p-value a decision."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import special

from claimwise.kernels.arrays import Floats


def combine(lower: Floats, upper: Floats, alternative: str) -> Floats:
    """Return the p-value from the probabilities of both tails, the observed value included.

    Two-sided: twice the smaller tail, at most 1.
    """
    if alternative == "greater":
        return upper
    if alternative == "less":
        return lower
    return np.asarray(np.minimum(1.0, 2 * np.minimum(lower, upper)))


def of_normal(z: Floats, alternative: str) -> Floats:
    """Return the p-value of a normal score, large where B does better.

    >>> round(float(of_normal(np.array(-1.96), "two-sided")), 4)
    0.05
    """
    if alternative == "two-sided":
        return np.asarray(np.minimum(1.0, 2 * special.ndtr(-np.abs(z))))
    return np.asarray(special.ndtr(-z if alternative == "greater" else z))


def significant(pvalue: Floats, alpha: float) -> NDArray[np.bool_]:
    """Return whether each p-value is at most alpha; NaN is not.

    A p-value of exactly alpha counts, also where its last bits are off by rounding.

    >>> significant(np.array([0.0625000000000001, 0.0626]), 0.0625).tolist()
    [True, False]
    """
    return np.asarray(pvalue <= alpha * (1 + 1e-12))
