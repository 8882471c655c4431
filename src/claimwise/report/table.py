"""A Result as a table on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimwise.core import Result
from claimwise.report.numbers import estimate, interval

if TYPE_CHECKING:
    from rich.table import Table

DRAWN = ("p_histogram",)  # rows for a figure and for JSON, too many to be read
COLUMNS = ("estimand", "estimate", "interval", "p", "n")


def cells(result: Result) -> list[tuple[str, ...]]:
    """Return the rows as text, in the order of `COLUMNS`."""
    return [
        (
            row.estimand,
            estimate(row),
            interval(row),
            "" if row.pvalue is None else f"{row.pvalue:.4g}",
            "" if row.n is None else f"{row.n:,}",
        )
        for row in result.rows
        if row.quantity not in DRAWN
    ]


def to_table(result: Result) -> Table:
    """Return a rich table of all rows that are to be read."""
    from rich.table import Table
    from rich.text import Text  # brackets in names are no markup

    body = cells(result)
    used = [i for i, _ in enumerate(COLUMNS) if any(row[i] for row in body)]
    table = Table(title=Text(result.method), title_justify="left")
    for i in used:
        table.add_column(COLUMNS[i], justify="left" if i in (0, 2) else "right")
    for row in body:
        table.add_row(*(Text(row[i]) for i in used))
    return table
