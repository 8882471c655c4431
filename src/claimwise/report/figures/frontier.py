"""Designs of equal power and what they cost, as a picture."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import figure
from claimwise.report.figures.theme import HEIGHT, WIDTH, Chart, axis, series, shapes, titled
from claimwise.report.frontier import designs, has_frontier
from claimwise.report.numbers import number, quantity
from claimwise.report.rating_plans import rating_plan_head


def _caption(result: Result) -> str:
    settings = result.provenance["settings"]
    least, items, raters = min(designs(result), key=lambda design: design[0].estimate)
    return (
        f"What designs cost that reach power {number(settings['target'])} at an effect of "
        f"{quantity(settings['effect'])}, by how often each item is rated. In the ring the "
        f"cheapest: {items:,} items, {raters:,} raters, cost {number(least.estimate)}. "
        f"Assumed: {rating_plan_head(result)}."
    )


@figure(
    "frontier",
    place=14,
    fits=has_frontier,
    caption=_caption,
    needs="designs that were compared by their cost",
    remedy="Ask with --solve budget.",
)
def frontier_chart(result: Result) -> Chart:
    """Return the cost over ratings per item, with items and raters written beside."""
    settings = result.provenance["settings"]
    found = designs(result)
    least, items, raters = min(found, key=lambda design: design[0].estimate)
    values: list[dict[str, Any]] = [
        {
            "list_length": "all",
            **{name: f"{value:g}" for name, value in row.point.items() if name == "list_length"},
            "ratings_per_item": row.point["ratings_per_item"],
            "cost": row.estimate,
            "size": f"{of_items:,} items, {of_raters:,} raters",
            "cheapest": row is least,
        }
        for row, of_items, of_raters in found
    ]
    lists = any("list_length" in row.point for row, _, _ in found)
    log = {"type": "log", "nice": False, "padding": 30}
    each = "ratings of each item under each system"
    if settings["unit"] == "judgements":
        each = "judgements of each item"
    times = sorted({value["ratings_per_item"] for value in values})
    encoding: Chart = {
        "x": axis("ratings_per_item", each, scale=log, axis={"values": times}),
        "y": axis("cost", "cost", scale=log, axis={"format": ",~g", "tickCount": 6}),
    }
    forms: Chart = {}
    if lists:
        lengths = list(dict.fromkeys(value["list_length"] for value in values))
        encoding["color"] = series("list_length", "items of a rater", lengths)
        forms = {"shape": shapes("list_length", "items of a rater", lengths)}
    dot = {"type": "point", "filled": True, "size": 45, "opacity": 1}
    place = {key: encoding[key] for key in ("x", "y")}
    ring = {"type": "point", "size": 260, "filled": False, "strokeWidth": 2.5, "opacity": 1}
    layers: list[Chart] = [
        {"mark": {"type": "line"}, "encoding": encoding},
        {"mark": dot, "encoding": encoding | forms},
        {"transform": [{"filter": "datum.cheapest"}], "mark": ring, "encoding": place},
    ]
    if not lists:
        words = {"type": "text", "dx": 8, "dy": 14, "align": "left", "fontSize": 11}
        told = {"text": {"field": "size", "type": "nominal"}}
        layers.append({"mark": words, "encoding": encoding | told})
    below = [
        f"world {settings['world']}; in the ring the cheapest: {items:,} items, {raters:,} raters, "
        f"cost {number(least.estimate)}",
    ]
    return {
        "title": titled(
            f"Designs that reach power {settings['target']:g} at an effect of "
            f"{quantity(settings['effect'])}",
            below,
        ),
        "width": WIDTH,
        "height": HEIGHT,
        "data": {"values": values},
        "layer": layers,
    }
