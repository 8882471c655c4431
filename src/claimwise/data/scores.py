"""What a file of scores holds, once it has been read: columns of codes and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """A column of labels as whole numbers; label i is `labels[i]`, and -1 is missing.

    Labels stand in the order of their first appearance in the file.
    """

    codes: NDArray[np.int32]
    labels: tuple[str, ...]

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.codes)

    def take(self, rows: NDArray[Any]) -> Coded:
        """Return some rows, under the same labels."""
        return Coded(self.codes[rows], self.labels)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Scores:
    """A long table: one row for each score of a system on an item.

    Roles that a file does not have are None. `fingerprints` hold, by kind (``doc``, ``target``,
    ``prompt``), what the file says about the identity of each row's item; the audit compares
    them between systems. `inputs` holds, for metrics whose value is a pair such as (gold,
    predicted), those pairs, row by row; the score is NaN there.
    """

    item: Coded
    system: Coded
    score: NDArray[np.float64]  # NaN: not scored
    metric: Coded | None = None
    dataset: Coded | None = None
    run: Coded | None = None
    rater: Coded | None = None
    cluster: Coded | None = None
    gold: Coded | None = None
    prediction: Coded | None = None
    fingerprints: Mapping[str, Coded] = field(default_factory=dict)
    inputs: NDArray[np.object_] | None = None
    better: Mapping[str, str] = field(default_factory=dict)  # metric -> "higher" or "lower"
    inferred: tuple[str, ...] = ()  # what was guessed: "score: column acc", "format: lm-eval"
    notes: tuple[str, ...] = ()  # what to heed: errors, unscored and cancelled samples
    provenance: Mapping[str, Any] = field(default_factory=dict)  # {"data": "sha256:..."}

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.score)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Totals:
    """How many items each system got right of how many, and nothing about which items."""

    dataset: tuple[str, ...]  # one entry for each row; "" where the file names none
    system: tuple[str, ...]
    correct: NDArray[np.int64]
    n: NDArray[np.int64]
    inferred: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.n)
