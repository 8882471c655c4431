"""Large CSV and TSV files in blocks, with NumPy in the place of a loop over rows.

Whatever is not plainly well-formed raises `Odd`, and is left to the careful reader, which says
what is wrong with it or reads it.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from claimwise.data.coding import Codes, Words, factor, tidy
from claimwise.data.columns import Loaded, no_rows
from claimwise.data.content import Content, look_meanwhile
from claimwise.data.decimals import decimals
from claimwise.data.delimited import Delimited
from claimwise.data.numbers import OddScore, ScoreParser

Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]
QUOTE, NEWLINE, RETURN = 34, 10, 13
BLOCK = 1 << 22
LONGEST = 256  # bytes in a cell that is kept as a row of words
MOST = 1 << 29  # bytes of words that are kept for one column
MASKS = np.array([(1 << (8 * k)) - 1 for k in range(9)], dtype=np.uint64)


class Odd(Exception):
    """Something that is left to the careful reader."""


class Scanned(Delimited):
    """A large CSV or TSV file."""

    def _start(self) -> None:
        self._looking: Future[Content] = look_meanwhile(self.path)

    def content(self) -> Content:
        """Return what the file is made of; refuses what is no text."""
        return self._looking.result()

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some columns as labels and others as scores."""
        places = [self.names.index(name) for name in (*labels, *scores)]
        try:
            found = scan(self.path, self.delimiter, len(self.names), places, len(labels))
        except Odd:
            self.content()
            return super().load(labels, scores)
        self.content()
        coded, numbers = found
        rows = len(coded[0][0]) if coded else len(numbers[0])
        if not rows:
            raise no_rows(self.name)
        return Loaded(
            rows,
            {name: tidy(*column, name) for name, column in zip(labels, coded, strict=True)},
            dict(zip(scores, numbers, strict=True)),
        )


def scan(
    path: Path, delimiter: str, width: int, places: Sequence[int], labels: int, block: int = BLOCK
) -> tuple[list[tuple[Codes, list[str]]], list[NDArray[np.float64]]]:
    """Return some columns of a file with a header: the first ones as labels, the rest as scores.

    Labels come as codes and texts, as they are written.
    """
    if width < 2 or not places or sys.byteorder != "little":
        raise Odd
    kept: list[list[Words]] = [[] for _ in range(labels)]
    parsers = [ScoreParser() for _ in places[labels:]]
    numbers: list[list[NDArray[np.float64]]] = [[] for _ in parsers]
    with ThreadPoolExecutor(min(8, os.cpu_count() or 1)) as pool:

        def take(block: _Block) -> None:
            for words, column in zip(block.labels, kept, strict=True):
                column.append(words)
            for cells, parser, parts in zip(block.scores, parsers, numbers, strict=True):
                parts.append(cells.parsed(parser))

        waiting: deque[Future[_Block]] = deque()
        for number, raw in enumerate(_blocks(path, block)):
            header = int(number == 0)
            waiting.append(pool.submit(_cut, raw, ord(delimiter), width, places, labels, header))
            if len(waiting) > 4:
                take(waiting.popleft().result())
        while waiting:
            take(waiting.popleft().result())
        coded = list(pool.map(_coded, kept))
    return coded, [np.concatenate(parts) for parts in numbers]


class _Numbers:
    """The scores in a block, as far as they can be read without knowing the other blocks."""

    def __init__(self, words: Words) -> None:
        self.values: NDArray[np.float64] | None = None
        self.where: NDArray[Any]
        if words.shape[1] == 1:  # short numbers are repeated: read each of them once
            self.where, first = factor(words)
            self.words = words[first]
        else:
            self.values = decimals(words.view(np.uint8).reshape(len(words), -1))
            self.where = np.flatnonzero(np.isnan(self.values))
            self.words = words[self.where]

    def parsed(self, parser: ScoreParser) -> NDArray[np.float64]:
        """Return the scores; Odd if one of them is none."""
        try:
            if self.values is None:
                distinct = parser.parse(_texts(self.words))
                return np.asarray(distinct[self.where])
            if len(self.where) < len(self.values):
                parser.settle("number")
            self.values[self.where] = parser.parse(_texts(self.words))
            return self.values
        except OddScore as odd:
            raise Odd from odd


class _Block(NamedTuple):
    labels: list[Words]
    scores: list[_Numbers]


def _blocks(path: Path, size: int) -> Iterator[bytes]:
    """Yield the file in blocks that end with a row."""
    rest = b""
    with path.open("rb") as file:
        if file.read(3) != b"\xef\xbb\xbf":
            file.seek(0)
        while fresh := file.read(size):
            data = rest + fresh
            end = data.rfind(b"\n")
            while end >= 0 and data.count(b'"', 0, end) % 2:  # a newline inside a cell
                end = data.rfind(b"\n", 0, end)
            rest = data[end + 1 :]
            size = max(size, 2 * len(rest))  # a row may be longer than a block
            if end >= 0:
                yield data[: end + 1]
    if rest:
        yield rest + b"\n"


def _cut(
    data: bytes, delimiter: int, width: int, places: Sequence[int], labels: int, header: int
) -> _Block:
    """Return the wanted columns of a block."""
    raw = np.zeros(len(data) + LONGEST + 8, np.uint8)
    raw[: len(data)] = np.frombuffer(data, np.uint8)
    rows = raw[: len(data)]
    newline = rows == NEWLINE
    cut = rows == delimiter
    cut |= newline
    quotes = np.flatnonzero(rows == QUOTE) if b'"' in data else None
    if quotes is not None:
        _outside(rows, quotes, cut, newline)
    start, end = _rows(rows, newline, np.flatnonzero(cut), width)
    if b"\r" in data and len(end):
        returns = np.flatnonzero(rows == RETURN)
        if not (rows[returns + 1] == NEWLINE).all():  # the block ends with a newline
            raise Odd
        end[:, -1] -= (end[:, -1] > start[:, -1]) & (rows[end[:, -1] - 1] == RETURN)
    if quotes is not None:
        quoted = (rows[start] == QUOTE) & (end > start)
        start += quoted
        end -= quoted
    columns = (_words(raw, start[header:, c], end[header:, c]) for c in places)
    return _Block(list(islice(columns, labels)), [_Numbers(words) for words in columns])


def _outside(
    rows: Bytes, quotes: Places, cut: NDArray[np.bool_], newline: NDArray[np.bool_]
) -> None:
    """Leave only cuts outside quotation marks; refuse marks other than around a cell or doubled."""
    if len(quotes) % 2:
        raise Odd
    toggles = np.zeros(len(rows), np.uint8)
    toggles[quotes] = 1
    outside = np.bitwise_xor.accumulate(toggles) == 0  # closing marks count as outside
    cut &= outside
    newline &= outside
    opening, closing = quotes[0::2], quotes[1::2]
    before = rows[np.maximum(opening - 1, 0)]
    if not ((opening == 0) | cut[np.maximum(opening - 1, 0)] | (before == QUOTE)).all():
        raise Odd
    after = rows[closing + 1]
    if not (cut[closing + 1] | (after == QUOTE) | (after == RETURN)).all():
        raise Odd


def _rows(
    rows: Bytes, newline: NDArray[np.bool_], ends: Places, width: int
) -> tuple[Places, Places]:
    """Put the cells into rows of equal width; empty lines are left out."""
    start = np.empty_like(ends)
    if len(start):
        start[0], start[1:] = 0, ends[:-1] + 1
    lines = int(np.count_nonzero(newline))
    for _ in range(2):
        if len(ends) % width == 0:
            end = ends.reshape(-1, width)
            if len(end) == lines and newline[end[:, -1]].all():  # and so none elsewhere
                return start.reshape(-1, width), end
        first = np.ones(len(ends), dtype=bool)  # cells at the beginning of a line
        first[1:] = newline[ends[:-1]]
        length = ends - start
        empty = (length == 0) | ((length == 1) & (rows[start] == RETURN))
        keep = ~(first & newline[ends] & empty)
        ends, start = ends[keep], start[keep]
        lines -= len(keep) - len(ends)
    raise Odd


def _words(raw: Bytes, start: Places, end: Places) -> Words:
    """Return cells as rows of 8-byte words, with zeros behind their ends."""
    length = end - start
    longest = int(length.max(initial=0))
    if longest > LONGEST:
        raise Odd
    count = max(1, -(-longest // 8))
    windows = np.ndarray((len(raw) - 8 * count,), f"V{8 * count}", raw, strides=(1,))
    words = windows[start].view(np.uint64).reshape(-1, count)
    shortest = int(length.min(initial=longest))
    for j in range(count):
        if shortest < 8 * (j + 1):
            same = shortest == longest
            words[:, j] &= MASKS[np.clip((longest if same else length) - 8 * j, 0, 8)]
    return words


def _texts(words: Words) -> list[str]:
    if not len(words):
        return []
    joined = b"\0".join(words.view(f"S{8 * words.shape[1]}").ravel().tolist())
    try:
        return joined.decode().replace('""', '"').split("\0")
    except UnicodeDecodeError as error:  # the careful reader says where
        raise Odd from error


def _coded(blocks: list[Words]) -> tuple[Codes, list[str]]:
    """Return codes by first appearance, and their texts."""
    rows, count = sum(map(len, blocks)), max((b.shape[1] for b in blocks), default=1)
    if 8 * rows * count > MOST:
        raise Odd
    words = np.zeros((rows, count), np.uint64)
    at = 0
    while blocks:
        part = blocks.pop(0)  # no longer needed once it is copied
        words[at : at + len(part), : part.shape[1]] = part
        at += len(part)
    codes, first = factor(words)
    return codes, _texts(words[first])
