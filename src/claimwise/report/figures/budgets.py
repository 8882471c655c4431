"""What power costs, and how a budget is split: designs of raters, and answers to each item."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    SHARE,
    Values,
    defined,
    known_ends,
    layer,
    lines,
    panel,
    rule,
)
from claimwise.report.figures.curves import in_unit
from claimwise.report.figures.theme import Chart, axis, dashes, told_apart
from claimwise.report.numbers import given, given_percent, number
from claimwise.report.plan_rows import ANSWERS, Plan

LOG = {"type": "log", "nice": False, "padding": 30}
FEW = 8  # points that have room for words
SOURCES = ANSWERS[1:]  # each with its own number
TESTED, KNOWN = "the test", "a one-sided test that knows the null"
QUANTITIES = {"power": TESTED, "power_known_null": KNOWN}


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
    answers = in_unit(result, whose)
    title = f"What power {given_percent(settings['target'])} costs, by {answers}"
    return Picture(title, ["in the ring the cheapest"], _chart(values, "k", answers, apart))


def _rows(result: Result) -> list[Row]:
    """Return the powers of a plan that splits a budget; none of another."""
    rows = result.select(*QUANTITIES) if result.settings.get("solve") == "split" else ()
    return [row for row in defined(rows) if row.point]


@figure(
    "split",
    place=15,
    kinds=("response plan",),
    fits=lambda result: bool(_rows(result)),
    needs="a budget to split",
    remedy="Ask with --solve split --budget 1000.",
)
def split_picture(result: Result) -> Picture:
    """Return power over the splits of a budget."""
    settings = result.settings
    rows = _rows(result)
    own = SOURCES[0] in rows[0].point
    values: Values = [
        {
            **row.point,
            "metric": row.at["metric"],
            "by": QUANTITIES[row.quantity],
            "power": row.estimate,
            "split": f"{row.point['items']:,.0f} x "
            + "/".join(f"{row.point[k]:g}" for k in (SOURCES if own else ("responses",))),
            **known_ends(row),
        }
        for row in rows
    ]
    order = list(dict.fromkeys(value["split"] for value in values))
    title = f"items x answers to each{' (gold/A/B)' if own else ''}"
    encoding = {
        "x": axis("split", title, kind="ordinal", sort=order, axis={"labelAngle": -30}),
        "y": axis("power", "power", **SHARE),
        "strokeDash": dashes("by", "by", [TESTED, KNOWN]),
        **told_apart("metric", "metric", list(settings["metrics"])),
    }
    banded = f"isValid(datum.low) && datum.by === '{TESTED}'"
    layers = [*lines(encoding, banded=banded), rule("y", settings["target"])]
    remarks = [
        f"dashed line: the wanted {given_percent(settings['target'])}",
        "band: 95% Monte Carlo interval, of the test",
    ]
    head = f"How to split a budget of {given(settings['budget'])}"
    return Picture(head, remarks, panel(values, layers))
