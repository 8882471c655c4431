"""A Result as JSON (`result.schema.json` says what is in it), and back; its rows as a frame."""

from __future__ import annotations

import json
from importlib.util import find_spec
from math import isinf, isnan, nan
from pathlib import Path
from typing import Any

from claimwise.core import DataError, Note, ParameterError, Result, Row, register
from claimwise.report.answer import plain
from claimwise.report.kinds import answer_of

SCHEMA = 2
# What a text that is no result of ours can lead to.
REFUSED = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)
BACKENDS = ("pandas", "polars")  # of data frames, the first that is installed
NUMBERS = ("estimate", "low", "high", "level", "kind", "pvalue", "n")


@register("report", "dict")
def to_dict(result: Result) -> dict[str, Any]:
    """Return plain values: NaN is None, infinity a word."""
    answer = answer_of(result)
    return {
        "schema": SCHEMA,
        "kind": result.kind,
        "verdict": result.verdict,
        "word": answer.word,
        "headline": plain(answer.headline),
        "method": result.method,
        "rows": [_row(row) for row in result.rows],
        "notes": [{"kind": n.kind, "text": str(n), "about": n.about} for n in result.notes],
        "provenance": _plain(dict(result.provenance)),
    }


def _row(row: Row) -> dict[str, Any]:
    numbers = {name: _plain(getattr(row, name)) for name in NUMBERS}
    return {"quantity": row.quantity, "at": _plain(row.at), "estimand": row.estimand, **numbers}


def to_json(result: Result, *, indent: int | None = 2) -> str:
    """Return one JSON object."""
    return json.dumps(to_dict(result), indent=indent, allow_nan=False)


def from_json(text: str) -> Result:
    """Return the Result that `to_json` wrote; draws are not kept. Other text is refused."""
    try:
        return _result(json.loads(text))
    except REFUSED as error:
        raise DataError(f"This is not a result that claimwise wrote: {_reason(error)}.") from error


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]} is missing"
    if isinstance(error, RecursionError):
        return "its brackets are nested too deep"
    return str(error).encode("utf-8", "replace").decode().rstrip(".")


def _result(document: Any) -> Result:
    rows = []
    for row in document["rows"]:
        values: dict[str, Any] = {name: row[name] for name in ("quantity", "at", *NUMBERS)}
        for name in ("estimate", "low", "high"):
            values[name] = nan if values[name] is None else float(values[name])
        rows.append(Row(**values))
    notes = [Note(n["text"], kind=n["kind"], about=n["about"]) for n in document["notes"]]
    if not isinstance(document["provenance"], dict):
        raise TypeError("provenance is not an object")
    return Result(
        kind=str(document["kind"]),
        method=str(document["method"]),
        rows=tuple(rows),
        notes=tuple(notes),
        provenance=document["provenance"],
    )


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of what `--json` prints."""
    text = Path(__file__).with_name("result.schema.json").read_text("utf-8")
    made: dict[str, Any] = json.loads(text)
    return made


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        if isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
        return None if isnan(value) else float(value)
    if isinstance(value, int | str | None):
        return value
    return value.item() if hasattr(value, "item") else str(value)


@register("report", "frame")
def to_frame(result: Result) -> Any:
    """Return a frame with a line for each row, and a column for each key of their places."""
    backend: Any = next((name for name in BACKENDS if find_spec(name)), None)
    if backend is None:
        raise ParameterError(
            "to_frame", "pandas or polars", "neither installed", "Or take result.to_dict()."
        )
    import narwhals as nw

    keys = dict.fromkeys(key for row in result.rows for key in row.at)
    columns: dict[str, list[Any]] = {"quantity": [row.quantity for row in result.rows]}
    for key in keys:
        # A key may be a column of the answer itself: n of a curve is n of its rows.
        name = f"at_{key}" if key in NUMBERS else key
        columns[name] = [row.at.get(key) for row in result.rows]
    for name in NUMBERS:
        columns[name] = [getattr(row, name) for row in result.rows]
    return nw.from_dict(columns, backend=backend).to_native()
