"""Rows as a table: places down, quantities across."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan

from claimwise.core import At, Row
from claimwise.report.answer import Table, named, table
from claimwise.report.numbers import given, p_cell
from claimwise.report.quantities import ends, quantity_of, value
from claimwise.report.scale import PLAIN, Scale, metric_name

MISSING = "-"  # a value that is not defined


@dataclass(frozen=True, slots=True)
class Column:
    """A column: of which quantity, where within a line, under which heading.

    `shows` is what of a row stands there: "value", "ends" (its interval), "both", "p", "n", or
    what a function makes of it.
    """

    quantity: str
    heading: str = ""
    at: At = field(default_factory=dict)
    shows: str | Callable[[Row], str] = "value"


def tabled(
    title: str,
    rows: Iterable[Row],
    *,
    by: Mapping[str, str | None],
    columns: Sequence[Column],
    scale: Scale = PLAIN,
    say: Callable[[str, str | float], str] | None = None,
) -> tuple[Table, ...]:
    """Return a table with a line for each place; none without rows.

    `by` are the keys of places that tell lines apart, with their headings; a key without one is
    not shown. `say` writes what stands there: a key's value, or nothing. Columns that stay empty
    are left out.

    >>> rows = [Row(quantity="power", at={"analysis": name}, estimate=x)
    ...     for name, x in (("t", 0.8), ("sign", 0.61))]
    >>> tabled("", rows, by={"analysis": ""}, columns=[Column("power")])[0].rows
    (('t', '80%'), ('sign', '61%'))
    """
    known = list(rows)
    wanted = {column.quantity for column in columns}
    places = dict.fromkeys(
        tuple(row.at.get(key, "") for key in by) for row in known if row.quantity in wanted
    )
    shown = [key for key, heading in by.items() if heading is not None]
    body = []
    for place in places:
        here = {key: x for key, x in zip(by, place, strict=True) if x != ""}
        cells = [_cell(known, here, column, scale) for column in columns]
        if any(cells):
            body.append([*((say or _name)(key, here.get(key, "")) for key in shown), *cells])
    heads = [column.heading or _label(column.quantity) for column in columns]
    return table(title, [*(by[key] or "" for key in shown), *heads], body)


def _name(key: str, x: str | float) -> str:
    """Return a part of a place as it is written."""
    if not isinstance(x, str):
        return given(x)
    if key == "system" and x:
        return named(x)
    return metric_name(x) if key == "metric" else x


def _label(quantity: str) -> str:
    return quantity_of(Row(quantity=quantity, estimate=0.0)).label


def _cell(rows: Sequence[Row], place: At, column: Column, scale: Scale) -> str:
    wanted = {**place, **column.at}
    row = next((r for r in rows if r.quantity == column.quantity and r.at == wanted), None)
    if row is None:
        return ""
    if not isinstance(column.shows, str):
        return column.shows(row)
    if isnan(row.estimate) and column.shows in ("value", "both"):
        return MISSING
    shown = {
        "value": lambda: value(row, scale),
        "ends": lambda: ends(row, scale),
        "both": lambda: f"{value(row, scale)} ({ends(row, scale)})".removesuffix(" ()"),
        "p": lambda: p_cell(row.pvalue),
        "n": lambda: "" if row.n is None else f"{row.n:,}",
    }
    return shown[column.shows]()
