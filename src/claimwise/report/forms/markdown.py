"""A Result as Markdown, for a pull request: the answer in a few words, the rest folded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from claimwise.core import Result
from claimwise.report.answer import Table, unmarked
from claimwise.report.document import Document, Section, documents
from claimwise.report.forms.form import form
from claimwise.report.forms.writer import GAP, Writer, joined

OPEN_WORDS = 195  # that are read without opening anything
FEWEST_ROWS = 2  # of a table, if all of it is too long
COLUMNS = (7, 5)  # that are left, where there is little room
OF_ROWS = 4  # words that say how many rows are shown
FOR_TABLES = 40  # words kept for each of two tables, where there are many cautions
DOT = " \u00b7 "  # between facts on one line
DETAILS, FULL, CAUTIONS = "Details", "Tables in full", "More cautions"


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
    page = _Markdown()
    head, brief = [f"## {page.text(made.title)}", page.answer(made)], page.text(made.brief)
    room = OPEN_WORDS - sum(map(_words, [*head, brief]))
    kept = FOR_TABLES * len(made.tables[:2])
    open_cautions = _as_many(map(page.caution, made.cautions), room - kept)
    more = made.cautions[len(open_cautions) :]
    if more:
        where = f"{'more ' if open_cautions else ''}below, under {DETAILS}: {CAUTIONS}."
        open_cautions.append(f"> {len(more)} {where}")
    cautions = "\n>\n".join(open_cautions)
    room -= _words(cautions)
    tables = []
    for left, table in zip(range(len(made.tables), 0, -1), made.tables, strict=True):
        tables.append(page.short(table, room // left))  # so that the last has room as well
        room -= _words(tables[-1])
    long = (t for t, text in zip(made.tables, tables, strict=True) if text != page.table(t))
    folded = [
        Section(CAUTIONS, more, "points"),
        Section(FULL, tables=tuple(long)),
        Section("Question", (made.question,)),
        Section("Figures", tuple(f"{f.name}: {f.caption}" for f in made.figures), "points"),
        *made.details,
    ]
    inside = joined(map(page.section, folded))
    details = f"<details>\n<summary>{DETAILS}</summary>\n\n{inside}\n\n</details>"
    return joined([*head, *tables, cautions, brief, details]) + "\n"


def _as_many(texts: Iterable[str], room: int) -> list[str]:
    """Return the first of the texts, as many as there is room for."""
    found = []
    for text in texts:
        room -= _words(text)
        if room < 0:
            break
        found.append(text)
    return found


def _words(text: str) -> int:
    """Return how many words are read."""
    parts = text.replace("|", " ").split()
    return sum(any(letter.isalnum() for letter in part) for part in parts)


class _Markdown(Writer):
    """The parts of a text in Markdown."""

    line, strong = "  \n", "**{}**"

    def plain(self, text: str) -> str:
        r"""Write words in which nothing is taken for a mark of Markdown or a tag.

        >>> _Markdown().plain("a*b <i> sample_size _x_ ![i](u) [0.1, 0.2]")
        'a\\*b &lt;i> sample_size \\_x\\_ ![i\\](u) [0.1, 0.2]'
        """
        text = re.sub(r"([\\`*~])", r"\\\1", " ".join(text.split("\n"))).replace("<", "&lt;")
        text = re.sub(r"\](?=[(\[:])", r"\\]", text)  # a link or a picture; not an interval
        return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", text)

    def name(self, name: str) -> str:
        """Write a name as code, in a fence that is longer than any in it.

        >>> _Markdown().name("a`b")
        '`` a`b ``'
        """
        fence, gap = _fence(name), " " if "`" in name else ""
        return f"{fence}{gap}{' '.join(name.split())}{gap}{fence}"

    def answer(self, made: Document) -> str:
        """Write verdict, headline and facts, a line each."""
        word = f"**{self.plain(made.word)}** " if made.word else ""
        lines = (self.text(line).replace(GAP, DOT) for line in made.lines)
        facts = "  \n".join([f"{word}{self.text(made.headline)}", *lines])
        return joined([facts, self.text(made.outlook)])

    def table(self, table: Table) -> str:
        """Write a table, a line for each of its rows."""
        header, *rows = (
            [self.plain(" ".join(unmarked(cell).split())).replace("|", "\\|") for cell in row]
            for row in (table.header, *table.rows)
        )
        held = map(table.holds, range(len(header)))
        rule = ["---:" if kind == "number" else "---" for kind in held]
        body = "\n".join(f"| {' | '.join(cells)} |" for cells in (header, rule, *rows))
        return joined([f"**{self.plain(unmarked(table.title))}**" if table.title else "", body])

    def short(self, table: Table, room: int) -> str:
        """Write the first rows of a table, as many as there is room for.

        Where even the fewest have none its last columns are left out.
        """
        count = len(table.rows)
        for columns in (len(table.header), *COLUMNS):
            cells = tuple(row[:columns] for row in table.rows)
            part = table._replace(header=table.header[:columns], rows=cells)
            lines = self.table(part).split("\n")
            left = room - _words(" ".join(lines[:-count]))
            if len(_as_many(lines[-count:], left)) == count:
                return self.table(part)
            kept = len(_as_many(lines[-count:], left - OF_ROWS))
            if kept >= FEWEST_ROWS:
                title = f"{table.title} ({kept} of {count} rows)".strip()
                return self.table(part._replace(title=title, rows=cells[:kept]))
        return ""

    def caution(self, note: str) -> str:
        """Write a caution, which stands apart."""
        return f"> **Caution:** {self.text(note)}"

    def cautions(self, cautions: Sequence[str]) -> str:
        """Write what stands apart."""
        return "\n>\n".join(map(self.caution, cautions))

    def code(self, texts: Sequence[str]) -> str:
        """Write what can be copied."""
        fences = (max("```", _fence(text), key=len) for text in texts)
        return joined(
            f"{fence}\n{text}\n{fence}" for fence, text in zip(fences, texts, strict=True)
        )

    def part(self, heading: str, inside: str) -> str:
        """Write a heading and what is below it."""
        return f"### {self.plain(heading)}\n\n{inside}"


def _fence(text: str) -> str:
    """Return a fence that is longer than any in a text."""
    return "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
