"""A table as lines of text: aligned, within the width there is, and what was left out for it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import category

from claimwise.report.answer import Table, pieces, plain, unmarked
from claimwise.report.names import cell_len, short_names

LETTERS = (46, 38, 32, 28, 24, 20, 16)  # of a name; where the least are too many a column goes
SPACES = str.maketrans("\n\r\t", "   ")
CONTROL = ("Cc", "Cf", "Cs", "Zl", "Zp")  # classes of Unicode: some erase text, or turn it round
JOINERS = "\u200c\u200d"  # of the same classes, but some scripts need them
Cells = Sequence[Sequence[str]]


class Lines(NamedTuple):
    """A table as text: the lines of its header, those of its rows, columns that had no room."""

    header: list[str]
    rows: list[str]
    left_out: list[str]


def table_lines(table: Table, width: int | None = None, rows: int | None = None) -> Lines:
    """Return a table within so many columns of the terminal, or as wide as it is.

    Where it is too wide its header is broken into lines, then long names lose their middle, then
    the last columns are left out. `rows` is how many of its rows are wanted, by default all.
    """
    header = [shown(cell) for cell in table.header]
    body = [[shown(cell) for cell in row] for row in table.rows[:rows]]
    right = [table.is_number(i) for i in range(len(header))]
    made = _aligned(header, body, right)
    kept = len(header)
    while width is not None and made.width > width and kept:
        columns = [row[:kept] for row in (header, *body)]
        for letters in (max(made.width, LETTERS[0]), *LETTERS):
            names, *cells = _shortened(columns, letters, right)
            made = _aligned(names, cells, right, broken=True)
            if made.width <= width:
                break
        else:
            kept -= 1
    left_out = [plain(name) for name in header[max(kept, 1) :] if name]
    return Lines(made.header, made.rows, left_out)


class _Aligned(NamedTuple):
    header: list[str]
    rows: list[str]
    width: int


def _aligned(
    header: Sequence[str], body: Cells, right: Sequence[bool], *, broken: bool = False
) -> _Aligned:
    """Return lines with the cells below each other; a broken header is no wider than need be."""
    texts = [[plain(cell) for cell in row] for row in body]
    columns: list[tuple[str, ...]] = list(zip(*texts, strict=True)) or [()] * len(header)
    widths = [max(map(cell_len, column), default=0) for column in columns]
    heads = [
        _broken(name, width) if broken else [plain(name)]
        for name, width in zip(header, widths, strict=True)
    ]
    widths = [max([w, *map(cell_len, h)]) for w, h in zip(widths, heads, strict=True)]
    deep = max(map(len, heads))
    above = [[""] * (deep - len(lines)) + lines for lines in heads]
    lines = [
        "  ".join(map(_placed, row, widths, right)).rstrip()
        for row in (*zip(*above, strict=True), *texts)
    ]
    return _Aligned(lines[:deep], lines[deep:], max(map(cell_len, lines)))


def _broken(name: str, width: int) -> list[str]:
    """Return a heading in lines that are as wide as the cells below it, or as its longest word."""
    longest = max(map(cell_len, name.split(" ")))
    lines = textwrap.wrap(name, max(width, longest), break_on_hyphens=False)
    return [plain(line) for line in lines] or [""]


def _placed(text: str, width: int, right: bool) -> str:
    room = " " * (width - cell_len(text))
    return room + text if right else text + room


def _shortened(cells: Cells, letters: int, right: Sequence[bool]) -> list[list[str]]:
    """Return the cells with names of at most so many letters, and other words of twice as many."""
    split = [[pieces(cell) for cell in row] for row in cells]
    names = short_names((p for row in split for cell in row for p, name in cell if name), letters)
    words = [
        {} if right[i] else short_names((row[i] for row in cells[1:]), 2 * letters)
        for i in range(len(cells[0]))
    ]
    made = []
    for row, parts in zip(cells, split, strict=True):
        texts = ["".join(names[p] if name else p for p, name in cell) for cell in parts]
        marked = [unmarked(cell) != cell for cell in row]
        made.append(
            [
                t if m else words[i].get(t, t)
                for i, (t, m) in enumerate(zip(texts, marked, strict=True))
            ]
        )
    return made


def shown(text: str) -> str:
    r"""Return a text on one line, in which control characters are spelled and do nothing.

    >>> shown("a\x1b[31mb\nc")
    'a\\x1b[31mb c'
    """
    return "".join(
        letter if letter in JOINERS or category(letter) not in CONTROL else ascii(letter)[1:-1]
        for letter in text.translate(SPACES)
    )
