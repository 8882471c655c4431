"""The data among data drawn from what was fitted to them: a model, or a world of answers."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import bars, in_expression, layer, panel, rule
from claimwise.report.figures.posterior import GAP, A, B, about
from claimwise.report.figures.theme import BLUE, GREY, PALE, VERMILION, WIDTH, Chart, axis
from claimwise.report.numbers import given_percent, percent, pvalue

OBSERVED, ODD, DRAWN = BLUE, VERMILION, PALE
HEIGHT, SMALL = 150, 60
WORDS = {
    "metric": "coloured: share of scores up to x; grey: median and {level} interval of the same in",
    "count": "bars: items observed; points: median and {level} interval of the same in",
    "ordinal": "bars: items observed; points: median and {level} interval of the same in",
}
STRANGE = 0.05  # predictive p at which a panel is coloured
ACROSS = 3  # panels beside each other


@figure(
    "predictive",
    place=4,
    fits=lambda result: "predictive" in result.draws,
    needs="a comparison made ready for it",
    remedy='Say compare(..., plot_of="predictive").',
)
def predictive_picture(result: Result) -> Picture:
    """Return each system's data among data drawn from the model, and statistics of both."""
    check = result.draws["predictive"]
    systems, kind = check["systems"], check["kind"]
    remarks = [f"{WORDS[kind].format(level=given_percent(check['level']))} drawn data"]
    if any(system["statistics"] for system in systems):
        remarks.append("small: a statistic of the data (coloured) among those of drawn data")
    remarks.append("where the data lie outside, the model misses something")
    chart = {"hconcat": [_system(system, check, about(result)) for system in systems]}
    return Picture("Data among data drawn from the fitted model", remarks, chart)


def _system(system: dict[str, Any], check: dict[str, Any], settings: dict[str, Any]) -> Chart:
    color = {settings.get("a", "A"): A, settings.get("b", "B"): B}.get(system["name"], GAP)
    many = len(check["systems"])
    width = (WIDTH - 40 * (many - 1)) // many
    if check["kind"] == "metric":
        main = _distribution(system, color)
    else:
        top = max(max(p["observed"], p["high"]) for s in check["systems"] for p in s["places"])
        main = _counts(system, color, check["kind"], 1.04 * top)
    text = [system["name"]]
    if "farther" in system:
        text.append(f"{percent(system['farther'])} of drawn data are farther from expectation")
    top_panel = panel(system["places"], main, title=text, width=width, height=HEIGHT)
    return {"vconcat": [top_panel, *_statistics(system["statistics"], color, width)]}


def _distribution(system: dict[str, Any], color: str) -> list[Chart]:
    """Return the share of scores up to x as a line, over the band of drawn data."""
    what = "difference of scores" if system["name"] == "differences" else "score"
    x = axis("at", what, scale={"zero": False, "nice": False})
    y = axis("low", "share of items", scale={"domain": [0, 1]})
    place = {"x": x, "y": y}
    return [
        layer("area", place | {"y2": {"field": "high"}}, color=DRAWN, opacity=0.45),
        layer("line", place | {"y": y | {"field": "middle"}}, color=GREY, strokeWidth=1),
        layer("line", place | {"y": y | {"field": "observed"}}, color=color, strokeWidth=1.8),
    ]


def _counts(system: dict[str, Any], color: str, kind: str, top: float) -> list[Chart]:
    """Return how many items have each count or level as bars, with intervals of drawn data."""
    x = axis(
        "at",
        "level" if kind == "ordinal" else "count",
        kind="ordinal",
        sort=[place["at"] for place in system["places"]],
        axis={"labelAngle": 0 if kind == "ordinal" else -90, "labelOverlap": False},
    )
    y = axis("low", "items", scale={"domain": [0, top]})
    return [
        layer("bar", {"x": x, "y": y | {"field": "observed"}}, color=color, opacity=0.6),
        layer("rule", {"x": x, "y": y, "y2": {"field": "high"}}, strokeWidth=1.2),
        layer("point", {"x": x, "y": y | {"field": "middle"}}, color=GREY, size=25),
    ]


def _statistics(check: list[dict[str, Any]], color: str, width: int) -> list[Chart]:
    """Return small histograms of the drawn statistics, two beside each other or all four."""
    each = 4 if width > WIDTH / 2 else 2
    room = (width - 30 * (each - 1)) // each
    charts = [_statistic(one, color, room) for one in check]
    return [{"hconcat": charts[k : k + each]} for k in range(0, len(charts), each)]


def _statistic(one: dict[str, Any], color: str, width: int) -> Chart:
    text = [one["statistic"], f"higher in {percent(one['above'])} of draws"]
    x = axis("from", one["statistic"], scale={"zero": False}, axis={"tickCount": 3})
    y = {"field": "count", "type": "quantitative", "axis": None}
    layers = [
        bars(x, y, values=one["bars"], color=DRAWN),
        rule("x", one["observed"], strokeDash=[1, 0], color=color, strokeWidth=2),
    ]
    return panel([], layers, title=text, width=width, height=SMALL)


@figure(
    "answers",
    place=51,
    fits=lambda result: "response_fit" in result.draws,
    needs="a world fitted to answers",
    remedy="Make one with claimwise fit responses.",
)
def response_picture(result: Result) -> Picture:
    """Return a histogram for each statistic: observed as bars, simulated as points with lines."""
    settings = result.settings
    panels = [_panel(fit) for fit in result.draws["response_fit"]]
    across = [
        {"hconcat": panels[k : k + ACROSS], "spacing": 30} for k in range(0, len(panels), ACROSS)
    ]
    remarks = [
        "bars: share observed; points: median and 95% of the same in simulated data",
        "p: share of simulated data at least as far from expectation; orange below .05",
    ]
    title = f"Answers among those of the fitted world: A {settings['a']}, B {settings['b']}"
    return Picture(title, remarks, {"vconcat": across, "spacing": 30})


def _panel(fit: dict[str, Any]) -> Chart:
    color = ODD if fit["pvalue"] < STRANGE else OBSERVED
    marks: Chart = {}
    if fit.get("levels"):
        names = in_expression(fit["levels"])
        places = list(range(len(fit["levels"])))
        marks = {"axis": {"values": places, "labelExpr": f"{names}[datum.value]"}}
    x = axis("middle_at", fit["statistic"], scale={"zero": False, "nice": False}, **marks)
    y = axis("observed", "share")
    layers = [
        bars(x, y, color=color),
        layer("rule", {"x": x, "y": y | {"field": "low"}, "y2": {"field": "high"}}),
        layer("point", {"x": x, "y": y | {"field": "middle"}}, size=16, color=GREY),
    ]
    title = [fit["statistic"], pvalue(fit["pvalue"])]
    return panel(fit["bars"], layers, title=title, width=200, height=140)
