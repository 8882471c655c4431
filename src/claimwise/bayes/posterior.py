"""What is believed of a number, mostly a difference: one object for all models of this room."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

from claimwise.kernels import hdi, quadrature
from claimwise.kernels.arrays import ArrayLike, Floats, Ints

SURE = 1e-4  # a probability above it is the difference of two tails; below, an integral in logs


@dataclass(frozen=True, slots=True)
class ZeroDensity:
    """The log density of a number at 0: where there is no difference, and its Monte Carlo error."""

    log: float
    error: float = 0.0


class Posterior(ABC):
    """The distribution of d, such as the accuracy of B minus that of A.

    A model gives the mean, the standard deviation, the upper tail and the log density; all
    else follows from these four. The support is -1 to 1 unless a model says otherwise.
    """

    is_proper = True  # a prior that is spread evenly over all numbers is not

    @property
    def low(self) -> float:
        """The lower end of the support."""
        return -1.0

    @property
    def high(self) -> float:
        """The upper end of the support."""
        return 1.0

    @property
    def floor(self) -> float:
        """The log of the smallest probability that is told from none."""
        return -np.inf

    @property
    @abstractmethod
    def mean(self) -> float:
        """Exact mean."""

    @property
    @abstractmethod
    def sd(self) -> float:
        """Exact standard deviation."""

    @property
    @abstractmethod
    def power_at_zero(self) -> float:
        """The power of |x| as which the mass about zero grows; up to 1, the density is infinite."""

    @abstractmethod
    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(d > x) and its numerical error."""

    @abstractmethod
    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x; infinite where the density is."""

    def sf(self, x: ArrayLike) -> Floats:
        """Return P(d > x), to 1e-10 or better in absolute terms."""
        return self.sf_with_error(x)[0]

    def cdf(self, x: ArrayLike) -> Floats:
        """Return P(d < x)."""
        return 1 - self.sf(x)

    def at_zero(self) -> ZeroDensity:
        """Return the density at 0; NaN where draws are too far away to tell."""
        value = float(self.log_density(0.0))
        return ZeroDensity(np.nan if value == -np.inf and self.floor > -np.inf else value)

    def density(self, x: ArrayLike) -> Floats:
        """Return the density at x."""
        return np.exp(self.log_density(x))

    def log_probability(self, low: float, high: float) -> float:
        """Return log P(low < d < high), right also where the probability is exp(-10,000)."""
        tails = self.sf(np.array([low, high]))
        direct = float(tails[0] - tails[1])
        if direct > SURE:
            return float(np.log(direct))
        return self._log_integral(max(low, self.low), min(high, self.high))

    def probability(self, low: float, high: float) -> float:
        """Return P(low < d < high), with small probabilities right in relative terms."""
        return float(np.exp(self.log_probability(low, high)))

    def _log_integral(self, low: float, high: float) -> float:
        if low >= high:
            return -np.inf
        # Zero is cut out: there a density may have a corner, or be infinite.
        if low < 0 < high:
            return float(np.logaddexp(self._log_integral(low, 0.0), self._log_integral(0.0, high)))
        width = high - low

        def log_f(left: Floats, right: Floats, _: Ints) -> Floats:
            x = low + width * left if abs(low) <= abs(high) else high - width * right
            return self.log_density(np.clip(x, -quadrature.BELOW_ONE, quadrature.BELOW_ONE))

        logs, _ = quadrature.log_integral(log_f, 1, quadrature.reach(0.25))
        return float(logs[0]) + float(np.log(width))

    def quantile(self, p: ArrayLike) -> Floats:
        """Return the points below which a share p lies."""
        share = np.atleast_1d(np.asarray(p, np.float64))
        start = self.mean + self.sd * special.ndtri(np.clip(share, 1e-9, 1 - 1e-9))
        found = hdi.quantile(share, self.sf, self.log_density, start=start, **self._bounds)
        return found.reshape(np.shape(p))

    def eti(self, level: float) -> tuple[float, float]:
        """Return the equal-tailed interval: as much below it as above."""
        ends = self.quantile(np.array([(1 - level) / 2, (1 + level) / 2]))
        return float(ends[0]), float(ends[1])

    def hdi(self, level: float, *, start: tuple[float, float] | None = None) -> tuple[float, float]:
        """Return the highest-density interval: the shortest that holds `level`.

        `start` is the equal-tailed interval, where it is known already.
        """
        start = start or self.eti(level)
        return hdi.shortest(level, self.sf, self.log_density, start=start, **self._bounds)

    def mode(self) -> float:
        """Return the most probable difference."""
        # With one peak it is within sqrt(3) standard deviations of the mean.
        reach = 1.8 * self.sd
        low, high = max(self.low, self.mean - reach), min(self.high, self.mean + reach)
        return hdi.mode(self.log_density, low=low, high=high)

    @property
    def _bounds(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "scale": self.sd}


class RealPosterior(Posterior):
    """The distribution of any number, not of a share: no ends, and a finite density everywhere."""

    @property
    def low(self) -> float:
        """No lower end."""
        return -np.inf

    @property
    def high(self) -> float:
        """No upper end."""
        return np.inf

    @property
    def power_at_zero(self) -> float:
        """The density is finite everywhere."""
        return np.inf


def log_odds(distribution: Posterior, low: float, high: float) -> float:
    """Return the log odds of low < d < high against all else."""
    bottom, top = distribution.low, distribution.high
    inside = distribution.log_probability(low, high)
    below = distribution.log_probability(bottom, low) if low > bottom else -np.inf
    above = distribution.log_probability(high, top) if high < top else -np.inf
    outside = float(np.logaddexp(below, above))
    if inside == outside == -np.inf:
        return np.nan
    return inside - outside
