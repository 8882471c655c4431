"""What every kind of table can do: name its columns, show its first rows, load some columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError
from claimwise.core.missing import opening
from claimwise.data.numbers import kind_of
from claimwise.data.scores import Coded

SAMPLE = 1000  # rows looked at to tell what a column holds
NESTED = "\0nested"  # stands for a list or an object in a sample; no text file has a NUL


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """Some columns of a table: labels as codes, scores as numbers (NaN: none)."""

    rows: int
    labels: Mapping[str, Coded]
    scores: Mapping[str, NDArray[np.float64]]


class Table(Protocol):
    """A table from a file or from memory; nothing but what is asked for is kept."""

    name: str  # how messages call it
    names: tuple[str, ...]  # its columns
    dotted: bool  # whether doc.passage reaches into the column doc

    def sample(self) -> Mapping[str, Sequence[str]]:
        """Return the first rows as texts, column by column."""

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some columns as labels and others as scores."""

    def digest(self) -> str | None:
        """Return the fingerprint of the file; None for a table in memory."""


def kind(texts: Sequence[str]) -> str:
    """Say what a column holds, by most of its texts: number, verdict, text, nested or empty.

    >>> kind(["1", "0", "", "x"]), kind(["yes", "no"]), kind(["", " "])
    ('number', 'verdict', 'empty')
    """
    if NESTED in texts:
        return "nested"
    kinds = Counter(kind_of(text.strip()) for text in texts)
    empty = kinds.pop("empty", 0)
    if not kinds:
        return "empty" if empty else "text"
    most, count = kinds.most_common(1)[0]
    return most if 2 * count >= kinds.total() else "text"


def no_rows(name: str) -> DataError:
    """Say that a table has a header but nothing under it."""
    return DataError(f"{opening(name)} has no rows.")
