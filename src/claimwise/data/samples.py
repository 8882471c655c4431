"""Graded scores: one study, or a batch of simulated ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """Two systems on the same n items: the score of B minus that of A, item by item.

    `d` has the items on its last axis; the axes before it are studies. `cluster` gives the
    items' clusters as codes 0, 1, ..., the same in all studies of the batch. The scores of one
    system alone are the case in which A scores 0.
    """

    d: Floats
    cluster: NDArray[np.int64] | None = None

    @classmethod
    def of(cls, d: Any, cluster: Any = None) -> Differences:
        """Check the differences at the door and return them."""
        d_ = _finite("Differences", d)
        if cluster is None:
            return cls(d_)
        codes = np.unique(np.asarray(cluster), return_inverse=True)[1].astype(np.int64)
        if codes.shape != d_.shape[-1:]:
            raise DataError(
                "Differences", f"a cluster for each of {d_.shape[-1]} items", f"{codes.size}"
            )
        return cls(d_, codes)

    @property
    def n(self) -> int:
        """Number of items."""
        return int(self.d.shape[-1])

    @property
    def clusters(self) -> int:
        """Number of clusters; the number of items where there are none."""
        return self.n if self.cluster is None else int(self.cluster.max()) + 1

    def effect(self) -> Floats:
        """Observed mean difference, B minus A."""
        return np.asarray(self.d.mean(axis=-1))

    def shifted(self, margin: float) -> Differences:
        """Return the differences with a margin taken off: what is left beyond it."""
        return Differences(self.d - margin, self.cluster) if margin else self

    def __getitem__(self, index: Any) -> Differences:
        """Return some studies of the batch."""
        return Differences(self.d[index], self.cluster)

    def __len__(self) -> int:
        """Return the number of studies in the batch."""
        return len(self.d)


@dataclass(frozen=True, slots=True, eq=False)
class IndependentScores:
    """Two systems on different items: the scores of each, items on the last axis."""

    a: Floats
    b: Floats

    @classmethod
    def of(cls, a: Any, b: Any) -> IndependentScores:
        """Check the scores at the door and return them."""
        return cls(_finite("IndependentScores.a", a), _finite("IndependentScores.b", b))

    @property
    def n(self) -> int:
        """Number of items of both systems together."""
        return int(self.a.shape[-1] + self.b.shape[-1])

    def effect(self) -> Floats:
        """Observed difference of the means, B minus A."""
        return np.asarray(self.b.mean(axis=-1) - self.a.mean(axis=-1))

    def shifted(self, margin: float) -> IndependentScores:
        """Return the scores with a margin taken off B."""
        return IndependentScores(self.a, self.b - margin) if margin else self

    def __getitem__(self, index: Any) -> IndependentScores:
        """Return some studies of the batch."""
        return IndependentScores(self.a[index], self.b[index])

    def __len__(self) -> int:
        """Return the number of studies in the batch."""
        return len(self.a)


def _finite(who: str, values: Any) -> Floats:
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(who, "numbers", f"{error}") from error
    if array.ndim == 0 or array.shape[-1] == 0:
        raise DataError(who, "at least one item", f"shape {array.shape}")
    if not np.isfinite(array).all():
        place = np.argwhere(~np.isfinite(array))[0]
        raise DataError(who, "finite scores", f"{array[tuple(place)]} at item {place[-1]}")
    return array
