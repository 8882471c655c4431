"""All rows of a Result as one table: readable labels, one unit."""

from __future__ import annotations

from claimwise.core import Result, Row, spelled
from claimwise.report.answer import Table, table
from claimwise.report.numbers import level_percent, p_cell
from claimwise.report.quantities import ends, quantity_of, value
from claimwise.report.scale import PLAIN, Scale

TITLE = "Every row"
DRAWN = ("p_histogram",)  # for a figure and for JSON: too many to be read
# What the words of a place mean, where they stand alone.
WORDS = {
    "against": {"margin": "beyond the margin", "point": "no difference at all"},
    "end": {"lowest": "lowest over every pairing", "highest": "highest over every pairing"},
    "part": {"share": "share of the decided items"},
    "over": {"datasets as clusters": "data sets like these"},
}


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
            "" if row.n is None else f"{row.n:,}",
        ]
        for row in result.rows
        if row.quantity not in DRAWN
    ]
    return table(TITLE, header, body)


def _interval(row: Row) -> str:
    """Return what kind of interval it is; empty without one."""
    known = row.level and ends(row)
    return f"{level_percent(row.level or 0)} {row.kind or ''}".strip() if known else ""


def _where(row: Row) -> str:
    """Return a place with keys in words; names of systems stand as they are."""
    place = {key: WORDS.get(key, {}).get(str(x), x) for key, x in row.at.items()}
    return spelled({key.replace("_", " "): x for key, x in place.items()})
