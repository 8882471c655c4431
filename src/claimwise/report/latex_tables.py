"""How a table fits the width of a page in LaTeX: its font, and which columns are broken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

PAGE = 340.0  # points: the text of an article in 10 point
SIZES = ((r"\small", 4.7, 6.0), (r"\footnotesize", 4.3, 6.0), (r"\scriptsize", 4.1, 3.0))
BREAKS = re.compile(r"[\s_\[]")  # where a cell may be broken
NARROW = 10  # letters, below which no column is broken


@dataclass(frozen=True, slots=True)
class Layout:
    """The font of a table, the space beside its columns, and the widths of broken ones."""

    size: str
    beside: float
    broken: dict[int, float]  # column and its width in points


def layout(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout:
    """Return the greatest font in which a table fits the page, breaking columns if none does.

    >>> layout(["a", "b"], [["1", "2"]])
    Layout(size='\\\\small', beside=6.0, broken={})
    >>> layout(["a", "b"], [["word " * 30, "2"]]).broken
    {0: 323.9}
    """
    columns = [[str(row[i]) for row in (header, *rows)] for i in range(len(header))]
    widths = [max(len(cell) for cell in cells) for cells in columns]
    for size, letter, beside in SIZES:
        if sum(widths) * letter + 2 * beside * len(widths) <= PAGE:
            return Layout(size, beside, {})
    size, letter, beside = SIZES[-1]
    left = PAGE - 2 * beside * len(widths) - sum(widths) * letter
    broken: dict[int, float] = {}
    for i in sorted(range(len(widths)), key=lambda i: -widths[i]):
        pieces = [piece for cell in columns[i] for piece in BREAKS.split(cell)]
        least = max(NARROW, 1 + max(len(piece) for piece in pieces))
        if left >= 0 or least >= widths[i]:
            continue
        kept = max(least * letter, widths[i] * letter + left)
        left += widths[i] * letter - kept
        broken[i] = round(kept, 1)
    return Layout(size, beside, broken)
