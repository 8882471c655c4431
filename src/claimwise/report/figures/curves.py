"""A quantity over one or two parameters of a plan: points, lines, bands, and the plan itself."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite, nan

from claimwise.core import Result, Row
from claimwise.report.figures.build import known_ends, layer, lines, rule, words_at
from claimwise.report.figures.theme import HEIGHT, WIDTH, Chart, axis, dashes, told_apart
from claimwise.report.numbers import against, given, given_percent, number, percent
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
KINDS = {  # what the lines of a curve differ in, and what that is called
    "comparison": "comparison",
    "metric": "metric",
    "analysis": "analysis",
    "stopping": "looks",
    "side": "sure that",
    "by": "computed",
}
SIDES = {"greater": "B is higher", "less": "B is lower"}
WAYS = {"textbook": "by the textbook formula", "exact": "exact", "normal": "by normal theory"}
FEW = 25  # knots of a line up to which each has a dot
WORDS, LINE = 0.2, 0.06  # of a figure's width and height: what a few words at a line take


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
    settings = result.settings
    parts = [f"study {settings['study']}"] if settings.get("study") else []
    for key in HELD:
        value = settings.get(key)
        if key in result.axes or isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if value or key != "margin":
            name = (
                f"margin of {settings.get('claim')}"
                if key == "margin"
                else Plan(result).name_of(key)
            )
            parts.append(f"{name} {_size(result, key, value)}")
    if settings.get("agreement_from"):
        parts.append(f"agreement from {settings['agreement_from']}")
    if settings.get("effect_prior"):
        parts.append(f"true difference drawn from {settings['effect_prior']}")
    return ", ".join([*parts, *(["one look at the end"] if settings.get("one_look") else [])])


def _size(result: Result, parameter: str, value: float) -> str:
    """Return a value that was given, with its unit."""
    if parameter in DIFFERENCES:
        return Plan(result).scale.given(value)
    return given_percent(value) if parameter in SHARES else given(value)


def curve_rows(result: Result, *quantities: str) -> list[Row]:
    """Return the rows of a curve, but for conclusions that nobody hopes for."""
    plan = Plan(result)
    return [row for row in result.select(*quantities) if row.point and not stands_aside(row, plan)]


def points(result: Result, quantity: str) -> Points:
    """Return one point for each row that has a number; with its interval, if any."""
    rows = [row for row in curve_rows(result, quantity) if isfinite(row.estimate)]
    if quantity == "power":
        rows = [*_at_no_effect(result), *rows]
    lines = {_line(row): row for row in rows}
    names = {line: _case(result, row) for line, row in lines.items()}  # once each: it takes long
    return [
        {
            "quantity": quantity,
            "case": names[_line(row)],
            "estimate": row.estimate,
            **known_ends(row),
            **row.point,
        }
        for row in rows
    ]


def cases(shown: Points) -> list[str]:
    """Return the names of the lines, in their order."""
    return list(dict.fromkeys(str(point["case"]) for point in shown))


def case_title(result: Result, *quantities: str) -> str:
    """Return what the lines of a curve differ in."""
    keys = {key for row in curve_rows(result, *quantities) for key in row.words}
    known = [title for key, title in KINDS.items() if key in keys]
    return known[0] if known and not keys - set(KINDS) else "case"


def _line(row: Row) -> tuple[str, ...]:
    """Return what the rows of a line have in common."""
    return row.quantity, *row.words.values()


def _case(result: Result, row: Row) -> str:
    """Return the name of the line that a row belongs to; empty where it has none."""
    words = row.words
    if any("stopping" in other.at for other in result.select("power")):
        first, way = _look(result, words)
    else:
        way = words.pop("by", "") or _formula(result, row.quantity)
        first = SIDES.get(words.pop("side", ""), "")
    beyond = " beyond the margin" if words.pop("against", "") == "margin" else ""
    return ", ".join(part for part in (first + beyond, *words.values(), WAYS.get(way, way)) if part)


def _look(result: Result, words: dict[str, str]) -> tuple[str, str]:
    """Return how often a study is looked at, and how that was computed; both leave the words."""
    settings = result.settings
    simulated = f"simulated ({settings.get('looks_replicates') or 0:,} studies)"
    by, stopping = words.pop("by", ""), words.pop("stopping", "")
    if stopping == "sequential":
        looks = {row.at["look"] for row in result.select("stop") if "look" in row.at}
        return f"{len(looks) or 'several'} looks", simulated if by == "simulated" else "normal"
    if stopping == "anytime":
        return "a look after every item", simulated
    way = str(settings.get("by", ""))
    return "one look", "simulated" if way == "simulation" else way


def _formula(result: Result, quantity: str) -> str:
    """Return by which formula a quantity was computed that is there exactly as well."""
    if not any("by" in row.at for row in result.select(quantity)):
        return ""
    settings = result.settings
    return str((settings.get("formula") or {}).get(quantity) or settings.get("by", ""))


def _at_no_effect(result: Result) -> list[Row]:
    """Return what each analysis of a rating study finds at effect 0, where its curve begins."""
    rows = [row for row in result.select("alpha") if row.point.keys() == {"effect"}]
    if any(row.at["effect"] == 0 for row in rows):
        return []
    first = {_line(row): row for row in reversed(rows)}  # alike at every effect
    known = [row for row in reversed(first.values()) if isfinite(row.estimate)]
    return [replace(row, at={**row.at, "effect": 0.0}) for row in known]


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
    names, kinds = result.axes, cases(shown)
    encoding: Chart = {"x": x, "y": y}
    if len(names) > 1:
        given = list(dict.fromkeys(point[names[1]] for point in shown))
        legend = written(result, names[1])
        encoding |= told_apart(names[1], in_unit(result, names[1]), given, legend=legend)
    if len(kinds) > 1:  # such as low, mid and high
        title = case_title(result, *{str(point["quantity"]) for point in shown})
        dashed = "color" in encoding
        encoding |= (
            {"strokeDash": dashes("case", title, kinds)}
            if dashed
            else told_apart("case", title, kinds)
        )
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


def wanted_line(result: Result, shown: Points) -> list[Chart]:
    """Return a dashed line at the power that is wanted, and what it is, at the emptier end."""
    target = result.settings.get("target")
    if not isinstance(target, float):
        return []
    right = _room(result, shown, target, -1) > _room(result, shown, target, 0)
    side: Chart = {"align": "right", "dx": -4} if right else {"align": "left", "dx": 4}
    x, y = {"value": WIDTH if right else 0}, {"datum": target}
    words = f"wanted: {given_percent(target)}"
    return [rule("y", target), words_at(x, y, words, baseline="bottom", dy=-3, **side)]


def _room(result: Result, shown: Points, level: float, end: int) -> float:
    """Return how far from curves words above a level would stand, at the first or the last x."""
    name, plan = result.axes[0], float(result.provenance.get("asked", nan))
    every = sorted({float(point[name]) for point in shown})
    reach = WORDS * (every[-1] - every[0])
    near = [point for point in shown if abs(float(point[name]) - every[end]) <= reach]
    gaps = [abs(float(point["estimate"]) - level - LINE / 2) for point in near]
    crossed = abs(plan - every[end]) <= reach  # by the line at the plan
    return min(LINE, *gaps) - crossed


def plan_line(result: Result, shown: Points, quantity: str, *, words: bool = True) -> list[Chart]:
    """Return a dotted line at the size of the plan that the curve is around; none elsewhere."""
    size = result.provenance.get("asked")
    if size is None or result.axes[:1] != ["n"]:
        return []
    dotted = rule("x", size, strokeDash=[2, 3])
    if not words:
        return [dotted]
    sizes = [float(point["n"]) for point in shown]
    left = size > (min(sizes) + max(sizes)) / 2  # words have room on the longer side
    above = quantity in DIFFERENCES and not left  # such curves fall: there is room above them
    side: Chart = {"align": "right", "dx": -5} if left else {"align": "left", "dx": 5}
    side["baseline"] = "top" if above else "bottom"
    plan = f"the plan: {given(size)} {Plan(result).unit}"
    plan += _value_there(result, shown, quantity)
    y = {"value": 4 if above else HEIGHT - 4}
    return [dotted, words_at({"datum": size}, y, plan, **side)]


def _value_there(result: Result, shown: Points, quantity: str) -> str:
    """Return what the only line of a curve says at the plan."""
    own = [float(p["estimate"]) for p in shown if p.get("n") == result.provenance["asked"]]
    if len(own) != 1:
        return ""
    if quantity in DIFFERENCES:
        scale = Plan(result).scale
        return f", {scale.size(own[0]) if scale.share else number(own[0])}"
    target = result.settings.get("target")
    if quantity not in SHARES:
        return ""
    return f", {against(own[0], target) if isinstance(target, float) else percent(own[0])}"


def remarks_of(result: Result, *quantities: str) -> list[str]:
    """Return what was held, what a band is, and how many values could not be drawn."""
    rows = curve_rows(result, *quantities)
    bands = [row for row in rows if known_ends(row)]
    band = ""
    if bands:
        kind = "Monte Carlo " if bands[0].kind == "monte carlo" else ""
        band = f"band: {given_percent(bands[0].level or 0.95)} {kind}interval"
    count = sum(not isfinite(row.estimate) for row in rows)
    missing = f"{count} value{'s' * (count > 1)} not defined, and not drawn" if count else ""
    return [held(result), band, missing]
