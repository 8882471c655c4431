"""What is believed of a difference before the data: in closed form, or by forward draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np
from scipy import special

from claimwise.bayes.models.scale_prior import HALF_LOG_TWO_PI
from claimwise.bayes.posterior import Posterior
from claimwise.bayes.sampled import SampledPosterior
from claimwise.kernels.arrays import ArrayLike, Floats

FORWARD = 200_000  # draws of a prior that has no closed form
PLASTIC = 1.324717957244746
SEED = 20_260  # the same prior is the same distribution in every run


@dataclass(frozen=True, slots=True)
class NormalDifference(Posterior):
    """A difference that is normal, such as that of two normal means.

    >>> round(NormalDifference(0.0, 2.0).probability(-2.0, 2.0), 6)
    0.682689
    """

    center: float
    spread: float

    @property
    def low(self) -> float:
        """The lower end of the support."""
        return -inf

    @property
    def high(self) -> float:
        """The upper end of the support."""
        return inf

    @property
    def mean(self) -> float:
        """Exact mean."""
        return self.center

    @property
    def sd(self) -> float:
        """Exact standard deviation."""
        return self.spread

    @property
    def power_at_zero(self) -> float:
        """The density is finite: mass grows as the first power, so that all is well."""
        return inf

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(d > x), exact."""
        tail = np.asarray(special.ndtr(-self._z(x)), np.float64)
        return tail, np.zeros_like(tail)

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density."""
        logs = -0.5 * self._z(x) ** 2 - HALF_LOG_TWO_PI - np.log(self.spread)
        return np.asarray(logs, np.float64)

    def log_probability(self, low: float, high: float) -> float:
        """Return the log of the mass between two values, right far out as well."""
        ends = np.sort(np.array([float(self._z(low)), float(self._z(high))]))
        if ends[0] + ends[1] > 0:  # the side on which logs of tails are exact
            ends = -ends[::-1]
        smaller, larger = special.log_ndtr(ends)
        if not larger > smaller:
            return -inf
        return float(larger + np.log(-np.expm1(smaller - larger)))

    def quantile(self, p: ArrayLike) -> Floats:
        """Return the points below which a share p lies."""
        return self.center + self.spread * special.ndtri(np.asarray(p, np.float64))

    def hdi(self, level: float, *, start: tuple[float, float] | None = None) -> tuple[float, float]:
        """Return the shortest interval: the equal-tailed one, by symmetry."""
        return start or self.eti(level)

    def mode(self) -> float:
        """Return the centre."""
        return self.center

    def _z(self, x: ArrayLike) -> Floats:
        return (np.asarray(x, np.float64) - self.center) / self.spread


def of_quantiles(quantile: Callable[[Floats], Floats]) -> Callable[[str, str], SampledPosterior]:
    """Return the prior of a difference of two independent numbers with one distribution.

    `quantile(u)` is the number below which a share u lies. The pairs of u fill the square evenly
    (Roberts's sequence, by the root of x**3 = x + 1), which leaves a far smaller error than
    random ones, and each is taken both ways: the prior knows no first and second.
    """

    def before(a: str, b: str) -> SampledPosterior:
        place = np.arange(1, FORWARD // 2 + 1)
        first, second = (
            quantile(np.asarray((0.5 + place * PLASTIC**-power) % 1, np.float64))
            for power in (1, 2)
        )
        return both_ways(second - first)

    return before


def both_ways(differences: Floats) -> SampledPosterior:
    """Return the distribution of differences and of their opposites, where systems are alike."""
    return SampledPosterior(np.concatenate([differences, -differences]))
