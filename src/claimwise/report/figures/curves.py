"""Curves over one or two parameters of a plan: what all of them share."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from claimwise.core import Result
from claimwise.report.curve import axes, left_out, points
from claimwise.report.figures.look_cases import case_words, looks_head, looks_twice
from claimwise.report.figures.theme import DASHES, HEIGHT, WIDTH, Chart, axis, series, shapes
from claimwise.report.numbers import number, percent
from claimwise.report.numbers import points as in_points
from claimwise.report.procedure_head import procedure_head
from claimwise.report.rating_plans import null_points, rating_plan_head

NAMES = {
    "n": "items",
    "difference": "true difference",
    "effect": "true effect",
    "agreement": "agreement",
    "baseline": "baseline accuracy",
    "ratings_per_item": "ratings of each item",
    "list_length": "items of a rater",
    "target": "wanted power",
}
DIFFERENCES = ("difference", "margin", "mde")  # shown in points where scores are right or wrong
HELD = (
    *("n", "difference", "effect", "margin", "agreement", "baseline", "win", "lose", "tie", "sd"),
    *("correlation", "items", "raters", "ratings_per_item", "list_length", "level"),
)
LONG = {"symbolType": "stroke", "symbolSize": 600}  # of a legend, so that its dashes show
Points = list[dict[str, float | str]]


def settings_of(result: Result) -> dict[str, Any]:
    """Return the settings of a result."""
    return dict(result.provenance.get("settings", {}))


def curve_points(result: Result, *kinds: str) -> Points:
    """Return the points of a curve; of a rating study also what is found at effect 0."""
    null = null_points(result) if "power" in kinds else []
    return [*null, *points(result, *kinds)]


def is_curve(result: Result, *kinds: str) -> bool:
    """Whether the result has values of these kinds over a parameter."""
    special = settings_of(result).get("verb") == "plan responses"
    return bool(axes(result)) and not special and bool(points(result, *kinds))


def shown_in_points(result: Result) -> bool:
    """Whether differences are shares, which are shown in percentage points."""
    settings = settings_of(result)
    graded = settings.get("outcome") in ("numeric", "corpus") or settings.get("points")
    return not graded and result.kind != "rating plan"


def parameter(result: Result, name: str) -> str:
    """Return what a parameter is called on an axis, with its unit."""
    settings = settings_of(result)
    text = settings.get("unit", "items") if name == "n" else NAMES.get(name, name)
    if name not in DIFFERENCES:
        return str(text).replace("_", " ")
    if shown_in_points(result):
        return f"{text} (points)"
    return f"{text} ({settings['points']} points)" if settings.get("points") else str(text)


def labels_in_points(result: Result, name: str) -> Chart:
    """Return how the numbers of an axis or a legend are written: differences in points."""
    if name in DIFFERENCES and shown_in_points(result):
        return {"labelExpr": "format(100 * datum.value, '~g')"}
    return {}


def horizontal(result: Result, name: str) -> Chart:
    """Return the channel of the first parameter."""
    return axis(
        name,
        parameter(result, name),
        scale={"zero": False, "nice": False, "padding": 8},
        axis={
            "grid": False,
            "labelOverlap": True,
            "tickCount": 7,
            **labels_in_points(result, name),
        },
    )


def curve_layers(result: Result, shown: Points, y: Chart) -> list[Chart]:
    """Return lines with points, and bands from low to high where the values are simulated."""
    names = axes(result)
    encoding: Chart = {"x": horizontal(result, names[0]), "y": y}
    cases = list(dict.fromkeys(str(point["estimand"]) for point in shown))
    marks: Chart = {}
    if len(names) > 1:
        given = list(dict.fromkeys(point[names[1]] for point in shown))
        title = parameter(result, names[1])
        legend = {"legend": labels_in_points(result, names[1])}
        encoding["color"] = series(names[1], title, given) | legend
        marks["shape"] = shapes(names[1], title, given) | legend
    if len(cases) > 1:  # such as low, mid and high
        written = {"legend": _case_labels(result, cases)}
        if "color" in encoding:
            dashes = {"domain": cases, "range": [DASHES[k % 4] for k in range(len(cases))]}
            told = axis("estimand", "case", kind="nominal", sort=cases, scale=dashes)
            encoding["strokeDash"] = told | {"legend": written["legend"] | LONG}
        else:
            encoding["color"] = series("estimand", "case", cases) | written
            marks["shape"] = shapes("estimand", "case", cases) | written
    dots = {key: encoding[key] for key in ("x", "y", "color") if key in encoding} | marks
    layers: list[Chart] = [{"mark": {"type": "line"}, "encoding": encoding}]
    if any("low" in point for point in shown):
        ends = encoding | {"y": y | {"field": "low"}, "y2": {"field": "high"}}
        band = {"type": "area", "opacity": 0.22}
        where = [{"filter": "isValid(datum.low)"}]
        layers.append({"transform": where, "mark": band, "encoding": _band(ends)})
    dot = {"type": "point", "filled": True, "size": 45, "opacity": 1}
    return [*layers, {"mark": dot, "encoding": dots}]


def _case_labels(result: Result, cases: Sequence[str]) -> Chart:
    """Return how cases are written in a legend: by what is in their brackets."""
    if looks_twice(result):
        names = json.dumps([case_words(result, case) for case in cases], ensure_ascii=False)
        return {"labelExpr": f"{names}[indexof({json.dumps(list(cases))}, datum.label)]"}
    return {"labelExpr": "replace(datum.label, regexp('^[^[]*\\\\[|\\\\]$', 'g'), '')"}


def _band(encoding: Chart) -> Chart:
    """Return the channels of a band; areas know no dashes, cases stay apart by detail."""
    kept = {key: value for key, value in encoding.items() if key != "strokeDash"}
    if "strokeDash" in encoding:
        kept["detail"] = {"field": "estimand", "type": "nominal"}
    return kept


def line_at(
    value: float, words: str, *, of: str = "target", below: bool = False, right: bool = False
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
            "encoding": {"x": {"value": WIDTH if right else 0}, "y": y, "text": {"value": words}},
        },
    ]


def asked_line(result: Result) -> list[Chart]:
    """Return a dotted line at the size of the plan that the curve is around; none elsewhere."""
    size = result.provenance.get("asked")
    if size is None or axes(result)[:1] != ["n"]:
        return []
    data, x = {"values": [{"n": size}]}, {"field": "n", "type": "quantitative"}
    rule = {"type": "rule", "strokeDash": [2, 3]}
    text = {"type": "text", "align": "left", "baseline": "bottom", "dx": 4, "fontSize": 11}
    place = {
        "x": x,
        "y": {"value": HEIGHT - 3},
        "text": {"value": f"the plan: {asked_words(result)}"},
    }
    return [
        {"data": data, "mark": rule, "encoding": {"x": x}},
        {"data": data, "mark": text, "encoding": place},
    ]


def asked_words(result: Result) -> str:
    """Return the size of the plan that a curve is around; empty for a curve of its own."""
    size = result.provenance.get("asked")
    if size is None:
        return ""
    return f"{number(size)} {settings_of(result).get('unit', 'items')}"


def asked_caption(result: Result) -> str:
    """Return what the dotted line is."""
    words = asked_words(result)
    return f" Dotted line: the size of the plan, {words}." if words else ""


def panel(shown: Points, layers: Sequence[Chart], **more: Any) -> Chart:
    """Return the points and the layers that draw them."""
    size = {"width": WIDTH, "height": HEIGHT}
    return {**size, **more, "data": {"values": shown}, "layer": list(layers)}


def _head(result: Result) -> str:
    if not looks_twice(result):
        return procedure_head(result)
    cases = [str(point["estimand"]) for point in points(result, "power")]
    return looks_head(result, list(dict.fromkeys(cases)))


def assumed(result: Result) -> str:
    """Return what was assumed of the study, and how its numbers were found."""
    settings, names = settings_of(result), axes(result)
    head = rating_plan_head(result) if result.kind == "rating plan" else _head(result)
    if settings.get("study") and settings["study"] != head:
        head = f"study {settings['study']}; {head}"
    if settings.get("one_look"):
        head += ", with one look alone, at the end"
    claim = settings.get("claim", "difference")
    parts = [f"claim {claim}"] if claim != "difference" else []
    if settings.get("world") and result.kind != "rating plan":
        parts.append(f"world {settings['world']}")
    for key in HELD:
        value = settings.get(key)
        if key in names or isinstance(value, bool) or not isinstance(value, int | float):
            continue
        word = str(settings.get("unit", "items")) if key == "n" else NAMES.get(key, key)
        size = in_points(value) if key in DIFFERENCES and shown_in_points(result) else number(value)
        parts.append(f"{word.replace('_', ' ')} {size}")
    if settings.get("agreement_from"):
        parts.append(f"agreement from {settings['agreement_from']}")
    if settings.get("effect_prior"):
        parts.append(f"true difference believed to be {settings['effect_prior']}")
    return "; ".join([head, ", ".join(parts)]) if parts else head


def band_words(result: Result, *kinds: str) -> str:
    """Return what the band is; empty for exact values."""
    rows = [row for row in result.rows if row.quantity in kinds and row.low == row.low]
    if not rows:
        return ""
    kind = {"monte carlo": "Monte Carlo "}.get(rows[0].kind or "", "")
    return f"band: {percent(rows[0].level or 0.95)} {kind}interval"


def missing_words(result: Result, *kinds: str) -> str:
    """Say how many values could not be drawn; empty if all could."""
    count = left_out(result, *kinds)
    return f"{count} value{'s' * (count > 1)} not defined, and not drawn" if count else ""
