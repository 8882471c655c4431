"""A Result on the terminal: verdict, headline, table, cautions, method; the rest on demand."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from typing import NamedTuple, TextIO

from claimwise.core import Result, display, register
from claimwise.report.answer import BAD, END, GOOD, NAME, OPEN, Table, pieces, plain
from claimwise.report.document import Document, document
from claimwise.report.forms.writer import Writer, filled, joined
from claimwise.report.kinds import answer_of
from claimwise.report.names import cell_len, short_names
from claimwise.report.tables import every_row

NARROW, WIDE, USUAL = 60, 120, 80  # columns
ROWS = (40, 30, 20, 15, 10, 5)  # of a table: the first of these with which the answer is short
MOST_LINES = 60  # of an answer without details
COLOURS = {GOOD: "32", BAD: "31", OPEN: "33"}
BOLD, DIM, YELLOW = "1", "2", "33"
DETAILS, CAUTION = "--details", "Caution:"
LETTERS = (46, 38, 32, 28, 24, 20, 16)  # of a name; where the least are too many a column goes
FEWEST, LEAST = 5, (12, 9)  # columns that are kept, such as places and a verdict, by fewer letters
SPACES = str.maketrans("\n\r\t", "   ")
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
    made = document(result, figures=False, details=details)
    return text_of(made, width=width, colour=colour, details=details)


def text_of(
    made: Document, *, width: int | None = None, colour: bool = False, details: bool = False
) -> str:
    """Return the text that shows a document."""
    columns = width or shutil.get_terminal_size((USUAL, 24)).columns
    columns = min(max(columns, NARROW), WIDE)
    if details:
        page = _Page(columns, colour, rows=None)
        return joined([*page.first(made), *page.rest(made)])
    for rows in ROWS:
        lines = joined(_Page(columns, colour, rows=rows).first(made)).split("\n")
        if len(lines) <= MOST_LINES:
            return "\n".join(lines)
    return "\n".join([*lines[: MOST_LINES - 1], f"... the rest with {DETAILS}"])


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


class _Page(Writer):
    """The parts of a text; with all rows and columns of a table where `rows` is None."""

    def __init__(self, width: int, colour: bool, rows: int | None) -> None:
        """Keep how wide a line may be, whether it has colours, how many rows a table has."""
        self.width, self.colour, self.rows = width, colour, rows

    def plain(self, text: str) -> str:
        """Write words on one line."""
        return one_line(text)

    def text(self, text: str, first: str = "", later: str = "") -> str:
        """Write a text in lines, of which the first and the later ones begin so."""
        return "\n".join(filled(super().text(text), self.width, first, later))

    def tables(self, made: Document) -> tuple[Table, ...]:
        """Return the tables that are read first: no others, and one alone without its title."""
        alone = len(made.tables) == 1
        return tuple(one._replace(title="") for one in made.tables) if alone else made.tables

    def first(self, made: Document) -> list[str]:
        """Write what is read first; the method stands with the cautions, or else below."""
        answer, *parts, cautions, brief = super().first(made)
        tables = [part for part in parts if part]  # no figure
        if cautions:
            return [answer, *tables, joined([cautions, brief], "\n")]
        return [answer, *tables, brief] if tables else [joined([answer, brief], "\n")]

    def answer(self, made: Document) -> str:
        """Write the verdict, and next to it the headline and the facts."""
        indent = " " * (len(made.word) + 2) if made.word else ""
        text = "\n".join(self.text(one, indent, indent) for one in (made.headline, *made.lines))
        if made.word:
            word = self._styled(made.word, BOLD, COLOURS.get(made.tone, ""))
            text = word + text[len(made.word) :]
        return joined([text, self.text(made.outlook)], "\n")

    def table(self, table: Table) -> str:
        """Write a table, and in a line what of it is left out: columns by name, if they fit."""
        made = table_lines(table, None if self.rows is None else self.width, self.rows)
        more = len(table.rows) - len(made.rows)
        missing = [f"{more:,} more row{'' if more == 1 else 's'}"] if more else []
        columns = made.left_out
        left = f"left out: {', '.join([*missing, *columns])}; {DETAILS}"
        if cell_len(left) > self.width:
            left = f"left out: {', '.join([*missing, f'{len(columns)} columns'])}; {DETAILS}"
        title, header = self.text(table.title), "\n".join(made.header)
        above = [self._styled(title, BOLD)] if title else []
        below = [self._styled(left, DIM)] if missing or columns else []
        return "\n".join([*above, self._styled(header, DIM), *made.rows, *below])

    def cautions(self, cautions: Sequence[str]) -> str:
        """Write what stands apart."""
        mark, styled = CAUTION, self._styled(CAUTION, BOLD, YELLOW)
        texts = (self.text(f"{mark} {note}", later="  ") for note in cautions)
        return "\n".join(styled + text[len(mark) :] for text in texts)

    def brief(self, brief: str) -> str:
        """Write the line of the method, dimmed."""
        return self._styled(self.text(brief), DIM)

    def points(self, texts: Sequence[str]) -> str:
        """Write the points of a list."""
        return "\n".join(self.text(f"- {text}", later="  ") for text in texts)

    def code(self, texts: Sequence[str]) -> str:
        """Write lines as they are."""
        return "\n".join(one_line(line) for text in texts for line in text.split("\n"))

    def part(self, heading: str, inside: str) -> str:
        """Write a heading and what is below it."""
        return f"{self._styled(heading, BOLD)}\n{inside}"

    def _styled(self, text: str, *codes: str) -> str:
        """Return a text with each of its lines in these colours, where colours are wanted."""
        known = ";".join(filter(None, codes))
        if not self.colour or not known:
            return text
        return "\n".join(f"\x1b[{known}m{line}\x1b[0m" for line in text.split("\n"))


class Lines(NamedTuple):
    """A table as text: the lines of its header, those of its rows, columns that had no room."""

    header: list[str]
    rows: list[str]
    left_out: Sequence[str] = ()

    @property
    def width(self) -> int:
        """How many columns of a terminal it takes."""
        return max(map(cell_len, (*self.header, *self.rows)))


def table_lines(table: Table, width: int | None = None, rows: int | None = None) -> Lines:
    """Return a table within so many columns of the terminal, or as wide as it is.

    Where it is too wide its header is broken into lines, then long names lose their middle, then
    the last columns are left out. `rows` is how many of its rows are wanted, by default all.
    """
    cells = [[one_line(cell) for cell in row] for row in (table.header, *table.rows[:rows])]
    right = [table.holds(i) == "number" for i in range(len(table.header))]
    made, kept = _aligned(cells, right), len(right)
    while width is not None and made.width > width and kept:
        columns = [row[:kept] for row in cells]
        for letters in (max(made.width, LETTERS[0]), *LETTERS, *(LEAST if kept <= FEWEST else ())):
            made = _aligned(_shortened(columns, letters), right, broken=True)
            if made.width <= width:
                break
        else:
            kept -= 1
    left_out = [plain(name) for name in cells[0][max(kept, 1) :] if name]
    return made._replace(left_out=left_out)


def _aligned(cells: Cells, right: Sequence[bool], *, broken: bool = False) -> Lines:
    """Return lines with the cells below each other; a broken header is no wider than need be."""
    header, *body = ([plain(cell) for cell in row] for row in cells)
    widths = [max((cell_len(row[i]) for row in body), default=0) for i in range(len(header))]
    heads = [
        filled(name, max(width, *map(cell_len, name.split(" ")))) if broken else [name]
        for name, width in zip(header, widths, strict=True)
    ]
    widths = [max([w, *map(cell_len, h)]) for w, h in zip(widths, heads, strict=True)]
    deep = max(map(len, heads))
    above = [[""] * (deep - len(lines)) + lines for lines in heads]
    lines = [
        "  ".join(map(_placed, row, widths, right)).rstrip()
        for row in (*zip(*above, strict=True), *body)
    ]
    return Lines(lines[:deep], lines[deep:])


def _placed(text: str, width: int, right: bool) -> str:
    room = " " * (width - cell_len(text))
    return room + text if right else text + room


def _shortened(cells: Cells, letters: int) -> list[list[str]]:
    """Return the cells with names of at most so many letters, and other words of twice as many."""
    split = [[pieces(cell) for cell in row] for row in cells]
    names = short_names((p for row in split for cell in row for p, name in cell if name), letters)
    below = (p for row in split[1:] for cell in row for p, name in cell if not name)
    words = short_names(below, 2 * letters)
    return [
        ["".join(names[p] if name else words.get(p, p) for p, name in cell) for cell in row]
        for row in split
    ]


def one_line(text: str) -> str:
    r"""Return a text on one line, in which control characters are spelled and do nothing.

    >>> one_line("a\x1b[31mb\nc")
    'a\\x1b[31mb c'
    """
    return display.shown(text.translate(SPACES), keep=NAME + END)
