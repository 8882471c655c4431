"""Two systems scored on the same items."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError
from claimwise.data.counts import PairCounts
from claimwise.data.scores import Coded

if TYPE_CHECKING:
    from claimwise.data.audit import Audit


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Scores of A and of B, item by item, in the same order.

    What else is known of the items is optional: their labels and data sets; the clusters they
    lie in, as codes 0, 1, ...; the number of runs behind each score and their sum of squares
    about it; and how the items were matched.

    Examples
    --------
    >>> pairs = Pairs([1, 1, 0, 0], [1, 1, 1, 0])
    >>> pairs.n, float(pairs.difference), float(pairs.agreement)
    (4, 0.25, 0.75)
    """

    a: NDArray[np.float64]
    b: NDArray[np.float64]
    names: tuple[str, str] = ("A", "B")
    provenance: dict[str, Any] = field(default_factory=dict)
    items: Coded | None = None
    dataset: Coded | None = None
    cluster: NDArray[np.int64] | None = None
    runs_a: NDArray[np.int32] | None = None
    runs_b: NDArray[np.int32] | None = None
    within_a: NDArray[np.float64] | None = None
    within_b: NDArray[np.float64] | None = None
    audit: Audit | None = None

    def __post_init__(self) -> None:
        """Check both columns once."""
        for name in ("a", "b"):
            try:
                column = np.asarray(getattr(self, name), dtype=np.float64)
            except (TypeError, ValueError) as error:
                raise DataError("Pairs", "numbers as scores", f"{error}") from error
            object.__setattr__(self, name, column)
            if column.ndim != 1 or not len(column):
                raise DataError("Pairs", "one score for each item", f"shape {column.shape}")
            if not np.isfinite(column).all():
                place = int(np.flatnonzero(~np.isfinite(column))[0])
                raise DataError(
                    "Pairs", "finite scores", f"{column[place]} at item {place} of {name.upper()}"
                )
        if len(self.a) != len(self.b):
            raise DataError(
                "Pairs", "as many scores of A as of B", f"{len(self.a)} and {len(self.b)}"
            )
        for name in ("items", "dataset", "cluster", "runs_a", "runs_b", "within_a", "within_b"):
            known = getattr(self, name)
            if known is None:
                continue
            if name == "cluster":
                known = np.unique(np.asarray(known), return_inverse=True)[1].astype(np.int64)
                object.__setattr__(self, name, known)
            if len(known) != len(self.a):
                raise DataError("Pairs", f"{name} of each of {len(self.a)} items", f"{len(known)}")

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.a)

    @property
    def difference(self) -> float:
        """Mean score of B minus mean score of A."""
        return float(self.b.mean() - self.a.mean())

    @property
    def agreement(self) -> float:
        """Share of the items on which both systems have the same score."""
        return float((self.a == self.b).mean())

    def counts(self, who: str) -> PairCounts:
        """Return wins and losses; refuses scores other than 0 and 1."""
        for name, column in (("A", self.a), ("B", self.b)):
            odd = np.flatnonzero((column != 0) & (column != 1))
            if len(odd):
                raise DataError(
                    who,
                    "right/wrong scores (0 or 1)",
                    f"{column[odd[0]]:g} at item {odd[0]} of system {name}",
                )
        wins, losses = int((self.b > self.a).sum()), int((self.a > self.b).sum())
        return PairCounts.of(wins, losses, self.n, int((self.a * self.b).sum()))
