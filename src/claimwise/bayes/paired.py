"""The same items: a Dirichlet posterior over who is right on an item, both, one or neither."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.bayes.posterior import Posterior
from claimwise.bayes.priors import Prior, dirichlet_prior
from claimwise.core import Procedure, register
from claimwise.core.references import AZER
from claimwise.data import PairCounts
from claimwise.kernels import beta, dirichlet
from claimwise.kernels.arrays import ArrayLike, Floats


@dataclass(frozen=True, slots=True)
class PairedPosterior(Posterior):
    """The share of items that only B gets right minus the share that only A gets right.

    `win`, `lose` and `rest` are the parameters of the Dirichlet posterior; the cells "both
    right" and "both wrong" enter only by their sum, the difference does not depend on either.

    >>> posterior = PairedPosterior.of(PairCounts.of(2, 0, 10))
    >>> round(float(posterior.sf(0.0)), 12)
    0.875
    """

    win: float
    lose: float
    rest: float

    @classmethod
    def of(cls, data: PairCounts, prior: Any = "uniform") -> PairedPosterior:
        """Return the posterior of one study."""
        both, only_a, only_b, neither = dirichlet_prior(prior).parameters
        return cls(
            win=int(data.wins) + only_b,
            lose=int(data.losses) + only_a,
            rest=int(data.ties) + both + neither,
        )

    @classmethod
    def before(cls, prior: Any = "uniform") -> PairedPosterior:
        """Return what the prior says of the difference: the posterior of no items."""
        both, only_a, only_b, neither = dirichlet_prior(prior).parameters
        return cls(win=only_b, lose=only_a, rest=both + neither)

    @property
    def mean(self) -> float:
        """Exact mean."""
        return (self.win - self.lose) / (self.win + self.lose + self.rest)

    @property
    def sd(self) -> float:
        """Exact standard deviation."""
        total = self.win + self.lose + self.rest
        square = (self.win + self.lose) / total - self.mean**2
        return float(np.sqrt(square / (total + 1)))

    @property
    def power_at_zero(self) -> float:
        """Hardly any item decided: the sum of the powers of won and lost."""
        return self.win + self.lose

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(d > x) and its numerical error."""
        return dirichlet.sf_with_error(x, self.win, self.lose, self.rest)

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x; infinite where the density is."""
        return dirichlet.log_density(x, self.win, self.lose, self.rest)

    def log_density_of_even_split(self) -> float:
        """Return the log density of "half of the decided items are B's" (r = 1/2)."""
        half = np.float64(0.5)
        return float(beta.log_density(half, half, self.win, self.lose))


@register(
    "model",
    "dirichlet",
    outcome="binary",
    paired=True,
    data=PairCounts,
    says=Procedure("a Dirichlet posterior over both right, only A, only B and both wrong", (AZER,)),
)
def dirichlet_multinomial(
    data: PairCounts, prior: Any = "uniform"
) -> tuple[PairedPosterior, PairedPosterior, Prior]:
    """Return posterior, prior of the difference, and prior of the parameters, for one study."""
    chosen = dirichlet_prior(prior)
    return PairedPosterior.of(data, chosen), PairedPosterior.before(chosen), chosen


def greater(data: PairCounts, margin: float = 0.0, prior: Any = "uniform") -> NDArray[np.float64]:
    """Return P(d > margin) for every study of a batch."""
    both, only_a, only_b, neither = dirichlet_prior(prior).parameters
    return dirichlet.sf(
        margin, data.wins + only_b, data.losses + only_a, data.ties + both + neither
    )
