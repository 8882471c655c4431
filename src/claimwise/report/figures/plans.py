"""Power and its like, sizes, detectable differences and errors of a plan, over its parameters."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from itertools import pairwise
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    SHARE,
    known_ends,
    line_of,
    listed,
    panel,
    rule,
)
from claimwise.report.figures.curves import (
    Points,
    curve_layers,
    horizontal,
    in_unit,
    is_curve,
    over,
    plan_line,
    points,
    remarks_of,
    wanted_line,
    written,
)
from claimwise.report.figures.theme import Chart, axis
from claimwise.report.numbers import against, decimal, given_percent
from claimwise.report.plan_rows import Plan
from claimwise.report.studies import parts_of

PLANS = ("plan", "rating plan", "study curve")
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
        return is_curve(result, self.quantity) and not solved

    def picture(self, result: Result) -> Picture:
        """Return the curve, as a share with what is wanted, or in its unit."""
        curve = replace(self, **CLAIMED.get(self.quantity, {})) if Plan(result).claimed else self
        shown = points(result, self.quantity)
        layers = curve.layers(result, shown, horizontal(result))
        remarks = [curve.remark, *remarks_of(result, self.quantity)]
        if self.quantity == "power" and result.settings.get("uncertain"):
            remarks[0] += "; the pilot is taken at its word"
        if self.quantity in WHOLE:
            layers += wanted_line(result)
            remarks.append(_saw_tooth(result, shown))
        chart = panel(shown, [*layers, *plan_line(result)])
        return Picture(f"{curve.title} by {over(result)}", remarks, chart)

    def layers(self, result: Result, shown: Points, x: Chart) -> list[Chart]:
        """Return the curve; sizes fall as a square does: straight on logs, else points alone."""
        y = self.vertical(result)
        if self.quantity != "sample_size" or result.axes[0] not in STEEP:
            return curve_layers(result, shown, x, y)
        if any(float(point[x["field"]]) <= 0 for point in shown):
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


def _saw_tooth(result: Result, shown: Points) -> str:
    """Say that a curve over n is a saw-tooth, where it falls between two of its sizes."""
    if result.axes != ["n"] or any("low" in point for point in shown):
        return ""
    knots = sorted((str(p["case"]), float(p["n"]), float(p["estimate"])) for p in shown)
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
        # So far a size is still right: hardly any errors shall look like hardly any.
        least = rule("y", right + 0.05, opacity=0)
        layers = curve.layers(result, shown, horizontal(result, ticks=4))
        lines = [rule("y", right), least, *plan_line(result)[:1]]
        panels.append(panel(shown, [*layers, *lines], width=SIDE, title=curve.title))
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
    settings, powers = result.settings, _powers(result)
    values = [
        line_of(
            name,
            row,
            text=against(row.estimate, settings["target"])
            + ("" if row.n is None else f" (n {row.n:,})"),
        )
        for name, row in powers.items()
    ]
    level = next((row.level for row in powers.values() if known_ends(row)), None)
    source = f"assumptions from {settings['source']}" if settings.get("source") else ""
    remarks = [
        f"dashed: the wanted {given_percent(settings['target'])}",
        f"bars: {given_percent(level)} Monte Carlo interval" if level else "",
        f"alpha {decimal(settings['alpha'])}",
        source,
    ]
    chart = listed(
        values,
        "comparison",
        axis("estimate", "power", **SHARE),
        [rule("x", settings["target"])],
    )
    return Picture("Power of each comparison", remarks, chart)
