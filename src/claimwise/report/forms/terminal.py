"""A Result on the terminal: verdict, headline, table, cautions, method; the rest on demand."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Sequence
from typing import NamedTuple, TextIO
from unicodedata import category

from claimwise.core import Result, register
from claimwise.report.answer import BAD, GOOD, OPEN, Table, pieces, plain, unmarked
from claimwise.report.document import Document, Section, document
from claimwise.report.kinds import answer_of
from claimwise.report.names import cell_len, short_names
from claimwise.report.tables import every_row

NARROW, WIDE, USUAL = 60, 120, 80  # columns
ROWS = (40, 30, 20, 15, 10, 5)  # of a table: the first of these with which the answer is short
MOST_LINES = 60  # of an answer without details
COLOURS = {GOOD: "32", BAD: "31", OPEN: "33"}
BOLD, DIM, YELLOW = "1", "2", "33"
DETAILS = "--details"
FILLER = "\ue002"  # stands for the second half of a wide letter while lines are filled
LETTERS = (46, 38, 32, 28, 24, 20, 16)  # of a name; where the least are too many a column goes
SPACES = str.maketrans("\n\r\t", "   ")
CONTROL = ("Cc", "Cf", "Cs", "Zl", "Zp")  # classes of Unicode: some erase text, or turn it round
JOINERS = "\u200c\u200d"  # of the same classes, but some scripts need them
Cells = Sequence[Sequence[str]]


@register("report", "text")
def to_text(
    result: Result, *, width: int | None = None, colour: bool = False, details: bool = False
) -> str:
    """Return the answer in words, as wide as the terminal.

    Parameters
    ----------
    width : int, optional
        Columns, from 60 to 120; by default those of the terminal, and 80 without one.
    colour : bool
        Whether to colour the verdict and dim the method.
    details : bool
        Whether everything else follows.
    """
    made = document(result, figures=False)
    return text_of(made, width=width, colour=colour, details=details)


def text_of(
    made: Document, *, width: int | None = None, colour: bool = False, details: bool = False
) -> str:
    """Return the text that shows a document."""
    columns = width or shutil.get_terminal_size((USUAL, 24)).columns
    columns = min(max(columns, NARROW), WIDE)
    if details:
        page = _Page(columns, colour, rows=None)
        page.answer(made)
        page.rest(made)
        return "\n".join(page.lines)
    for rows in ROWS:
        page = _Page(columns, colour, rows=rows)
        page.answer(made)
        if len(page.lines) <= MOST_LINES:
            return "\n".join(page.lines)
    return "\n".join([*page.lines[: MOST_LINES - 1], f"... the rest with {DETAILS}"])


def to_table(result: Result) -> str:
    """Return all rows of a result as lines of text, as wide as they are."""
    result = result.shown()
    tables = every_row(result, answer_of(result).scale)
    return "\n".join(line for one in map(table_lines, tables) for line in (*one.header, *one.rows))


def wants_colour(stream: TextIO) -> bool:
    """Whether what is written there may be coloured: on a terminal, unless somebody minds."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class _Page:
    """The lines of a text, as they are written; all rows of a table where `rows` is None."""

    def __init__(self, width: int, colour: bool, rows: int | None) -> None:
        self.width, self.colour, self.rows = width, colour, rows
        self.lines: list[str] = []

    def answer(self, made: Document) -> None:
        """Write what is read first."""
        indent = " " * (len(made.word) + 2) if made.word else ""
        head = self._filled(made.headline, indent=indent)
        if made.word:
            marked = self._styled(made.word, BOLD, COLOURS.get(made.tone, ""))
            head[0] = f"{marked}  {head[0][len(indent) :]}"
        self.lines += head
        for line in made.lines:
            self.lines += self._filled(line, indent=indent)
        if made.outlook:
            self.lines += self._filled(made.outlook)
        for table in made.tables:
            self._table(table, alone=len(made.tables) == 1)
        if made.cautions:
            self.lines.append("")
        for note in made.cautions:
            lines = self._filled(f"Caution: {note}", after="  ")
            self.lines += [self._styled(lines[0][:8], BOLD, YELLOW) + lines[0][8:], *lines[1:]]
        if made.brief:
            if made.tables and not made.cautions:
                self.lines.append("")
            self.lines += [self._styled(line, DIM) for line in self._filled(made.brief)]

    def rest(self, made: Document) -> None:
        """Write the details."""
        for section in made.details:
            self.lines += ["", self._styled(section.heading, BOLD)]
            self._texts(section)
            for i, table in enumerate(section.untitled):
                self._table(table, alone=False, gap=bool(section.texts) or i > 0)

    def _texts(self, section: Section) -> None:
        for i, text in enumerate(section.texts):
            lines = text.split("\n")
            if section.style == "code":
                self.lines += map(shown, lines)
            elif section.style == "points":
                self.lines += self._filled(f"- {text}", after="  ")
            else:
                self.lines += [""] if i else []
                self.lines += [part for line in lines for part in self._filled(line)]

    def _table(self, table: Table, *, alone: bool = True, gap: bool = True) -> None:
        """Write a table, and in a line what of it is left out."""
        width = None if self.rows is None else self.width
        made = table_lines(table, width, self.rows)
        self.lines += [""] if gap else []
        if table.title and not alone:
            self.lines += [self._styled(line, BOLD) for line in self._filled(table.title)]
        self.lines += [*(self._styled(line, DIM) for line in made.header), *made.rows]
        more = len(table.rows) - len(made.rows)
        missing = [f"{more:,} more row{'' if more == 1 else 's'}"] if more else []
        if missing or made.left_out:
            self.lines.append(self._styled(self._left_out(missing, made.left_out), DIM))

    def _left_out(self, missing: list[str], columns: list[str]) -> str:
        """Return a line that says what of a table is not shown: columns by name, if they fit."""
        line = f"left out: {', '.join([*missing, *columns])}; {DETAILS}"
        if cell_len(line) <= self.width:
            return line
        return f"left out: {', '.join([*missing, f'{len(columns)} columns'])}; {DETAILS}"

    def _filled(self, text: str, *, indent: str = "", after: str = "") -> list[str]:
        """Return lines of at most the width; no name or number with its unit is broken."""
        letters = shown(unmarked(text))
        lines = textwrap.wrap(
            "".join(letter + FILLER * (cell_len(letter) - 1) for letter in letters),
            self.width,
            initial_indent=indent,
            subsequent_indent=indent + after,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return [plain(line.replace(FILLER, "")) for line in lines] or [""]

    def _styled(self, text: str, *codes: str) -> str:
        known = ";".join(code for code in codes if code)
        return f"\x1b[{known}m{text}\x1b[0m" if self.colour and known else text


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
