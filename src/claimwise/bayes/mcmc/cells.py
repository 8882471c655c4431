"""Probabilities of levels, alone and in pairs, in logs that have gradients everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimwise.bayes.mcmc.backend import backend

TINY = 1e-300
ENDLESS = 1e5  # standard deviations: beyond any cut, and not so far that logs lose their digits
SMALLEST_CELL = 1e-15  # what is left of a pair's probability after cancellation
NODES = 40


def log_between(low: Any, high: Any) -> Any:
    """Return log probabilities that a standard normal is between; ends may be `ENDLESS` away.

    Each is a difference of tails on the side where both are small, so that nothing cancels.
    """
    _, jnp, _, _ = backend()
    from jax.scipy.special import log_ndtr

    flip = low + high > 0
    small = log_ndtr(jnp.where(flip, -high, low))
    large = log_ndtr(jnp.where(flip, -low, high))
    return large + jnp.log(-jnp.expm1(jnp.minimum(small - large, -TINY)))


def log_levels(cuts: Any) -> Any:
    """Return log probabilities of the levels between cuts, of a standard normal; last axis."""
    _, jnp, _, _ = backend()
    end = jnp.full(cuts[..., :1].shape, ENDLESS)
    return log_between(
        jnp.concatenate([-end, cuts], axis=-1), jnp.concatenate([cuts, end], axis=-1)
    )


def log_pairs(cuts_a: Any, cuts_b: Any, correlation: Any) -> Any:
    """Return log probabilities of all pairs of levels, of a standard bivariate normal.

    Independence, plus an integral over the angle whose sine is the correlation: Drezner and
    Wesolowsky (1990), J. Stat. Comput. Simul. 35, 101-107. Nodes crowd at its end, where the
    integrand may be steep.
    """
    _, jnp, _, _ = backend()
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    angle = jnp.arcsin(correlation)
    theta = angle * (1 + nodes) / 2
    h, k = cuts_a[:, None, None], cuts_b[None, :, None]
    exponent = (h**2 + k**2 - 2 * h * k * jnp.sin(theta)) / (2 * jnp.cos(theta) ** 2)
    corners = (jnp.exp(-exponent) * weights).sum(axis=-1) * angle / (4 * jnp.pi)
    # Beyond the outermost cuts the integrand is zero; a cell is the difference of four corners.
    moved = jnp.diff(jnp.diff(jnp.pad(corners, 1), axis=0), axis=1)
    apart = jnp.exp(log_levels(cuts_a)[:, None] + log_levels(cuts_b)[None, :])
    return jnp.log(jnp.maximum(apart + moved, SMALLEST_CELL))
