"""What a world is: it draws studies, and it knows the truth that they look for."""

from __future__ import annotations

from typing import Any, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from claimwise.kernels.arrays import Ints
from claimwise.kernels.strata import Strata


class Batch(Protocol):
    """Simulated studies, side by side."""

    def effect(self) -> NDArray[np.float64]:
        """Return the observed effect of each study."""

    def __len__(self) -> int:
        """Return the number of studies."""

    def __getitem__(self, index: Any) -> Any:
        """Return some of the studies: those that a test refuses are looked at one by one."""


@runtime_checkable
class World(Protocol):
    """Anything the simulation engine can study."""

    def truth(self) -> float:
        """Return the true effect, B minus A."""

    def null(self) -> Self:
        """Return the same world with no effect."""

    def draw(self, n: int, rng: np.random.Generator, size: int) -> Batch:
        """Return a batch of `size` studies of n items."""


@runtime_checkable
class EnumerableWorld(World, Protocol):
    """A world whose every outcome can be summed over."""

    def strata(self, n: Any) -> Strata:
        """Return all outcomes of a study of n items, with their probabilities.

        Searches ask for a column of sizes. Strata that say `as_tested` promise that `at` gives the
        test `count` wins and `stratum - count` losses: critical counts are then those of any world
        that promises the same. Where the data are changed on the way, leave it False.
        """

    def at(self, n: Any, stratum: Ints, count: Ints) -> Any:
        """Return the data of given outcomes, one for each stratum, whatever the effect."""
