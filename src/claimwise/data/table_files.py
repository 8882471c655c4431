"""Which reader a source needs: by its first bytes, its name and its size."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claimwise.core import DataError
from claimwise.core.missing import unreadable
from claimwise.data.columns import Table
from claimwise.data.content import check_file
from claimwise.data.delimited import Delimited
from claimwise.data.jsonlines import JsonLines

LARGE = 1 << 22  # bytes from which the quick readers are worth their start
LINES = (".jsonl", ".ndjson", ".json")


def open_table(source: Any, engine: str | None = None) -> Table:
    """Return a file, a data frame or a mapping of lists as a table, to ask for its columns."""
    if isinstance(source, str | Path):
        return _open_file(Path(source), engine)
    if hasattr(source, "fetchnumpy") and hasattr(source, "project"):
        from claimwise.data.duck import Relation

        return Relation(source)
    if isinstance(source, Mapping):
        from claimwise.data.lists import Lists

        return Lists(source)
    from claimwise.data.frames import Frame

    return Frame(source)


def _open_file(path: Path, engine: str | None) -> Table:
    check_file(path)
    try:
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError as error:
        raise DataError(*unreadable(path, error)) from error
    suffix = path.suffix.lower()
    if head.startswith(b"PAR1") or suffix in (".parquet", ".pq"):
        from claimwise.data.parquet import open_parquet

        return open_parquet(path)
    fast = engine == "fast" or (engine is None and path.stat().st_size >= LARGE)
    opening = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if opening == b"{" or (suffix in LINES and opening != b""):
        if opening == b"[" and suffix == ".json":
            raise DataError(
                f"{path} begins with a list, and claimwise reads one JSON object in each line.",
                "Write each object on a line of its own (JSONL).",
            )
        if fast and importlib.util.find_spec("duckdb"):
            from claimwise.data.duck_json import DuckJson

            return DuckJson(path)
        return JsonLines(path)
    if fast:
        from claimwise.data.scan import Scanned

        return Scanned(path)
    return Delimited(path)
