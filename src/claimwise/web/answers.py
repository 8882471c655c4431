"""A Result as the page shows it: rows, words, tables, figures, and how to get it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from inspect import signature
from typing import Any

from claimwise import report
from claimwise.core import Result
from claimwise.web.tiles import tiles_of

Answer = dict[str, Any]
REPORTS = {"html": report.to_html, "markdown": report.to_markdown, "latex": report.to_latex}
SAID = ("title", "word", "tone", "headline", "lines", "cautions", "signature", "command", "python")


def answer_of(result: Result, *, command: str = "", python: str = "") -> Answer:
    """Return the answer of the page: what `--json` prints, and what a report shows of it."""
    made = adapted(report.document(result, command=command, python=python), result)
    return {
        **json.loads(report.to_json(result, indent=None)),
        **{name: made[name] for name in SAID},
        "tiles": tiles_of(result),
        "tables": [_table(one) for one in made["tables"]],
        "figures": [asdict(figure) for figure in made["figures"]],
        "method_line": made["brief"],
        "details": made["details"],
    }


def _table(table: tuple[str, Sequence[str], Sequence[Sequence[str]]]) -> dict[str, Any]:
    name, header, rows = table
    return {"name": name, "header": header, "rows": rows}


# Until documents have a word, a tone and details of their own, they are put together here from
# what there is. Once they have, the first branch of `adapted` is all that `answer_of` needs.
WORDS = {
    "supported": ("BETTER", "good"),
    "contradicted": ("WORSE", "bad"),
    "open": ("OPEN", "open"),
    "enough": ("ENOUGH", "good"),
    "too small": ("TOO SMALL", "bad"),
}
EVERY_ROW = "Every row"
# What a report calls the curves that are shown too.
CURVES = next(
    name for name in ("curves", "beside") if name in signature(report.document).parameters
)


def adapted(document: Any, result: Result) -> dict[str, Any]:
    """Return the fields of a document as the page reads them."""
    shared = ("title", "figures", "signature", "command", "python")
    made = {name: getattr(document, name) for name in shared}
    items = [(one.question, one.answer, one.source) for one in document.checklist]
    asked = [_table(("", ("Question", "Answer", "Asked by"), items))] if items else []
    checklist = [_section("Reporting checklist", (), tables=asked)] if asked else []
    if hasattr(document, "word"):
        outlook = (document.outlook,) if getattr(document, "outlook", "") else ()
        sections = [
            _section(
                one.heading, one.texts, is_list=one.is_list, tables=[_table(t) for t in one.tables]
            )
            for one in document.details
        ]
        return made | {
            **{name: getattr(document, name) for name in ("word", "tone", "headline", "tables")},
            "lines": (*document.lines, *outlook),
            "cautions": document.cautions,
            "brief": document.brief,
            "details": [*sections, *checklist],
        }
    verdict = "" if result.kind == "leaderboard" else result.verdict or ""
    word, tone = WORDS.get(verdict, ("", ""))
    claim = result.provenance.get("settings", {}).get("claim", "difference")
    if claim != "difference" and word in ("BETTER", "WORSE"):
        word = "PASS" if word == "BETTER" else "FAIL"
    text = [one.removeprefix(document.answer).strip() for one in document.paragraphs]
    says_more = result.kind.endswith("plan")  # others say the headline again, in other words
    full = [_section("In full", document.paragraphs)] if text and not says_more else []
    rest = (one for one in _details(document) if one["texts"] or one["tables"])
    return made | {
        "word": word,
        "tone": tone,
        "headline": document.answer,
        "lines": [one for one in text if one and says_more],
        "tables": [one for one in document.tables if one[0] != EVERY_ROW],
        "cautions": document.notes,
        "brief": document.claim,
        "details": [*full, *rest, *checklist],
    }


def _details(document: Any) -> list[dict[str, Any]]:
    rows = [_table(one) for one in document.tables if one[0] == EVERY_ROW]
    return [
        _section("How to read the numbers", document.meaning, is_list=True),
        _section("What could be detected", document.detectable, is_list=True),
        _section("What was assumed", document.assumptions, is_list=True),
        _section("What was inferred", document.inferred, is_list=True),
        _section("What was used and left out", document.dropped, is_list=True),
        _section("How it was done", [document.method] if document.method else []),
        _section("References", document.references, is_list=True),
        _section(EVERY_ROW, (), tables=rows),
    ]


def _section(
    heading: str, texts: Sequence[str], *, is_list: bool = False, tables: Sequence[Any] = ()
) -> dict[str, Any]:
    return {"heading": heading, "texts": list(texts), "is_list": is_list, "tables": list(tables)}


# End of what is deleted.


def reported(
    result: Result, form: str, *, command: str, python: str, beside: Sequence[Result] = ()
) -> str:
    """Return the report as text: html, markdown or latex; `beside` are curves around it."""
    curves: dict[str, Any] = {CURVES: beside}
    return REPORTS[form](result, command=command, python=python, **curves)


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
