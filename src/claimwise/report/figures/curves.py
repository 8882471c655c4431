"""A quantity over one or two parameters of a plan: points, lines, bands, and the plan itself."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from claimwise.core import Result, Row, counted
from claimwise.report.figures.build import known_ends, layer, lines, rule, words_above, words_at
from claimwise.report.figures.theme import WIDTH, Chart, axis, dashes, told_apart
from claimwise.report.numbers import given, given_percent
from claimwise.report.plan_rows import ANSWERS, Plan
from claimwise.report.plan_tables import stands_aside

DIFFERENCES = ("difference", "margin", "mde", "interval_width")
SHARES = (
    *("agreement", "baseline", "win", "lose", "tie", "level", "target"),
    *("power", "assurance", "expected_power", "conclude", "type_s"),
)
HELD = (  # of those that the method of the answer does not name
    *("n", "difference", "effect", "margin", "win", "lose", "tie", "sd", "correlation"),
    *("items", "raters", "ratings_per_item", "list_length"),
)
Points = list[dict[str, float | str]]
WAYS = {  # what the lines of a curve differ in, in words
    "greater": "B is higher",
    "less": "B is lower",
    "margin": "beyond the margin",
    "anytime": "a look after every item",
    "textbook": "by the textbook formula",
    "normal": "by normal theory",
    "simulation": "simulated",
}
FEW = 25  # knots of a line up to which each has a dot


def over(result: Result) -> str:
    """Return the parameters that vary, as a title names them."""
    return " and ".join(Plan(result).name_of(name) for name in result.axes)


def in_unit(result: Result, parameter: str, words: str = "") -> str:
    """Return what a parameter is, or what words say that it is, with its unit."""
    plan = Plan(result)
    words = words or plan.name_of(parameter)
    if parameter in DIFFERENCES:
        return plan.scale.in_unit(words)
    return f"{words} to each item" if parameter in ANSWERS else words


def written(result: Result, parameter: str) -> Chart:
    """Return how the values of a parameter are written on an axis or in a legend."""
    if parameter in DIFFERENCES and Plan(result).scale.share:
        return {"labelExpr": "format(100 * datum.value, '~g')"}
    if parameter in SHARES:
        return {"format": "~%"}
    return {"format": ",~r"} if parameter in ("n", "sample_size") else {}


def held(result: Result) -> str:
    """Return what was assumed and does not vary, but for what the method says."""
    plan, settings = Plan(result), result.settings
    parts = [f"study {settings['study']}"] if settings.get("study") else []
    parts += [str(settings["claim"])] if plan.claimed else []
    for key in HELD:
        value = settings.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or key in result.axes:
            continue
        if value or key != "margin":
            parts.append(plan.parameter(key, value))
    if settings.get("effect_prior"):
        parts.append(f"true difference drawn from {settings['effect_prior']}")
    return ", ".join([*parts, *(["one look at the end"] if settings.get("one_look") else [])])


def curve_rows(result: Result, *quantities: str) -> list[Row]:
    """Return the rows of a curve, but for conclusions that nobody hopes for."""
    plan = Plan(result)
    return [row for row in result.select(*quantities) if row.point and not stands_aside(row, plan)]


def points(result: Result, quantity: str) -> Points:
    """Return one point for each row that has a number; with its interval, if any."""
    rows = [row for row in curve_rows(result, quantity) if isfinite(row.estimate)]
    keys = dict.fromkeys(key for row in curve_rows(result, quantity) for key in row.words)
    if any("stopping" in row.at for row in result.select("power")):
        keys = {"stopping": None} | keys | {"by": None}
    first = {tuple(row.words.items()): row for row in rows}
    names = {line: _case(result, row, keys) for line, row in first.items()}  # it takes long
    return [
        {
            "quantity": quantity,
            "case": names[tuple(row.words.items())],
            "estimate": row.estimate,
            **known_ends(row),
            **row.point,
        }
        for row in rows
    ]


def _case(result: Result, row: Row, keys: Iterable[str]) -> str:
    """Return the name of the line that a row belongs to; empty where it has none.

    What a row does not say is the usual: one look, and the way in which its plan was computed.
    """
    settings, looks = result.settings, Plan(result).looks_words
    way = (settings.get("formula") or {}).get(row.quantity) or settings.get("by", "")
    stopping = str(row.at.get("stopping", "one look"))
    way = {"sequential": "normal", "anytime": "simulation"}.get(stopping, way)
    words = {"stopping": "one look", "by": str(way)} | row.words
    names = WAYS | {"sequential": looks}
    return ", ".join(names.get(words[key], words[key]) for key in keys if words.get(key))


def is_curve(result: Result, quantity: str) -> bool:
    """Whether the result has values of this quantity over a parameter."""
    rows = curve_rows(result, quantity) if result.axes else []
    return any(isfinite(row.estimate) for row in rows)


def horizontal(result: Result, ticks: int = 7) -> Chart:
    """Return the channel of the first parameter, as long as what was asked for.

    All figures of one curve begin and end alike, also where some of its values are not defined.
    """
    name = result.axes[0]
    scale: Chart = {"zero": False, "nice": False, "padding": 8}
    given = result.settings.get(name)
    if isinstance(given, list) and len(set(given)) > 1:
        scale["domain"] = [min(given), max(given)]
    marks = {"labelOverlap": True, "tickCount": ticks, **written(result, name)}
    return axis(name, in_unit(result, name), scale=scale, axis=marks)


def curve_layers(result: Result, shown: Points, x: Chart, y: Chart) -> list[Chart]:
    """Return lines, dots where there are few, and bands where the values are simulated."""
    names, cases = result.axes, list(dict.fromkeys(point["case"] for point in shown))
    encoding: Chart = {"x": x, "y": y}
    if len(names) > 1:
        given = list(dict.fromkeys(point[names[1]] for point in shown))
        legend = written(result, names[1])
        encoding |= told_apart(names[1], in_unit(result, names[1]), given, legend=legend)
    if len(cases) > 1:  # such as low, mid and high
        colours = {} if "color" in encoding else told_apart("case", None, cases)
        encoding |= colours or {"strokeDash": dashes("case", None, cases)}
    is_banded = any("low" in point for point in shown)
    many = len({point[names[0]] for point in shown}) > FEW
    smooth = {} if is_banded or many else {"interpolate": "monotone"}
    banded = "isValid(datum.low)" if is_banded else ""
    layers = lines(encoding, banded=banded, dots=not many, **smooth)
    own = [point for point in shown if point.get("n") == result.provenance.get("asked")]
    if many and own:  # at the plan itself there is a dot, where the other knots have none
        dots = {key: value for key, value in encoding.items() if key != "strokeDash"}
        layers.append(layer("point", dots, values=own, size=80))
    return layers


def wanted_line(result: Result) -> list[Chart]:
    """Return a dashed line at the power that is wanted, and beside the panel what it is."""
    target = result.settings.get("target")
    if not isinstance(target, float):
        return []
    words = f"wanted: {given_percent(target)}"
    beside: Chart = {"align": "left", "dx": 5}
    return [rule("y", target), words_at({"value": WIDTH}, {"datum": target}, words, **beside)]


def plan_line(result: Result) -> list[Chart]:
    """Return a dotted line at the size of the plan that the curve is around; none elsewhere."""
    size = result.provenance.get("asked")
    if size is None or result.axes[:1] != ["n"]:
        return []
    words = f"the plan: {given(size)} {Plan(result).unit}"
    return [rule("x", size, strokeDash=[2, 3]), words_above(size, words, "center")]


def remarks_of(result: Result, *quantities: str) -> list[str]:
    """Return what was held, what a band is, and how many values could not be drawn."""
    rows = curve_rows(result, *quantities)
    bands = [row for row in rows if known_ends(row)]
    band = ""
    if bands:
        kind = "Monte Carlo " if bands[0].kind == "monte carlo" else ""
        band = f"band: {given_percent(bands[0].level or 0.95)} {kind}interval"
    count = sum(not isfinite(row.estimate) for row in rows)
    missing = f"{counted(count, 'value')} not defined, and not drawn" if count else ""
    return [held(result), band, missing]
