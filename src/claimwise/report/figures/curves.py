"""Curves over one or two parameters of a plan: what all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from claimwise.core import Result
from claimwise.report.figures.assumed import (
    DIFFERENCES,
    SHARES,
    in_points,
    name_of,
)
from claimwise.report.figures.points import (
    Points,
    axes,
    case_title,
    cases,
    curve_rows,
    left_out,
    settings_of,
)
from claimwise.report.figures.theme import DASHES, HEIGHT, WIDTH, Chart, axis, series, shapes
from claimwise.report.figures.words import given_share, plain

LONG = {"symbolType": "stroke", "symbolSize": 600}  # of a legend, so that its dashes show
FEW = 25  # knots of a line up to which each has a dot
POINTS = "format(100 * datum.value, '~g')"  # of a share, on an axis or in a legend


def is_curve(result: Result, *quantities: str) -> bool:
    """Whether the result has values of these quantities over a parameter."""
    special = settings_of(result).get("verb") == "plan responses"
    if special or not axes(result):
        return False
    return any(isfinite(row.estimate) for row in curve_rows(result, *quantities))


def parameter(result: Result, name: str) -> str:
    """Return what a parameter is called on an axis, with its unit."""
    text, settings = name_of(result, name), settings_of(result)
    if name not in DIFFERENCES:
        return text
    unit = "points" if in_points(result) else settings.get("points", "")
    return f"{text} ({unit if unit in ('', 'points') else f'{unit} points'})" if unit else text


def over(result: Result, *, units: bool = False) -> str:
    """Return the parameters of a curve, as a title or a caption names them."""
    one = parameter if units else name_of
    return " and ".join(one(result, name) for name in axes(result))


def numbers_of(result: Result, name: str) -> Chart:
    """Return how the values of a parameter are written on an axis or in a legend."""
    if name in DIFFERENCES and in_points(result):
        return {"labelExpr": POINTS}
    if name in SHARES:
        return {"format": "~%"}
    return {"format": ",~r"} if name == "n" else {}


def horizontal(result: Result, name: str, ticks: int) -> Chart:
    """Return the channel of the first parameter, as long as what was asked for.

    All figures of one curve begin and end alike, also where some of its values are not defined.
    """
    scale: Chart = {"zero": False, "nice": False, "padding": 8}
    given = settings_of(result).get(name)
    if isinstance(given, list) and len(set(given)) > 1:
        scale["domain"] = [min(given), max(given)]
    marks = {"grid": False, "labelOverlap": True, "tickCount": ticks, **numbers_of(result, name)}
    return axis(name, parameter(result, name), scale=scale, axis=marks)


def curve_layers(result: Result, shown: Points, y: Chart, *, ticks: int = 7) -> list[Chart]:
    """Return lines, dots where there are few, and bands where the values are simulated."""
    names = axes(result)
    encoding: Chart = {"x": horizontal(result, names[0], ticks), "y": y}
    kinds = cases(shown)
    marks: Chart = {}
    if len(names) > 1:
        given = list(dict.fromkeys(point[names[1]] for point in shown))
        title = parameter(result, names[1])
        legend = {"legend": numbers_of(result, names[1])}
        encoding["color"] = series(names[1], title, given) | legend
        marks["shape"] = shapes(names[1], title, given) | legend
    if len(kinds) > 1:  # such as low, mid and high
        title = case_title(result, *{str(point["quantity"]) for point in shown})
        if "color" in encoding:
            dashes = {"domain": kinds, "range": [DASHES[k % 4] for k in range(len(kinds))]}
            dashed = axis("case", title, kind="nominal", sort=kinds, scale=dashes)
            encoding["strokeDash"] = dashed | {"legend": LONG}
        else:
            encoding["color"] = series("case", title, kinds)
            marks["shape"] = shapes("case", title, kinds)
    banded = any("low" in point for point in shown)
    many = len({point[names[0]] for point in shown}) > FEW
    smooth = {} if banded or many else {"interpolate": "monotone"}
    line = {"type": "line", **smooth}
    layers: list[Chart] = [{"mark": line, "encoding": encoding}]
    if banded:
        ends = encoding | {"y": y | {"field": "low"}, "y2": {"field": "high"}}
        where = [{"filter": "isValid(datum.low)"}]
        band = {"type": "area", "opacity": 0.22}
        layers.append({"transform": where, "mark": band, "encoding": _band(ends)})
    dots = {key: encoding[key] for key in ("x", "y", "color") if key in encoding} | marks
    if many:
        return [*layers, *_plan_dot(result, shown, dots)]
    dot = {"type": "point", "filled": True, "size": 45, "opacity": 1}
    return [*layers, {"mark": dot, "encoding": dots}]


def _plan_dot(result: Result, shown: Points, dots: Chart) -> list[Chart]:
    """Return a dot at the plan itself, where the other knots have none."""
    own = [point for point in shown if point.get("n") == result.provenance.get("asked")]
    dot = {"type": "point", "filled": True, "size": 80, "opacity": 1}
    return [{"data": {"values": own}, "mark": dot, "encoding": dots}] if own else []


def _band(encoding: Chart) -> Chart:
    """Return the channels of a band; areas know no dashes, cases stay apart by detail."""
    kept = {key: value for key, value in encoding.items() if key != "strokeDash"}
    if "strokeDash" in encoding:
        kept["detail"] = {"field": "case", "type": "nominal"}
    return kept


def line_at(
    value: float,
    words: str,
    *,
    of: str = "target",
    below: bool = False,
    right: bool = False,
    width: int = WIDTH,
) -> list[Chart]:
    """Return a dashed line across, and what it is."""
    y = {"field": of, "type": "quantitative"}
    data = {"values": [{of: value}]}
    text = {
        "type": "text",
        "align": "right" if right else "left",
        "baseline": "top" if below else "bottom",
        "dx": -4 if right else 4,
        "dy": 3 if below else -3,
        "fontSize": 11,
    }
    return [
        {"data": data, "mark": {"type": "rule", "strokeDash": [6, 4]}, "encoding": {"y": y}},
        {
            "data": data,
            "mark": text,
            "encoding": {"x": {"value": width if right else 0}, "y": y, "text": {"value": words}},
        },
    ]


def plan_line(result: Result, shown: Points, quantity: str, *, words: bool = True) -> list[Chart]:
    """Return a dotted line at the size of the plan that the curve is around; none elsewhere."""
    size = plan_size(result)
    if size is None:
        return []
    data, x = {"values": [{"n": size}]}, {"field": "n", "type": "quantitative"}
    rule = {"data": data, "mark": {"type": "rule", "strokeDash": [2, 3]}, "encoding": {"x": x}}
    if not words:
        return [rule]
    sizes = [float(point["n"]) for point in shown]
    left = size > (min(sizes) + max(sizes)) / 2  # words have room on the longer side
    above = quantity in DIFFERENCES and not left  # such curves fall: there is room above them
    side = {"align": "right", "dx": -5} if left else {"align": "left", "dx": 5}
    text = {"type": "text", "baseline": "top" if above else "bottom", "fontSize": 11, **side}
    place = {
        "x": x,
        "y": {"value": 4 if above else HEIGHT - 4},
        "text": {"value": f"the plan: {plan_words(result)}{_value_there(result, shown, quantity)}"},
    }
    return [rule, {"data": data, "mark": text, "encoding": place}]


def plan_size(result: Result) -> int | None:
    """Return the size of the plan that a curve over n is around; None for one of its own."""
    size = result.provenance.get("asked")
    return None if size is None or axes(result)[:1] != ["n"] else int(size)


def plan_words(result: Result) -> str:
    """Return the size of the plan that a curve is around."""
    size = plan_size(result)
    return "" if size is None else f"{plain(size)} {name_of(result, 'n')}"


def _value_there(result: Result, shown: Points, quantity: str) -> str:
    """Return what the only line of a curve says at the plan."""
    own = [float(p["estimate"]) for p in shown if p.get("n") == plan_size(result)]
    if len(own) != 1:
        return ""
    if quantity in DIFFERENCES:
        size = f"{100 * own[0]:.1f} points" if in_points(result) else f"{own[0]:.3g}"
        return f", {size}"
    return f", {round(100 * own[0])}%" if quantity in SHARES else ""


def plan_caption(result: Result) -> str:
    """Return what the dotted line is."""
    words = plan_words(result)
    return f" Dotted line: the plan, {words}." if words else ""


def panel(shown: Points, layers: Sequence[Chart], **more: Any) -> Chart:
    """Return the points and the layers that draw them."""
    size = {"width": WIDTH, "height": HEIGHT}
    return {**size, **more, "data": {"values": shown}, "layer": list(layers)}


def band_words(result: Result, *quantities: str) -> str:
    """Return what the band is; empty for exact values."""
    rows = [row for row in result.select(*quantities) if row.low == row.low]
    if not rows:
        return ""
    kind = "Monte Carlo " if rows[0].kind == "monte carlo" else ""
    return f"band: {given_share(rows[0].level or 0.95)} {kind}interval"


def missing_words(result: Result, *quantities: str) -> str:
    """Say how many values could not be drawn; empty if all could."""
    count = left_out(result, *quantities)
    return f"{count} value{'s' * (count > 1)} not defined, and not drawn" if count else ""


def as_sentence(words: str) -> str:
    """Return a remark of a subtitle as a sentence of a caption, with a space before it."""
    return f" {words[0].upper()}{words[1:]}." if words else ""
