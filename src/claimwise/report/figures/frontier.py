"""Designs of equal power and what they cost, as a picture."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import Values, layer, lines, panel, settings_of
from claimwise.report.figures.theme import Chart, axis, told_apart
from claimwise.report.numbers import given, given_percent, number
from claimwise.report.planned import Plan

LOG = {"type": "log", "nice": False, "padding": 30}


def _designs(result: Result) -> list[tuple[Row, int, int]]:
    """Return the cost of each design, its items and its raters."""
    designs = []
    for row in result.select("frontier_cost"):
        items, raters = (Plan(result).row(f"frontier_{of}", **row.at) for of in ("items", "raters"))
        if items is not None and raters is not None:
            designs.append((row, int(items.estimate), int(raters.estimate)))
    return designs


@figure(
    "frontier",
    place=14,
    fits=lambda result: bool(_designs(result)),
    needs="designs that were compared by their cost",
    remedy="Ask with --solve budget.",
)
def frontier_picture(result: Result) -> Picture:
    """Return the cost over ratings per item, with items and raters written beside."""
    settings, designs = settings_of(result), _designs(result)
    least, items, raters = min(designs, key=lambda design: design[0].estimate)
    values: Values = [
        {
            "list_length": f"{row.point['list_length']:g}" if "list_length" in row.point else "all",
            "ratings_per_item": row.point["ratings_per_item"],
            "cost": row.estimate,
            "size": f"{of_items:,} items, {of_raters:,} raters",
            "cheapest": row is least,
            "falls": row.point["ratings_per_item"] < least.point["ratings_per_item"],
        }
        for row, of_items, of_raters in designs
    ]
    judged = settings["unit"] == "judgements"
    each = "judgements of each item" if judged else "ratings of each item under each system"
    times = sorted({one["ratings_per_item"] for one in values})
    place: Chart = {
        "x": axis("ratings_per_item", each, scale=LOG, axis={"values": times}),
        "y": axis("cost", "cost", scale=LOG, axis={"format": ",~g", "tickCount": 6}),
    }
    lengths = list(dict.fromkeys(one["list_length"] for one in values))
    is_listed = lengths != ["all"]
    colour = told_apart("list_length", "items per rater", lengths) if is_listed else {}
    ring: Chart = {"size": 260, "filled": False, "strokeWidth": 2.5}
    layers = [*lines(place | colour), layer("point", place, where="datum.cheapest", **ring)]
    if not is_listed:
        sizes = place | {"text": {"field": "size", "type": "nominal"}}
        for where, down in (("datum.falls", -10), ("!datum.falls", 14)):  # off the line
            layers.append(layer("text", sizes, where=where, dx=8, dy=down, align="left"))
    power, effect = given_percent(settings["target"]), given(settings["effect"])
    cheapest = f"{items:,} items, {raters:,} raters, cost {number(least.estimate)}"
    title = f"Designs that reach power {power} at an effect of {effect}"
    return Picture(title, [f"in the ring the cheapest: {cheapest}"], panel(values, layers))
