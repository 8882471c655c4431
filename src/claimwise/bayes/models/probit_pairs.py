"""Right or wrong on the same items: two latent normal numbers for each item, correlated.

The accuracies have Beta priors of their own, and the correlation says how far the systems find
the same items hard; the Dirichlet model has no such parameter.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from claimwise.bayes.models.ordinal_points import log_correlation
from claimwise.bayes.normal import LOG_ROOT_TWO_PI
from claimwise.kernels import bivariate_normal
from claimwise.kernels.arrays import Floats

CORRELATION = (4.0, 2.0)  # of (1 + rho) / 2: systems tend to find the same items hard
SMALLEST = 1e-300


@dataclass(frozen=True, slots=True, eq=False)
class ProbitPairs:
    """Parameters in a row: probits of both accuracies, atanh(rho).

    `table` counts items by A and B, wrong before right.
    """

    table: Floats  # 2 x 2
    prior: tuple[float, float]

    def accuracies(self, points: Floats) -> Floats:
        """Return the accuracies of A and B at the points."""
        return np.asarray(special.ndtr(points[:, :2]))

    def log_slope(self, probit: Floats) -> Floats:
        """Return the log of what an accuracy changes by with its probit."""
        return np.asarray(-0.5 * probit**2 - LOG_ROOT_TWO_PI)

    def start(self) -> tuple[Floats, Floats]:
        """Return where a search begins, and steps of about the right size."""
        n = self.table.sum()
        right = np.array([self.table[1].sum(), self.table[:, 1].sum()])
        probit = special.ndtri((right + 1) / (n + 2))
        width = 1.25 / np.sqrt(n + 2)
        return np.array([*probit, 0.5]), np.array([width, width, 0.2])

    def log_density(self, points: Floats) -> Floats:
        """Return log prior and log likelihood of each point."""
        probit = points[:, :2]
        right, wrong = self.prior
        logs = right * special.log_ndtr(probit) + wrong * special.log_ndtr(-probit)
        # Beta density at Phi(probit) times the normal density, its slope
        logs = logs - special.log_ndtr(probit) - special.log_ndtr(-probit)
        logs = (logs - 0.5 * probit**2 - LOG_ROOT_TWO_PI - special.betaln(right, wrong)).sum(axis=1)
        rho = np.tanh(points[:, 2])
        inside = np.abs(rho) < 1 - 1e-12
        cells = bivariate_normal.cells(-probit[:, :1], -probit[:, 1:], np.where(inside, rho, 0.0))
        logs += (self.table * np.log(np.maximum(cells, SMALLEST))).sum(axis=(1, 2))
        logs += log_correlation(points[:, 2], CORRELATION)
        return np.where(inside & np.isfinite(logs), logs, -np.inf)
