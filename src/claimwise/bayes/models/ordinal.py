"""Levels: ordered probit with shared thresholds, a mean and a sd for each group, on a grid."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from scipy import special

from claimwise.bayes.models.ordinal_prior import OrdinalPrior
from claimwise.bayes.models.threshold_order import free_centers, log_order_constant
from claimwise.bayes.normal import LOG_ROOT_TWO_PI
from claimwise.kernels import normal_cells
from claimwise.kernels.arrays import Floats

PRIOR_REACH = 9.0
LARGEST_LOG = 36.0  # of the ratio of two gaps between thresholds


def log_in_order(thresholds: Floats, prior: OrdinalPrior) -> Floats:
    """Return the log prior density of free thresholds, as if any order were possible.

    `thresholds` are all of them (nodes, levels - 1). What is out of order is left out by the
    caller's coordinates; the share that is in order is `log_order_constant`.
    """
    z = (thresholds[:, 1 : 1 + prior.free] - free_centers(prior)) / prior.thresholds
    each = -0.5 * z**2 - LOG_ROOT_TWO_PI - log(prior.thresholds)
    return np.asarray(each.sum(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class OrdinalModel:
    """Counts of levels by group; the free thresholds are shared. Scales are logs of sds.

    Free thresholds between two anchors are logs of the ratio of each gap to the last one; with a
    free top they are logs of the gaps.
    """

    counts: tuple[Floats, ...]  # of each group, by level
    prior: OrdinalPrior

    @property
    def groups(self) -> int:
        """How many groups."""
        return len(self.counts)

    @property
    def shared_ranges(self) -> list[tuple[float, float]]:
        """The range of the log ratios of gaps."""
        return [(-LARGEST_LOG, LARGEST_LOG)] * self.prior.free

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
        counts, prior = self.counts[group], self.prior
        level = prior.first + np.arange(prior.levels)
        mean = float(counts @ level / counts.sum())
        spread = sqrt(float(counts @ (level - mean) ** 2 / counts.sum()) + 0.25)
        width = min(spread / sqrt(counts.sum()), prior.spread)
        reach = PRIOR_REACH * prior.spread
        low = min(prior.center - reach, mean - 40 * width)
        high = max(prior.center + reach, mean + 40 * width)
        return mean, width, low, high

    def thresholds(self, shared: Floats) -> tuple[Floats, Floats]:
        """Return all thresholds at nodes of the shared parameters, and the log Jacobian."""
        prior, nodes = self.prior, len(shared)
        first = np.full((nodes, 1), prior.bottom)
        if prior.free_top:
            return np.cumsum(np.hstack([first, np.exp(shared)]), axis=1), shared.sum(axis=1)
        last = np.full((nodes, 1), prior.top)
        if not prior.free:
            return np.hstack([first, last]), np.zeros(nodes)
        length = prior.levels - 2.0
        logs = np.hstack([shared, np.zeros((nodes, 1))])
        log_share = logs - special.logsumexp(logs, axis=1, keepdims=True)
        inner = prior.bottom + length * np.cumsum(np.exp(log_share), axis=1)[:, :-1]
        jacobian = log_share.sum(axis=1) + prior.free * log(length)
        return np.hstack([first, inner, last]), np.asarray(jacobian)

    def log_shared(self, shared: Floats) -> Floats:
        """Return the log prior of the shared parameters."""
        prior = self.prior
        if not prior.free:
            return np.zeros(len(shared))
        thresholds, jacobian = self.thresholds(shared)
        return log_in_order(thresholds, prior) + jacobian - log_order_constant(prior)

    def log_group(self, group: int, shared: Floats, location: Floats, scale: Floats) -> Floats:
        """Return log likelihood and log prior of a group: (nodes, means, log sds)."""
        prior = self.prior
        thresholds, _ = self.thresholds(shared)
        cuts = np.pad(thresholds, ((0, 0), (1, 1)), constant_values=((0, 0), (-np.inf, np.inf)))
        sd = np.exp(scale)
        z = (location - prior.center) / prior.spread
        log_mean = -0.5 * z**2 - LOG_ROOT_TWO_PI - log(prior.spread)
        logs = np.zeros((len(shared), location.size, scale.size))
        for level in np.flatnonzero(self.counts[group]):
            low, high = ((cuts[:, level + k, None, None] - location[:, None]) / sd for k in (0, 1))
            logs += self.counts[group][level] * normal_cells.log_probability(low, high)
        return np.asarray(logs + log_mean[:, None] + prior.sd.log_density(scale))
