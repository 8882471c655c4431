"""What a file of scores holds, once it has been read: columns of codes and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import Note

# What notes on a table are about that do not hold for the outputs in it.
INPUTS, EMPTY = "inputs", "prediction"
# The columns of labels that a table of scores can have.
COLUMNS = (
    "item",
    "system",
    "metric",
    "dataset",
    "run",
    "rater",
    "cluster",
    "gold",
    "prediction",
)


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

    def __getitem__(self, row: int) -> str:
        """Return the label of a row; an empty text if it has none."""
        code = self.codes[row]
        return self.labels[code] if code >= 0 else ""

    def __iter__(self) -> Iterator[str]:
        """Go through the labels, row by row."""
        labels = (*self.labels, "")  # the last place is for missing, -1
        return (labels[code] for code in self.codes.tolist())

    def take(self, rows: NDArray[Any] | slice) -> Coded:
        """Return some rows, under the same labels."""
        return Coded(self.codes[rows], self.labels)

    def packed(self) -> Coded:
        """Return the same column without labels that do not occur, by first appearance."""
        order = list(dict.fromkeys(self.codes[self.codes >= 0].tolist()))
        moved = np.full(len(self.labels) + 1, -1, np.int32)  # the last place is for missing
        moved[order] = np.arange(len(order), dtype=np.int32)
        return Coded(moved[self.codes], tuple(self.labels[code] for code in order))

    def used(self) -> tuple[str, ...]:
        """Return the labels that occur, in their order."""
        there = np.bincount(self.codes[self.codes >= 0], minlength=len(self.labels)) > 0
        return tuple(label for label, used in zip(self.labels, there, strict=True) if used)


def place_of(row: int, sources: Sequence[tuple[str, int]]) -> str:
    """Return the file that a row stands in, of several under each other, and its number there.

    >>> place_of(4, [("a.csv", 3), ("b.csv", 9)])
    'row 2 of b.csv'
    """
    for name, rows in sources:
        if row < rows:
            return f"row {row + 1} of {name}"
        row -= rows
    return f"row {row + 1}"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Scores:
    """A long table: one row for each score of a system on an item.

    Roles that a file does not have are None. `fingerprints` hold, by kind (``doc``, ``target``,
    ``prompt``), what the file says about the identity of each row's item; the audit compares
    them between systems. `inputs` holds, for metrics whose value is a pair such as (gold,
    predicted), those pairs, row by row; the score is NaN there. `sources` names the files with
    their numbers of rows, so that an error can say where a row stands; after a selection `rows`
    holds the rows' places in them.
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
    called: str | None = None  # what the scores are called, where no column of metrics says so
    inferred: tuple[str, ...] = ()  # what was guessed: "score: column acc", "format: lm-eval"
    notes: tuple[Note, ...] = ()  # what to heed: errors, unscored and cancelled samples
    provenance: Mapping[str, Any] = field(default_factory=dict)  # {"data": "sha256:..."}
    sources: tuple[tuple[str, int], ...] = ()
    rows: NDArray[np.int32] | None = None
    files: tuple[str, ...] = ()  # what was read

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.score)

    @property
    def name(self) -> str:
        """What messages call it: by its path, if it is one file."""
        return _name(self.files)

    def place(self, row: int) -> str:
        """Say where a row stands: its number in its file, counted from 1 after the header."""
        return place_of(int(row if self.rows is None else self.rows[row]), self.sources)

    def take(self, rows: NDArray[Any]) -> Scores:
        """Return some rows, by their places."""
        columns = {
            name: column.take(rows)
            for name in COLUMNS
            if (column := getattr(self, name)) is not None
        }
        return replace(
            self,
            **columns,
            score=self.score[rows],
            fingerprints={kind: column.take(rows) for kind, column in self.fingerprints.items()},
            inputs=None if self.inputs is None else self.inputs[rows],
            rows=(np.arange(len(self), dtype=np.int32) if self.rows is None else self.rows)[rows],
        )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Totals:
    """How many items each system got right of how many, and nothing about which items."""

    dataset: tuple[str, ...]  # one entry for each row; "" where the file names none
    system: tuple[str, ...]
    correct: NDArray[np.int64]
    n: NDArray[np.int64]
    inferred: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)
    files: tuple[str, ...] = ()  # what was read

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.n)

    @property
    def name(self) -> str:
        """What messages call it: by its path, if it is one file."""
        return _name(self.files)


def _name(files: tuple[str, ...]) -> str:
    return files[0] if len(files) == 1 else "the table"
