"""How a table fits the width of a page in LaTeX: its font, its headings, which columns break."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

PAGE = 340.0  # points: the text of an article in 10 point
SIZES = ((r"\small", 4.7, 6.0), (r"\footnotesize", 4.3, 4.0), (r"\scriptsize", 4.1, 3.0))
BREAKS = re.compile(r"[\s_\[]|(?<=[-/])")  # where a cell may be broken
THIN = frozenset(" .,:;'!()ijlt")  # letters that take about half the room of others
NARROW = 10  # letters, below which no column is broken


@dataclass(frozen=True, slots=True)
class Layout:
    """The font of a table, the space around its columns, its headings, widths of broken columns."""

    size: str
    gap: float
    header: tuple[tuple[str, ...], ...]  # the lines of each heading
    broken: dict[int, float]  # column and its width in points


def layout(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout:
    """Return the greatest font in which a table fits the page, breaking columns if none does.

    Headings that are wider than the cells below them stand in lines, where that is of use.

    >>> layout(["a", "b"], [["1", "2"]])
    Layout(size='\\\\small', gap=6.0, header=(('a',), ('b',)), broken={})
    >>> layout(["a", "b"], [["word " * 30, "2"]]).broken
    {0: 323.9}
    """
    cells = [[str(row[i]) for row in rows] for i in range(len(header))]
    plain = tuple((name,) for name in header)
    stacked = tuple(
        _lines(name, _longest(below)) for name, below in zip(header, cells, strict=True)
    )
    for size, letter, gap in SIZES:
        for heads in (plain, stacked):
            widths = [_longest([*h, *below]) for h, below in zip(heads, cells, strict=True)]
            if sum(widths) * letter + 2 * gap * len(widths) <= PAGE:
                return Layout(size, gap, heads, {})
    left = PAGE - 2 * gap * len(widths) - sum(widths) * letter
    broken: dict[int, float] = {}
    for i in sorted(range(len(widths)), key=lambda i: -widths[i]):
        pieces = [piece for cell in (*heads[i], *cells[i]) for piece in BREAKS.split(cell)]
        least = max(NARROW, 1 + _longest(pieces))
        if left >= 0 or least >= widths[i]:
            continue
        kept = max(least * letter, widths[i] * letter + left)
        left += widths[i] * letter - kept
        broken[i] = round(kept, 1)
    return Layout(size, gap, heads, broken)


def _longest(texts: Sequence[str]) -> float:
    """Return the width of the widest text, in letters."""
    return max(map(_width, texts), default=0)


def _width(text: str) -> float:
    return sum(0.65 if letter in THIN else 1.0 for letter in text)


def _lines(name: str, width: float) -> tuple[str, ...]:
    """Return a heading in lines that are no longer than the cells below, or than its parts.

    >>> _lines("difference (points)", 5), _lines("org/model-7b", 7)
    (('difference', '(points)'), ('org/', 'model-', '7b'))
    """
    parts = re.split(r"(?<=[ /-])", name)
    room = max(width, _longest([part.strip(" ") for part in parts]))
    lines = [""]
    for part in parts:
        if lines[-1] and _width(lines[-1] + part.rstrip(" ")) > room:
            lines.append("")
        lines[-1] += part
    return tuple(line.strip(" ") for line in lines)
