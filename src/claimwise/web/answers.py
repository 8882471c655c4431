"""A Result as the page shows it: rows, words, tables, figures, and how to get it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from claimwise import report
from claimwise.core import Result
from claimwise.report.answer import pieces
from claimwise.report.plan_answer import POWERS
from claimwise.report.signature import signature
from claimwise.web.advice import note_words
from claimwise.web.catalogue import Kind

Answer = dict[str, Any]
Pieces = list[tuple[str, bool]]  # parts of a text, and of each whether it is the name of a system
SAID = ("word", "tone", "cautions")


def answer_of(result: Result, kind: Kind, *, command: str = "", python: str = "") -> Answer:
    """Return the answer of the page: what `--json` prints, and what a report shows of it.

    Notes speak of the fields of its form. Texts are plain; `pieces` has those that may name a
    system once more, in parts.
    """
    result = note_words(result, kind)
    made = report.document(result, command=command, python=python, curves=())
    lines = (*made.lines, *([made.outlook] if made.outlook else []))
    return {
        **json.loads(report.to_json(result, indent=None)),
        **{name: getattr(made, name) for name in SAID},
        "title": report.plain(made.title),
        "headline": report.plain(made.headline),
        "lines": [report.plain(line) for line in lines],
        "tiles": [_tile(one) for one in made.tiles],
        "tables": [_table(one) for one in made.tables],
        "figures": [_figure(one) for one in made.figures],
        "method_line": report.plain(made.brief),
        "pieces": {
            "headline": _pieces(made.headline),
            "lines": [_pieces(line) for line in lines],
            "method_line": _pieces(made.brief),
        },
        # What can be copied stands at the end of the page, not among the details.
        "details": [_section(one) for one in made.details if one.style != "code"],
        "signature": signature(result),
        "command": command,
        "python": python,
    }


def _tile(tile: report.Tile) -> dict[str, Any]:
    """Return a tile, with a gauge where it is a power."""
    row = tile.row
    made = {
        "estimand": row.estimand,
        "quantity": row.quantity,
        **{name: getattr(tile, name) for name in ("title", "value", "unit", "range", "short")},
    }
    if row.quantity not in POWERS:
        return made
    ends = {"low": row.low, "high": row.high}
    known = {key: None if isnan(end) else end for key, end in ends.items()}
    return made | {"gauge": {"share": row.estimate, "target": tile.target, **known}}


def _figure(made: report.Picture) -> dict[str, Any]:
    words = {"title": report.plain(made.title), "below": report.plain(made.below)}
    return {"name": made.name, **words, "spec": made.spec}


def _pieces(text: str) -> Pieces:
    """Return the parts of a text.

    >>> _pieces(f"{report.named('new')} beats {report.named('old')}")
    [('new', True), (' beats ', False), ('old', True)]
    """
    return [(report.plain(part), is_name) for part, is_name in pieces(text)]


def _table(made: report.Table) -> dict[str, Any]:
    rows = [[report.plain(cell) for cell in row] for row in made.rows]
    name = report.plain(made.title)
    return {"name": name, "header": [report.plain(h) for h in made.header], "rows": rows}


def _section(made: report.Section) -> dict[str, Any]:
    return {
        "heading": report.plain(made.heading),
        "texts": [report.plain(text) for text in made.texts],
        # Of each text its lines: the first of several stands out.
        "pieces": [[_pieces(line) for line in text.split("\n")] for text in made.texts],
        "style": made.style,
        "tables": [_table(table) for table in made.tables],
    }


def reported(
    result: Result, form: str, *, command: str, python: str, curves: Sequence[Result] = ()
) -> str:
    """Return the report as text in one of its forms; with the curves around a plan."""
    return report.report_forms()[form].write(result, command=command, python=python, curves=curves)


def figures_of(result: Result) -> list[dict[str, Any]]:
    """Return the figures that a result can be drawn as."""
    return [_figure(one) for one in report.drawn(result)]


def without_paths(value: Any, names: Mapping[str, str]) -> Any:
    """Return the value with every path in it replaced by what the owner calls the file."""
    if not names:
        return value
    if isinstance(value, str):
        for path, name in names.items():
            value = value.replace(path, name)
        return value
    if isinstance(value, dict):
        return {without_paths(k, names): without_paths(v, names) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [without_paths(one, names) for one in value]
    return value
