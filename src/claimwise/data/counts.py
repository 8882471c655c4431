"""Sufficient counts of right/wrong comparisons: one study, or a batch of simulated ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, check_count

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PairCounts:
    """Two systems on the same n items: how often only B, and only A, was right.

    `wins` and `losses` are arrays of any one shape: one entry for each study. For
    preferences, wins are the judgements for B, losses those for A, the rest are ties. `both`,
    where it is known, says how often both were right; few procedures need it.
    """

    wins: Counts
    losses: Counts
    n: int
    both: Counts | None = None

    @classmethod
    def of(cls, wins: Any, losses: Any, n: int, both: Any = None) -> PairCounts:
        """Check the counts at the door and return them."""
        check_count("PairCounts.n", n)
        wins_, losses_ = np.broadcast_arrays(_whole("wins", wins), _whole("losses", losses))
        if (wins_ + losses_).max(initial=0) > n:
            raise DataError(
                "PairCounts", f"wins + losses of at most n = {n}", int((wins_ + losses_).max())
            )
        if both is None:
            return cls(wins_, losses_, n)
        both_ = np.broadcast_to(_whole("both", both), wins_.shape)
        if (wins_ + losses_ + both_).max(initial=0) > n:
            raise DataError(
                "PairCounts",
                f"wins + losses + both of at most n = {n}",
                int((wins_ + losses_ + both_).max()),
            )
        return cls(wins_, losses_, n, both_)

    @property
    def ties(self) -> Counts:
        """Items on which the systems do not differ."""
        return self.n - self.wins - self.losses

    def effect(self) -> NDArray[np.float64]:
        """Observed difference, B minus A, as a share of all items."""
        return np.asarray((self.wins - self.losses) / self.n)

    def split_ties(self) -> PairCounts:
        """Give half of the ties to each side; an odd one is left out."""
        half = self.ties // 2
        return PairCounts(self.wins + half, self.losses + half, self.n)

    def __getitem__(self, index: Any) -> PairCounts:
        """Return some studies of the batch."""
        both = None if self.both is None else self.both[index]
        return PairCounts(self.wins[index], self.losses[index], self.n, both)

    def __len__(self) -> int:
        """Return the number of studies in the batch."""
        return len(self.wins)


@dataclass(frozen=True, slots=True, eq=False)
class IndependentCounts:
    """Two systems on different items: how many each got right, of how many."""

    a: Counts
    n_a: int
    b: Counts
    n_b: int

    @classmethod
    def of(cls, a: Any, n_a: int, b: Any, n_b: int) -> IndependentCounts:
        """Check the counts at the door and return them."""
        check_count("IndependentCounts.n_a", n_a)
        check_count("IndependentCounts.n_b", n_b)
        a_, b_ = np.broadcast_arrays(_whole("a", a), _whole("b", b))
        for name, counts, n in (("a", a_, n_a), ("b", b_, n_b)):
            if counts.max(initial=0) > n:
                raise DataError(
                    f"IndependentCounts.{name}", f"counts of at most {n}", int(counts.max())
                )
        return cls(a_, n_a, b_, n_b)

    def effect(self) -> NDArray[np.float64]:
        """Observed difference, B minus A."""
        return np.asarray(self.b / self.n_b - self.a / self.n_a)

    def __getitem__(self, index: Any) -> IndependentCounts:
        """Return some studies of the batch."""
        return IndependentCounts(self.a[index], self.n_a, self.b[index], self.n_b)

    def __len__(self) -> int:
        """Return the number of studies in the batch."""
        return len(self.a)


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """One system: how many of n items it got right."""

    hits: Counts
    n: int

    @classmethod
    def of(cls, hits: Any, n: int) -> Hits:
        """Check the counts at the door and return them."""
        check_count("Hits.n", n)
        hits_ = _whole("hits", hits)
        if hits_.max(initial=0) > n:
            raise DataError("Hits", f"counts of at most {n}", int(hits_.max()))
        return cls(hits_, n)

    def effect(self) -> NDArray[np.float64]:
        """Observed share."""
        return np.asarray(self.hits / self.n)

    def __getitem__(self, index: Any) -> Hits:
        """Return some studies of the batch."""
        return Hits(self.hits[index], self.n)

    def __len__(self) -> int:
        """Return the number of studies in the batch."""
        return len(self.hits)


def _whole(name: str, values: Any) -> Counts:
    array = np.asarray(values)
    numbers = np.issubdtype(array.dtype, np.integer) or np.issubdtype(array.dtype, np.floating)
    if not numbers or not np.isfinite(array).all() or (array != np.floor(array)).any():
        raise DataError(name, "whole numbers", f"{values}")
    if array.min(initial=0) < 0:
        raise DataError(name, "counts of at least 0", int(array.min()))
    return array.astype(np.int64)
