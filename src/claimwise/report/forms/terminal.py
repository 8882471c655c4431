"""A Result on the terminal: verdict, headline, table, cautions, method; the rest on demand."""

from __future__ import annotations

import os
import shutil
import textwrap
from typing import TextIO

from claimwise.core import Result, register
from claimwise.report.answer import BAD, GOOD, OPEN, Table, plain, unmarked
from claimwise.report.document import Document, Section, document
from claimwise.report.forms.terminal_tables import shown, table_lines
from claimwise.report.kinds import answer_of
from claimwise.report.names import cell_len
from claimwise.report.tabled import every_row

NARROW, WIDE, USUAL = 60, 120, 80  # columns
ROWS = (40, 30, 20, 15, 10, 5)  # of a table: the first of these with which the answer is short
MOST_LINES = 60  # of an answer without details
COLOURS = {GOOD: "32", BAD: "31", OPEN: "33"}
BOLD, DIM, YELLOW = "1", "2", "33"
DETAILS = "--details"
FILLER = "\ue002"  # stands for the second half of a wide letter while lines are filled


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
            self._heading(section.heading)
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

    def _heading(self, text: str) -> None:
        self.lines += ["", self._styled(text, BOLD)]

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
