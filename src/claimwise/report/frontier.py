"""Designs of equal power and what they cost: as a table."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.curve import Table
from claimwise.report.numbers import number
from claimwise.report.places import place_of


def has_frontier(result: Result) -> bool:
    """Whether the result compares designs by their cost."""
    return any(row.quantity == "frontier_cost" for row in result.rows)


def designs(result: Result) -> list[tuple[Row, int, int]]:
    """Return the cost of each design, its items and its raters."""
    return [
        (
            row,
            int(result[f"frontier_items[{place_of(row)}]"].estimate),
            int(result[f"frontier_raters[{place_of(row)}]"].estimate),
        )
        for row in result.rows
        if row.quantity == "frontier_cost"
    ]


def frontier_table(result: Result) -> Table | None:
    """Return the fewest items for each number of ratings, and the cost."""
    found = designs(result)
    if not found:
        return None
    least: dict[float, tuple[Row, int, int]] = {}
    for design in found:
        key = design[0].point["ratings_per_item"]
        if key not in least or design[0].estimate < least[key][0].estimate:
            least[key] = design
    all_of_them = len(found) == len(least)
    found = [least[key] for key in sorted(least)]
    names = list(dict.fromkeys(name for row, _, _ in found for name in row.point))
    unit = result.provenance["settings"]["unit"]
    heads = [name.replace("_", " ").replace("ratings", unit) for name in names]
    header = [*heads, "items", "raters", unit, "cost", "items and cost"]
    body = [
        [
            *(number(row.point[name]) if name in row.point else "all" for name in names),
            f"{items:,}",
            f"{raters:,}",
            f"{row.n:,}",
            number(row.estimate),
            row.kind or "",
        ]
        for row, items, raters in found
    ]
    name = f"The cheapest design for each number of {unit} per item"
    return name if all_of_them else f"{name} (all: --table)", header, body
