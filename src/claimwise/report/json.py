"""A Result as JSON, and back."""

from __future__ import annotations

import json
from math import isinf, isnan, nan
from typing import Any

from claimwise.core import Result, Row, legacy

ROW = ("estimand", "estimate", "low", "high", "level", "kind", "pvalue", "n")


def to_json(result: Result, *, indent: int | None = 2) -> str:
    """Return one JSON object; NaN is null, infinity a word."""
    rows = []
    for row in result.rows:
        rows.append({name: _plain(getattr(row, name)) for name in ROW})
    document = {
        "method": result.method,
        "rows": rows,
        "notes": list(result.notes),
        "provenance": _plain(dict(result.provenance)),
    }
    return json.dumps(document, indent=indent, allow_nan=False)


def from_json(text: str) -> Result:
    """Return the Result that `to_json` wrote; draws are not kept."""
    document = json.loads(text)
    rows = []
    for row in document["rows"]:
        values: dict[str, Any] = {name: row[name] for name in ROW}
        for name in ("estimate", "low", "high"):
            values[name] = nan if values[name] is None else float(values[name])
        rows.append(Row(**legacy(values.pop("estimand")), **values))
    return Result(
        method=document["method"],
        rows=tuple(rows),
        notes=tuple(document["notes"]),
        provenance=document["provenance"],
    )


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
