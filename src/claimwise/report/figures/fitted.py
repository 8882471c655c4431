"""Data beside what was fitted to them: drawn data of a model or a world, and a Laplace of swaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp
from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    bars,
    in_expression,
    layer,
    number_at,
    panel,
    rule,
)
from claimwise.report.figures.posterior import GAP, A, B, about
from claimwise.report.figures.theme import (
    BLUE,
    GREY,
    ORANGE,
    PALE,
    VERMILION,
    WIDTH,
    Chart,
    axis,
)
from claimwise.report.numbers import given_percent, number, percent, pvalue
from claimwise.report.scale import metric_name

STRANGE = 0.05  # predictive p at which a panel is coloured
BARS, SQUARE = 60, 280  # of effects of swaps; side of a panel
SHOWN = 0.998  # of the effects of swaps; the few beyond would squeeze all others
DISTRIBUTION = "coloured: share of scores up to x; grey: median and {level} interval of the same in"
COUNTS = "bars: items observed; points: median and {level} interval of the same in"


def _among(bar: Chart, x: Chart, y: Chart) -> list[Chart]:
    """Return what was observed as bars, and the interval and the median of drawn data on them."""
    low, middle = y | {"field": "low"}, y | {"field": "middle"}
    return [
        bar,
        layer("rule", {"x": x, "y": low, "y2": {"field": "high"}}, strokeWidth=1.2),
        layer("point", {"x": x, "y": middle}, color=GREY, size=25),
    ]


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
    words = DISTRIBUTION if check["kind"] == "metric" else COUNTS
    some = any(system["statistics"] for system in check["systems"])
    remarks = [
        f"{words.format(level=given_percent(check['level']))} drawn data",
        "small: a statistic of the data (coloured) among those of drawn data" if some else "",
        "where the data lie outside, the model misses something",
    ]
    chart = {"hconcat": [_system(system, check, about(result)) for system in check["systems"]]}
    return Picture("Data among data drawn from the fitted model", remarks, chart)


def _system(system: dict[str, Any], check: dict[str, Any], settings: dict[str, Any]) -> Chart:
    """Return the data of one system, and below them small panels of statistics."""
    color = {settings.get("a", "A"): A, settings.get("b", "B"): B}.get(system["name"], GAP)
    many = len(check["systems"])
    width, across = (WIDTH - 40 * (many - 1)) // many, 4 // many
    if check["kind"] == "metric":
        main = _distribution(system, color)
    else:
        top = max(max(p["observed"], p["high"]) for s in check["systems"] for p in s["places"])
        main = _counts(system, color, check["kind"], 1.04 * top)
    text = [system["name"]]
    if "farther" in system:
        text.append(f"{percent(system['farther'])} of drawn data are farther from expectation")
    room = (width - 30 * (across - 1)) // across
    small = [_statistic(one, color, room) for one in system["statistics"]]
    rest = [{"concat": small, "columns": across}] if small else []
    return {"vconcat": [panel(system["places"], main, title=text, width=width, height=150), *rest]}


def _distribution(system: dict[str, Any], color: str) -> list[Chart]:
    """Return the share of scores up to x as a line, over the band of drawn data."""
    what = "difference of scores" if system["name"] == "differences" else "score"
    x = axis("at", what, scale={"zero": False, "nice": False})
    y = axis("low", "share of items", scale={"domain": [0, 1]})
    place = {"x": x, "y": y}
    return [
        layer("area", place | {"y2": {"field": "high"}}, color=PALE, opacity=0.45),
        layer("line", place | {"y": y | {"field": "middle"}}, color=GREY, strokeWidth=1),
        layer("line", place | {"y": y | {"field": "observed"}}, color=color, strokeWidth=1.8),
    ]


def _counts(system: dict[str, Any], color: str, kind: str, top: float) -> list[Chart]:
    """Return how many items have each count or level, among those of drawn data."""
    x = axis(
        "at",
        "level" if kind == "ordinal" else "count",
        kind="ordinal",
        sort=[place["at"] for place in system["places"]],
        axis={"labelAngle": 0 if kind == "ordinal" else -90, "labelOverlap": False},
    )
    y = axis("observed", "items", scale={"domain": [0, top]})
    return _among(layer("bar", {"x": x, "y": y}, color=color, opacity=0.6), x, y)


def _statistic(one: dict[str, Any], color: str, width: int) -> Chart:
    """Return a small histogram of a statistic of drawn data, and where the data have theirs."""
    text = [one["statistic"], f"higher in {percent(one['above'])} of draws"]
    x = axis("from", one["statistic"], scale={"zero": False}, axis={"tickCount": 3})
    y = number_at("count") | {"axis": None}
    layers = [
        bars(x, y, values=one["bars"], color=PALE),
        rule("x", one["observed"], strokeDash=[1, 0], color=color, strokeWidth=2),
    ]
    return panel([], layers, title=text, width=width, height=60)


@figure(
    "answers",
    place=51,
    fits=lambda result: "response_fit" in result.draws,
    needs="a world fitted to answers",
    remedy="Make one with claimwise fit responses.",
)
def response_picture(result: Result) -> Picture:
    """Return a histogram for each statistic of answers, among those of simulated data."""
    settings = result.settings
    panels = [_answers(fit) for fit in result.draws["response_fit"]]
    remarks = [
        "bars: share observed; points: median and 95% of the same in simulated data",
        "p: share of simulated data at least as far from expectation; orange below .05",
    ]
    title = f"Answers among those of the fitted world: A {settings['a']}, B {settings['b']}"
    return Picture(title, remarks, {"concat": panels, "columns": 3, "spacing": 30})


def _answers(fit: dict[str, Any]) -> Chart:
    """Return how often a statistic of the answers has each value."""
    marks: Chart = {}
    if fit.get("levels"):
        names = in_expression(fit["levels"])
        places = list(range(len(fit["levels"])))
        marks = {"axis": {"values": places, "labelExpr": f"{names}[datum.value]"}}
    x = axis("middle_at", fit["statistic"], scale={"zero": False, "nice": False}, **marks)
    y = axis("observed", "share")
    color = VERMILION if fit["pvalue"] < STRANGE else BLUE
    title = [fit["statistic"], pvalue(fit["pvalue"])]
    layers = _among(bars(x, y, color=color), x, y)
    return panel(fit["bars"], layers, title=title, width=200, height=140)


@figure(
    "swaps",
    place=50,
    fits=lambda result: "net" in result.draws and "effects" in result.draws,
    needs="a world fitted to the effects of swaps",
    remedy="Make one with claimwise fit.",
)
def swap_picture(result: Result) -> Picture:
    """Return sums and effects of swaps, as Figures 15 and 16 of Card et al. (2020) do."""
    settings, draws = result.settings, result.draws
    unchanged = percent(result.main("zero_share").estimate)
    remarks = [
        "left: whether the effects of single swaps add up; right: how they are distributed",
        f"{unchanged} of single swaps change nothing; scale {number(settings['scale'])}",
    ]
    slope, correlation = (result.main(name).estimate for name in ("slope", "correlation"))
    panels = [
        panel([], layers, title=title, width=SQUARE, height=SQUARE)
        for title, layers in (
            (
                f"Random subsets: slope {slope:.3f}, correlation {correlation:.3f}",
                _added(draws["sums"], draws["net"]),
            ),
            (
                "Single effects, and the Laplace of the world",
                _effects(draws["effects"], settings["scale"]),
            ),
        )
    ]
    metric = metric_name(settings["metric"])
    title = f"Swaps of single items: {settings['b']} minus {settings['a']} in {metric}"
    return Picture(title, remarks, {"hconcat": panels, "spacing": 40})


def _added(sums: Sequence[float], net: Sequence[float]) -> list[Chart]:
    """Return the change by each random subset over the sum of its single effects."""
    points = [{"sum": float(s), "net": float(d)} for s, d in zip(sums, net, strict=True)]
    every = [value for point in points for value in point.values()]
    scale = {"zero": False, "nice": False, "domain": [min(every), max(every)]}
    axes = {
        "x": axis("sum", "sum of single effects", scale=scale),
        "y": axis("net", "change of the difference", scale=scale),
    }
    diagonal = [{"sum": end, "net": end} for end in (min(every), max(every))]
    return [
        layer("point", axes, values=points, size=10, opacity=0.4, color=BLUE),
        layer("line", axes, values=diagonal, strokeDash=[6, 4], color=GREY),
    ]


def _effects(effects: Sequence[float], scale: float) -> list[Chart]:
    """Return how the effects are distributed, and the Laplace distribution of the world."""
    some = [len(effects) * float(effect) for effect in effects if effect != 0]
    centre = sum(some) / len(some)
    far = sorted(abs(effect - centre) for effect in some)
    reach = far[int(SHOWN * (len(far) - 1))] or 1.0
    first, width = centre - reach, 2 * reach / BARS
    counts = Counter(
        min(BARS - 1, int((x - first) / width)) for x in some if abs(x - centre) <= reach
    )
    heights = [
        {
            "from": first + k * width,
            "to": first + (k + 1) * width,
            "density": count / len(some) / width,
        }
        for k, count in sorted(counts.items())
    ]
    at = [first + k * width / 4 for k in range(4 * BARS + 1)]
    laplace = [{"from": x, "density": exp(-abs(x - centre) / scale) / 2 / scale} for x in at]
    x, y = axis("from", "effect of a single swap, times n"), axis("density", "density")
    return [
        bars(x, y, values=heights, color=BLUE),
        layer("line", {"x": x, "y": y}, values=laplace, color=ORANGE),
    ]
