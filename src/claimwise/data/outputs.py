"""What systems said, item by item, beside what they should have said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from claimwise.core import DataError, Note
from claimwise.kernels.arrays import Ints


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Outputs:
    """Outputs of systems on the same items, in the same order.

    `gold` holds, item by item, a tuple of reference texts, or a gold label; it is None where there
    is none, as for log-likelihoods. `predicted` holds the outputs of each system, `cluster` the
    number of each item's cluster, such as its document.
    """

    predicted: Mapping[str, tuple[Any, ...]]
    gold: tuple[Any, ...] | None = None
    items: tuple[str, ...] = ()  # names; by default their places
    cluster: Ints | None = None
    better: str | None = None  # what a log says about its metric
    called: str | None = None  # what scores are called, where they are the outputs
    inferred: tuple[str, ...] = ()  # what was guessed
    notes: tuple[Note, ...] = ()  # what to heed
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse systems or golds of different lengths."""
        lengths = {f"system {name}": len(values) for name, values in self.predicted.items()}
        if self.gold is not None:
            lengths["the references"] = len(self.gold)
        if self.cluster is not None:
            lengths["the clusters"] = len(self.cluster)
        if len(set(lengths.values())) > 1:
            found = ", ".join(f"{n:,} of {who}" for who, n in lengths.items())
            raise DataError("outputs", "as many items of each", found)
        if not lengths or not self.n:
            raise DataError("outputs", "at least one item of a system", "none")

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems, in the order in which they were given."""
        return tuple(self.predicted)

    @property
    def n(self) -> int:
        """Items."""
        return len(next(iter(self.predicted.values()), ()))

    @property
    def clusters(self) -> int:
        """Clusters; 0 where every item stands for itself."""
        return 0 if self.cluster is None else len(np.unique(self.cluster))

    def name(self, item: int) -> str:
        """Return what an item is called in a sentence."""
        return f"item {self.items[item]}" if self.items else f"line {item + 1}"

    def keep(self, systems: tuple[str, ...]) -> Outputs:
        """Return some of the systems, in this order."""
        return replace(self, predicted={name: self.predicted[name] for name in systems})
