"""A Result as a short text that a researcher can act on."""

from __future__ import annotations

import textwrap

from claimwise.core import Result, register
from claimwise.report.body import head_of, said_of, tables_of
from claimwise.report.comparison import COMPARED
from claimwise.report.curve import Table
from claimwise.report.inventory import inventory
from claimwise.report.presentation import presentation_of
from claimwise.report.procedure_head import procedure_head

WIDTH = 88


@register("report", "text")
def to_text(result: Result) -> str:
    """Return the answer in words: what the rows say, then the notes."""
    head = _head(result)
    body = "\n\n".join(_blocks(result))
    notes = [_fill(f"- {note}", "  ") for note in result.notes]
    return "\n".join([head, "", body, *(["", *notes] if notes else [])])


def _head(result: Result) -> str:
    """Return the line that says what was asked, and how it was answered."""
    settings = result.provenance.get("settings", {})
    if head_of(result):
        return _fill(head_of(result))
    if result.kind in COMPARED:
        names = settings.get("b") and f"{settings['b']} (B) against {settings['a']} (A)"
        ways = ", ".join(settings["assess"])
        metric = f" on {settings['metric']}" if settings.get("metric") else ""
        return f"{names or str(len(settings['systems'])) + ' systems'}{metric}, by {ways}"
    return _fill(procedure_head(result))


def _blocks(result: Result) -> list[str]:
    """Return the paragraphs and tables of the answer."""
    if result.kind == "inventory":
        return ["\n".join(inventory(result))]
    own = presentation_of(result)
    if own is not None:
        return [*_tables(own.tables(result)), *map(_fill, own.brief(result))]
    said = [_fill(p) for p in said_of(result)]
    tables = _tables(tables_of(result))
    return [*tables, *said] if result.kind == "leaderboard" else [*said, *tables]


def _tables(tables: list[Table]) -> list[str]:
    blocks = []
    for name, header, rows in tables:
        cells = [header, *rows]
        widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
        words = [
            not any(row[i].lstrip("+-<>")[:1].isdigit() for row in rows) for i in range(len(header))
        ]
        lines = []
        for row in cells:
            placed = zip(row, widths, words, strict=True)
            line = "  ".join(c.ljust(w) if left else c.rjust(w) for c, w, left in placed)
            lines.append(line.rstrip())
        blocks.append("\n".join([name, *lines]))
    return blocks


def _fill(text: str, indent: str = "") -> str:
    lines = (
        textwrap.fill(
            line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        for line in text.splitlines()
    )
    return "\n".join(lines)
