"""Curves over one or two parameters of a plan: what all of them share."""

from __future__ import annotations

from math import isfinite

from claimwise.core import Result
from claimwise.report.figures.assumed import DIFFERENCES, SHARES, difference_scale, name_of
from claimwise.report.figures.build import layer, number_at, settings_of
from claimwise.report.figures.points import Points, axes, case_title, cases, curve_rows, left_out
from claimwise.report.figures.theme import DASHES, HEIGHT, Chart, axis, series, shapes
from claimwise.report.numbers import given, given_percent, number

LONG = {"symbolType": "stroke", "symbolSize": 600}  # of a legend, so that its dashes show
FEW = 25  # knots of a line up to which each has a dot
POINTS = "format(100 * datum.value, '~g')"  # of a share, on an axis or in a legend


def is_curve(result: Result, *quantities: str) -> bool:
    """Whether the result has values of these quantities over a parameter."""
    by_metric = "metrics" in settings_of(result)  # drawn as a surface, or as a split
    return (
        bool(axes(result))
        and not by_metric
        and any(isfinite(row.estimate) for row in curve_rows(result, *quantities))
    )


def parameter(result: Result, name: str) -> str:
    """Return what a parameter is called on an axis, with its unit."""
    return in_unit(result, name_of(result, name)) if name in DIFFERENCES else name_of(result, name)


def in_unit(result: Result, words: str) -> str:
    """Return what a difference is, with its unit."""
    unit = difference_scale(result).unit
    return f"{words} ({unit})" if unit else words


def over(result: Result, *, units: bool = False) -> str:
    """Return the parameters of a curve, as a title or a caption names them."""
    one = parameter if units else name_of
    return " and ".join(one(result, name) for name in axes(result))


def numbers_of(result: Result, name: str) -> Chart:
    """Return how the values of a parameter are written on an axis or in a legend."""
    if name in DIFFERENCES and difference_scale(result).share:
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
    smooth: Chart = {} if banded or many else {"interpolate": "monotone"}
    layers = [layer("line", encoding, **smooth)]
    if banded:
        ends = encoding | {"y": y | {"field": "low"}, "y2": {"field": "high"}}
        layers.append(layer("area", _band(ends), where="isValid(datum.low)", opacity=0.22))
    dots = {key: encoding[key] for key in ("x", "y", "color") if key in encoding} | marks
    if not many:
        return [*layers, layer("point", dots)]
    # At the plan itself there is a dot, where the other knots have none.
    own = [point for point in shown if point.get("n") == result.provenance.get("asked")]
    return [*layers, *([layer("point", dots, values=own, size=80)] if own else [])]


def _band(encoding: Chart) -> Chart:
    """Return the channels of a band; areas know no dashes, cases stay apart by detail."""
    kept = {key: value for key, value in encoding.items() if key != "strokeDash"}
    if "strokeDash" in encoding:
        kept["detail"] = {"field": "case", "type": "nominal"}
    return kept


def plan_line(result: Result, shown: Points, quantity: str, *, words: bool = True) -> list[Chart]:
    """Return a dotted line at the size of the plan that the curve is around; none elsewhere."""
    size = plan_size(result)
    if size is None:
        return []
    values, x = [{"n": size}], number_at("n")
    rule = layer("rule", {"x": x}, values=values, strokeDash=[2, 3])
    if not words:
        return [rule]
    sizes = [float(point["n"]) for point in shown]
    left = size > (min(sizes) + max(sizes)) / 2  # words have room on the longer side
    above = quantity in DIFFERENCES and not left  # such curves fall: there is room above them
    side: Chart = {"align": "right", "dx": -5} if left else {"align": "left", "dx": 5}
    side["baseline"] = "top" if above else "bottom"
    place = {
        "x": x,
        "y": {"value": 4 if above else HEIGHT - 4},
        "text": {"value": f"the plan: {plan_words(result)}{_value_there(result, shown, quantity)}"},
    }
    return [
        rule,
        layer("text", place, values=values, **side),
    ]


def plan_size(result: Result) -> int | None:
    """Return the size of the plan that a curve over n is around; None for one of its own."""
    size = result.provenance.get("asked")
    return None if size is None or axes(result)[:1] != ["n"] else int(size)


def plan_words(result: Result) -> str:
    """Return the size of the plan that a curve is around."""
    size = plan_size(result)
    return "" if size is None else f"{given(size)} {name_of(result, 'n')}"


def _value_there(result: Result, shown: Points, quantity: str) -> str:
    """Return what the only line of a curve says at the plan."""
    own = [float(p["estimate"]) for p in shown if p.get("n") == plan_size(result)]
    if len(own) != 1:
        return ""
    if quantity in DIFFERENCES:
        scale = difference_scale(result)
        return f", {scale.size(own[0]) if scale.share else number(own[0])}"
    return f", {round(100 * own[0])}%" if quantity in SHARES else ""


def plan_caption(result: Result) -> str:
    """Return what the dotted line is."""
    words = plan_words(result)
    return f" Dotted line: the plan, {words}." if words else ""


def band_words(result: Result, *quantities: str) -> str:
    """Return what the band is; empty for exact values."""
    rows = [row for row in result.select(*quantities) if row.low == row.low]
    if not rows:
        return ""
    kind = "Monte Carlo " if rows[0].kind == "monte carlo" else ""
    return f"band: {given_percent(rows[0].level or 0.95)} {kind}interval"


def missing_words(result: Result, *quantities: str) -> str:
    """Say how many values could not be drawn; empty if all could."""
    count = left_out(result, *quantities)
    return f"{count} value{'s' * (count > 1)} not defined, and not drawn" if count else ""


def as_sentence(words: str) -> str:
    """Return a remark of a subtitle as a sentence of a caption, with a space before it."""
    return f" {words[0].upper()}{words[1:]}." if words else ""
