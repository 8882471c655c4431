"""Thresholds in order: their place in a NumPyro model."""

from __future__ import annotations

from math import lgamma, log
from typing import Any

import numpy as np

from claimwise.bayes.mcmc.backend import backend
from claimwise.bayes.models.ordinal_prior import OrdinalPrior
from claimwise.bayes.models.threshold_order import free_centers, log_order_constant
from claimwise.kernels.arrays import Floats


def thresholds(prior: OrdinalPrior) -> Any:
    """Sample all thresholds in a NumPyro model, as site ``threshold``, and return them.

    Free ones come from gaps, which cannot be out of order: shares of the span between both
    anchors, or positive steps from the only one. A factor turns the density of the gaps into
    the density of the prior, normalised.
    """
    _, jnp, numpyro, dist = backend()
    first, last = prior.bottom, prior.top
    if not prior.free:
        cuts = jnp.array([first] if prior.free_top else [first, last])
        return numpyro.deterministic("threshold", cuts)
    if prior.free_top:
        gaps = numpyro.sample("gap", dist.Exponential(1.0).expand((prior.free,)).to_event(1))
        free = first + jnp.cumsum(gaps)
        cuts = jnp.concatenate([jnp.array([first]), free])
        log_base = -gaps.sum()
    else:
        gaps = numpyro.sample("gap", dist.Dirichlet(jnp.ones(prior.free + 1)))
        free = first + (last - first) * jnp.cumsum(gaps)[:-1]
        cuts = jnp.concatenate([jnp.array([first]), free, jnp.array([last])])
        log_base = lgamma(prior.free + 1) - prior.free * log(last - first)
    log_prior = dist.Normal(free_centers(prior), prior.thresholds).log_prob(free).sum()
    numpyro.factor("in_order", log_prior - log_order_constant(prior) - log_base)
    return numpyro.deterministic("threshold", cuts)


def draw_thresholds(prior: OrdinalPrior, rng: np.random.Generator) -> Floats:
    """Return one draw of all thresholds from the prior: free ones again until in order."""
    last = [] if prior.free_top else [prior.top]
    while True:
        free = rng.normal(free_centers(prior), prior.thresholds)
        cuts = np.array([prior.bottom, *free, *last])
        if (np.diff(cuts) > 0).all():
            return cuts
