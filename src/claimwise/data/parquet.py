"""Parquet files, by DuckDB or by whatever else is there that can read them."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path

from claimwise.core import DataError
from claimwise.data import duck
from claimwise.data.columns import Table
from claimwise.data.content import check_file, file_digest
from claimwise.data.frames import Frame, short

MAGIC = b"PAR1"


def open_parquet(path: Path) -> Table:
    """Return a Parquet file as a table; refuses one that is cut off."""
    check_file(path)
    digest = file_digest(path)
    with path.open("rb") as file:
        head = file.read(4)
        file.seek(max(0, path.stat().st_size - 4))
        tail = file.read(4)
    if (head, tail) != (MAGIC, MAGIC):
        place = "end" if head == MAGIC else "beginning"
        problem = f"{path} is not a whole Parquet file: PAR1 is missing at its {place}."
        raise DataError(problem, "It may be cut off: copy it again.")
    try:
        if duck.available():
            relation = duck.connect().read_parquet(str(path.absolute()), hive_partitioning=False)
            return duck.Relation(relation, str(path), digest)
        if importlib.util.find_spec("polars"):
            import polars

            return Frame(polars.read_parquet(path), str(path), digest)
        if importlib.util.find_spec("pyarrow"):
            parquet = importlib.import_module("pyarrow.parquet")
            return Frame(parquet.read_table(path), str(path), digest)
    except BaseException as error:  # each library has its own; Rust's panics are no Exceptions
        if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
            raise
        raise DataError(f"{path} is not a whole Parquet file: {short(error)}.") from error
    raise DataError(
        f"{path} is a Parquet file, and DuckDB, which reads it, is not installed.",
        "Install it with pip install 'claimwise[data]'.",
    )
