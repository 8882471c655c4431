"""Plain tables of any content, as columns of texts: a file, or any data frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claimwise.core import DataError
from claimwise.core.missing import lacks, opening
from claimwise.data.columns import Table
from claimwise.data.content import file_digest, local
from claimwise.data.role_names import plain
from claimwise.data.roles import Roles, find_roles
from claimwise.data.table_files import open_table

Columns = dict[str, list[Any]]


def digest(source: Any) -> str | None:
    """Return the fingerprint of a file; None for tables that are not files."""
    return file_digest(local(source)) if isinstance(source, str | Path) else None


def read_roles(
    source: Any,
    wanted: Sequence[str],
    columns: Mapping[str, str] | None = None,
    *,
    also: Sequence[str] = (),
) -> tuple[Roles, Columns]:
    """Return the columns that play roles, and the cells of these columns and of those in `also`.

    Parameters
    ----------
    source : path, data frame or mapping of lists
        A file with a header (CSV, TSV, JSONL, Parquet), or any frame that narwhals accepts.
    wanted : sequence of str
        Roles of `claimwise.data.role_names.ROLES`; those that no column plays are left out.
    columns : mapping, optional
        Role -> column, as the user says.
    also : sequence of str
        Further columns by their own names, in any case.
    """
    table = open_table(source)
    roles = find_roles(table, columns, wanted)
    _refuse_alike(table, [*roles.columns.values(), *also])
    names = {plain(name): name for name in reversed(table.names)}
    for name in also:
        if plain(name) not in names:
            raise DataError(*lacks(table.name, f"column {name}", table.names, name))
    more = {name: names[plain(name)] for name in also}
    loaded = table.load(list(dict.fromkeys([*roles.columns.values(), *more.values()])), [])
    return roles, {name: list(column) for name, column in loaded.labels.items()} | {
        name: list(loaded.labels[column]) for name, column in more.items()
    }


def _refuse_alike(table: Table, names: Sequence[str]) -> None:
    """Refuse columns that only case or spaces tell apart from one that is read."""
    read = {plain(name) for name in names}
    alike: dict[str, list[str]] = {}
    for name in table.names:
        alike.setdefault(plain(name), []).append(name)
    for name, same in alike.items():
        if name in read and len(same) > 1:
            shown = " and ".join(repr(one) for one in same)
            raise DataError(
                f"{opening(table.name)} has the columns {shown}, which count as one name.",
                "Rename one of them.",
            )
