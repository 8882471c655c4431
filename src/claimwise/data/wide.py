"""Wide tables: a row for each item and a column of scores for each system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from claimwise.core import DataError
from claimwise.core.missing import not_in
from claimwise.data.columns import Table, kind
from claimwise.data.long import KEPT, missing_column, no_label
from claimwise.data.numbers import kind_of
from claimwise.data.roles import Roles
from claimwise.data.scores import Coded, Scores


def read_wide(table: Table, roles: Roles, systems: Sequence[str] | None) -> Scores:
    """Read a wide table.

    Every column that plays no role and holds numbers or verdicts is a system, unless the
    systems are named. Without a column for the items they are numbered, row by row.
    """
    sample = table.sample()
    others = [n for n in table.names if n and n not in roles.columns.values()]
    item = roles.get("item")
    inferred: list[str] = [g for g in roles.inferred if g.role in ("item", *KEPT)]
    names = list(systems) if systems is not None else _numeric(sample, others)
    for name in names:
        if name not in table.names:
            raise DataError(*not_in(name, others, table.name))
    _refuse_too_few(table, names, item, others)
    kept = [role for role in KEPT if roles.get(role)]
    labels = [roles.columns[role] for role in (["item"] if item else []) + kept]
    loaded = table.load(labels, names)
    n, k = loaded.rows, len(names)
    if item is None:
        items = Coded(np.arange(n, dtype=np.int32), tuple(str(i + 1) for i in range(n)))
        inferred.append("item: the number of the row, as no column names the items")
    else:
        items = loaded.labels[item]
        empty = np.flatnonzero(items.codes < 0)
        if len(empty):
            raise no_label(table, "item", item, int(empty[0]))
    if systems is None:
        inferred.append(f"systems: columns {', '.join(names)}")
        ignored = [name for name in others if name not in names]
        if ignored:
            inferred.append(f"ignored: columns {', '.join(ignored)}")
    more: dict[str, Any] = {role: _repeat(loaded.labels[roles.columns[role]], k) for role in kept}
    return Scores(
        item=_repeat(items, k),
        system=Coded(np.repeat(np.arange(k, dtype=np.int32), n), tuple(names)),
        score=np.concatenate([loaded.scores[name] for name in names]),
        inferred=tuple(inferred),
        sources=tuple((f"column {name} of {table.name}", n) for name in names),
        **more,
    )


def _numeric(sample: Mapping[str, Sequence[str]], names: Sequence[str]) -> list[str]:
    return [name for name in names if kind(sample[name]) in ("number", "verdict")]


def _repeat(column: Coded, times: int) -> Coded:
    return Coded(np.tile(column.codes, times), column.labels)


def _refuse_too_few(
    table: Table, names: Sequence[str], item: str | None, others: Sequence[str]
) -> None:
    if item is None and table.names and all(kind_of(n) in ("number", "empty") for n in table.names):
        raise DataError(
            f"The first line of {table.name} has numbers alone.",
            "Add a header line that names the columns.",
        )
    if names and (item is not None or len(names) >= 2):
        return
    if item is not None or len(others) < 2:
        raise missing_column(table, "score")
    raise missing_column(table, "item")
