"""Single rows by their place, and the comparisons that a study is put together from."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import At, Result, Row

TOGETHER = ("all", "any")  # of the comparisons of a study


def row_at(result: Result, quantity: str, at: At) -> Row | None:
    """Return the row of a quantity that stands just here, and nowhere narrower."""
    rows = (row for row in result.rows if row.quantity == quantity and row.at == at)
    return next(rows, None)


def without(at: At, *keys: str) -> dict[str, str | int | float]:
    """Return a place without some of what it says."""
    return {key: value for key, value in at.items() if key not in keys}


def comparisons_of(result: Result) -> dict[str, Result]:
    """Return the comparisons that a study declares, each with its own rows."""
    rows = [
        row
        for row in result.rows
        if "exploratory" not in row.at and row.at.get("over") not in TOGETHER
    ]
    return {
        name: Result(
            kind=part["kind"],
            method=part["method"],
            rows=tuple(
                replace(row, at=without(row.at, "comparison"))
                for row in rows
                if row.at.get("comparison", "") == name
            ),
            provenance={"settings": part["settings"]},
        )
        for name, part in result.provenance["parts"].items()
    }
