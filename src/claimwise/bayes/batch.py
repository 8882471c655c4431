"""Posteriors of many studies at once: for simulated studies, where one by one takes long."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy import special

from claimwise.bayes.beta_binomial import IndependentPosterior
from claimwise.bayes.paired import PairedPosterior
from claimwise.bayes.posterior import Posterior, log_odds
from claimwise.bayes.priors import Prior
from claimwise.data import IndependentCounts, PairCounts
from claimwise.kernels import beta, difference_of_betas, dirichlet, hdi_batch
from claimwise.kernels.arrays import Floats, Ints

CLOSE = 1e-8  # probabilities this near to a threshold are worked out once more, in logs


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Posteriors of B minus A, one for each study; `columns` are their parameters.

    Three columns: won, lost and even of a Dirichlet. Four: right and wrong of B, then of A.

    >>> from claimwise.bayes.priors import dirichlet_prior
    >>> batch = Batch.of(PairCounts.of([2, 0], [0, 2], 10), dirichlet_prior("uniform"))
    >>> [round(float(p), 12) for p in batch.sf(0.0)]
    [0.875, 0.125]
    """

    columns: tuple[Floats, ...]

    @classmethod
    def of(cls, data: PairCounts | IndependentCounts, prior: Prior) -> Batch:
        """Return the posteriors of a batch of studies."""
        if isinstance(data, PairCounts):
            both, only_a, only_b, neither = prior.parameters
            won, lost, even = data.wins + only_b, data.losses + only_a, data.ties + both + neither
            return cls(tuple(np.asarray(x, np.float64) for x in (won, lost, even)))
        right, wrong = prior.parameters
        b, a = data.b, data.a
        cells = (b + right, data.n_b - b + wrong, a + right, data.n_a - a + wrong)
        return cls(tuple(np.asarray(x, np.float64) for x in cells))

    @property
    def paired(self) -> bool:
        """Whether both systems saw the same items."""
        return len(self.columns) == 3

    def one(self, place: int) -> Posterior:
        """Return the posterior of one study, with all that it can say."""
        values = [float(column[place]) for column in self.columns]
        if self.paired:
            return PairedPosterior(*values)
        return IndependentPosterior((values[0], values[1]), (values[2], values[3]))

    def mean_and_sd(self) -> tuple[Floats, Floats]:
        """Return the exact means and standard deviations."""
        if self.paired:
            win, lose, rest = self.columns
            total = win + lose + rest
            mean = (win - lose) / total
            return mean, np.sqrt(((win + lose) / total - mean**2) / (total + 1))
        b1, b2, a1, a2 = self.columns
        mean = b1 / (b1 + b2) - a1 / (a1 + a2)
        return mean, np.sqrt(beta.variance(b1, b2) + beta.variance(a1, a2))

    def sf(self, x: float | Floats, at: Ints | None = None) -> Floats:
        """Return P(d > x), for all studies or for those at some places."""
        kernel = dirichlet.sf if self.paired else difference_of_betas.sf
        return kernel(x, *self._at(at))

    def log_density(self, x: float | Floats, at: Ints | None = None) -> Floats:
        """Return the log density at x, for all studies or for those at some places."""
        kernel = dirichlet.log_density if self.paired else difference_of_betas.log_density
        return kernel(x, *self._at(at))

    def _at(self, at: Ints | None) -> tuple[Floats, ...]:
        return self.columns if at is None else tuple(column[at] for column in self.columns)

    def hdi(self, level: float) -> tuple[Floats, Floats]:
        """Return the ends of the highest-density intervals."""
        mean, sd = self.mean_and_sd()
        reach = float(special.ndtri((1 + level) / 2)) * sd
        ends = (mean - reach, mean + reach)
        low, high = hdi_batch.shortest(
            level, self.sf, self.log_density, start=ends, scale=sd, low=-1.0, high=1.0
        )
        for place in np.flatnonzero(np.isnan(low)):
            low[place], high[place] = self.one(int(place)).hdi(level)
        return low, high

    def log_odds_at_least(self, rope: float, wanted: float) -> NDArray[np.bool_]:
        """Whether the log odds of |d| < rope against |d| > rope reach what is wanted.

        The difference of two tails decides all but close calls; these are decided in logs,
        which are right also for probabilities that tails cannot tell from zero.
        """
        inside = self.sf(-rope) - self.sf(rope)
        critical = special.expit(wanted)
        reached = inside >= critical
        # Against the nearer of 0 and 1, where a threshold may be tiny.
        unsure = np.abs(inside - critical) < CLOSE
        exact = partial(log_odds, low=-rope, high=rope)
        for place in np.flatnonzero(unsure):
            reached[place] = exact(self.one(int(place))) >= wanted
        return reached
