"""Tables of totals: how many items each system got right, of how many."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError
from claimwise.data.columns import Table
from claimwise.data.long import missing_column
from claimwise.data.roles import Roles
from claimwise.data.scores import Totals


def read_totals(table: Table, roles: Roles, system: str | None) -> Totals:
    """Read the columns system, correct, n and, if there is one, dataset."""
    labels = [role for role in ("system", "dataset") if roles.get(role)]
    if "system" not in labels and system is None:
        raise missing_column(table, "system")
    columns = {role: roles.columns[role] for role in ("correct", "n")}
    loaded = table.load([roles.columns[role] for role in labels], list(columns.values()))
    texts = {role: list(loaded.labels[roles.columns[role]]) for role in labels}
    systems = texts.get("system", [system or ""] * loaded.rows)
    datasets = texts.get("dataset", [""] * loaded.rows)
    correct = _whole(table, columns["correct"], loaded.scores[columns["correct"]])
    n = _whole(table, columns["n"], loaded.scores[columns["n"]])
    seen: dict[tuple[str, str], int] = {}
    for row, key in enumerate(zip(datasets, systems, strict=True)):
        if not key[1]:
            raise DataError(f"Row {row + 1} of {table.name} has no system.")
        if key in seen:
            where = f" on {key[0]}" if key[0] else ""
            raise DataError(
                f"{key[1]}{where} has two totals, in rows {seen[key] + 1} and {row + 1} of "
                f"{table.name}."
            )
        seen[key] = row
        if not n[row] >= 1 or correct[row] > n[row]:
            raise DataError(
                f"Row {row + 1} of {table.name} has {columns['correct']} {correct[row]:,} of "
                f"{columns['n']} {n[row]:,}, which cannot be."
            )
    inferred = [g for g in roles.inferred if g.role in ("system", "dataset", *columns)]
    return Totals(
        dataset=tuple(datasets),
        system=tuple(systems),
        correct=correct,
        n=n,
        inferred=tuple(inferred),
    )


def _whole(table: Table, column: str, values: NDArray[np.float64]) -> NDArray[np.int64]:
    odd = np.flatnonzero(~((values >= 0) & (values <= 1e15) & (values == np.floor(values))))
    if len(odd):
        found = "nothing" if np.isnan(values[odd[0]]) else f"{values[odd[0]]:g}"
        raise DataError(
            f"Column {column} has {found} in row {odd[0] + 1} of {table.name}.",
            "Totals are whole numbers of at least 0.",
        )
    return values.astype(np.int64)
