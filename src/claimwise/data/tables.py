"""Plain tables of any content, as columns of texts: a file, or any data frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claimwise.core import DataError, did_you_mean
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
    """Return the columns of a table by role."""
    roles = _names(table.names, aliases, who)
    loaded = table.load(list(dict.fromkeys(roles.values())), [])
    return {role: list(loaded.labels[name]) for role, name in roles.items()}


def _names(names: Sequence[str], aliases: Mapping[str, Sequence[str]], who: str) -> dict[str, str]:
    """Return which column plays each role; refuses two that only case or spaces tell apart."""
    spelled: dict[str, list[str]] = {}
    for name in names:
        spelled.setdefault(name.strip().lower(), []).append(name)
    roles: dict[str, str] = {}
    for role, accepted in aliases.items():
        found = next((spelled[name] for name in accepted if name in spelled), None)
        if found is not None and len(found) > 1:
            raise DataError(
                who,
                f"one column {found[0].strip().lower()}",
                " and ".join(repr(name) for name in found),
                "Names that differ in case or spaces alone are one name: rename one of them.",
            )
        if found is not None:
            roles[role] = found[0]
        elif accepted[-1]:
            wanted = " or ".join(accepted)
            near = did_you_mean(accepted[0], spelled)
            raise DataError(who, f"a column {wanted}", f"the columns {', '.join(names)}", near)
    return roles
