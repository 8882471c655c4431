"""Counts: negative binomial with a mean and a shape for each group, on a grid."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from scipy import special

from claimwise.bayes.models.count_prior import CountPrior
from claimwise.bayes.normal import LOG_ROOT_TWO_PI
from claimwise.kernels.arrays import Floats
from claimwise.kernels.rising import log_rising

FARTHEST = 6.8  # in standard deviations: the rest of a prior is below 1e-11
PRIOR_REACH = 9.0


@dataclass(frozen=True, slots=True, eq=False)
class CountModel:
    """Counts of groups; nothing is shared. Locations are logs of means.

    Scales are z, of which the prior is standard normal: the shape is the quantile of its own prior
    at Phi(z). Where counts are Poisson, groups have no scale.
    """

    values: tuple[Floats, ...]
    prior: CountPrior

    @property
    def groups(self) -> int:
        """How many groups."""
        return len(self.values)

    @property
    def shared_ranges(self) -> list[tuple[float, float]]:
        """Nothing is shared."""
        return []

    @property
    def scale_range(self) -> tuple[float, float] | None:
        """The range of z."""
        return None if self.prior.is_poisson else (-FARTHEST, FARTHEST)

    @property
    def scale_is_cut(self) -> bool:
        """No: z is normal."""
        return False

    def location_start(self, group: int) -> tuple[float, float, float, float]:
        """Return about the centre and the width of a log mean, and its widest range."""
        data, prior = self.values[group], self.prior
        mean = max(float(data.mean()), 0.5 / data.size)
        error = sqrt(max(float(data.var()), mean) / data.size) / mean
        width, reach = min(error, prior.spread), PRIOR_REACH * prior.spread
        low = min(prior.center - reach, log(mean) - 40 * width)
        high = max(prior.center + reach, log(mean) + 40 * width)
        return log(mean), width, low, high

    def log_shared(self, shared: Floats) -> Floats:
        """Nothing is shared: a single node."""
        return np.zeros(len(shared))

    def log_group(self, group: int, shared: Floats, location: Floats, scale: Floats) -> Floats:
        """Return log likelihood and log prior of a group: (1, log means, z)."""
        data, prior = self.values[group], self.prior
        z = (location - prior.center) / prior.spread
        logs = (-0.5 * z**2 - LOG_ROOT_TWO_PI - log(prior.spread))[:, None]
        value, times = np.unique(data, return_counts=True)
        if prior.is_poisson:
            one = data.sum() * location - data.size * np.exp(location)
            return np.asarray(logs + (one - times @ special.gammaln(value + 1))[:, None])[None]
        shape = self.prior.shapes(scale)
        ways = log_rising(value[:, None], shape)
        fixed = times @ (ways - special.gammaln(value + 1)[:, None])  # (shapes,)
        # log(mean / (mean + shape)) and log(shape / (mean + shape)), neither of them rounded away
        odds = location[:, None] - np.log(shape)
        hit, miss = -np.logaddexp(0, -odds), -np.logaddexp(0, odds)
        logs = logs + fixed + data.sum() * hit + data.size * shape * miss
        return np.asarray(logs - 0.5 * scale**2 - LOG_ROOT_TWO_PI)[None]
