"""Plain tables of any content, as columns of texts: a file, or any data frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claimwise.core import DataError
from claimwise.core.missing import lacks, opening
from claimwise.data.columns import Table
from claimwise.data.content import file_digest, local
from claimwise.data.table_files import open_table

Columns = dict[str, list[Any]]


def digest(source: Any) -> str | None:
    """Return the fingerprint of a file; None for tables that are not files."""
    return file_digest(local(source)) if isinstance(source, str | Path) else None


def read_columns(source: Any, aliases: Mapping[str, Sequence[str]]) -> Columns:
    """Return the columns that play the roles asked for.

    Parameters
    ----------
    source : path, data frame or mapping of lists
        A file with a header (CSV, TSV, JSONL, Parquet), or any frame that narwhals accepts.
    aliases : mapping
        For each role, the column names that can play it, the preferred one first. A role
        whose names end with an empty string is optional.
    """
    return _columns(open_table(source), aliases)


def _columns(table: Table, aliases: Mapping[str, Sequence[str]]) -> Columns:
    """Return the columns of a table by role."""
    roles = _names(table, aliases)
    loaded = table.load(list(dict.fromkeys(roles.values())), [])
    return {role: list(loaded.labels[name]) for role, name in roles.items()}


def _names(table: Table, aliases: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return which column plays each role; refuses two that only case or spaces tell apart."""
    spelled: dict[str, list[str]] = {}
    for name in table.names:
        spelled.setdefault(name.strip().lower(), []).append(name)
    roles: dict[str, str] = {}
    for role, accepted in aliases.items():
        found = next((spelled[name] for name in accepted if name in spelled), None)
        if found is not None and len(found) > 1:
            same = " and ".join(repr(name) for name in found)
            raise DataError(
                f"{opening(table.name)} has the columns {same}, which count as one name.",
                "Rename one of them.",
            )
        if found is not None:
            roles[role] = found[0]
        elif accepted[-1]:
            wanted = f"column {' or '.join(accepted)}"
            raise DataError(*lacks(table.name, wanted, table.names, accepted[0]))
    return roles
