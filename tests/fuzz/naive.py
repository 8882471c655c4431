"""Read a table again, in the plainest way: where that is possible, no other score may be found."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from typing import Any

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
Row = tuple[str, str, float]


def long_rows(data: bytes, delimiter: str) -> list[Row] | None:
    """Return (item, system, score) of each row; None where a plain reading cannot say."""
    table = _table(data, delimiter)
    if table is None or table[0][:3] != ["item", "system", "score"]:
        return None
    if len({name.strip().lower() for name in table[0]}) < len(table[0]):
        return None
    return _rows([(row[0], row[1], row[2]) for row in table[1:]])


def wide_rows(data: bytes, systems: Sequence[str]) -> list[Row] | None:
    """Return (item, system, score) of each cell, column after column."""
    table = _table(data, ",")
    if table is None or table[0] != ["item", *systems]:
        return None
    body = table[1:]
    return _rows([(r[0], s, r[1 + j]) for j, s in enumerate(systems) for r in body])


def record_rows(data: bytes) -> list[Row] | None:
    """Return (item, system, score) of JSON lines, or of an array."""
    try:
        text = data.decode("utf-8")
        if text.lstrip().startswith("["):
            records = json.loads(text, object_pairs_hook=_once)
        else:
            found = [line for line in text.split("\n") if line.strip()]
            records = [json.loads(line, object_pairs_hook=_once) for line in found]
    except (ValueError, RecursionError):
        return None
    rows = []
    for record in records:
        if not isinstance(record, dict) or list(record)[:3] != ["item", "system", "score"]:
            return None
        item, system, score = (record[key] for key in ("item", "system", "score"))
        plain = isinstance(item, str) and isinstance(system, str)
        if not plain or isinstance(score, bool) or not isinstance(score, int | float):
            return None
        rows.append((item, system, repr(score)))
    return _rows(rows)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a key twice")
    return dict(pairs)


def _table(data: bytes, delimiter: str) -> list[list[str]] | None:
    try:
        text = data.decode("utf-8-sig")
        table = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except (UnicodeDecodeError, csv.Error):
        return None
    table = [row for row in table if row and any(cell.strip() for cell in row)]
    if len(table) < 2 or any(len(row) != len(table[0]) for row in table):
        return None
    return table


def _rows(rows: Sequence[tuple[str, str, str]]) -> list[Row] | None:
    found = []
    for item, system, score in rows:
        if not NUMBER.fullmatch(score.strip()) or not item.strip() or not system.strip():
            return None
        found.append((item.strip(), system.strip(), float(score)))
    return found
