"""Designs of equal power and what they cost, as a picture."""

from __future__ import annotations

from claimwise.core import Result, Row
from claimwise.report.figures.assumed import assumed
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import Values, layer, panel, settings_of
from claimwise.report.figures.theme import Chart, axis, series, shapes, titled
from claimwise.report.numbers import given, given_percent, number
from claimwise.report.planned import Plan


def _designs(result: Result) -> list[tuple[Row, int, int]]:
    """Return the cost of each design, its items and its raters."""
    designs = []
    for row in result.select("frontier_cost"):
        items, raters = (Plan(result).row(f"frontier_{of}", **row.at) for of in ("items", "raters"))
        if items is not None and raters is not None:
            designs.append((row, int(items.estimate), int(raters.estimate)))
    return designs


def _cheapest(result: Result) -> str:
    least, items, raters = min(_designs(result), key=lambda design: design[0].estimate)
    return f"{items:,} items, {raters:,} raters, cost {number(least.estimate)}"


def _caption(result: Result) -> str:
    settings = settings_of(result)
    return (
        f"What designs cost that reach power {given_percent(settings['target'])} at an effect of "
        f"{given(settings['effect'])}, by how often each item is rated. In the ring the "
        f"cheapest: {_cheapest(result)}. Assumed: {assumed(result)}."
    )


@figure(
    "frontier",
    place=14,
    fits=lambda result: bool(_designs(result)),
    caption=_caption,
    needs="designs that were compared by their cost",
    remedy="Ask with --solve budget.",
)
def frontier_chart(result: Result) -> Chart:
    """Return the cost over ratings per item, with items and raters written beside."""
    settings = settings_of(result)
    designs = _designs(result)
    least, *_ = min(designs, key=lambda design: design[0].estimate)
    values: Values = [
        {
            "list_length": "all",
            **{name: f"{at:g}" for name, at in row.point.items() if name == "list_length"},
            "ratings_per_item": row.point["ratings_per_item"],
            "cost": row.estimate,
            "size": f"{of_items:,} items, {of_raters:,} raters",
            "cheapest": row is least,
            "falls": row.point["ratings_per_item"] < least.point["ratings_per_item"],
        }
        for row, of_items, of_raters in designs
    ]
    lists = any("list_length" in row.point for row, _, _ in designs)
    log = {"type": "log", "nice": False, "padding": 30}
    each = "ratings of each item under each system"
    if settings["unit"] == "judgements":
        each = "judgements of each item"
    times = sorted({one["ratings_per_item"] for one in values})
    encoding: Chart = {
        "x": axis("ratings_per_item", each, scale=log, axis={"values": times}),
        "y": axis("cost", "cost", scale=log, axis={"format": ",~g", "tickCount": 6}),
    }
    forms: Chart = {}
    if lists:
        lengths = list(dict.fromkeys(one["list_length"] for one in values))
        encoding["color"] = series("list_length", "items per rater", lengths)
        forms = {"shape": shapes("list_length", "items per rater", lengths)}
    place = {key: encoding[key] for key in ("x", "y")}
    ring: Chart = {"size": 260, "filled": False, "strokeWidth": 2.5}
    layers = [
        layer("line", encoding),
        layer("point", encoding | forms),
        layer("point", place, where="datum.cheapest", **ring),
    ]
    if not lists:
        sizes = encoding | {"text": {"field": "size", "type": "nominal"}}
        for where, down in (("datum.falls", -10), ("!datum.falls", 14)):  # off the line
            layers.append(layer("text", sizes, where=where, dx=8, dy=down, align="left"))
    power, effect = given_percent(settings["target"]), given(settings["effect"])
    below = f"world {settings['world']}; in the ring the cheapest: {_cheapest(result)}"
    title = titled(f"Designs that reach power {power} at an effect of {effect}", below)
    return panel(values, layers, title=title)
