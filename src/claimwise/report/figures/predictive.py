"""The data among data drawn from the fitted model, as Vega-Lite."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import figure
from claimwise.report.figures.posterior import GAP, A, B, about
from claimwise.report.figures.theme import GREY, PALE, WIDTH, Chart, small_title, titled
from claimwise.report.figures.words import given_share, share

DRAWN = PALE
HEIGHT, SMALL = 150, 60
WORDS = {
    "metric": "coloured: share of scores up to x; grey: median and {level} interval of the same in",
    "count": "bars: items observed; points: median and {level} interval of the same in",
    "ordinal": "bars: items observed; points: median and {level} interval of the same in",
}


def _caption(result: Result) -> str:
    level = given_share(result.draws["predictive"]["level"])
    return (
        f"The data among data drawn from the fitted model (median and {level} "
        "interval): where the data lie outside, the model misses something."
    )


@figure(
    "predictive",
    place=4,
    fits=lambda result: "predictive" in result.draws,
    caption=_caption,
    needs="a comparison made ready for it",
    remedy='Say compare(..., plot_of="predictive").',
)
def predictive_section(result: Result) -> Chart:
    """Return each system's data among data drawn from the model, and statistics of both."""
    check = result.draws["predictive"]
    systems, kind = check["systems"], check["kind"]
    subtitle = [f"{WORDS[kind].format(level=given_share(check['level']))} drawn data"]
    if any(system["statistics"] for system in systems):
        subtitle.append("small: a statistic of the data (coloured) among those of drawn data")
    return {
        "title": titled("Data among data drawn from the fitted model", subtitle),
        "hconcat": [_system(system, check, about(result)) for system in systems],
    }


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
        text.append(f"{share(system['farther'])} of drawn data are farther from expectation")
    panels = [{"title": small_title(text), "width": width, "height": HEIGHT, **main}]
    return {"vconcat": [*panels, *_statistics(system["statistics"], color, width)]}


def _distribution(system: dict[str, Any], color: str) -> Chart:
    """Return the share of scores up to x as a line, over the band of drawn data."""
    x = {
        "field": "at",
        "type": "quantitative",
        "title": "difference of scores" if system["name"] == "differences" else "score",
        "scale": {"zero": False, "nice": False},
    }
    y = {"type": "quantitative", "title": "share of items", "scale": {"domain": [0, 1]}}
    band = {"x": x, "y": {"field": "low", **y}, "y2": {"field": "high"}}
    lines = [
        ("middle", {"type": "line", "color": GREY, "strokeWidth": 1}),
        ("observed", {"type": "line", "color": color, "strokeWidth": 1.8}),
    ]
    return {
        "data": {"values": system["places"]},
        "layer": [
            {"mark": {"type": "area", "color": DRAWN, "opacity": 0.45}, "encoding": band},
            *(
                {"mark": mark, "encoding": {"x": x, "y": {"field": field, **y}}}
                for field, mark in lines
            ),
        ],
    }


def _counts(system: dict[str, Any], color: str, kind: str, top: float) -> Chart:
    """Return how many items have each count or level as bars, with intervals of drawn data."""
    places = system["places"]
    x = {
        "field": "at",
        "type": "ordinal",
        "sort": [place["at"] for place in places],
        "title": "level" if kind == "ordinal" else "count",
        "axis": {"labelAngle": 0 if kind == "ordinal" else -90, "labelOverlap": False},
    }
    y = {"type": "quantitative", "title": "items", "scale": {"domain": [0, top]}}
    ends = {"x": x, "y": {"field": "low", **y}, "y2": {"field": "high"}}
    point = {"type": "point", "filled": True, "color": GREY, "size": 25, "opacity": 1}
    return {
        "data": {"values": places},
        "layer": [
            {
                "mark": {"type": "bar", "color": color, "opacity": 0.6},
                "encoding": {"x": x, "y": {"field": "observed", **y}},
            },
            {"mark": {"type": "rule", "strokeWidth": 1.2}, "encoding": ends},
            {"mark": point, "encoding": {"x": x, "y": {"field": "middle", **y}}},
        ],
    }


def _statistics(check: list[dict[str, Any]], color: str, width: int) -> list[Chart]:
    """Return small histograms of the drawn statistics, two beside each other or all four."""
    each = 4 if width > WIDTH / 2 else 2
    room = (width - 30 * (each - 1)) // each
    charts = [_statistic(one, color, room) for one in check]
    return [{"hconcat": charts[k : k + each]} for k in range(0, len(charts), each)]


def _statistic(one: dict[str, Any], color: str, width: int) -> Chart:
    text = [one["statistic"], f"higher in {share(one['above'])} of draws"]
    x = {
        "type": "quantitative",
        "title": one["statistic"],
        "scale": {"zero": False},
        "axis": {"tickCount": 3},
    }
    bar = {
        "x": {"field": "from", **x},
        "x2": {"field": "to"},
        "y": {"field": "count", "type": "quantitative", "axis": None},
        "y2": {"datum": 0},
    }
    return {
        "title": small_title(text) | {"fontSize": 11},
        "width": width,
        "height": SMALL,
        "layer": [
            {
                "data": {"values": one["bars"]},
                "mark": {"type": "rect", "color": DRAWN, "opacity": 0.7},
                "encoding": bar,
            },
            {
                "data": {"values": [{"observed": one["observed"]}]},
                "mark": {"type": "rule", "color": color, "strokeWidth": 2},
                "encoding": {"x": {"field": "observed", **x}},
            },
        ],
    }
