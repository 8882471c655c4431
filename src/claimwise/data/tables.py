"""Plain tables of any content, as columns of texts: a file, or any data frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claimwise.core import DataError, did_you_mean, sentence
from claimwise.data.columns import MoreColumns, Table
from claimwise.data.content import file_digest
from claimwise.data.table_files import open_table

Columns = dict[str, list[Any]]


def digest(source: Any) -> str | None:
    """Return the fingerprint of a file; None for tables that are not files."""
    return file_digest(Path(source), "the file") if isinstance(source, str | Path) else None


def read_columns(source: Any, aliases: Mapping[str, Sequence[str]], *, who: str) -> Columns:
    """Return the columns that play the roles asked for.

    Parameters
    ----------
    source : path, data frame or mapping of lists
        A file with a header (CSV, TSV, JSONL, Parquet), or any frame that narwhals accepts.
    aliases : mapping
        For each role, the column names that can play it, the preferred one first. A role
        whose names end with an empty string is optional.
    who : str
        Who asks, for the error.
    """
    table = open_table(source, who)
    try:
        return _columns(table, aliases, who)
    except MoreColumns:
        return _columns(table, aliases, who)


def _columns(table: Table, aliases: Mapping[str, Sequence[str]], who: str) -> Columns:
    by_lower = {name.strip().lower(): name for name in table.names}
    roles: dict[str, str] = {}
    for role, accepted in aliases.items():
        found = next((by_lower[name] for name in accepted if name in by_lower), None)
        if found is not None:
            roles[role] = found
        elif accepted[-1]:
            wanted = " or ".join(accepted)
            near = did_you_mean(accepted[0], by_lower)
            raise DataError(
                sentence(who, f"a column {wanted}", f"the columns {', '.join(table.names)}", near)
            )
    loaded = table.load(list(dict.fromkeys(roles.values())), [])
    return {role: list(loaded.labels[name]) for role, name in roles.items()}
