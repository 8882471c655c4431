"""Thresholds that must be in order: the constant that this costs their prior."""

from __future__ import annotations

from functools import lru_cache
from math import log
from typing import Any

import numpy as np
from numpy.polynomial.chebyshev import Chebyshev

from claimwise.bayes.models.ordinal_prior import OrdinalPrior
from claimwise.bayes.models.scale_prior import HALF_LOG_TWO_PI
from claimwise.kernels.arrays import Floats

FAR = 12.0  # standard deviations that count as infinitely many


@lru_cache(maxsize=64)
def log_order_constant(prior: OrdinalPrior) -> float:
    """Return the log probability that independent free thresholds are in order and in bounds.

    Without it the prior would be no distribution, and marginal likelihoods would be too small.

    >>> from claimwise.bayes.models.ordinal_prior import ordinal_prior
    >>> log_order_constant(ordinal_prior("anchored", 3))
    0.0
    """
    if not prior.free:
        return 0.0
    centers, sd = free_centers(prior), prior.thresholds
    low = prior.bottom
    high = float(centers[-1]) + FAR * sd if prior.free_top else prior.top
    degree = min(2000, 64 + int(24 * (high - low) / sd))

    def step(below: Any, center: float) -> Any:
        def density(x: Floats) -> Floats:
            z = (x - center) / sd
            return np.asarray(np.exp(-0.5 * z**2 - HALF_LOG_TWO_PI) / sd * below(x))

        return Chebyshev.interpolate(density, degree, domain=[low, high]).integ(lbnd=low)

    # Each step gives P(the first ones are in order, and the latest is below x), as a series.
    below: Any = np.ones_like
    for center in centers:
        below = step(below, float(center))
    return log(float(below(high)))


def free_centers(prior: OrdinalPrior) -> Floats:
    """Return where free thresholds are expected: halfway between levels."""
    return prior.first + np.arange(1.5, prior.free + 1.0)
