"""Detectable difference, sample size and width of the interval over a parameter."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.figures.assumed import assumed, difference_scale, is_claim, name_of
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import panel, settings_of
from claimwise.report.figures.curves import (
    FEW,
    POINTS,
    as_sentence,
    band_words,
    curve_layers,
    in_unit,
    is_curve,
    missing_words,
    over,
    plan_caption,
    plan_line,
)
from claimwise.report.figures.points import Points, axes, points
from claimwise.report.figures.theme import Chart, axis, titled
from claimwise.report.numbers import given_percent

TITLES = {
    "mde": "Detectable difference",
    "sample_size": "Sample size",
    "interval_width": "Width of the interval",
}
STEEP = ("difference", "effect", "margin")  # to find half of it takes four times the items
LOGS = {"type": "log", "nice": False, "padding": 12}
NAMES = {"mde": "detectable", "sample_size": "sample-size", "interval_width": "width"}
REMEDIES = {
    "mde": "Ask with --solve mde, and give a range such as --n 200:4000:200.",
    "sample_size": "Ask with --solve n, and give several values such as --difference 0.01,0.02.",
    "interval_width": "Ask with --assess posterior, and give a range such as --n 200:4000:200.",
}


def _unit(name: str, result: Result) -> str:
    settings = settings_of(result)
    target = settings.get("target")
    power = f" power {given_percent(target)}" if isinstance(target, float) else ""
    if name == "sample_size":
        return f"{name_of(result, 'n')} needed{f' for{power}' if power else ''}"
    what = "width of the interval"
    if name == "mde":
        what = f"smallest difference found{f' with{power}' if power else ''}"
    if _claimed(name, result):
        way = "down to" if settings.get("better") == "lower" else "from"
        what = f"true difference {way} which the claim has{power}"
    return in_unit(result, what)


def _chart(name: str, result: Result) -> Chart:
    shown = points(result, name)
    by_count = {"format": ",~r"} if name == "sample_size" else {}
    numbers = {"labelExpr": POINTS} if not by_count and difference_scale(result).share else by_count
    high = [float(point.get("high", point["estimate"])) for point in shown]
    low = [float(point.get("low", point["estimate"])) for point in shown]
    scale = {"zero": min(low) >= 0 or max(high) <= 0, "nice": True}
    y = axis("estimate", _unit(name, result), scale=scale, axis={"grid": True, **numbers})
    layers = curve_layers(result, shown, y)
    if name == "sample_size" and axes(result)[0] in STEEP:
        layers = _steep(layers, shown, axes(result)[0])
    layers += plan_line(result, shown, name)
    below = [assumed(result), band_words(result, name), missing_words(result, name)]
    title = titled(f"{_title(name, result)} by {over(result)}", below)
    return panel(shown, layers, title=title)


def _title(name: str, result: Result) -> str:
    """Return what the curve is of: a claim is not found but supported."""
    return "Difference needed for the claim" if _claimed(name, result) else TITLES[name]


def _claimed(name: str, result: Result) -> bool:
    return name == "mde" and is_claim(result)


def _steep(layers: list[Chart], shown: Points, parameter: str) -> list[Chart]:
    """Return a curve that falls as a square does: straight on logs, elsewhere points alone."""
    if any(float(point[parameter]) <= 0 for point in shown):
        return [layer for layer in layers if layer["mark"]["type"] == "point"]
    places = sorted({float(point[parameter]) for point in shown})
    counts = _round_counts([float(point["estimate"]) for point in shown])
    for layer in layers:
        code = layer["encoding"] = dict(layer["encoding"])
        marked = code["x"]["axis"] | ({"values": places} if len(places) <= FEW else {})
        ends = {key: value for key, value in code["x"]["scale"].items() if key == "domain"}
        code["x"] = code["x"] | {"scale": LOGS | ends, "axis": marked}
        code["y"] = code["y"] | {"scale": LOGS}
        code["y"]["axis"] = {"grid": True, "values": counts, "format": ",d"}
    return layers


def _round_counts(sizes: list[float]) -> list[int]:
    """Return 1, 2 and 5 with noughts around the sizes; all digits where that leaves too few."""
    steps = (1, 2, 5) if max(sizes) >= 10 * min(sizes) else range(1, 10)
    every = [k * 10**power for power in range(12) for k in steps]
    return [count for count in every if min(sizes) / 2.5 <= count <= 2.5 * max(sizes)]


def _caption(name: str, result: Result) -> str:
    what = f"{_title(name, result)}: {_unit(name, result)}, by {over(result, units=True)}"
    band = as_sentence(band_words(result, name))
    return f"{what}. Assumed: {assumed(result)}.{plan_caption(result)}{band}"


def _file(name: str, place: int) -> None:
    figure(
        NAMES[name],
        place=place,
        fits=lambda result: is_curve(result, name),
        caption=lambda result: _caption(name, result),
        needs=f"{TITLES[name][0].lower()}{TITLES[name][1:]} over a parameter with several values",
        remedy=REMEDIES[name],
    )(lambda result: _chart(name, result))


for _name, _place in (("mde", 30), ("sample_size", 31), ("interval_width", 33)):
    _file(_name, _place)
