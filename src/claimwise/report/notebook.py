"""What a notebook shows of a Result: the answer, its tables and the first figure."""

from __future__ import annotations

from html import escape
from importlib.util import find_spec

from claimwise.core import Result, register
from claimwise.report.body import tables_of
from claimwise.report.curve import Table
from claimwise.report.figure import draw_figure
from claimwise.report.figures import figures_of
from claimwise.report.table import COLUMNS, cells

MOST = 40  # lines of a table


@register("report", "notebook")
def to_notebook(result: Result) -> str:
    """Return HTML without scripts."""
    verdict = f"<strong>{escape(result.verdict.upper())}</strong> " if result.verdict else ""
    parts = [f"<p>{verdict}{escape(result.headline)}</p>"]
    tables = tables_of(result) or [("", list(COLUMNS), [list(row) for row in cells(result)])]
    parts += [_table(table) for table in tables]
    if find_spec("vl_convert") and figures_of(result):
        parts.append(draw_figure(result, ".svg").decode())
    cautions = [note for note in result.notes if note.kind == "caution"]
    if cautions:
        points = "".join(f"<li>{escape(note)}</li>" for note in cautions)
        parts.append(f"<ul>{points}</ul>")
    return f"<div>{''.join(parts)}</div>"


def _table(table: Table) -> str:
    title, header, rows = table
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows[:MOST]
    )
    more = f"<p>and {len(rows) - MOST} more rows: print(result)</p>" if len(rows) > MOST else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"
