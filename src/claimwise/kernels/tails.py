"""One place where two tails become a p-value."""

from __future__ import annotations

import numpy as np

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
