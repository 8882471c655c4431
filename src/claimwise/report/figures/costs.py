"""What power costs: rating designs of equal power, and answers to each item."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import Values, defined, layer, lines, panel
from claimwise.report.figures.parameters import NAMES
from claimwise.report.figures.theme import Chart, axis, told_apart
from claimwise.report.numbers import given, given_percent, number
from claimwise.report.planned import Plan

LOG = {"type": "log", "nice": False, "padding": 30}
FEW = 8  # points that have room for words


def _designs(result: Result) -> list[tuple[Row, int, int]]:
    """Return the cost of each design, its items and its raters."""
    designs = []
    for row in result.select("frontier_cost"):
        items, raters = (Plan(result).row(f"frontier_{of}", **row.at) for of in ("items", "raters"))
        if items is not None and raters is not None:
            designs.append((row, int(items.estimate), int(raters.estimate)))
    return designs


def _chart(values: Values, field: str, title: str, apart: Chart) -> Chart:
    """Return costs on logs over what is repeated, sizes beside the points, the cheapest ringed."""
    least = min(values, key=lambda value: float(value["cost"]))
    for value in values:
        value["cheapest"], value["falls"] = value is least, value[field] < least[field]
    times = sorted({value[field] for value in values})
    place = {
        "x": axis(field, title, scale=LOG, axis={"values": times, "labelOverlap": True}),
        "y": axis("cost", "cost", scale=LOG, axis={"format": ",~g", "tickCount": 6}),
    }
    ring: Chart = {"size": 260, "filled": False, "strokeWidth": 2.5}
    layers = [*lines(place | apart), layer("point", place, where="datum.cheapest", **ring)]
    sizes = place | {"text": {"field": "size", "type": "nominal"}}
    sides = (("datum.falls", -10), ("!datum.falls", 14))  # off the line
    for where, down in sides if len(values) <= FEW else ():
        layers.append(layer("text", sizes, where=where, dx=8, dy=down, align="left"))
    return panel(values, layers)


@figure(
    "frontier",
    place=14,
    fits=lambda result: bool(_designs(result)),
    needs="designs that were compared by their cost",
    remedy="Ask with --solve budget.",
)
def frontier_picture(result: Result) -> Picture:
    """Return the cost over ratings per item, with items and raters written beside."""
    settings, designs = result.settings, _designs(result)
    values: Values = [
        {
            "list_length": f"{row.point['list_length']:g}" if "list_length" in row.point else "all",
            "ratings_per_item": row.point["ratings_per_item"],
            "cost": row.estimate,
            "size": f"{items:,} items, {raters:,} raters",
        }
        for row, items, raters in designs
    ]
    judged = settings["unit"] == "judgements"
    each = "judgements of each item" if judged else "ratings of each item under each system"
    lengths = list(dict.fromkeys(one["list_length"] for one in values))
    several = lengths != ["all"]
    apart = told_apart("list_length", "items per rater", lengths) if several else {}
    chart = _chart(values, "ratings_per_item", each, apart)
    (least,) = (value for value in values if value["cheapest"])
    remarks = [f"in the ring the cheapest: {least['size']}, cost {number(least['cost'])}"]
    power, effect = given_percent(settings["target"]), given(settings["effect"])
    return Picture(f"Designs that reach power {power} at an effect of {effect}", remarks, chart)


def _costs(result: Result) -> list[Row]:
    return [row for row in defined(result.select("cost")) if row.point]


@figure(
    "cost",
    place=16,
    kinds=("response plan",),
    fits=lambda result: bool(_costs(result)),
    needs="sizes that reach the power, and their cost",
    remedy="Ask with --solve budget.",
)
def cost_picture(result: Result) -> Picture:
    """Return the cost of the wanted power over the answers to each item."""
    rows, settings = _costs(result), result.settings
    whose = max(rows[0].point, key=lambda source: len({row.point[source] for row in rows}))
    values: Values = [
        {
            "metric": row.at["metric"],
            "k": row.point[whose],
            "cost": row.estimate,
            "items": row.n,
            "size": f"{row.n or 0:,} items",
        }
        for row in rows
    ]
    apart = told_apart("metric", "metric", list(settings["metrics"]))
    title = f"What power {given_percent(settings['target'])} costs, by {NAMES[whose]}"
    return Picture(title, ["in the ring the cheapest"], _chart(values, "k", NAMES[whose], apart))
