"""A Result as the page shows it: rows, words, tables, figures, and how to get it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from claimwise import report
from claimwise.core import Result
from claimwise.web.readings import readings_of

Answer = dict[str, Any]
REPORTS = {"html": report.to_html, "markdown": report.to_markdown, "latex": report.to_latex}
SAID = (  # fields of a document that the page shows as they are
    "title",
    "claim",
    "answer",
    "paragraphs",
    "references",
    "assumptions",
    "inferred",
    "dropped",
    "detectable",
    "signature",
    "command",
    "python",
)


def answer_of(result: Result, *, command: str = "", python: str = "") -> Answer:
    """Return the answer of the page."""
    made = report.document(result, command=command, python=python)
    return {
        **json.loads(report.to_json(result, indent=None)),
        **{name: getattr(made, name) for name in SAID},
        "how": made.method,
        "heed": made.notes,
        "meaning": made.meaning,
        "tables": [
            {"name": name, "header": header, "rows": rows} for name, header, rows in made.tables
        ],
        "figures": [asdict(figure) for figure in made.figures],
        "readings": readings_of(result),
        "checklist": [asdict(item) for item in made.checklist],
    }


def reported(
    result: Result, form: str, *, command: str, python: str, beside: Sequence[Result] = ()
) -> str:
    """Return the report as text: html, markdown or latex; `beside` are curves around it."""
    return REPORTS[form](result, command=command, python=python, curves=beside)


def figures_of(result: Result) -> list[dict[str, Any]]:
    """Return the figures that a result can be drawn as."""
    return [asdict(figure) for figure in report.drawn(result)]


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
