"""Wide tables: a row for each item and a column of scores for each system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, as_words, option
from claimwise.core.missing import listed, not_in
from claimwise.data.columns import Table, kind
from claimwise.data.long import KEPT, missing_column, no_label
from claimwise.data.numbers import kind_of
from claimwise.data.role_names import is_id
from claimwise.data.roles import Roles
from claimwise.data.scores import Coded, Scores

FEWEST = 8  # rows from which distinct whole numbers look like ids
FEWEST_IN_STEP = 4  # and from which numbers at a constant step do
NEARLY_ALL = 0.95


def read_wide(table: Table, roles: Roles, systems: Sequence[str] | None) -> Scores:
    """Read a wide table.

    Every column that plays no role and holds numbers or verdicts is a system, unless the
    systems are named. Without a column for the items they are numbered, row by row.
    """
    others = [n for n in table.names if n and n not in roles.columns.values()]
    item = roles.get("item")
    inferred: list[str] = [g for g in roles.inferred if g.role in ("item", *KEPT)]
    names = list(systems) if systems is not None else numeric_columns(table, roles)
    for name in names:
        if name not in table.names:
            raise DataError(*not_in(name, others, table.name))
    _refuse_too_few(table, names, item, others)
    kept = [role for role in KEPT if roles.get(role)]
    labels = [roles.columns[role] for role in (["item"] if item else []) + kept]
    loaded = table.load(labels, names)
    if systems is None:
        _refuse_odd_columns(table, {name: loaded.scores[name] for name in names})
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


def _refuse_odd_columns(table: Table, columns: Mapping[str, NDArray[np.float64]]) -> None:
    """Refuse a column that would become a system though it does not look like the others.

    One that looks like an id: different whole numbers where the others repeat theirs. Or one on
    another scale: nothing of it lies where the others lie.
    """
    ids = [name for name, values in columns.items() if _counts_up(values)]
    ids = ids if len(ids) < len(columns) else []
    odd = ids or _apart(columns)
    if not odd:
        return
    one = len(odd) == 1
    if odd == ids:
        why = "looks like an id" if one else "look like ids"
    else:
        why = f"{'is' if one else 'are'} on another scale than the others"
    named = "Name the systems: " + option("system", [n for n in columns if n not in odd])
    items = "; or the items: " + option("columns", {"item": odd[0]}) if odd == ids else as_words("")
    raise DataError(
        f"Which columns of {table.name} are systems? {listed(odd)} {why}.", named + items + "."
    )


def _counts_up(values: NDArray[np.float64]) -> bool:
    """Whether nearly all values are whole numbers, each of them once.

    Of a few rows only numbers that rise or fall by the same step each time look like ids.
    """
    known = values[~np.isnan(values)]
    if len(known) < FEWEST_IN_STEP or not (known == np.rint(known)).all():
        return False
    steps = np.unique(np.diff(known))
    if len(steps) == 1 and steps[0] != 0:
        return True
    return len(known) >= FEWEST and len(np.unique(known)) >= NEARLY_ALL * len(known)


def _apart(columns: Mapping[str, NDArray[np.float64]]) -> list[str]:
    """Return the columns whose range meets that of no other one, where the others meet."""
    ends = {
        name: (float(np.nanmin(values)), float(np.nanmax(values)))
        for name, values in columns.items()
        if not np.isnan(values).all()
    }
    if len(ends) > 2:
        alone = {
            name: not any(_meet(own, other) for key, other in ends.items() if key != name)
            for name, own in ends.items()
        }
        odd = [name for name, is_alone in alone.items() if is_alone]
        return odd if len(odd) < len(ends) - 1 else []
    # Two systems may lie apart; but a share and a count do not belong together.
    shares = [name for name, (low, high) in ends.items() if low >= 0 and high <= 1]
    counts = [name for name, (low, _) in ends.items() if low > 1]
    return counts if shares else []


def _meet(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def numeric_columns(table: Table, roles: Roles) -> list[str]:
    """Return the columns of numbers or verdicts that play no role, and are not called like ids."""
    sample, taken = table.sample(), set(roles.columns.values())
    return [
        name
        for name in table.names
        if name
        and name not in taken
        and not is_id(name)
        and kind(sample[name]) in ("number", "verdict")
    ]


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
