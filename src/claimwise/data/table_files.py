"""Which reader a source needs: by its first bytes, then by its name."""

from __future__ import annotations

import importlib
import importlib.util
import re
from pathlib import Path
from typing import Any

from claimwise.core import DataError, ParameterError
from claimwise.core.limits import above, limit
from claimwise.core.missing import unreadable
from claimwise.data.columns import Table
from claimwise.data.content import check_file, file_digest, local, shown

LINES = (".jsonl", ".ndjson", ".json")
DELIMITED = (".csv", ".tsv")
PARQUET, ARROW = b"PAR1", b"ARROW1"


def open_table(source: Any) -> Table:
    """Return a file, a data frame, records or a mapping of lists as a table."""
    if isinstance(source, str | Path):
        return _open_file(local(source))
    if hasattr(source, "fetchnumpy") and hasattr(source, "project"):
        from claimwise.data.engine import Relation

        return Relation(source)
    from claimwise.data.memory import Memory

    return Memory(source)


def _open_file(path: Path) -> Table:
    check_file(path)
    try:
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError as error:
        raise DataError(*unreadable(shown(path), error)) from error
    suffix = path.suffix.lower()
    if head.startswith(PARQUET) or suffix in (".parquet", ".pq"):
        return _few(_parquet(path))
    if head.startswith(ARROW) or suffix in (".arrow", ".feather"):
        return _few(_arrow(path))
    if suffix not in DELIMITED:
        opening = head.removeprefix(b"\xef\xbb\xbf").lstrip()
        array = re.match(rb"\[\s*(\{|\]|$)", opening) is not None
        if opening.startswith(b"{") or array or (suffix in LINES and opening):
            from claimwise.data.json_files import JsonFile

            return JsonFile(path, array=array)
    from claimwise.data.csv_files import CsvFile

    return CsvFile(path)


def _few(table: Table) -> Table:
    """Return a table that has no more columns than are allowed."""
    count = len(table.names)
    if count > limit("columns"):
        raise above("columns", count, f"{table.name} has {count:,} columns")
    return table


def _parquet(path: Path) -> Table:
    """Return a Parquet file as a table; refuses one that is cut off."""
    from claimwise.data.engine import Relation, file_literal, open_database
    from claimwise.data.memory import short

    digest = file_digest(path)
    with path.open("rb") as file:
        head = file.read(4)
        file.seek(max(0, path.stat().st_size - 4))
        tail = file.read(4)
    if (head, tail) != (PARQUET, PARQUET):
        place = "end" if head == PARQUET else "beginning"
        problem = f"{shown(path)} is not a whole Parquet file: PAR1 is missing at its {place}."
        raise DataError(problem, "It may be cut off: copy it again.")
    import duckdb

    try:
        query = f"FROM read_parquet({file_literal(path)}, hive_partitioning=false)"
        return Relation(open_database(path).sql(query), shown(path), digest)
    except (
        duckdb.Error,
        RuntimeError,
        UnicodeError,
    ) as error:  # the last two of names not in UTF-8
        raise DataError(f"{shown(path)} is not a whole Parquet file: {short(error)}.") from error


def _arrow(path: Path) -> Table:
    """Return a file of Arrow (Feather) as a table, by the library that is there."""
    from claimwise.data.memory import Memory, short

    try:
        if importlib.util.find_spec("polars"):
            import polars

            frame: Any = polars.read_ipc(path)
        elif importlib.util.find_spec("pyarrow"):
            frame = importlib.import_module("pyarrow.feather").read_table(path)
        else:
            raise ParameterError(
                f"{shown(path)} is an Arrow file; polars or pyarrow reads it, and neither is "
                "installed.",
                "Run pip install polars, or save it as Parquet.",
            )
    except ParameterError:
        raise
    except BaseException as error:  # each library has its own; Rust's panics are no Exceptions
        if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
            raise
        raise DataError(f"{shown(path)} is not a whole Arrow file: {short(error)}.") from error
    return Memory(frame, shown(path), file_digest(path))
