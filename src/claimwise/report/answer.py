"""What a presenter says of a Result: the anatomy of an answer, before any form of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from claimwise.core import Row
from claimwise.report.method import Account
from claimwise.report.numbers import NBSP
from claimwise.report.scale import PLAIN, Scale

if TYPE_CHECKING:
    from claimwise.report.comparison_rows import Compared

GOOD, BAD, OPEN = "good", "bad", "open"
TONES = {  # of words, those of other packages among them; what is not listed is open
    **dict.fromkeys(("BETTER", "PASS", "ENOUGH", "READY", "STOP"), GOOD),
    **dict.fromkeys(("WORSE", "FAIL", "TOO SMALL", "BROKEN", "CHANGED"), BAD),
}
LONG = 50  # characters of a cell that may be broken into lines
NAME, END = "\ue000", "\ue001"  # around the name of a system, for forms that can set it apart


class Table(NamedTuple):
    """A table: its title, its columns with the most important first, and rows of text."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def holds(self, column: int) -> Literal["number", "words", ""]:
        """What a column holds: numbers, which are set flush right, or texts of several lines.

        >>> Table("", ("p", "rank"), ((" .03", "1-2"), ("< .001", "a"))).holds(0)
        'number'
        """
        cells = [row[column] for row in self.rows if row[column]]
        if cells and all(cell.lstrip("+-<> .")[:1].isdigit() for cell in cells):
            return "number"
        return "words" if any(len(cell) > LONG for cell in cells) else ""


def table(title: str, header: list[str], rows: list[list[str]]) -> tuple[Table, ...]:
    """Return a table without columns that are empty; none at all without rows."""
    used = [i for i in range(len(header)) if any(row[i] for row in rows)]
    if not rows or not used:
        return ()
    body = tuple(tuple(row[i] for i in used) for row in rows)
    return (Table(title, tuple(header[i] for i in used), body),)


def named(name: str) -> str:
    """Return the name of a system, marked as one."""
    return f"{NAME}{name}{END}"


def pieces(text: str) -> list[tuple[str, bool]]:
    """Return the parts of a text in order, and of each whether it is the name of a system.

    >>> pieces(f"{named('new')} beats {named('old')}")
    [('new', True), (' beats ', False), ('old', True)]
    """
    first, *rest = text.split(NAME)
    parts = [(first, False)]
    for part in rest:
        name, _, after = part.partition(END)
        parts += [(name, True), (after, False)]
    return [part for part in parts if part[0]]


def unmarked(text: str) -> str:
    """Return a text without the marks around names."""
    return text.replace(NAME, "").replace(END, "")


def plain(text: str) -> str:
    """Return a text without the marks around names, and with usual spaces."""
    return unmarked(text).replace(NBSP, " ")


@dataclass(frozen=True, slots=True)
class Tile:
    """One number: what it is and of what, its value with unit and interval, the row it is from."""

    title: str
    value: str
    row: Row
    unit: str = ""
    range: str = ""
    short: str = ""
    target: float | None = None  # the power that is wanted
    answers: bool = False  # what was asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer of one kind of Result; its notes, figures and rows are added by `document`.

    Parameters
    ----------
    title, question
        The heading of a report, and what was asked or claimed.
    word : str
        The verdict in a word; empty without one.
    headline : str
        One sentence with size, uncertainty and direction.
    lines : tuple of str
        Facts below the headline, a line each.
    outlook : str
        What a study of this size can find.
    tiles : tuple of Tile
        The numbers that are shown large.
    tables : tuple of Table
        The few numbers behind the headline.
    brief : str
        Procedure, sidedness, alpha, what was read from the file: one line.
    more : tuple of Table
        Further tables.
    account : Account
        How it was reached.
    compared : tuple of Compared
        The comparisons in the order in which they are shown, for figures.
    ways : frozenset of str
        How the claim is judged: test, interval, posterior, bayes-factor, confidence sequence;
        empty where none is made.
    size : str
        How many items, ratings or judgements it is of.
    planned : bool
        Whether it was made before the data.
    scale : Scale
        The unit of differences and scores, for the table of every row.
    every_row : bool
        Whether the rows as a table are worth a place in a report.
    anchor : str
        By which the others of a page lead to it.
    """

    title: str
    question: str
    headline: str
    word: str = ""
    lines: tuple[str, ...] = ()
    outlook: str = ""
    tiles: tuple[Tile, ...] = ()
    tables: tuple[Table, ...] = ()
    brief: str = ""
    more: tuple[Table, ...] = ()
    account: Account = field(default_factory=Account)
    compared: tuple[Compared, ...] = ()
    ways: frozenset[str] = frozenset()
    size: str = ""
    planned: bool = False
    scale: Scale = PLAIN
    every_row: bool = True
    anchor: str = ""

    @property
    def tone(self) -> str:
        """Whether the verdict is good, bad or open; empty without one."""
        return TONES.get(self.word, OPEN) if self.word else ""
