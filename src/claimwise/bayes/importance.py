"""Posteriors in a few dimensions by Laplace's approximation, corrected by importance sampling.

The posterior's top and its curvature there give a multivariate t; draws from it are weighted by
the posterior over the proposal. A first round of draws improves the proposal. The weights' Pareto
shape and the effective sample size say whether to believe the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import nan

import numpy as np
from scipy import special

from claimwise.core import FitError, Words, in_words, option
from claimwise.kernels import pareto
from claimwise.kernels.arrays import Flags, Floats

LogDensity = Callable[[Floats], Floats]  # (points, parameters) -> (points,)
DF = 7.0  # of the proposal
WIDER = 2.0  # times the spread, of every fifth draw
DRAWS = 16_384
FIRST_DRAWS = 2_048
NULL_DRAWS = 4_096
FEWEST_TO_LEARN = 10  # effective draws for each parameter
FEWEST_EFFECTIVE = 400
STEP = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Weighted:
    """Draws of all parameters with their weights, which sum to 1."""

    draws: Floats  # (draws, parameters)
    weights: Floats
    log_marginal: float
    log_marginal_error: float
    pareto_k: float

    @property
    def ess(self) -> float:
        """The effective sample size (Kish)."""
        return float(1 / (self.weights**2).sum())

    def failures(self) -> tuple[Words, ...]:
        """Say why the draws cannot be believed; nothing if they can."""
        said = []
        remedy = "Use " + option("engine", "mcmc") + "."
        if self.pareto_k > pareto.TRUSTED:
            found = f"{self.pareto_k:.2f}"
            needs = f"a Pareto k of at most {pareto.TRUSTED:g}"
            said.append(in_words("Importance sampling", needs, found, remedy))
        if self.ess < FEWEST_EFFECTIVE:
            needs = f"an effective sample size of at least {FEWEST_EFFECTIVE}"
            said.append(in_words("Importance sampling", needs, f"{self.ess:.0f}", remedy))
        return tuple(said)

    def resampled(self, count: int, rng: np.random.Generator) -> Floats:
        """Return draws without weights, in random order."""
        shares = np.cumsum(self.weights)
        places = np.searchsorted(shares, (np.arange(count) + rng.uniform()) / count)
        return np.asarray(self.draws[rng.permutation(np.minimum(places, self.weights.size - 1))])


def sample(
    log_density: LogDensity,
    start: Floats,
    scale: Floats,
    seed: int,
    *,
    count: int = DRAWS,
    positive: Flags | None = None,
) -> Weighted:
    """Return weighted draws of the posterior; `scale` is about the size of a step in each.

    Parameters that are `positive` have a density that would go on smoothly as its mirror image
    below 0; the search goes there, draws that do count for nothing.
    """
    folded = np.zeros(start.size, bool) if positive is None else positive

    def mirrored(points: Floats) -> Floats:
        return log_density(np.where(folded, np.abs(points), points))

    top = highest(mirrored, start, scale)
    top = np.where(folded, np.abs(top), top)
    center, root = top, _root(curvature(mirrored, top, scale))
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(6,)))
    for round_, size in enumerate((FIRST_DRAWS, FIRST_DRAWS, count)):
        draws, log_proposal = _proposed(center, root, size, rng)
        raw = np.full(size, -np.inf)
        possible = (draws[:, folded] > 0).all(axis=1)
        raw[possible] = log_density(draws[possible]) - log_proposal[possible]
        raw = np.where(np.isfinite(raw), raw, -np.inf)
        logs, shape = pareto.smoothed(raw)
        weights = np.exp(logs)
        if round_ < 2:  # spread a little wider than the weighted draws are
            center = np.asarray(weights @ draws)
            if 1 / (weights**2).sum() > FEWEST_TO_LEARN * start.size:  # else they tell no spread
                centred = draws - center
                root = _lower((weights[:, None] * centred).T @ centred * 1.1)
    scaled = np.exp(raw - raw.max())
    marginal = float(raw.max() + np.log(scaled.mean()))
    error = float(scaled.std() / scaled.mean() / np.sqrt(count))
    return Weighted(draws, weights, marginal, error, shape)


def density_at_zero(
    found: Weighted,
    log_density: LogDensity,
    start: Floats,
    scale: Floats,
    seed: int,
    *,
    log_slope: Callable[[Floats], Floats] = np.zeros_like,
    positive: Flags | None = None,
) -> Callable[[], tuple[float, float]]:
    """Return a function that finds the log posterior density of no difference, and its error.

    The first two parameters are the locations of A and B, `log_slope` the log of what a mean
    changes by with its location. The density of their difference at 0 is the posterior, integrated
    over all points at which both are equal: a marginal likelihood with one parameter less.
    """

    def equal(points: Floats) -> Floats:
        both = np.concatenate([points[:, :1], points], axis=1)
        with np.errstate(over="ignore", invalid="ignore"):
            return log_density(both) - log_slope(points[:, 0])

    @cache
    def at_zero() -> tuple[float, float]:
        first = np.concatenate([[start[:2].mean()], start[2:]])
        folded = None if positive is None else positive[1:]
        for more in range(4):  # weights that fail their checks once may pass with more draws
            count = NULL_DRAWS * 2**more
            try:
                null = sample(equal, first, scale[1:], seed + more, count=count, positive=folded)
            except FitError:
                return nan, nan
            if not null.failures():
                error = float(np.hypot(null.log_marginal_error, found.log_marginal_error))
                return null.log_marginal - found.log_marginal, error
        return nan, nan

    return at_zero


def _proposed(
    center: Floats, root: Floats, count: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return draws of two multivariate t about one centre, and their log densities.

    The wider one, which gives every fifth draw, keeps the weights in long tails small. Draws come
    in antithetic pairs.
    """
    p = center.size
    half = (
        rng.standard_normal((count // 2, p)) / np.sqrt(rng.chisquare(DF, count // 2) / DF)[:, None]
    )
    half[: count // 10] *= WIDER
    z = np.concatenate([half, -half])
    square = (z**2).sum(axis=1)
    logs = special.gammaln((DF + p) / 2) - special.gammaln(DF / 2) - p / 2 * np.log(DF * np.pi)
    logs = logs - np.log(np.diag(root)).sum()
    near = np.log(0.8) - (DF + p) / 2 * np.log1p(square / DF)
    far = np.log(0.2) - p * np.log(WIDER) - (DF + p) / 2 * np.log1p(square / WIDER**2 / DF)
    return center + z @ root.T, np.asarray(logs + np.logaddexp(near, far))


def highest(log_density: LogDensity, start: Floats, scale: Floats) -> Floats:
    """Return the top of the posterior, by a quasi-Newton search."""
    from scipy.optimize import minimize

    def negative(u: Floats) -> tuple[float, Floats]:
        steps = STEP * np.eye(u.size)
        points = start + scale * np.concatenate([u[None], u + steps, u - steps])
        values = -log_density(points)
        values = np.where(np.isfinite(values), values, 1e300)
        ahead, behind = values[1 : u.size + 1], values[u.size + 1 :]
        slope = np.clip((ahead - behind) / (2 * STEP), -1e12, 1e12)
        return float(values[0]), slope

    with np.errstate(all="ignore"):
        found = minimize(negative, np.zeros(start.size), jac=True, method="BFGS")
    if not np.isfinite(found.fun) or found.fun >= 1e299:
        raise FitError(
            "The posterior",
            "data that are possible under the model and its prior",
            "a likelihood of 0 where the search began",
            "Use a wider prior.",
        )
    return np.asarray(start + scale * found.x)


def curvature(log_density: LogDensity, top: Floats, scale: Floats) -> Floats:
    """Return minus the second derivatives at the top, by central differences."""
    p = top.size
    step = 1e-2 * scale
    signs = [(i, j, s, t) for i in range(p) for j in range(i, p) for s in (1, -1) for t in (1, -1)]
    points = np.tile(top, (len(signs), 1))
    for row, (i, j, s, t) in enumerate(signs):
        points[row, i] += s * step[i]
        points[row, j] += t * step[j]
    values = log_density(points).reshape(-1, 4)
    bend = values @ np.array([1.0, -1.0, -1.0, 1.0])
    hessian = np.empty((p, p))
    for row, value in enumerate(bend):
        i, j, _, _ = signs[4 * row]
        hessian[i, j] = hessian[j, i] = -value / (4 * step[i] * step[j])
    return hessian


def _root(hessian: Floats) -> Floats:
    """Return a root of the inverse; directions without curvature get a wide one."""
    values, vectors = np.linalg.eigh((hessian + hessian.T) / 2)
    floor = max(1e-6 * float(np.abs(values).max()), 1e-8)
    values = np.where(values > floor, values, floor)
    return _lower((vectors / values) @ vectors.T)


def _lower(covariance: Floats) -> Floats:
    return np.asarray(np.linalg.cholesky(covariance))
