"""Large CSV and TSV files, block by block, with NumPy in the place of a loop over rows.

Whatever is not plainly well-formed raises `Odd`; the reader of rows then says what is wrong, or
reads it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from claimwise.data.coding import Coder, factor
from claimwise.data.columns import Loaded, no_rows
from claimwise.data.delimited import Delimited
from claimwise.data.numbers import OddScore, ScoreParser

Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]
QUOTE, NEWLINE, RETURN = 34, 10, 13
BLOCK = 1 << 25
LONGEST = 1 << 11  # bytes of a label that are worth a row of a matrix
MASKS = np.array([0] + [(1 << (8 * k)) - 1 for k in range(1, 9)], dtype=np.uint64)


class Odd(Exception):
    """Something that the fast reader leaves to the careful one."""


class Scanned(Delimited):
    """A CSV or TSV file of which the columns are loaded block by block."""

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some columns as labels and others as scores."""
        places = [self.names.index(name) for name in (*labels, *scores)]
        try:
            coders, numbers = scan(
                self.path, self.delimiter, len(self.names), places, labels=len(labels)
            )
        except Odd:
            return super().load(labels, scores)
        coded = {name: c.finish(name) for name, c in zip(labels, coders, strict=True)}
        scored = dict(zip(scores, numbers, strict=True))
        lengths = [len(column) for column in coded.values()]
        rows = max(lengths + [len(column) for column in numbers], default=0)
        if not rows:
            raise no_rows(self.who, self.name)
        return Loaded(rows, coded, scored)


def scan(
    path: Path, delimiter: str, width: int, places: Sequence[int], labels: int, block: int = BLOCK
) -> tuple[list[Coder], list[NDArray[np.float64]]]:
    """Return some columns of a file with a header: the first ones as labels, the rest as scores."""
    if width < 2:
        raise Odd
    coders = [Coder() for _ in places[:labels]]
    parsers = [ScoreParser() for _ in places[labels:]]
    numbers: list[list[NDArray[np.float64]]] = [[] for _ in parsers]
    header = 1
    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        for data in _blocks(path, block):
            start, end = _cells(data, ord(delimiter), width)
            skip = min(header, len(start))
            start, end, header = start[skip:], end[skip:], header - skip
            if not len(start):
                continue
            columns = pool.map(
                lambda k, raw=data.bytes, s=start, e=end: _texts(
                    raw, s[:, places[k]], e[:, places[k]], always=k < labels
                ),
                range(len(places)),
            )
            for k, (codes, texts) in enumerate(columns):
                if k < labels:
                    coders[k].add_coded(codes, texts)
                    continue
                try:
                    numbers[k - labels].append(parsers[k - labels].parse(texts)[codes])
                except OddScore as odd:
                    raise Odd from odd
    return coders, [np.concatenate(parts) if parts else np.empty(0) for parts in numbers]


class _Block:
    """Bytes that begin with a row, with room behind them, and how many of them were rows."""

    def __init__(self, data: bytearray, length: int, final: bool) -> None:
        self.data, self.length, self.final, self.used = data, length, final, 0
        self.bytes: Bytes = np.frombuffer(data, np.uint8)

    def has(self, byte: bytes) -> bool:
        """Whether a byte occurs; much quicker than to look for all its places."""
        return self.data.find(byte, 0, self.length) >= 0


def _blocks(path: Path, size: int) -> Iterator[_Block]:
    """Yield the file in blocks; what a block leaves over begins the next."""
    rest = b""
    with path.open("rb") as file:
        if file.read(3) != b"\xef\xbb\xbf":
            file.seek(0)
        while True:
            data = bytearray(len(rest) + size + LONGEST + 8)
            data[: len(rest)] = rest
            with memoryview(data) as view:
                fresh = file.readinto(view[len(rest) : len(rest) + size])
            length, final = len(rest) + fresh, fresh < size
            if final and length and data[length - 1] != NEWLINE:
                data[length] = NEWLINE
                length += 1
            block = _Block(data, length, final)
            yield block
            if final:
                return
            rest = bytes(data[block.used : length])
            size = max(size, 2 * len(rest))  # a row may be longer than a block


def _cells(data: _Block, delimiter: int, width: int) -> tuple[Places, Places]:
    """Return where the cells of each row start and end; notes how many bytes the rows take."""
    raw = data.bytes[: data.length]
    newline = raw == NEWLINE
    cut = raw == delimiter
    cut |= newline
    quotes = np.flatnonzero(raw == QUOTE) if data.has(b'"') else np.empty(0, np.int64)
    if len(quotes):
        inside = np.zeros(len(raw) + 1, np.uint8)
        inside[quotes + 1] = 1
        outside = (np.bitwise_xor.accumulate(inside)[:-1] == 0) & (raw != QUOTE)
        cut &= outside
        newline &= outside
    ends = np.flatnonzero(cut)
    last = len(ends) - 1
    while last >= 0 and not newline[ends[last]]:
        last -= 1
    data.used = used = int(ends[last]) + 1 if last >= 0 else 0
    if data.final and used != data.length:
        raise Odd  # an open quotation mark
    ends = ends[: last + 1]
    if len(quotes):
        _check_quotes(raw, cut, quotes[quotes < used])
    start, end = _rows(raw, newline, ends, width)
    if data.has(b"\r") and len(end):
        _check_returns(raw[:used])
        end[:, -1] -= (end[:, -1] > start[:, -1]) & (raw[end[:, -1] - 1] == RETURN)
    if len(quotes):
        quoted = (raw[start] == QUOTE) & (end > start)
        start += quoted
        end -= quoted
    return start, end


def _rows(
    raw: Bytes, newline: NDArray[np.bool_], ends: Places, width: int
) -> tuple[Places, Places]:
    """Put the cells into rows of equal width; empty lines are left out."""
    start = np.empty_like(ends)
    if len(start):
        start[0], start[1:] = 0, ends[:-1] + 1
    for _ in range(2):
        if len(ends) % width == 0:
            end = ends.reshape(-1, width)
            closed = newline[end]
            if closed[:, -1].all() and not closed[:, :-1].any():
                return start.reshape(-1, width), end.copy()
        after = np.empty(len(ends), dtype=bool)  # cells at the beginning of a line
        after[:1], after[1:] = True, newline[ends[:-1]]
        length = ends - start
        empty = (length == 0) | ((length == 1) & (raw[start] == RETURN))
        keep = ~(after & newline[ends] & empty)
        ends, start = ends[keep], start[keep]
    raise Odd


def _check_quotes(raw: Bytes, cut: NDArray[np.bool_], quotes: Places) -> None:
    """Refuse quotation marks other than around a cell and doubled inside one."""
    if len(quotes) % 2:
        raise Odd
    opening, closing = quotes[0::2], quotes[1::2]
    before = np.maximum(opening - 1, 0)
    if not ((opening == 0) | cut[before] | (raw[before] == QUOTE)).all():
        raise Odd
    after = np.minimum(closing + 1, len(raw) - 1)
    followed = cut[after] | (raw[after] == QUOTE) | (raw[after] == RETURN)
    if not followed.all():
        raise Odd


def _check_returns(raw: Bytes) -> None:
    returns = np.flatnonzero(raw == RETURN)
    if len(returns) and not (raw[np.minimum(returns + 1, len(raw) - 1)] == NEWLINE).all():
        raise Odd


def _texts(
    raw: Bytes, start: Places, end: Places, always: bool
) -> tuple[NDArray[np.int32] | slice, list[str]]:
    """Return the different texts of a column, by first appearance, and each row's number.

    Unless `always`, long texts, which will hardly be repeated, come as they are.
    """
    length = end - start
    longest = int(length.max())
    if longest > LONGEST or len(length) * longest > 8 * len(raw):
        coder = Coder()
        spans = zip(start.tolist(), end.tolist(), strict=True)
        texts = [raw[s:e].tobytes().decode().replace('""', '"') for s, e in spans]
        return coder.codes(texts), coder.labels
    count = max(1, -(-longest // 8))
    windows = np.ndarray((len(raw) - 8 * count,), f"V{8 * count}", raw, strides=(1,))
    words = windows[start].view(np.uint64).reshape(-1, count)
    if int(length.min()) < 8 * count:
        for j in range(count):
            words[:, j] &= MASKS[np.clip(length - 8 * j, 0, 8)]
    codes: NDArray[np.int32] | slice = slice(None)
    if always or count == 1:
        codes, first = factor(words)
        words = words[first]
    joined = b"\0".join(words.view(f"S{8 * count}").ravel().tolist()).decode()
    return codes, joined.replace('""', '"').split("\0")
