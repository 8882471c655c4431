"""Different items: each system's accuracy has a Beta posterior, independent of the other's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.bayes.posterior import Posterior
from claimwise.bayes.priors import Prior, beta_prior
from claimwise.core import Procedure, register
from claimwise.core.references import AZER
from claimwise.data import IndependentCounts
from claimwise.kernels import beta, difference_of_betas
from claimwise.kernels.arrays import ArrayLike, Floats


@dataclass(frozen=True, slots=True)
class IndependentPosterior(Posterior):
    """The difference of two independent Betas, `b` minus `a`; each is given as (right, wrong).

    Fit for two systems on different items. Unfit for the same items: it ignores that the
    systems agree on most of them, and is then too wide; use `PairedPosterior`.

    >>> posterior = IndependentPosterior.of(IndependentCounts.of(1637, 2376, 1721, 2376))
    >>> round(float(posterior.sf(0.01)), 10)
    0.9724970745
    """

    b: tuple[float, float]
    a: tuple[float, float]

    @classmethod
    def of(cls, data: IndependentCounts, prior: Any = "uniform") -> IndependentPosterior:
        """Return the posterior of one study."""
        right, wrong = beta_prior(prior).parameters
        a, b = int(data.a), int(data.b)
        return cls(
            b=(b + right, data.n_b - b + wrong),
            a=(a + right, data.n_a - a + wrong),
        )

    @classmethod
    def before(cls, prior: Any = "uniform") -> IndependentPosterior:
        """Return what the prior says of the difference: the posterior of no items."""
        right, wrong = beta_prior(prior).parameters
        return cls(b=(right, wrong), a=(right, wrong))

    @property
    def mean(self) -> float:
        """Exact mean."""
        return self.b[0] / sum(self.b) - self.a[0] / sum(self.a)

    @property
    def sd(self) -> float:
        """Exact standard deviation."""
        right, wrong = np.array([self.a, self.b]).T
        return float(np.sqrt(beta.variance(right, wrong).sum()))

    @property
    def power_at_zero(self) -> float:
        """Both accuracies near 0, or both near 1: the smaller of the two sums of powers."""
        return min(self.a[0] + self.b[0], self.a[1] + self.b[1])

    def sf_with_error(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Return P(d > x) and its numerical error."""
        return difference_of_betas.sf_with_error(x, *self.b, *self.a)

    def log_density(self, x: ArrayLike) -> Floats:
        """Return the log density at x; infinite where the density is."""
        return difference_of_betas.log_density(x, *self.b, *self.a)


@register(
    "model",
    "beta-binomial",
    outcome="binary",
    paired=False,
    data=IndependentCounts,
    says=Procedure("independent Beta posteriors of both accuracies", (AZER,)),
)
def beta_binomial(
    data: IndependentCounts, prior: Any = "uniform"
) -> tuple[IndependentPosterior, IndependentPosterior, Prior]:
    """Return posterior, prior of the difference, and prior of the parameters, for one study."""
    chosen = beta_prior(prior)
    return IndependentPosterior.of(data, chosen), IndependentPosterior.before(chosen), chosen


def greater(
    data: IndependentCounts, margin: float = 0.0, prior: Any = "uniform"
) -> NDArray[np.float64]:
    """Return P(d > margin) for every study of a batch."""
    right, wrong = beta_prior(prior).parameters
    return difference_of_betas.sf(
        margin,
        data.b + right,
        data.n_b - data.b + wrong,
        data.a + right,
        data.n_a - data.a + wrong,
    )
