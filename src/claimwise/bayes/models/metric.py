"""Graded scores: Student's t with a mean and a standard deviation for each group, on a grid."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from scipy import special

from claimwise.bayes.models.metric_prior import MetricPrior
from claimwise.bayes.normal import LOG_ROOT_TWO_PI
from claimwise.kernels import student_sums
from claimwise.kernels.arrays import Floats

FARTHEST = 6.8  # in standard deviations: the rest of a prior is below 1e-11
PRIOR_REACH = 9.0


@dataclass(frozen=True, slots=True, eq=False)
class MetricModel:
    """Scores of groups under Student's t; the normality, degrees of freedom, is shared.

    The shared parameter is z, of which the prior is standard normal: the normality is the quantile
    of its own prior at Phi(z). Scales are logs of standard deviations.
    """

    values: tuple[Floats, ...]
    prior: MetricPrior

    @property
    def groups(self) -> int:
        """How many groups."""
        return len(self.values)

    @property
    def shared_ranges(self) -> list[tuple[float, float]]:
        """The range of z; nothing is shared where scores are normal."""
        return [] if self.prior.is_normal else [(-FARTHEST, FARTHEST)]

    @property
    def scale_range(self) -> tuple[float, float]:
        """The range of the log standard deviations."""
        return self.prior.sd.log_range

    @property
    def scale_is_cut(self) -> bool:
        """Whether the prior of the standard deviations ends abruptly."""
        return self.prior.sd.is_cut

    def location_start(self, group: int) -> tuple[float, float, float, float]:
        """Return about the centre and the width of a mean, and its widest range."""
        data = self.values[group]
        low, middle, high = np.quantile(data, [0.25, 0.5, 0.75])
        spread = (high - low) / 1.349 or float(data.std())
        width = min(spread / sqrt(data.size), self.prior.spread)
        reach = PRIOR_REACH * self.prior.spread
        around = 40 * width  # data may lie far from where the prior expects them
        low = min(self.prior.center - reach, middle - around)
        high = max(self.prior.center + reach, middle + around)
        return float(middle), float(width), float(low), float(high)

    def normality(self, shared: Floats) -> Floats:
        """Return the degrees of freedom at nodes of z."""
        return np.asarray(self.prior.shift - self.prior.normality * special.log_ndtr(-shared[:, 0]))

    def log_shared(self, shared: Floats) -> Floats:
        """Return the log prior of z."""
        return np.asarray((-0.5 * shared**2 - LOG_ROOT_TWO_PI).sum(axis=1))

    def log_group(self, group: int, shared: Floats, location: Floats, scale: Floats) -> Floats:
        """Return log likelihood and log prior of a group: (nodes, means, log sds)."""
        data, prior = self.values[group], self.prior
        if prior.is_normal:
            logs = _normal(data, location, scale)[None]
        else:
            logs = student_sums.log_likelihood(data, location, scale, self.normality(shared))
        z = (location - prior.center) / prior.spread
        log_mean = -0.5 * z**2 - LOG_ROOT_TWO_PI - log(prior.spread)
        return np.asarray(logs + log_mean[:, None] + prior.sd.log_density(scale))


def _normal(data: Floats, mean: Floats, log_sd: Floats) -> Floats:
    squares = data.size * (np.var(data) + (data.mean() - mean) ** 2)
    half = 0.5 * squares[:, None] * np.exp(-2 * log_sd)
    return np.asarray(-data.size * (log_sd + LOG_ROOT_TWO_PI) - half)
