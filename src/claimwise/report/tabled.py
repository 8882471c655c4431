"""Rows as tables: places down and quantities across, or each row on a line of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan

from claimwise.core import At, Result, Row, spelled
from claimwise.report.answer import Table, named, table
from claimwise.report.numbers import given, given_percent, p_cell
from claimwise.report.quantities import ends, quantity_of, value
from claimwise.report.scale import PLAIN, Scale, metric_name

MISSING = "-"  # a value that is not defined
EVERY_ROW = "Every row"
DRAWN = ("p_histogram",)  # for a figure and for JSON: too many to be read
# What the words of a place mean, where they stand alone.
WORDS = {
    "against": {"margin": "beyond the margin", "point": "no difference at all"},
    "end": {"lowest": "lowest over every pairing", "highest": "highest over every pairing"},
    "part": {"share": "share of the decided items"},
    "over": {"datasets as clusters": "data sets like these"},
}


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
        cells = [cell(known, here, column, scale) for column in columns]
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


def signed(shown: str) -> str:
    """Return a difference with its sign, also if it is positive."""
    bare = shown.startswith("-") or not shown.strip("0.,") or not shown[0].isdigit()
    return shown if bare else f"+{shown}"


def cell(rows: Sequence[Row], place: At, column: Column, scale: Scale) -> str:
    """Return what stands in a column at a place; nothing without a row of it."""
    wanted = {**place, **column.at}
    row = next((r for r in rows if r.quantity == column.quantity and r.at == wanted), None)
    if row is None:
        return ""
    if not isinstance(column.shows, str):
        return column.shows(row)
    defined = not isnan(row.estimate) or row.kind == "bound"
    if not defined and column.shows in ("value", "signed", "both"):
        return MISSING
    shown = {
        "value": lambda: value(row, scale),
        "signed": lambda: signed(value(row, scale)),
        "ends": lambda: ends(row, scale),
        "both": lambda: f"{value(row, scale)} ({ends(row, scale)})".removesuffix(" ()"),
        "p": lambda: p_cell(row.pvalue),
        "n": lambda: _count(row),
    }
    return shown[column.shows]()


def _count(row: Row) -> str:
    return "" if row.n is None else f"{row.n:,}"


def every_row(result: Result, scale: Scale = PLAIN) -> tuple[Table, ...]:
    """Return the table of all rows that are to be read; none without rows."""
    header = ["", "where", "value", "interval", "", "p", "n"]
    body = [
        [
            quantity_of(row).label,
            _where(row),
            value(row, scale),
            ends(row, scale),
            _interval(row),
            p_cell(row.pvalue),
            _count(row),
        ]
        for row in result.rows
        if row.quantity not in DRAWN
    ]
    return table(EVERY_ROW, header, body)


def _interval(row: Row) -> str:
    """Return what kind of interval it is; empty without one."""
    known = row.level and ends(row)
    return f"{given_percent(row.level or 0)} {row.kind or ''}".strip() if known else ""


def _where(row: Row) -> str:
    """Return a place with keys in words; names of systems stand as they are."""
    place = {key: WORDS.get(key, {}).get(str(x), x) for key, x in row.at.items()}
    return spelled({key.replace("_", " "): x for key, x in place.items()})
