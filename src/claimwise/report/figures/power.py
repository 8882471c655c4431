"""Power, assurance and their like over a parameter, with the wanted power as a line."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.claim_plans import is_claim_plan
from claimwise.report.curve import axes
from claimwise.report.figures.book import figure
from claimwise.report.figures.curves import (
    asked_caption,
    asked_line,
    assumed,
    band_words,
    curve_layers,
    curve_points,
    is_curve,
    line_at,
    missing_words,
    panel,
    parameter,
    settings_of,
)
from claimwise.report.figures.response_plan import is_surface, surface_caption, surface_lines
from claimwise.report.figures.room import roomiest
from claimwise.report.figures.theme import Chart, axis, titled
from claimwise.report.numbers import number

WORDS = {
    "power": "power",
    "assurance": "assurance",
    "expected_power": "expected power",
    "conclude": "probability that the posterior will be sure",
}
SHOWS = {
    "power": "The share of studies that would find the difference",
    "assurance": "Power averaged over what is believed of the true difference",
    "expected_power": "Power averaged over what is not known of the world",
    "conclude": "The probability that the posterior will be sure",
}
SUPPORTS = "The share of studies that would support the claim"
SOLVED = ("mde", "n")  # there the power is the one that was asked for
RANGE = "Give a range, such as --n 200:4000:200."


def _fits(name: str, result: Result) -> bool:
    if name == "power" and is_surface(result):
        return True
    given = settings_of(result).get("solve") in SOLVED and name != "conclude"
    return is_curve(result, name) and not given


def _chart(name: str, result: Result) -> Chart:
    if name == "power" and is_surface(result):
        return surface_lines(result)
    shown = curve_points(result, name)
    y = axis("estimate", WORDS[name], scale={"domain": [0, 1]})
    layers = curve_layers(result, shown, y)
    target = settings_of(result).get("target")
    if isinstance(target, float):
        room = roomiest(shown, axes(result), target)
        words = f"wanted: {number(target)}"
        rule, text = line_at(target, words, below=room["below"], right=room["right"])
        layers = [layers[0], *layers[1:-1], rule, text, layers[-1]]
    layers += asked_line(result)
    below = [assumed(result), band_words(result, name), missing_words(result, name)]
    return {"title": titled(_title(name, result), below), **panel(shown, layers)}


def _title(name: str, result: Result) -> str:
    points = settings_of(result).get("points")
    over = " and ".join(parameter(result, one).partition(" (")[0] for one in axes(result))
    what = WORDS[name][0].upper() + WORDS[name][1:]
    return f"{what} by {over}{f' ({points} points)' if points else ''}"


def _caption(name: str, result: Result) -> str:
    if name == "power" and is_surface(result):
        return surface_caption(result)
    over = " and ".join(parameter(result, one) for one in axes(result))
    target = settings_of(result).get("target")
    line = f" Dashed line: the wanted {number(target)}." if isinstance(target, float) else ""
    band = band_words(result, name)
    said = f" {band.capitalize().replace('monte carlo', 'Monte Carlo')}." if band else ""
    shows = SUPPORTS if name == "power" and is_claim_plan(result) else SHOWS[name]
    line += asked_caption(result)
    return f"{shows}, by {over}. Assumed: {assumed(result)}.{line}{said}"


def _file(name: str, place: int) -> None:
    figure(
        name.replace("_", "-"),
        place=place,
        fits=lambda result: _fits(name, result),
        caption=lambda result: _caption(name, result),
        needs=f"{WORDS[name]} over a parameter with several values",
        remedy=RANGE,
    )(lambda result: _chart(name, result))


for _name, _place in (("conclude", 20), ("assurance", 22), ("expected_power", 23), ("power", 21)):
    _file(_name, _place)
