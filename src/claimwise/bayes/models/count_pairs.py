"""Counts of two systems on the same items: some items have more of everything.

Given its item, a count is negative binomial; items differ by a factor whose log is normal. That
factor is integrated out, item by item, by Gauss-Hermite rules about its most probable value.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.polynomial.hermite import hermgauss
from scipy import special

from claimwise.bayes.models.count_prior import CountPrior
from claimwise.bayes.normal import LOG_ROOT_TWO_PI
from claimwise.kernels.arrays import Flags, Floats
from claimwise.kernels.rising import log_rising

NODES, WEIGHTS = hermgauss(9)
SMALLEST = 1e-9  # spreads below it change nothing
BATCH = 1_000_000  # numbers at a time


@dataclass(frozen=True, slots=True, eq=False)
class CountPairs:
    """Parameters in a row: log means of A and B, 1 / sqrt(shapes) (unless Poisson), tau.

    All but the first two are positive, and the density is smooth and even at 0. The means are those
    over all items: that of item i is the mean times exp(tau z - tau**2 / 2).
    """

    values: tuple[Floats, ...]  # of A and of B, in the order of the items
    prior: CountPrior

    @property
    def size(self) -> int:
        """How many parameters."""
        return 3 if self.prior.is_poisson else 5

    def shapes(self, points: Floats) -> Floats:
        """Return the shapes of both systems at the points; infinite if counts are Poisson."""
        if self.prior.is_poisson:
            return np.full((len(points), 2), np.inf)
        return np.maximum(np.abs(points[:, 2:4]), SMALLEST) ** -2.0

    def spreads(self, points: Floats) -> Floats:
        """Return the spread of items at the points."""
        return np.maximum(np.abs(points[:, -1]), SMALLEST)

    @property
    def positive(self) -> Flags:
        """Which parameters are positive."""
        return np.arange(self.size) >= 2

    def start(self) -> tuple[Floats, Floats]:
        """Return where a search begins, and steps of about the right size."""
        a, b = self.values
        n = a.size
        mean = np.maximum([a.mean(), b.mean()], 0.5 / n)
        both = np.log1p((a + b) / 2)
        shapes = [] if self.prior.is_poisson else [0.3, 0.3]
        tau = min(max(float(both.std()), 0.1), 2 * self.prior.items)
        point = [*np.log(mean), *shapes, tau]
        return np.array(point), np.array([0.1, 0.1, *[0.1] * len(shapes), 0.1])

    def log_density(self, points: Floats) -> Floats:
        """Return log prior and log likelihood of each point."""
        prior = self.prior
        z = (points[:, :2] - prior.center) / prior.spread
        logs = (-0.5 * z**2 - LOG_ROOT_TWO_PI - log(prior.spread)).sum(axis=1)
        with np.errstate(over="ignore", invalid="ignore"):
            if not prior.is_poisson:
                logs += prior.log_variation(points[:, 2:4]).sum(axis=1)
            tau = self.spreads(points)
            logs += log(2) - LOG_ROOT_TWO_PI - log(prior.items) - 0.5 * (tau / prior.items) ** 2
            out = np.where(np.isfinite(logs) & (tau > 0) & (tau < 50), logs, -np.inf)
            fine = np.flatnonzero(np.isfinite(out))
            pairs, times = np.unique(np.column_stack(self.values), axis=0, return_counts=True)
            size = max(1, BATCH // (len(pairs) * NODES.size))
            for start in range(0, fine.size, size):
                some = fine[start : start + size]
                out[some] += self._log_items(points[some], tau[some], pairs) @ times
        return np.where(np.isnan(out), -np.inf, out)

    def _log_items(self, points: Floats, tau: Floats, pairs: Floats) -> Floats:
        """Return the log probability of each pair of counts: (points, pairs)."""
        y = pairs.T[:, None, :]  # (2, 1, pairs)
        eta = points[:, :2].T[:, :, None] - tau[:, None] ** 2 / 2  # (2, points, 1)
        shape = self.shapes(points).T[:, :, None]
        spread = tau[:, None]
        u = np.zeros((len(points), len(pairs)))
        for _ in range(30):  # Newton: the log density of u is concave
            rate = np.exp(eta + u)
            share = np.where(np.isinf(shape), 1.0, 1 / (1 + rate / shape))
            slope = ((y - rate) * share).sum(axis=0) - u / spread**2
            weight = np.where(np.isinf(shape), rate, (y / shape + 1) * rate * share**2)
            bend = weight.sum(axis=0) + 1 / spread**2
            step = np.clip(slope / bend, -2, 2)
            u = u + step
            if np.abs(step).max() < 1e-3:  # the rule forgives that much
                break
        width = np.sqrt(2 / bend)
        at = u[..., None] + width[..., None] * NODES
        logs = -0.5 * (at / spread[..., None]) ** 2 - np.log(spread)[..., None] - LOG_ROOT_TWO_PI
        for system in (0, 1):
            here = eta[system][..., None] + at
            logs = logs + log_count(y[system][..., None], here, shape[system][..., None])
        terms = logs + NODES**2 + np.log(WEIGHTS) + np.log(width)[..., None]
        return np.asarray(special.logsumexp(terms, axis=-1))


def log_count(y: Floats, log_mean: Floats, shape: Floats) -> Floats:
    """Return the log probability of a negative binomial count; Poisson at an infinite shape.

    >>> float(np.round(np.exp(log_count(np.arange(400), np.log(3.0), np.array(0.7))).sum(), 9))
    1.0
    """
    poisson = np.isinf(shape)
    a = np.where(poisson, 1.0, shape)
    if poisson.all():
        return np.asarray(y * log_mean - np.exp(log_mean) - special.gammaln(y + 1))
    odds = log_mean - np.log(a)
    # log(a / (mean + a)); beyond 700 the 1 is rounded away, and exp would be infinite
    miss = np.where(odds > 700, -odds, -np.log1p(np.exp(np.minimum(odds, 700))))
    ways = log_rising(y, a) - special.gammaln(y + 1)
    return np.asarray(ways + y * (odds + miss) + a * miss)
