"""The log marginal likelihood of a sampled model, by bridge sampling, with its error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, log, nan, sqrt

import numpy as np

from claimwise.bayes import effective
from claimwise.bayes.models.scale_prior import HALF_LOG_TWO_PI
from claimwise.kernels.arrays import ArrayLike, Floats

ITERATIONS = 1000
CONVERGED = 1e-10
LARGEST_ERROR = 0.3  # above this the number is not worth giving


@dataclass(frozen=True, slots=True)
class Bridge:
    """A log marginal likelihood and its standard error (that of its exponential, in relation)."""

    log_marginal: float
    error: float


def bridge_sampling(
    unconstrained: Floats, log_density: Callable[[Floats], Floats], *, seed: int = 0
) -> Bridge:
    """Estimate the log of the integral of a density from draws of it: chain, draw, parameter.

    A normal distribution is fitted to the first half of each chain, and the second half is
    bridged with draws from it: Meng and Wong (1996), Stat. Sin. 6, 831-860. The error is that
    of Fruehwirth-Schnatter (2004), Econom. J. 7, 143-167. Both are NaN where the iteration does
    not settle or the normal misses the density: the answer is then unknown, not approximate.

    >>> rng = np.random.default_rng(1)
    >>> draws = rng.standard_normal((2, 2000, 3))
    >>> found = bridge_sampling(draws, lambda x: -0.5 * (x**2).sum(axis=1))
    >>> abs(found.log_marginal - 3 * HALF_LOG_TWO_PI) < 0.02
    True
    """
    half = unconstrained.shape[1] // 2
    size = unconstrained.shape[2]
    fitted = unconstrained[:, :half].reshape(-1, size)
    kept = unconstrained[:, half:]
    if half < 2 or len(fitted) <= size + 1:
        return Bridge(nan, nan)
    normal = _Normal.fit(fitted)
    if normal is None:
        return Bridge(nan, nan)
    points = kept.reshape(-1, size)
    proposed = normal.draw(len(points), np.random.default_rng(seed))
    at_points = log_density(points) - normal.log_density(points)
    at_proposed = log_density(proposed) - normal.log_density(proposed)
    # Where the density is not defined the proposal is merely not accepted.
    at_proposed = np.where(np.isnan(at_proposed), -inf, at_proposed)
    if not np.isfinite(at_points).all():
        return Bridge(nan, nan)
    worth = float(np.median([effective.of_chains(kept[:, :, d]) for d in range(size)]))
    found = _iterate(at_points, at_proposed, worth)
    error = _error(at_points.reshape(kept.shape[:2]), at_proposed, worth, found)
    return Bridge(found, error) if error < LARGEST_ERROR else Bridge(nan, nan)


@dataclass(frozen=True, slots=True)
class _Normal:
    center: Floats
    root: Floats  # lower triangular

    @classmethod
    def fit(cls, draws: Floats) -> _Normal | None:
        covariance = np.atleast_2d(np.cov(draws, rowvar=False))
        try:
            return cls(draws.mean(axis=0), _floats(np.linalg.cholesky(covariance)))
        except np.linalg.LinAlgError:
            return None

    def draw(self, count: int, rng: np.random.Generator) -> Floats:
        return self.center + rng.standard_normal((count, self.center.size)) @ self.root.T

    def log_density(self, points: Floats) -> Floats:
        z = np.linalg.solve(self.root, (points - self.center).T)
        log_size = float(np.log(np.diag(self.root)).sum()) + self.center.size * HALF_LOG_TWO_PI
        return _floats(-0.5 * (z**2).sum(axis=0) - log_size)


def _floats(values: ArrayLike) -> Floats:
    return np.asarray(values, np.float64)


def _terms(
    at_points: Floats, at_proposed: Floats, worth: float, guess: float
) -> tuple[Floats, Floats]:
    """Return the two optimal bridge terms; their means are equal at the right `guess`."""
    share = worth / (worth + at_proposed.size)
    # p / (s p + (1 - s) q) at proposals and q / (s p + (1 - s) q) at draws, in logs
    log_share, log_rest = log(share), log(1 - share)
    over = at_proposed - guess
    from_proposed = np.exp(over - np.logaddexp(log_share + over, log_rest))
    from_points = np.exp(-np.logaddexp(log_share + at_points - guess, log_rest))
    return from_proposed, from_points


def _iterate(at_points: Floats, at_proposed: Floats, worth: float) -> float:
    guess = float(np.median(at_points))
    for _ in range(ITERATIONS):
        from_proposed, from_points = _terms(at_points, at_proposed, worth, guess)
        if not from_proposed.mean() > 0:
            return nan
        step = log(float(from_proposed.mean())) - log(float(from_points.mean()))
        guess += step
        if abs(step) < CONVERGED:
            return guess
    return nan


def _error(at_points: Floats, at_proposed: Floats, worth: float, found: float) -> float:
    """Return the relative standard error; draws of a chain count by what they are worth."""
    if not np.isfinite(found):
        return nan
    from_proposed, from_points = _terms(at_points, at_proposed, worth, found)
    square = 0.0
    for terms, size in (
        (from_proposed, float(from_proposed.size)),
        (from_points, effective.of_chains(from_points)),
    ):
        square += float(terms.var()) / float(terms.mean()) ** 2 / size
    return sqrt(square)
