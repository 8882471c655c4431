"""Designs of equal power and what they cost: as a table and as a picture."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.curve import Table
from claimwise.report.numbers import number, quantity


def has_frontier(result: Result) -> bool:
    """Whether the result compares designs by their cost."""
    return any(row.name == "frontier_cost" for row in result.rows)


def _designs(result: Result) -> list[tuple[Row, int, int]]:
    """Return the cost of each design, its items and its raters."""
    return [
        (
            row,
            int(result[f"frontier_items[{row.qualifier}]"].estimate),
            int(result[f"frontier_raters[{row.qualifier}]"].estimate),
        )
        for row in result.rows
        if row.name == "frontier_cost"
    ]


def frontier_table(result: Result) -> Table | None:
    """Return the fewest items for each number of ratings, and the cost."""
    designs = _designs(result)
    if not designs:
        return None
    least: dict[float, tuple[Row, int, int]] = {}
    for design in designs:
        key = design[0].at["ratings_per_item"]
        if key not in least or design[0].estimate < least[key][0].estimate:
            least[key] = design
    all_of_them = len(designs) == len(least)
    designs = [least[key] for key in sorted(least)]
    names = list(dict.fromkeys(name for row, _, _ in designs for name in row.at))
    unit = result.provenance["settings"]["unit"]
    heads = [name.replace("_", " ").replace("ratings", unit) for name in names]
    header = [*heads, "items", "raters", unit, "cost", "items and cost"]
    body = [
        [
            *(number(row.at[name]) if name in row.at else "all" for name in names),
            f"{items:,}",
            f"{raters:,}",
            f"{row.n:,}",
            number(row.estimate),
            row.kind or "",
        ]
        for row, items, raters in designs
    ]
    name = f"The cheapest design for each number of {unit} per item"
    return name if all_of_them else f"{name} (all: --table)", header, body


def frontier_chart(result: Result) -> dict[str, Any]:
    """Return the cost over ratings per item, with items and raters written beside, in Vega-Lite."""
    settings = result.provenance["settings"]
    designs = _designs(result)
    least, items, raters = min(designs, key=lambda design: design[0].estimate)
    values = [
        {
            "list_length": "all",
            **{name: f"{value:g}" for name, value in row.at.items() if name == "list_length"},
            "ratings_per_item": row.at["ratings_per_item"],
            "cost": row.estimate,
            "size": f"{of_items:,} items, {of_raters:,} raters",
            "cheapest": row is least,
        }
        for row, of_items, of_raters in designs
    ]
    lists = any("list_length" in row.at for row, _, _ in designs)
    lengths = dict.fromkeys(value["list_length"] for value in values)
    encoding: dict[str, Any] = {
        "x": {
            "field": "ratings_per_item",
            "type": "quantitative",
            "title": "judgements of each item"
            if settings["unit"] == "judgements"
            else "ratings of each item under each system",
            "scale": {"type": "log", "nice": False, "padding": 30},
            "axis": {"values": sorted({value["ratings_per_item"] for value in values})},
        },
        "y": {
            "field": "cost",
            "type": "quantitative",
            "title": "cost",
            "scale": {"type": "log", "nice": False, "padding": 30},
        },
    }
    if lists:
        encoding["color"] = {
            "field": "list_length",
            "type": "ordinal",
            "title": "items of a rater",
            "sort": list(lengths),
            "scale": {"scheme": "viridis"},
        }
    best = {"filter": "datum.cheapest"}
    ring = {"type": "point", "size": 220, "filled": False, "color": "black", "strokeWidth": 2}
    layers: list[dict[str, Any]] = [
        {"mark": {"type": "line", "point": True}, "encoding": encoding},
        {"transform": [best], "mark": ring, "encoding": encoding | {"color": {"value": "black"}}},
    ]
    if not lists:
        words = {"type": "text", "dx": 8, "dy": 14, "align": "left", "fontSize": 11}
        told = {"text": {"field": "size", "type": "nominal"}}
        layers.append({"mark": words, "encoding": encoding | told})
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {
            "text": f"Designs that reach power {settings['target']:g} at an effect of "
            f"{quantity(settings['effect'])}",
            "subtitle": f"world {settings['world']}; in the ring the cheapest: "
            f"{items:,} items, {raters:,} raters, cost {number(least.estimate)}",
            "anchor": "start",
        },
        "width": 560,
        "height": 360,
        "data": {"values": values},
        "layer": layers,
    }
