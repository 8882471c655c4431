"""Levels under ordered probit models as a log density of points, for importance sampling.

Independent groups, and pairs: two latent normal numbers for each item, correlated.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
from scipy import special

from claimwise.bayes.models.ordinal import OrdinalModel
from claimwise.bayes.models.ordinal_prior import OrdinalPrior
from claimwise.bayes.normal import LOG_ROOT_TWO_PI
from claimwise.kernels import bivariate_normal, normal_cells
from claimwise.kernels.arrays import Floats

SMALLEST = 1e-300


def log_correlation(w: Floats, shape: tuple[float, float]) -> Floats:
    """Return the log prior of w = atanh(rho), where (1 + rho) / 2 is Beta.

    >>> w = np.linspace(-12, 12, 4001)
    >>> float(np.round(np.exp(log_correlation(w, (4.0, 2.0))).sum() * (w[1] - w[0]), 8))
    1.0
    """
    log_up, log_down = -np.logaddexp(0, -2 * w), -np.logaddexp(0, 2 * w)
    up, down = shape  # d((1 + rho) / 2) / dw = 2 up down
    return np.asarray(up * log_up + down * log_down + log(2) - special.betaln(up, down))


@dataclass(frozen=True, slots=True, eq=False)
class OrdinalPoints:
    """Parameters in a row: means, log sds, shared thresholds; for pairs also atanh(rho).

    `table` counts pairs of levels (A, B); without it groups are independent, with `counts` by
    group and level.
    """

    prior: OrdinalPrior
    counts: tuple[Floats, ...]
    table: Floats | None = None

    @property
    def size(self) -> int:
        """How many parameters."""
        return 2 * len(self.counts) + self.prior.free + (self.table is not None)

    def parts(self, points: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Return means, sds, all thresholds and rho (0 without pairs) of the points."""
        g = len(self.counts)
        shared = points[:, 2 * g : 2 * g + self.prior.free]
        thresholds, _ = self._structure.thresholds(shared)
        rho = np.tanh(points[:, -1]) if self.table is not None else np.zeros(len(points))
        return points[:, :g], np.exp(points[:, g : 2 * g]), thresholds, rho

    @property
    def _structure(self) -> OrdinalModel:
        return OrdinalModel(self.counts, self.prior)

    def start(self) -> tuple[Floats, Floats]:
        """Return where a search begins, and steps of about the right size."""
        g, prior = len(self.counts), self.prior
        begin = [self._structure.location_start(k) for k in range(g)]
        log_sd = sum(prior.sd.log_range) / 2
        if prior.sd.kind == "uniform":
            log_sd = log(prior.levels / 4)
        point = [*(b[0] for b in begin), *[log_sd] * g, *[0.0] * (self.size - 2 * g)]
        step = [*(b[1] for b in begin), *[0.2] * g, *[0.2] * (self.size - 2 * g)]
        return np.array(point), np.array(step)

    def log_density(self, points: Floats) -> Floats:
        """Return log prior and log likelihood of each point."""
        g, prior = len(self.counts), self.prior
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            mean, sd, thresholds, rho = self.parts(points)
            z = (mean - prior.center) / prior.spread
            logs = (-0.5 * z**2 - LOG_ROOT_TWO_PI - log(prior.spread)).sum(axis=1)
            logs += prior.sd.log_density(points[:, g : 2 * g]).sum(axis=1)
            logs += self._structure.log_shared(points[:, 2 * g : 2 * g + prior.free])
            cuts = (thresholds[:, None, :] - mean[:, :, None]) / sd[:, :, None]
            if self.table is None:
                logs += self._log_levels(cuts)
            else:
                logs += log_correlation(points[:, -1], prior.correlation)
                logs += self._log_pairs(cuts, rho)
        return np.where(np.isnan(logs), -np.inf, logs)

    def _log_levels(self, cuts: Floats) -> Floats:
        ends = ((0, 0), (0, 0), (1, 1))
        edges = np.pad(cuts, ends, constant_values=((0, 0), (0, 0), (-np.inf, np.inf)))
        cells = normal_cells.log_probability(edges[..., :-1], edges[..., 1:])
        counts = np.array(self.counts)
        return np.asarray(np.where(counts > 0, counts * cells, 0.0).sum(axis=(1, 2)))

    def _log_pairs(self, cuts: Floats, rho: Floats) -> Floats:
        if self.table is None:
            raise ValueError("pairs need their table")
        inside = np.abs(rho) < 1 - 1e-12
        cells = bivariate_normal.cells(cuts[:, 0], cuts[:, 1], np.where(inside, rho, 0.0))
        logs = (self.table * np.log(np.maximum(cells, SMALLEST))).sum(axis=(1, 2))
        return np.where(inside, logs, -np.inf)
