"""Priors of standard deviations: uniform between two bounds, or log-normal."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from claimwise.kernels.arrays import ArrayLike, Floats

HALF_LOG_TWO_PI = 0.5 * float(np.log(2 * np.pi))


@dataclass(frozen=True, slots=True)
class ScalePrior:
    """The prior of a standard deviation.

    ``uniform``: between `first` and `second`. ``lognormal``: with median `first`, the log having
    standard deviation `second`.
    """

    kind: str
    first: float
    second: float

    @classmethod
    def uniform(cls, low: float, high: float) -> ScalePrior:
        """Return a prior between two bounds."""
        return cls("uniform", low, high)

    @classmethod
    def lognormal(cls, median: float, sd: float) -> ScalePrior:
        """Return a prior about a median, with the standard deviation of the log."""
        return cls("lognormal", median, sd)

    @property
    def log_range(self) -> tuple[float, float]:
        """The logs between which the prior has its mass: all of it, or all but 1e-18."""
        if self.kind == "uniform":
            return log(self.first), log(self.second)
        return log(self.first) - 9 * self.second, log(self.first) + 9 * self.second

    @property
    def is_cut(self) -> bool:
        """Whether the prior ends abruptly at both ends of its range."""
        return self.kind == "uniform"

    def log_density(self, log_sd: ArrayLike) -> Floats:
        """Return the log density of the log of the standard deviation.

        >>> prior = ScalePrior.lognormal(2.0, 1.0)
        >>> round(float(np.exp(prior.log_density(np.log(2.0)))), 6)
        0.398942
        """
        x = np.asarray(log_sd, np.float64)
        if self.kind == "uniform":
            inside = (x >= log(self.first)) & (x <= log(self.second))
            return np.where(inside, x - log(self.second - self.first), -np.inf)
        z = (x - log(self.first)) / self.second
        return -0.5 * z**2 - HALF_LOG_TWO_PI - log(self.second)

    def draw(self, size: int | tuple[int, ...], rng: np.random.Generator) -> Floats:
        """Return standard deviations drawn from the prior."""
        if self.kind == "uniform":
            return rng.uniform(self.first, self.second, size)
        return self.first * np.exp(self.second * rng.standard_normal(size))

    @property
    def words(self) -> str:
        """Say it."""
        if self.kind == "uniform":
            return f"uniform between {self.first:.4g} and {self.second:.4g}"
        return f"log-normal with median {self.first:.4g} and log-sd {self.second:.4g}"
