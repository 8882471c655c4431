"""Priors of differences in closed form: of two normal means, and of two log-normal ones."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, expm1, inf, log, sqrt

import numpy as np
from scipy import special

from claimwise.bayes.posterior import Posterior, RealPosterior
from claimwise.kernels import normal_cells
from claimwise.kernels.arrays import ArrayLike, Floats

LOG_ROOT_TWO_PI = 0.5 * log(2 * np.pi)
REACH = 9.0  # of a standard normal: the rest is below 1e-18
COUNT = 1441


@dataclass(frozen=True, slots=True)
class NormalPosterior(RealPosterior):
    """A normal distribution: the prior of the difference of two normal means."""

    location: float
    scale: float

    @property
    def mean(self) -> float:
        """Exact mean."""
        return self.location

    @property
    def sd(self) -> float:
        """Exact standard deviation."""
        return self.scale

    def _z(self, x: ArrayLike) -> Floats:
        return (np.asarray(x, np.float64) - self.location) / self.scale

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(d > x), exact."""
        value = np.asarray(special.ndtr(-self._z(x)))
        return value, np.zeros_like(value)

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x."""
        return np.asarray(-0.5 * self._z(x) ** 2 - LOG_ROOT_TWO_PI - log(self.scale))

    def log_probability(self, low: float, high: float) -> float:
        """Return log P(low < d < high), right also far out."""
        ends = self._z([low, high])
        return float(normal_cells.log_probability(ends[0], ends[1]))

    def quantile(self, p: ArrayLike) -> Floats:
        """Return the points below which a share p lies."""
        return np.asarray(self.location + self.scale * special.ndtri(p))

    def hdi(self, level: float, *, start: tuple[float, float] | None = None) -> tuple[float, float]:
        """Return the highest-density interval, which is the equal-tailed one."""
        return start or self.eti(level)

    def mode(self) -> float:
        """Return the mean."""
        return self.location


@dataclass(frozen=True, slots=True)
class LognormalPosterior(NormalPosterior):
    """A positive number whose log is normal: the prior of a mean count."""

    @property
    def low(self) -> float:
        """Counts begin at 0."""
        return 0.0

    @property
    def mean(self) -> float:
        """Exact mean."""
        return exp(self.location + self.scale**2 / 2)

    @property
    def sd(self) -> float:
        """Exact standard deviation."""
        return self.mean * sqrt(expm1(self.scale**2))

    def _z(self, x: ArrayLike) -> Floats:
        with np.errstate(divide="ignore"):
            logs = np.log(np.maximum(np.asarray(x, np.float64), 0.0))
        return np.asarray((logs - self.location) / self.scale)

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x."""
        at = np.asarray(x, np.float64)
        positive = np.where(at > 0, at, 1.0)
        logs = -0.5 * self._z(positive) ** 2 - LOG_ROOT_TWO_PI - log(self.scale) - np.log(positive)
        return np.where(at > 0, logs, -np.inf)

    def quantile(self, p: ArrayLike) -> Floats:
        """Return the points below which a share p lies."""
        return np.asarray(np.exp(self.location + self.scale * special.ndtri(p)))

    def hdi(self, level: float, *, start: tuple[float, float] | None = None) -> tuple[float, float]:
        """Return the shortest interval that holds the level."""
        return Posterior.hdi(self, level, start=start)

    def mode(self) -> float:
        """Return the most probable value."""
        return exp(self.location - self.scale**2)


@dataclass(frozen=True, slots=True)
class LognormalDifference(RealPosterior):
    """B minus A, independent, each log-normal with the same median and spread of the log."""

    log_median: float
    spread: float

    @property
    def mean(self) -> float:
        """Exact mean."""
        return 0.0

    @property
    def sd(self) -> float:
        """Exact standard deviation."""
        square = self.spread**2
        return sqrt(2 * expm1(square)) * exp(self.log_median + square / 2)

    def _rule(self) -> tuple[Floats, Floats]:
        """Return nodes of A in sds of its log, and the logs of their weights.

        Densities of B that peak as B goes to 0 need nodes far below.
        """
        nodes = np.linspace(-REACH - self.spread, REACH, COUNT)
        return nodes, -0.5 * nodes**2 - LOG_ROOT_TWO_PI + log(nodes[1] - nodes[0])

    def _z(self, x: ArrayLike) -> Floats:
        """Return where B lies if it is x, at least 0, above each node of A, in sds of the log."""
        with np.errstate(divide="ignore"):
            log_x = np.log(np.asarray(x, np.float64))[..., None]
        above = np.logaddexp(log_x, self.log_median + self.spread * self._rule()[0])
        return np.asarray((above - self.log_median) / self.spread)

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(d > x) by a trapezoid rule over A, and its error.

        Below 0 by symmetry: there the rule would meet the end of the other's support.
        """
        at = np.asarray(x, np.float64)
        terms = special.ndtr(-self._z(np.abs(at))) * np.exp(self._rule()[1])
        full = terms.sum(axis=-1)
        error = np.abs(full - 2 * terms[..., ::2].sum(axis=-1)) ** 2
        return np.where(at < 0, 1 - full, full), error

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x."""
        z = self._z(np.abs(np.asarray(x, np.float64)))
        log_b = self.log_median + self.spread * z
        logs = -0.5 * z**2 - LOG_ROOT_TWO_PI - log(self.spread) - log_b
        return np.asarray(special.logsumexp(logs + self._rule()[1], axis=-1))

    def log_probability(self, low: float, high: float) -> float:
        """Return log P(low < d < high), right also where it is small."""
        if low >= high:
            return -inf
        if low < 0 < high:
            return float(np.logaddexp(self._above_zero(0, -low), self._above_zero(0, high)))
        return self._above_zero(*((low, high) if low >= 0 else (-high, -low)))

    def _above_zero(self, low: float, high: float) -> float:
        ends = self._z(np.array([low, high]))
        logs = normal_cells.log_probability(ends[0], ends[1])
        return float(special.logsumexp(logs + self._rule()[1]))

    def quantile(self, p: ArrayLike) -> Floats:
        """Return the points below which a share p lies, by bisection."""
        share = np.atleast_1d(np.asarray(p, np.float64))
        farthest = exp(self.log_median + 8 * self.spread)
        low, high = np.full(share.shape, -farthest), np.full(share.shape, farthest)
        for _ in range(200):
            middle = (low + high) / 2
            early = self.cdf(middle) < share
            low, high = np.where(early, middle, low), np.where(early, high, middle)
        return np.asarray((low + high) / 2).reshape(np.shape(p))

    def hdi(self, level: float, *, start: tuple[float, float] | None = None) -> tuple[float, float]:
        """Return the highest-density interval: by symmetry the equal-tailed one."""
        return start or self.eti(level)

    def mode(self) -> float:
        """Return 0, by symmetry."""
        return 0.0
