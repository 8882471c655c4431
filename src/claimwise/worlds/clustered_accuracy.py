"""Right or wrong on items that come in clusters: several questions on one passage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Self

import numpy as np

from claimwise.core import check_count, check_probability
from claimwise.data import Differences
from claimwise.worlds.paired_accuracy import PairedAccuracy


@dataclass(frozen=True, slots=True)
class ClusteredAccuracy:
    """Two systems on the same items, whose outcomes are alike within a cluster.

    An item shows with probability sqrt(icc) what its cluster shows, otherwise something of its
    own; so the outcome of each item has the shares of `PairedAccuracy`, and that of two items of
    a cluster the correlation `icc`.

    Parameters
    ----------
    difference, agreement : float
        As in `PairedAccuracy`.
    cluster_size : int
        Items in each cluster; the last may have fewer.
    icc : float
        Correlation of the differences of two items of a cluster.
    """

    difference: float
    agreement: float
    cluster_size: int
    icc: float

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        PairedAccuracy(self.difference, self.agreement)
        check_count("cluster_size", self.cluster_size)
        check_probability("icc", self.icc)

    def truth(self) -> float:
        """Return the true difference in accuracy, B minus A."""
        return self.difference

    def null(self) -> Self:
        """Return equally good systems that agree as often."""
        return replace(self, difference=0.0)

    def draw(self, n: int, rng: np.random.Generator, size: int) -> Differences:
        """Return a batch of studies of n items."""
        cluster = np.arange(n) // self.cluster_size
        shared = self._outcomes(rng, (size, int(cluster[-1]) + 1))[:, cluster]
        own = self._outcomes(rng, (size, n))
        follows = rng.random((size, n)) < sqrt(self.icc)
        return Differences(np.where(follows, shared, own), cluster)

    def _outcomes(self, rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        """Return 1 where only B is right, -1 where only A is, 0 elsewhere."""
        cells = PairedAccuracy(self.difference, self.agreement)
        drawn = rng.random(shape)
        return (drawn < cells.win).astype(np.float64) - (drawn > 1 - cells.lose)
