"""Two systems under a corpus metric such as BLEU, by the effects of swapping single items.

Swapping the outputs of A and B on item i alone changes their difference, B minus A, by d_i. For
BLEU these effects look like a heap at zero and a Laplace distribution, and swapping many items
changes the difference by nearly the sum of their effects (Card et al. 2020, section 4 and
appendix G). With n items and a true difference D:

    d_i = 0 with probability P0, otherwise Laplace(-2 D / (n (1 - P0)), b0 / n),

the observed difference is -1/2 sum d_i, and swapping a subset adds the sum of its d_i.

That is simpler than it looks. Let x_i = -n d_i / 2. Then the observed difference is the mean of
the x_i; x_i is 0 with probability P0 and otherwise Laplace(D / (1 - P0), b0 / 2), whatever n; and
a swap of item i turns the sign of x_i. So the randomisation test is the sign-flip test of the x_i.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Self

import numpy as np

from claimwise.core import ParameterError, check_number, check_probability, register
from claimwise.data import Differences


@register("world", "delta-laplace", outcome="numeric", paired=True)
@dataclass(frozen=True, slots=True)
class DeltaLaplace:
    """Items that two systems treat alike, and others with Laplace effects.

    Parameters
    ----------
    difference : float
        True score of B minus true score of A, in points of the metric.
    zero_share : float
        P0: probability that swapping an item changes nothing.
    scale : float
        b0: n times the scale of the other effects.

    Examples
    --------
    >>> world = DeltaLaplace(difference=1, zero_share=0.13, scale=25.8)
    >>> round(world.deviation(2000), 4)
    0.3812
    """

    difference: float
    zero_share: float
    scale: float

    def __post_init__(self) -> None:
        """Refuse what is no such world."""
        check_number("difference", self.difference)
        if check_probability("zero_share", self.zero_share) >= 1:
            raise ParameterError(
                "zero_share",
                "a share below 1",
                "1",
                "Systems that never differ cannot be distinguished.",
            )
        if check_number("scale", self.scale) <= 0:
            raise ParameterError("scale", "a number above 0", f"{self.scale:g}")

    def truth(self) -> float:
        """Return the true difference, B minus A."""
        return float(self.difference)

    def null(self) -> Self:
        """Return the same world without a difference."""
        return replace(self, difference=0.0)

    def at(self, difference: float) -> Self:
        """Return the same world with another difference."""
        return replace(self, difference=difference)

    def draw(self, n: int, rng: np.random.Generator, size: int) -> Differences:
        """Return a batch of studies of n items: -n/2 times the effect of each swap."""
        apart = 1 - self.zero_share
        drawn = rng.laplace(self.difference / apart, self.scale / 2, size=(size, n))
        drawn[rng.random((size, n)) < self.zero_share] = 0.0
        return Differences(drawn)

    def deviation(self, n: float) -> float:
        """Return the standard deviation of the difference under random swaps."""
        return sqrt(self._square() / n)

    def error(self, n: float) -> float:
        """Return the standard deviation of the observed difference over studies."""
        return sqrt((self._square() - self.difference**2) / n)

    def _square(self) -> float:
        """Return the mean square of x: the mean of 0 and of a Laplace variable."""
        apart = 1 - self.zero_share
        return apart * self.scale**2 / 2 + self.difference**2 / apart
