"""A Result on the terminal: verdict, headline, table, cautions, method; the rest on demand."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence

from claimwise.core import Result, register
from claimwise.report.answer import BAD, GOOD, OPEN, Table, plain, unmarked
from claimwise.report.document import CHECKLIST, INTRODUCED, REPEAT, Document, document

NARROW, WIDE, USUAL = 60, 120, 80  # columns
MOST_ROWS = 40  # of a table without details
MOST_LINES = 60  # of an answer without details
COLOURS = {GOOD: "32", BAD: "31", OPEN: "33"}
BOLD, DIM, YELLOW = "1", "2", "33"
MORE = "--details shows the rest."


@register("report", "text")
def to_text(
    result: Result, *, width: int | None = None, colour: bool = False, details: bool = False
) -> str:
    """Return the answer in words, as wide as the terminal.

    Parameters
    ----------
    width : int, optional
        Columns, from 60 to 120; by default those of the terminal.
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
    page = _Page(min(max(columns, NARROW), WIDE), colour, details)
    page.answer(made)
    if details:
        page.rest(made)
    return "\n".join(page.lines) + page.cut()


class _Page:
    """The lines of a text, as they are written."""

    def __init__(self, width: int, colour: bool, details: bool) -> None:
        self.width, self.colour, self.details = width, colour, details
        self.lines: list[str] = []
        self.shortened = False

    def answer(self, made: Document) -> None:
        """Write what is read first."""
        indent = " " * (len(made.word) + 2) if made.word else ""
        head = self._filled(unmarked(made.headline), indent=indent)
        if made.word:
            marked = self._styled(made.word, BOLD, COLOURS.get(made.tone, ""))
            head[0] = f"{marked}  {head[0][len(indent) :]}"
        self.lines += head
        for line in made.lines:
            self.lines += self._filled(unmarked(line), indent=indent)
        if made.outlook:
            self.lines += self._filled(unmarked(made.outlook))
        for table in made.tables:
            self._table(table, alone=len(made.tables) == 1)
        if made.cautions:
            self.lines.append("")
        for note in made.cautions:
            lines = self._filled(f"Caution: {unmarked(note)}", after="  ")
            self.lines += [self._styled(lines[0][:8], BOLD, YELLOW) + lines[0][8:], *lines[1:]]
        if made.brief:
            if made.tables and not made.cautions:
                self.lines.append("")
            self.lines += [self._styled(line, DIM) for line in self._filled(unmarked(made.brief))]

    def rest(self, made: Document) -> None:
        """Write the details."""
        for section in made.details:
            self._heading(section.heading)
            for i, text in enumerate(section.texts):
                if i and not section.is_list:
                    self.lines.append("")
                start = "- " if section.is_list else ""
                for line in unmarked(text).splitlines():
                    self.lines += self._filled(f"{start}{line}", after="  " if start else "")
            for i, table in enumerate(section.tables):
                several = len(section.tables) > 1
                self._table(table, alone=not several, gap=several or bool(section.texts))
        if made.checklist:
            self._heading(CHECKLIST)
            self.lines += self._filled(INTRODUCED)
            for item in made.checklist:
                asked = f"- {item.question} {unmarked(item.answer)} ({item.source})"
                self.lines += self._filled(asked, after="  ")
        self._heading(REPEAT)
        self.lines += [text for text in (made.command, made.python, made.signature) if text]

    def cut(self) -> str:
        """Return what is said at the end of an answer of which a part is left out."""
        if self.details or (not self.shortened and len(self.lines) <= MOST_LINES):
            return ""
        del self.lines[MOST_LINES - 1 :]
        return f"\n{self._styled(MORE, DIM)}"

    def _heading(self, text: str) -> None:
        self.lines += ["", self._styled(text, BOLD)]

    def _table(self, table: Table, *, alone: bool = True, gap: bool = True) -> None:
        """Write a table; its last columns are left out where it is too wide."""
        rows = table.rows if self.details else table.rows[:MOST_ROWS]
        self.shortened = self.shortened or len(rows) < len(table.rows)
        cells = [table.header, *rows]
        widths = [max(len(plain(row[i])) for row in cells) for i in range(len(table.header))]
        kept = len(widths)
        while not self.details and kept > 1 and sum(widths[:kept]) + 2 * (kept - 1) > self.width:
            kept -= 1
        self.shortened = self.shortened or kept < len(widths)
        numeric = [is_numeric(rows, i) for i in range(kept)]
        self.lines += [""] if gap else []
        if table.title and not alone:
            self.lines.append(self._styled(table.title, BOLD))
        for i, row in enumerate(cells):
            placed = zip((plain(cell) for cell in row[:kept]), widths, numeric, strict=False)
            line = "  ".join(c.rjust(w) if right else c.ljust(w) for c, w, right in placed)
            self.lines.append(self._styled(line.rstrip(), *([] if i else [DIM])))
        if len(rows) < len(table.rows):
            self.lines.append(f"... and {len(table.rows) - len(rows)} more")

    def _filled(self, text: str, *, indent: str = "", after: str = "") -> list[str]:
        lines = textwrap.wrap(
            text,
            self.width,
            initial_indent=indent,
            subsequent_indent=indent + after,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return [plain(line) for line in lines] or [""]

    def _styled(self, text: str, *codes: str) -> str:
        known = ";".join(code for code in codes if code)
        return f"\x1b[{known}m{text}\x1b[0m" if self.colour and known else text


def is_numeric(rows: Sequence[Sequence[str]], column: int) -> bool:
    """Whether a column holds numbers, and is set flush right.

    >>> is_numeric([["+1.0"], ["< .001"], ["59.3%"]], 0), is_numeric([["1-2"], ["a"]], 0)
    (True, False)
    """
    cells = [row[column] for row in rows if row[column]]
    return bool(cells) and all(cell.lstrip("+-<> .")[:1].isdigit() for cell in cells)
