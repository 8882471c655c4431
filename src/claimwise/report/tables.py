"""Rows as tables: places down and quantities across, or each row on a line of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any

from claimwise.core import At, Result, Row, spelled
from claimwise.report.answer import Table, named, table
from claimwise.report.numbers import given, p_cell
from claimwise.report.quantities import chosen_interval, ends, quantity_of, value
from claimwise.report.scale import PLAIN, Scale, metric_name

MISSING = "-"  # a value that is not defined
DRAWN = ("p_histogram",)  # for a figure and for JSON: too many to be read
# What the words of a place mean, where they stand alone.
WORDS = {
    "against": {"margin": "beyond the margin", "point": "no difference at all"},
    "end": {"lowest": "lowest over every pairing", "highest": "highest over every pairing"},
    "part": {"share": "share of the decided items"},
    "over": {"datasets as clusters": "data sets like these"},
}


BELIEVED = ("posterior_difference", "probability_greater", "probability_rope")


def of_what(of: str) -> str:
    """Return of what of the scores a posterior is, where that is not their mean.

    >>> of_what("centre"), of_what("")
    (' (of centre)', '')
    """
    return f" (of {of})" if of else ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: of which quantity, where within a line, under which heading.

    `shows` is what of a row stands there: "value", "signed" (a value with its sign), "ends" (its
    interval), "both", "p", "n", or what a function makes of it.
    """

    quantity: str
    heading: str = ""
    at: At = field(default_factory=dict)
    shows: str | Callable[[Row], str] = "value"


def table_of(
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
    >>> table_of("", rows, by={"analysis": ""}, columns=[Column("power")])[0].rows
    (('t', '80%'), ('sign', '61%'))
    """
    known = list(rows)
    wanted = {column.quantity for column in columns}
    places = dict.fromkeys(
        tuple(row.at.get(key, "") for key in by) for row in known if row.quantity in wanted
    )
    keys = [key for key, heading in by.items() if heading is not None]
    body = []
    first: dict[tuple[str, frozenset[Any]], Row] = {}
    for row in known:
        first.setdefault((row.quantity, frozenset(row.at.items())), row)
    for place in places:
        here = {key: x for key, x in zip(by, place, strict=True) if x != ""}
        at = [(one.quantity, frozenset({**here, **one.at}.items())) for one in columns]
        cells = [
            shown(first.get(key), one.shows, scale) for key, one in zip(at, columns, strict=True)
        ]
        if any(cells):
            body.append([*((say or _name)(key, here.get(key, "")) for key in keys), *cells])
    names = (quantity_of(Row(quantity=column.quantity, estimate=0.0)).label for column in columns)
    heads = [column.heading or name for column, name in zip(columns, names, strict=True)]
    return table(title, [*(by[key] or "" for key in keys), *heads], body)


def _name(key: str, x: str | float) -> str:
    """Return a part of a place as it is written."""
    if not isinstance(x, str):
        return given(x)
    if key == "system" and x:
        return named(x)
    return metric_name(x) if key == "metric" else x


def signed(size: str) -> str:
    """Return a difference with its sign, also if it is positive."""
    bare = size.startswith("-") or not size.strip("0.,") or not size[0].isdigit()
    return size if bare else f"+{size}"


def cell(rows: Sequence[Row], place: At, column: Column, scale: Scale) -> str:
    """Return what stands in a column at a place; nothing without a row of it."""
    wanted = {**place, **column.at}
    row = next((r for r in rows if r.quantity == column.quantity and r.at == wanted), None)
    return shown(row, column.shows, scale)


def shown(row: Row | None, what: str | Callable[[Row], str], scale: Scale = PLAIN) -> str:
    """Return what of a row stands in a cell, as `Column.shows` says; nothing without a row."""
    if row is None:
        return ""
    if not isinstance(what, str):
        return what(row)
    if what == "p":
        return p_cell(row.pvalue)
    if what == "n":
        return "" if row.n is None else f"{row.n:,}"
    inside = ends(row, scale)
    if what == "ends":
        return inside
    if isnan(row.estimate) and row.kind != "bound":
        return MISSING
    size = value(row, scale)
    if what == "both":
        return f"{size} ({inside})" if inside else size
    return signed(size) if what == "signed" else size


def interval_columns(
    rows: Iterable[Row], quantity: str, heading: str, shows: str = "value"
) -> list[Column]:
    """Return the columns of a quantity, and of its interval with its name."""
    levels = (chosen_interval(row) for row in rows if row.quantity == quantity and row.level)
    return [
        Column(quantity, heading, shows=shows),
        Column(quantity, next(levels, ""), shows="ends"),
    ]


def every_row(result: Result, scale: Scale = PLAIN) -> tuple[Table, ...]:
    """Return the table of all rows that are to be read; none without rows."""
    header = ["", "where", "value", "interval", "", "p", "n"]
    of = of_what(str(result.provenance.get("settings", {}).get("of") or ""))
    body = []
    for row in result.rows:
        place = {key: WORDS.get(key, {}).get(str(x), x) for key, x in row.at.items()}
        cells = [
            quantity_of(row).label + (of if row.quantity in BELIEVED else ""),
            spelled({key.replace("_", " "): x for key, x in place.items()}),
            value(row, scale),
            ends(row, scale),
            chosen_interval(row) if ends(row) else "",
            p_cell(row.pvalue),
            shown(row, "n"),
        ]
        body += [cells] if row.quantity not in DRAWN else []
    return table("", header, body)
