"""Power, assurance and their like over a parameter, with the wanted power as a line."""

from __future__ import annotations

from itertools import pairwise

from claimwise.core import Result
from claimwise.report.figures.assumed import assumed, is_claim
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import line_at, panel, settings_of
from claimwise.report.figures.curves import (
    as_sentence,
    band_words,
    curve_layers,
    is_curve,
    missing_words,
    over,
    plan_caption,
    plan_line,
    plan_size,
)
from claimwise.report.figures.points import Points, axes, points
from claimwise.report.figures.response_plan import (
    is_surface,
    power_axis,
    surface_caption,
    surface_lines,
)
from claimwise.report.figures.room import roomiest
from claimwise.report.figures.theme import Chart, titled
from claimwise.report.numbers import given_percent

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
SAW_TOOTH = "power is a saw-tooth here: between the sizes drawn it goes up and down"
DROP = 0.003  # by which power falls from one size to a larger one, with others in between


def _fits(name: str, result: Result) -> bool:
    if name == "power" and is_surface(result):
        return True
    given = settings_of(result).get("solve") in SOLVED and name != "conclude"
    return is_curve(result, name) and not given


def _chart(name: str, result: Result) -> Chart:
    if name == "power" and is_surface(result):
        return surface_lines(result)
    shown = points(result, name)
    layers = curve_layers(result, shown, power_axis("estimate", WORDS[name]))
    target = settings_of(result).get("target")
    if isinstance(target, float):
        room = roomiest(shown, axes(result), target, plan_size(result))
        words = f"wanted: {given_percent(target)}"
        layers += line_at(target, words, below=room["below"], right=room["right"])
    layers += plan_line(result, shown, "power")
    remarks = [band_words(result, name), _saw_tooth(result, shown), missing_words(result, name)]
    title = titled(_title(name, result), [assumed(result), *remarks])
    return panel(shown, layers, title=title)


def _saw_tooth(result: Result, shown: Points) -> str:
    """Say that a curve over n is a saw-tooth, where it falls between two of its sizes."""
    if axes(result) != ["n"] or any("low" in point for point in shown):
        return ""
    lines: dict[str, list[tuple[float, float]]] = {}
    for point in shown:
        knot = float(point["n"]), float(point["estimate"])
        lines.setdefault(str(point["case"]), []).append(knot)
    falls = (
        y0 - y1
        for line in lines.values()
        for (n0, y0), (n1, y1) in pairwise(sorted(line))
        if n1 - n0 > 1
    )
    return SAW_TOOTH if max(falls, default=0.0) > DROP else ""


def _title(name: str, result: Result) -> str:
    scale = settings_of(result).get("points")
    what = WORDS[name][0].upper() + WORDS[name][1:]
    by = ", by" if " " in what else " by"  # after a clause it would read as its end
    return f"{what}{by} {over(result)}{f' ({scale} points)' if scale else ''}"


def _caption(name: str, result: Result) -> str:
    if name == "power" and is_surface(result):
        return surface_caption(result)
    target = settings_of(result).get("target")
    line = f" Dashed line: the wanted {given_percent(target)}." if isinstance(target, float) else ""
    shows = SUPPORTS if name == "power" and is_claim(result) else SHOWS[name]
    remarks = (band_words(result, name), _saw_tooth(result, points(result, name)))
    return (
        f"{shows}, by {over(result, units=True)}. Assumed: {assumed(result)}.{line}"
        f"{plan_caption(result)}{''.join(map(as_sentence, remarks))}"
    )


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
