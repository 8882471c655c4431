"""A Result as Markdown, to paste into a paper's appendix or a pull request."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.body import head_of, said_of, tables_of
from claimwise.report.curve import axes
from claimwise.report.table import COLUMNS, cells


def to_markdown(result: Result, *, title: str | None = None) -> str:
    """Return a heading, the sentences, the table, the notes, and what it rests on."""
    parts = [f"## {title or result.method}"]
    for name, header, rows in tables_of(result):
        parts.append(f"**{name}**")
        parts.append(_table(header, rows))
    parts += [head_of(result)] if head_of(result) else []
    parts += said_of(result)
    if not axes(result):
        parts.append(_table(list(COLUMNS), [list(row) for row in cells(result)]))
    if result.notes:
        parts.append("\n".join(f"- {note}" for note in result.notes))
    parts.append(f"`{signature(result)}`")
    return "\n\n".join(parts) + "\n"


def signature(result: Result) -> str:
    """Return the provenance on one line, short enough for a footnote."""
    settings = dict(result.provenance.get("settings", {}))
    settings.pop("formula", None)  # words for the sentences
    pairs = {
        "method": result.method,
        **settings,
        "seed": result.provenance.get("seed"),
        "data": result.provenance.get("data"),
        "version": result.provenance.get("version"),
    }
    return "|".join(f"{key}:{_short(value)}" for key, value in pairs.items() if value is not None)


def _short(value: object) -> str:
    if isinstance(value, list | tuple):
        return ",".join(_short(x) for x in value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _table(header: list[str], rows: list[list[str]]) -> str:
    safe = [[cell.replace("|", "\\|") for cell in row] for row in (header, *rows)]
    lines = [safe[0], ["---"] * len(header), *safe[1:]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
