"""Labels as whole numbers: each text is kept once, each row holds the place of its text."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from itertools import count, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError
from claimwise.data.scores import Coded

Codes = NDArray[np.int32]
Words = NDArray[np.uint64]  # a row of them for each text
UNTIDY = re.compile(r"\0\s|\s\0")  # blanks at an end of a label
MOST_WORDS = 32  # of 8 bytes each: longer texts are compared by Python
MOST_BYTES = 1 << 29  # of the words of one column
MASKS = np.array([(1 << (8 * k)) - 1 for k in range(9)], np.uint64)  # keep k bytes of a word
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


class TextCoder:
    """Codes a column of texts that comes in parts, as the bytes of UTF-8 one after the other."""

    def __init__(self) -> None:
        """Start without rows."""
        self._parts: list[Words | list[str]] = []

    def add(self, starts: NDArray[Any], data: NDArray[np.uint8]) -> None:
        """Take some rows: the text of row i is `data[starts[i]:starts[i + 1]]`."""
        lengths = np.diff(starts)
        count = max(1, -(-int(lengths.max(initial=0)) // 8))
        if count <= MOST_WORDS and data[starts[0] :].all() and sys.byteorder == "little":
            self._parts.append(_words(starts[:-1], lengths, data, count))
            return
        ends = starts.tolist()  # texts that are long, or have NULs, which fill up words
        whole = data.tobytes()
        self._parts.append([whole[a:b].decode() for a, b in pairwise(ends)])

    def finish(self) -> tuple[Codes, list[str]]:
        """Return codes by first appearance, and the texts."""
        words = self._joined()
        if words is not None:
            codes, first = factor(words)
            return codes, _spelled(words[first])
        coder = Coder()
        codes = np.concatenate(
            [coder.codes(p if isinstance(p, list) else _spelled(p)) for p in self._parts]
        )
        return codes, coder.labels

    def _joined(self) -> Words | None:
        """Return all rows as words, unless some are texts or they would fill the memory."""
        parts = [part for part in self._parts if not isinstance(part, list)]
        shape = (sum(map(len, parts)), max((part.shape[1] for part in parts), default=1))
        if len(parts) < len(self._parts) or 8 * shape[0] * shape[1] > MOST_BYTES:
            return None
        if len(parts) == 1:
            return parts[0]
        words, at = np.zeros(shape, np.uint64), 0
        self._parts = []
        while parts:
            part = parts.pop(0)  # no longer needed once it is copied
            words[at : at + len(part), : part.shape[1]] = part
            at += len(part)
        return words


def _words(
    starts: NDArray[Any], lengths: NDArray[Any], data: NDArray[np.uint8], count: int
) -> Words:
    """Return texts as rows of words, of 8 bytes each, with zeros behind their ends."""
    padded = np.zeros(len(data) + 8 * count, np.uint8)
    padded[: len(data)] = data
    windows = np.ndarray((len(data) + 1,), f"V{8 * count}", padded, strides=(1,))
    words: Words = windows[starts].view(np.uint64).reshape(len(starts), count)
    shortest, longest = int(lengths.min(initial=8 * count)), int(lengths.max(initial=0))
    for j in range(shortest // 8, count):
        left = np.clip((longest if shortest == longest else lengths) - 8 * j, 0, 8)
        words[:, j] &= MASKS[left]
    return words


def _spelled(words: Words) -> list[str]:
    if not len(words):
        return []
    cells = words.view(f"S{8 * words.shape[1]}").ravel().tolist()
    return b"\0".join(cells).decode().split("\0")


def factor(keys: NDArray[Any]) -> tuple[Codes, NDArray[np.int64]]:
    """Code equal rows of keys, of 8 bytes each, alike: by first appearance, and the first rows.

    Files are mostly sorted, by system and then by item: one row of each run of equal keys is
    looked at, and where the column repeats itself one period of it.
    """
    n = len(keys)
    words = keys.view(np.uint64).reshape(n, keys.shape[1] if keys.ndim > 1 else 1)
    starts = np.flatnonzero(~_equal(words[1:], words[:-1])) + 1
    if 8 * len(starts) < n - 8:
        starts = np.insert(starts, 0, 0)
        codes, first = factor(words[starts])
        return np.repeat(codes, np.diff(starts, append=n)), starts[first]
    period = int(_equal(words[1:], words[:1]).argmax()) + 1 if n > 1 else n
    if 1 < period <= n // 2 and _equal(words[period:], words[:-period]).all():
        codes, first = factor(words[:period])
        return np.resize(codes, n), first
    return _scattered(words)


def _scattered(words: Words) -> tuple[Codes, NDArray[np.int64]]:
    """Code keys in any order.

    Time and memory are linear: each row looks up the first row that fell into its slot of a
    table, and the rows that met a different one there go on to another table.
    """
    n = len(words)
    bits = max(4, int(n).bit_length() + 1)
    table = np.empty(1 << bits, np.int32)
    first = np.empty(n, np.int32)
    left, spread = np.arange(n, dtype=np.int32), SPREAD
    while len(left):
        own = words[left] if len(left) < n else words
        mixed = own[:, 0]
        for j in range(1, words.shape[1]):
            mixed = (mixed ^ (mixed >> np.uint64(29))) * SPREAD + own[:, j]
        slot = (((mixed ^ (mixed >> np.uint64(32))) * spread) >> np.uint64(64 - bits)).astype(
            np.int64
        )
        table[slot[::-1]] = left[::-1]  # of several rows the last one written stays: the first
        met = table[slot]
        first[left] = met
        left, spread = left[~_equal(words[met], own)], spread + np.uint64(2)
    starts = np.flatnonzero(first == np.arange(n, dtype=np.int32))
    number = np.empty(n, np.int32)
    number[starts] = np.arange(len(starts), dtype=np.int32)
    return number[first], starts


def _equal(a: Words, b: Words) -> NDArray[np.bool_]:
    """Say which rows are the same."""
    same: NDArray[np.bool_] = a[:, 0] == b[:, 0]
    for j in range(1, a.shape[1]):
        same &= a[:, j] == b[:, j]
    return same
