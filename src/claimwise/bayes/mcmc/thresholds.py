"""Thresholds in order: their place in a model, and the constant that ordering them costs."""

from __future__ import annotations

from functools import lru_cache
from math import lgamma, log
from typing import Any

import numpy as np
from numpy.polynomial.chebyshev import Chebyshev

from claimwise.bayes.mcmc.backend import backend
from claimwise.bayes.models.ordinal_prior import OrdinalPrior
from claimwise.bayes.models.scale_prior import HALF_LOG_TWO_PI
from claimwise.kernels.arrays import Floats

FIRST = 0.5
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
    low = FIRST
    high = float(centers[-1]) + FAR * sd if prior.free_top else prior.levels - 1.5
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
    return np.arange(1.5, prior.free + 1.0)


def thresholds(prior: OrdinalPrior) -> Any:
    """Sample all thresholds in a NumPyro model, as site ``threshold``, and return them.

    Free ones come from gaps, which cannot be out of order: shares of the span between both
    anchors, or positive steps from the only one. A factor turns the density of the gaps into
    the density of the prior, normalised.
    """
    _, jnp, numpyro, dist = backend()
    last = prior.levels - 1.5
    if not prior.free:
        cuts = jnp.array([FIRST] if prior.free_top else [FIRST, last])
        return numpyro.deterministic("threshold", cuts)
    if prior.free_top:
        gaps = numpyro.sample("gap", dist.Exponential(1.0).expand((prior.free,)).to_event(1))
        free = FIRST + jnp.cumsum(gaps)
        cuts = jnp.concatenate([jnp.array([FIRST]), free])
        log_base = -gaps.sum()
    else:
        gaps = numpyro.sample("gap", dist.Dirichlet(jnp.ones(prior.free + 1)))
        free = FIRST + (last - FIRST) * jnp.cumsum(gaps)[:-1]
        cuts = jnp.concatenate([jnp.array([FIRST]), free, jnp.array([last])])
        log_base = lgamma(prior.free + 1) - prior.free * log(last - FIRST)
    log_prior = dist.Normal(free_centers(prior), prior.thresholds).log_prob(free).sum()
    numpyro.factor("in_order", log_prior - log_order_constant(prior) - log_base)
    return numpyro.deterministic("threshold", cuts)


def draw_thresholds(prior: OrdinalPrior, rng: np.random.Generator) -> Floats:
    """Return one draw of all thresholds from the prior: free ones again until in order."""
    last = [] if prior.free_top else [prior.levels - 1.5]
    while True:
        free = rng.normal(free_centers(prior), prior.thresholds)
        cuts = np.array([FIRST, *free, *last])
        if (np.diff(cuts) > 0).all():
            return cuts
