"""Two systems answer different questions; each answer is right or wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from claimwise.core import ImpossibleError, check_difference, check_probability, register
from claimwise.data import IndependentCounts
from claimwise.kernels.arrays import Ints
from claimwise.kernels.strata import Strata, independent


@register("world", "proportions", outcome="binary", paired=False)
@dataclass(frozen=True, slots=True)
class Proportions:
    """Two independent groups of n items each.

    Parameters
    ----------
    baseline : float
        True accuracy of A.
    difference : float
        True accuracy of B minus true accuracy of A.
    """

    baseline: float
    difference: float

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        check_probability("baseline", self.baseline)
        check_difference(self.difference)
        if not -1e-12 <= self.baseline + self.difference <= 1 + 1e-12:
            raise ImpossibleError(
                "proportions",
                "baseline + difference between 0 and 1",
                f"{self.baseline:g} + {self.difference:g} = {self.baseline + self.difference:g}",
            )

    @property
    def candidate(self) -> float:
        """True accuracy of B."""
        return min(1.0, max(0.0, self.baseline + self.difference))

    def truth(self) -> float:
        """Return the true difference in accuracy, B minus A."""
        return self.difference

    def null(self) -> Self:
        """Return two systems with the baseline's accuracy."""
        return replace(self, difference=0.0)

    def draw(self, n: int, rng: np.random.Generator, size: int) -> IndependentCounts:
        """Return a batch of studies with n items in each group."""
        a = rng.binomial(n, self.baseline, size=size)
        return IndependentCounts(a, n, rng.binomial(n, self.candidate, size=size), n)

    def strata(self, n: Any) -> Strata:
        """Return all outcomes, by the number that A gets right."""
        return independent(n, self.baseline, self.candidate)

    def at(self, n: Any, stratum: Ints, count: Ints) -> IndependentCounts:
        """Return the studies in which A has `stratum` right and B has `count`."""
        return IndependentCounts(stratum, n, count, n)
