"""A Result as Markdown, for a pull request: the answer in a few words, the rest folded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from claimwise.core import Result
from claimwise.report.answer import Table, pieces, unmarked
from claimwise.report.document import Document, Section, documents
from claimwise.report.forms.form import form

OPEN_WORDS = 195  # that are read without opening anything
FOR_TABLES = 40  # of them kept for each of two tables, where there are many cautions
FEWEST_ROWS = 2  # of a table, if all of it is too long
USEFUL_COLUMNS, FEWEST_COLUMNS = 7, 5  # with the verdict, and without it
GAP, DOT = "   ", " \u00b7 "  # between facts on one line
DETAILS, FULL, CAUTIONS, FIGURES = "Details", "Tables in full", "More cautions", "Figures"


@form(
    "markdown",
    title="Markdown",
    endings=(".md",),
    any_ending=True,
    mime="text/markdown",
    help="Also write a report in Markdown.",
)
def to_markdown(result: Result, **how: Any) -> str:
    """Return the report as Markdown; arguments as in `documents`."""
    return "\n".join(map(markdown_text, documents(result, **how)))


def markdown_text(made: Document) -> str:
    """Return the Markdown that shows a document: few words open, the rest in <details>."""
    word = f"**{_plain(made.word)}** " if made.word else ""
    lines = [
        f"{word}{_sentence(made.headline)}",
        *(_sentence(line).replace(GAP, DOT) for line in made.lines),
    ]
    head = [f"## {_sentence(made.title)}", "  \n".join(lines), _sentence(made.outlook)]
    brief = _sentence(made.brief)
    room = OPEN_WORDS - sum(map(_words, [*head, brief]))
    cautions, more, left = _cautions(made, room)
    tables, long = _tables(made, left)
    folded = [
        _section(Section(CAUTIONS, more, "points")),
        _section(Section(FULL, tables=long)),
        _section(Section("Question", (made.question,))),
        _section(Section(FIGURES, tuple(f"{f.name}: {f.caption}" for f in made.figures), "points")),
        *map(_section, made.details),
    ]
    parts = [*head, *tables, cautions, brief, _folded(DETAILS, folded)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _cautions(made: Document, room: int) -> tuple[str, tuple[str, ...], int]:
    """Return the cautions for which there is room, the others, and the room that is left."""
    shown: list[str] = []
    kept = FOR_TABLES * len(made.tables[:2])
    room -= kept
    for note in made.cautions:
        text = f"> **Caution:** {_sentence(note)}"
        if _words(text) > room:
            break
        room -= _words(text)
        shown.append(text)
    more = made.cautions[len(shown) :]
    if more:
        shown.append(f"> {len(more)} {'more ' if shown else ''}below, under {DETAILS}: {CAUTIONS}.")
        room -= _words(shown[-1])
    return "\n>\n".join(shown), more, room + kept


def _tables(made: Document, room: int) -> tuple[list[str], tuple[Table, ...]]:
    """Return the tables as far as there is room, and those of which a part is missing."""
    shown, long = [], []
    rows: dict[tuple[str, ...], int] = {}  # of gains and losses as many
    for left, table in zip(range(len(made.tables), 0, -1), made.tables, strict=True):
        own = room // left  # so that the last table has room as well
        most = rows.get(table.header, len(table.rows))
        smaller = (one for one in _smaller(table) if len(one.rows) <= most)
        fitting = next((one for one in smaller if _words(_table(one)) <= own), None)
        text = "" if fitting is None else _table(fitting)
        rows[table.header] = most if fitting is None else len(fitting.rows)
        room -= _words(text)
        shown.append(text)
        long += [table] if text != _table(table) else []
    return shown, tuple(long)


def _smaller(table: Table) -> Iterator[Table]:
    """Return a table, then without its last columns, then with its first rows alone."""
    for columns in (USEFUL_COLUMNS, FEWEST_COLUMNS):
        kept = min(columns, len(table.header))
        for last in range(len(table.header), kept - 1, -1):
            yield _first(table, last, len(table.rows))
        for rows in range(len(table.rows) - 1, FEWEST_ROWS - 1, -1):
            yield _first(table, kept, rows)


def _first(table: Table, columns: int, rows: int) -> Table:
    """Return the first columns and rows of a table, whose title says so."""
    part = "" if rows == len(table.rows) else f" ({rows} of {len(table.rows)} rows)"
    body = tuple(row[:columns] for row in table.rows[:rows])
    return Table(f"{table.title}{part}".strip(), table.header[:columns], body)


def _words(text: str) -> int:
    """Return how many words are read."""
    parts = text.replace("|", " ").split()
    return sum(any(letter.isalnum() for letter in part) for part in parts)


def _plain(text: str) -> str:
    r"""Return text in which nothing is taken for a mark of Markdown or a tag.

    >>> _plain("a*b <i> sample_size _x_ ![i](u) [0.1, 0.2]")
    'a\\*b &lt;i> sample_size \\_x\\_ ![i\\](u) [0.1, 0.2]'
    """
    text = re.sub(r"([\\`*~])", r"\\\1", unmarked(text)).replace("<", "&lt;")
    text = re.sub(r"\](?=[(\[:])", r"\\]", text)  # a link or a picture; not an interval
    return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", text)


def _sentence(text: str) -> str:
    """Return a text on one line, with names of systems as code."""
    parts = [_code(" ".join(p.split())) if name else _plain(p) for p, name in pieces(text)]
    return "".join(parts).replace("\n", " ")


def _code(name: str) -> str:
    """Return a name in a fence that is longer than any in it.

    >>> _code("a`b")
    '`` a`b ``'
    """
    fence = "`" * (1 + _longest_fence(name))
    gap = " " if "`" in name else ""
    return f"{fence}{gap}{name}{gap}{fence}"


def _longest_fence(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def _section(section: Section) -> str:
    if not section.texts and not section.tables:
        return ""
    texts = [STYLES[section.style](text) for text in section.texts]
    joined = ("\n" if section.style == "points" else "\n\n").join(texts)
    parts = [f"### {_plain(section.heading)}", joined, *map(_table, section.untitled)]
    return "\n\n".join(part for part in parts if part)


def _point(text: str) -> str:
    return f"- {_sentence(text)}"


def _paragraph(text: str) -> str:
    """Return a text that keeps its lines; the first of several stands out."""
    first, *others = map(_sentence, text.split("\n"))
    return "  \n".join([f"**{first}**" if others else first, *others])


def _fenced(text: str) -> str:
    fence = "`" * max(3, 1 + _longest_fence(text))
    return f"{fence}\n{text}\n{fence}"


STYLES = {"paragraphs": _paragraph, "points": _point, "code": _fenced}


def _table(table: Table) -> str:
    safe = [
        [_plain(" ".join(unmarked(cell).split())).replace("|", "\\|") for cell in row]
        for row in (table.header, *table.rows)
    ]
    rule = ["---:" if table.is_number(i) else "---" for i in range(len(table.header))]
    body = "\n".join("| " + " | ".join(line) + " |" for line in (safe[0], rule, *safe[1:]))
    return f"**{_plain(table.title)}**\n\n{body}" if table.title else body


def _folded(summary: str, parts: Sequence[str]) -> str:
    inside = "\n\n".join(part for part in parts if part)
    return f"<details>\n<summary>{summary}</summary>\n\n{inside}\n\n</details>" if inside else ""
