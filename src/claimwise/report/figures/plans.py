"""Power and its like, sizes, detectable differences and errors of a plan, over its parameters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, replace
from itertools import pairwise
from math import isfinite
from typing import Any

from claimwise.core import Result, Row, counted
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    SHARE,
    Values,
    known_ends,
    layer,
    line_of,
    lines,
    listed,
    panel,
    rule,
    words_above,
    words_at,
)
from claimwise.report.figures.theme import Chart, axis, dashes, told_apart
from claimwise.report.numbers import against, given, given_percent
from claimwise.report.plan_rows import ANSWERS, PLACES, Plan
from claimwise.report.plan_tables import stands_aside
from claimwise.report.studies import parts_of

PLANS = ("plan", "rating plan")
SOLVED = ("mde", "n", "split", "budget")  # there the power is the one that was asked for
GIVEN = ("power", "assurance", "expected_power", "type_m", "type_s")
RANGE = "Give a range, such as --n 200:4000:200."
SAW_TOOTH = "power is a saw-tooth here: between the sizes drawn it goes up and down"
DROP = 0.003  # by which power falls from one size to a larger one, with others in between
STEEP = ("difference", "effect", "margin")  # to find half of it takes four times the items
WHOLE = ("power", "assurance", "expected_power", "conclude")  # shares, drawn from none to all
SIDE = 250  # width of a panel of errors
CLAIMED: dict[str, dict[str, Any]] = {  # a claim with a margin is not found but supported
    "power": {"remark": "power: the share of studies that would support the claim"},
    "mde": {
        "title": "Difference needed for the claim",
        "axis": "true difference at which the claim has {power}",
    },
}
DIFFERENCES = ("difference", "margin", "mde", "interval_width")
SHARES = (*WHOLE, "type_s", "agreement", "baseline", "win", "lose", "tie", "level", "target")
HELD = (  # of those that the method of the answer does not name
    *("n", "difference", "effect", "margin", "win", "lose", "tie", "sd", "correlation"),
    *("items", "raters", "ratings_per_item", "list_length"),
)
WAYS = {  # what the lines of a curve differ in, in words
    **PLACES,
    "anytime": "a look after every item",
    "textbook": "by the textbook formula",
    "normal": "by normal theory",
    "quadrature": "by quadrature",
    "simulation": "simulated",
}
FEW = 25  # knots of a line up to which each has a dot


@dataclass(frozen=True, slots=True)
class Curve:
    """A quantity that is drawn over the parameters of a plan."""

    quantity: str
    place: int
    title: str  # before the parameters
    _: KW_ONLY
    axis: str = ""  # with {power} and {items}; by default the title
    remark: str = ""
    name: str = ""  # of the figure; by default the quantity
    remedy: str = RANGE
    kinds: tuple[str, ...] = PLANS

    def fits(self, result: Result) -> bool:
        """Whether there is such a curve, and power on it is an answer."""
        solved = result.settings.get("solve") in SOLVED and self.quantity in GIVEN
        rows = curve_rows(result, self.quantity) if result.axes else []
        return not solved and any(isfinite(row.estimate) for row in rows)

    def picture(self, result: Result) -> Picture:
        """Return the curve, as a share with what is wanted, or in its unit."""
        curve = replace(self, **CLAIMED.get(self.quantity, {})) if Plan(result).claimed else self
        shown = points(result, self.quantity)
        layers = curve.layers(result, shown, horizontal(result))
        remarks = [curve.remark, *remarks_of(result, self.quantity)]
        if self.quantity == "power" and result.settings.get("uncertain"):
            remarks[0] += "; the pilot is taken at its word"
        if self.quantity in WHOLE:
            target = Plan(result).target
            words, above = f"wanted: {given_percent(target)}", {"align": "left", "dx": 4}
            look: Chart = {**above, "baseline": "bottom", "dy": -3}
            layers += [rule("y", target), words_at({"value": 0}, {"datum": target}, words, **look)]
            remarks.append(_saw_tooth(result, shown))
        chart = panel(shown, [*layers, *plan_line(result)])
        return Picture(f"{curve.title} by {over(result)}", remarks, chart)

    def layers(self, result: Result, shown: Values, x: Chart) -> list[Chart]:
        """Return the curve; sizes fall as a square does: straight on logs, else points alone."""
        y = self.vertical(result)
        if self.quantity != "sample_size" or result.axes[0] not in STEEP:
            return curve_layers(result, shown, x, y)
        if any(point[x["field"]] <= 0 for point in shown):
            layers = curve_layers(result, shown, x, y)
            return [one for one in layers if one["mark"]["type"] == "point"]
        log = {"type": "log", "nice": False, "padding": 12}
        ends = {key: value for key, value in x["scale"].items() if key == "domain"}
        return curve_layers(result, shown, x | {"scale": log | ends}, y | {"scale": log})

    def vertical(self, result: Result) -> Chart:
        """Return the channel of the quantity: shares from none to all, others with 0."""
        words = (self.axis or f"{self.title[0].lower()}{self.title[1:]}").format(
            power=f"power {given_percent(Plan(result).target)}",
            items=Plan(result).unit,
        )
        scale: Chart = {"domain": [0, 1]} if self.quantity in WHOLE else {"zero": True}
        marks = {"grid": True, **written(result, self.quantity)}
        return axis("estimate", in_unit(result, self.quantity, words), scale=scale, axis=marks)


CURVES = (
    Curve("conclude", 20, "Probability of a sure posterior"),
    Curve(
        "power",
        21,
        "Power",
        remark="power: the share of studies that would find the difference",
        kinds=(*PLANS, "response plan"),
    ),
    Curve(
        "assurance",
        22,
        "Assurance",
        remark="assurance: power averaged over what is believed of the true difference",
    ),
    Curve(
        "expected_power",
        23,
        "Expected power",
        remark="expected power: averaged over what is not known of the world",
    ),
    Curve(
        "mde",
        30,
        "Detectable difference",
        name="detectable",
        axis="difference found with {power}",
        remedy="Ask with --solve mde, and give a range such as --n 200:4000:200.",
    ),
    Curve(
        "sample_size",
        31,
        "Sample size",
        axis="{items} needed for {power}",
        remedy="Ask with --solve n, and give several values such as --difference 0.01,0.02.",
    ),
    Curve(
        "interval_width",
        33,
        "Width of the interval",
        name="width",
        remedy="Ask with --assess posterior, and give a range such as --n 200:4000:200.",
    ),
)
for _one in CURVES:
    figure(
        _one.name or _one.quantity.replace("_", "-"),
        place=_one.place,
        kinds=_one.kinds,
        fits=_one.fits,
        needs=f"{_one.title[0].lower()}{_one.title[1:]} over a parameter with several values",
        remedy=_one.remedy,
    )(_one.picture)


def _saw_tooth(result: Result, shown: Values) -> str:
    """Say that a curve over n is a saw-tooth, where it falls between two of its sizes."""
    if result.axes != ["n"] or any("low" in point for point in shown):
        return ""
    knots = sorted((p["case"], p["n"], p["estimate"]) for p in shown)
    falls = (y0 - y1 for (a, n0, y0), (b, n1, y1) in pairwise(knots) if a == b and n1 - n0 > 1)
    return SAW_TOOTH if max(falls, default=0.0) > DROP else ""


ERRORS = (  # of a significant difference; with what there is where there is no error
    (Curve("type_m", 0, "Exaggeration (Type-M)", axis="times too large, on average"), 1.0),
    (Curve("type_s", 0, "Wrong sign (Type-S)", axis="share with the wrong sign"), 0.0),
)


@figure(
    "errors",
    place=32,
    kinds=PLANS,
    fits=lambda result: all(curve.fits(result) for curve, _ in ERRORS),
    needs="Type-M and Type-S over a parameter with several values",
    remedy=RANGE,
)
def errors_picture(result: Result) -> Picture:
    """Return Type-M beside Type-S."""
    panels = []
    for curve, right in ERRORS:
        shown = points(result, curve.quantity)
        # The axis is at least so long, so that hardly any errors look like hardly any.
        least = rule("y", right + 0.05, opacity=0)
        layers = curve.layers(result, shown, horizontal(result, ticks=4))
        layers += [rule("y", right), least, *plan_line(result)[:1]]
        panels.append(panel(shown, layers, width=SIDE, title=curve.title))
    title = f"What a significant difference would look like, by {over(result)}"
    remarks = [*remarks_of(result, "type_m", "type_s"), "dashed: no error"]
    return Picture(title, remarks, {"hconcat": panels, "spacing": 36})


def _powers(result: Result) -> dict[str, Row]:
    """Return the power that decides each comparison, by its name."""
    return {n: Plan(part).answer for n, part in parts_of(result).items() if part.deciding}


@figure(
    "powers",
    place=24,
    kinds=("study plan",),
    fits=lambda result: len(_powers(result)) > 1,
    needs="a declared study of several comparisons",
    remedy="Make it with claimwise study power.",
)
def powers_picture(result: Result) -> Picture:
    """Return a point for each comparison, and the wanted power as a line."""
    target, powers = result.settings["target"], _powers(result)
    values = []
    for name, row in powers.items():
        size = "" if row.n is None else f" (n {row.n:,})"
        values.append(line_of(name, row, text=f"{against(row.estimate, target)}{size}"))
    level = next((row.level for row in powers.values() if known_ends(row)), None)
    remarks = [
        f"dashed: the wanted {given_percent(target)}",
        f"bars: {given_percent(level)} Monte Carlo interval" if level else "",
    ]
    x = axis("estimate", "power", **SHARE)
    chart = listed(values, "comparison", x, [rule("x", target)])
    return Picture("Power of each comparison", remarks, chart)


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


def points(result: Result, quantity: str) -> Values:
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
    settings, looks = result.settings, Plan(result).looks
    way = (settings.get("formula") or {}).get(row.quantity) or settings.get("by", "")
    stopping = str(row.at.get("stopping", "one look"))
    way = {"sequential": "normal", "anytime": "simulation"}.get(stopping, way)
    words = {"stopping": "one look", "by": str(way)} | row.words
    names = WAYS | {"sequential": looks}
    return ", ".join(names.get(words[key], words[key]) for key in keys if words.get(key))


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


def curve_layers(result: Result, shown: Values, x: Chart, y: Chart) -> list[Chart]:
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
