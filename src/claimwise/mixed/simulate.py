"""New responses from a fitted model, on the same design."""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats, Ints
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.rows import Fit


def simulate(fit: Fit, size: int, rng: np.random.Generator) -> Floats | Ints:
    """Return responses (size, n): random effects and noise drawn anew.

    Numbers for a linear model, codes of the categories for an ordinal one.
    """
    design = fit.model.design
    latent = np.tile(design.x @ fit.coefficients, (size, 1))
    for factor, covariance in zip(design.factors, fit.covariances(), strict=True):
        latent += random_part(factor.z, factor.codes, len(factor.levels), covariance, size, rng)
    if isinstance(fit, LinearFit):
        return np.asarray(latent + fit.sigma * rng.normal(size=latent.shape))
    return categorise(latent + noise(fit.model.link, latent.shape, rng), fit.cuts)


def random_part(
    z: Floats, codes: Ints, levels: int, covariance: Floats, size: int, rng: np.random.Generator
) -> Floats:
    """Draw a factor's effects and return what they add to each observation, (size, n)."""
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    effects = rng.normal(size=(size, levels, len(covariance))) @ root.T
    return np.asarray((effects[:, codes] * z).sum(axis=-1))


def noise(link: str, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """Draw the latent noise whose distribution the link is."""
    if link == "probit":
        return rng.normal(size=shape)
    if link == "logit":
        return rng.logistic(size=shape)
    gumbel = rng.gumbel(size=shape)
    return gumbel if link == "loglog" else -gumbel


def categorise(latent: Floats, cuts: Floats) -> Ints:
    """Return which category each latent value falls into."""
    return np.searchsorted(cuts, latent, side="left").astype(np.int64)
