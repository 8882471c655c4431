"""Labels as whole numbers: each text is kept once, each row holds the place of its text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError
from claimwise.data.scores import Coded

Codes = NDArray[np.int32]
UNTIDY = re.compile(r"\0\s|\s\0")  # blanks at an end of a label
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # an odd number near 2**64 / the golden ratio


class Coder:
    """Codes texts, in the order of their first appearance."""

    def __init__(self) -> None:
        """Start without labels."""
        self._codes: defaultdict[str, int] = defaultdict(count().__next__)

    def codes(self, texts: Sequence[str]) -> Codes:
        """Return the codes of some texts; new ones are given the next numbers."""
        return np.fromiter(map(self._codes.__getitem__, texts), np.int32, len(texts))

    @property
    def labels(self) -> list[str]:
        """The texts so far, in the order of their codes."""
        return list(self._codes)


def coded(texts: Sequence[str], column: str) -> Coded:
    """Return texts as a column of labels, stripped, empty ones missing."""
    coder = Coder()
    return tidy(coder.codes(texts), coder.labels, column)


def tidy(codes: Codes, labels: Sequence[str], column: str) -> Coded:
    """Strip the labels, merge those that are equal then, and make empty ones missing (-1).

    >>> tidy(np.array([0, 1, 2, 0], np.int32), ["a", " a", ""], "item").codes.tolist()
    [0, 0, -1, 0]
    """
    joined = "\0".join(labels)
    try:
        joined.encode()
    except UnicodeEncodeError as error:
        raise DataError(
            f"Column {column} has half of a surrogate pair, {error.object[error.start]!a}.",
            "Write the character itself or both halves.",
        ) from error
    padded = "\0" + joined + "\0"
    blanks = len(joined.split(maxsplit=1)) > 1 or joined[:1].isspace() or joined[-1:].isspace()
    if not labels or ("\0\0" not in padded and not (blanks and UNTIDY.search(padded))):
        return Coded(codes, tuple(labels))
    stripped = [label.strip() for label in labels]
    merged = Coder()
    keep = np.array([label != "" for label in stripped], dtype=bool)
    moved = np.full(len(stripped) + 1, -1, np.int32)  # the last entry serves the code -1
    moved[:-1][keep] = merged.codes([label for label in stripped if label])
    return Coded(moved[codes], tuple(merged.labels))


def join(parts: Sequence[tuple[Coded | None, int]]) -> Coded:
    """Put columns under each other; a part that has none is missing (-1) in its rows."""
    merged = Coder()
    chunks = []
    for part, rows in parts:
        if part is None:
            chunks.append(np.full(rows, -1, np.int32))
            continue
        moved = np.append(merged.codes(part.labels), np.int32(-1))
        chunks.append(moved[part.codes])
    return Coded(np.concatenate(chunks), tuple(merged.labels))


def factor(hashes: NDArray[Any]) -> tuple[Codes, NDArray[np.int64]]:
    """Code equal hashes or keys, of 8 bytes, alike: codes by first appearance, and the first rows.

    Files are mostly sorted, by system and then by item: one row of each run of equal hashes is
    looked at, and where the column repeats itself one period of it.
    """
    n = len(hashes)
    starts = np.flatnonzero(hashes[1:] != hashes[:-1]) + 1
    if 8 * len(starts) < n - 8:
        starts = np.insert(starts, 0, 0)
        codes, first = factor(hashes[starts])
        return np.repeat(codes, np.diff(starts, append=n)), starts[first]
    period = int((hashes[1:] == hashes[:1]).argmax()) + 1 if n > 1 else n
    if 1 < period <= n // 2 and (hashes[period:] == hashes[:-period]).all():
        codes, first = factor(hashes[:period])
        return np.resize(codes, n), first
    return _scattered(hashes.view(np.uint64))


def _scattered(hashes: NDArray[np.uint64]) -> tuple[Codes, NDArray[np.int64]]:
    """Code hashes in any order.

    Time and memory are linear: each row looks up the first row that fell into its slot of a
    table, and the rows that met a different one there go on to another table.
    """
    n = len(hashes)
    bits = max(4, int(n).bit_length() + 1)
    table = np.empty(1 << bits, np.int32)
    first = np.empty(n, np.int32)
    left, spread = np.arange(n, dtype=np.int32), SPREAD
    while len(left):
        own = hashes[left] if len(left) < n else hashes
        slot = (((own ^ (own >> np.uint64(32))) * spread) >> np.uint64(64 - bits)).astype(np.int64)
        table[slot[::-1]] = left[::-1]  # of several rows the last one written stays: the first
        met = table[slot]
        first[left] = met
        left, spread = left[hashes[met] != own], spread + np.uint64(2)
    starts = np.flatnonzero(first == np.arange(n, dtype=np.int32))
    number = np.empty(n, np.int32)
    number[starts] = np.arange(len(starts), dtype=np.int32)
    return number[first], starts
