"""Prior and posterior of each system and of the difference, with HDI and ROPE, as Vega-Lite."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.figures.book import figure
from claimwise.report.figures.theme import (
    BLUE,
    GREEN,
    GREY,
    VERMILION,
    WIDTH,
    YELLOW,
    Chart,
    ticks,
    titled,
)
from claimwise.report.figures.words import decimals, given_share, written

PRIOR, A, B, GAP, ROPE = GREY, BLUE, VERMILION, GREEN, YELLOW
SMALL, LARGE = 120, 200
TWO = "a comparison of two systems by its posterior"


def has_curves(result: Result) -> bool:
    """Whether the result holds densities to draw."""
    return bool(result.draws.get("curves"))


def _caption(result: Result) -> str:
    settings, row = about(result), _interval(result)
    a, b = settings.get("a", "A"), settings.get("b", "B")
    bar = f" The bar is the {given_share(row.level or 0.95)} HDI." if row is not None else ""
    rope = " Shaded: the region of practical equivalence." if settings.get("rope") else ""
    model = f"model {settings['model']}, " if settings.get("model") else ""
    alone = all(curve["of"] == "difference" for curve in result.draws["curves"])
    what = "the difference" if alone else f"{a}, of {b} and of their difference"
    return (
        f"What is believed of {what}, {b} minus {a}, before the data "
        f"(dashed) and after (filled).{bar}{rope} Assumed: {model}prior {settings.get('prior')}."
    )


@figure(
    "posterior",
    place=0,
    fits=has_curves,
    caption=_caption,
    needs=TWO,
    remedy="Add --assess posterior.",
)
def posterior_section(result: Result) -> Chart:
    """Return the picture of the posterior: systems above, their difference below."""
    settings = about(result)
    a, b = settings.get("a", "A"), settings.get("b", "B")
    curves = result.draws["curves"]
    percent = settings.get("unit") == "points"
    systems = [curve for curve in curves if curve["of"] != "difference"]
    panels = []
    if systems:
        panels.append(_systems(systems, a, b, percent))
    gap = [curve for curve in curves if curve["of"] == "difference"]
    panels.append(_difference(result, gap, percent))
    title = f"{b} against {a}"
    return {"title": titled(title, _subtitle(settings)), "vconcat": panels}


def about(result: Result) -> dict[str, Any]:
    """Return what the picture is about; some say it apart from their settings."""
    return dict(result.draws.get("about") or result.provenance.get("settings", {}))


def _subtitle(settings: dict[str, Any]) -> str:
    model = f"model {settings['model']}, " if settings.get("model") else ""
    return f"{model}prior {settings.get('prior')}; dashed: before the data, filled: after"


def _values(curves: list[Chart], percent: bool) -> list[Chart]:
    times = 100.0 if percent else 1.0
    return [
        {"of": curve["of"], "stage": curve["stage"], "x": times * x, "density": density / times}
        for curve in curves
        for x, density in zip(curve["x"], curve["density"], strict=True)
    ]


def _systems(curves: list[Chart], a: str, b: str, percent: bool) -> Chart:
    colors = {"domain": [a, b], "range": [A, B]}
    title = "accuracy (%)" if percent else "mean"
    encoding = {
        "x": {"field": "x", "type": "quantitative", "title": title, "scale": {"zero": False}},
        "y": {"field": "density", "type": "quantitative", "title": "density", "stack": None},
        "color": {"field": "of", "type": "nominal", "title": None, "scale": colors},
    }
    return {
        "width": WIDTH,
        "height": SMALL,
        "data": {"values": _values(curves, percent)},
        "layer": [
            {
                "transform": [{"filter": "datum.stage == 'posterior'"}],
                "mark": {"type": "area", "opacity": 0.4, "line": True},
                "encoding": encoding,
            },
            {
                "transform": [{"filter": "datum.stage == 'prior'"}],
                "mark": {"type": "line", "strokeDash": [5, 4], "strokeWidth": 1.2},
                "encoding": encoding,
            },
        ],
    }


def difference_title(settings: dict[str, Any]) -> str:
    """Return what a difference is, and its unit."""
    unit = " (points)" if settings.get("unit") == "points" else ""
    if settings.get("model") == "ordinal":
        unit = " (levels of the latent scale)"
    return f"{settings.get('b', 'B')} minus {settings.get('a', 'A')}{unit}"


def _difference(result: Result, curves: list[Chart], percent: bool) -> Chart:
    settings = about(result)
    values = _values(curves, percent)
    low, high = min(v["x"] for v in values), max(v["x"] for v in values)
    top = max(v["density"] for v in values if v["stage"] == "posterior")
    x = {
        "field": "x",
        "type": "quantitative",
        "title": difference_title(settings),
        "scale": {"domain": [low, high], "nice": False},
        "axis": {"values": ticks([low, high]), "labelOverlap": False},
    }
    y = {"field": "density", "type": "quantitative", "title": "density"}
    y["scale"] = {"domain": [0, 1.12 * top]}  # type: ignore[assignment]
    layers = [*rope_layers(settings, low, high, percent), *_densities(x, y), zero_line(low, high)]
    row = _interval(result)
    if row is not None:
        layers += _hdi(row, top, percent)
    return {"width": WIDTH, "height": LARGE, "data": {"values": values}, "layer": layers}


def _densities(x: Chart, y: Chart) -> list[Chart]:
    posterior = {
        "transform": [{"filter": "datum.stage == 'posterior'"}],
        "mark": {"type": "area", "opacity": 0.5, "color": GAP, "line": {"color": GAP}},
        "encoding": {"x": x, "y": y},
    }
    prior = {
        "transform": [{"filter": "datum.stage == 'prior'"}],
        "mark": {
            "type": "line",
            "strokeDash": [5, 4],
            "color": PRIOR,
            "strokeWidth": 1.2,
            "clip": True,
        },
        "encoding": {"x": x, "y": y},
    }
    return [posterior, prior]


def rope_layers(settings: dict[str, Any], low: float, high: float, percent: bool) -> list[Chart]:
    """Return the region of practical equivalence, as far as it is between low and high."""
    rope = settings.get("rope")
    if rope is None:
        return []
    times = 100.0 if percent else 1.0
    first, last = rope if isinstance(rope, list | tuple) else (-rope, rope)
    first, last = max(low, times * first), min(high, times * last)
    if first >= last:
        return []  # outside of the picture
    values = [{"x": first, "x2": last, "what": "ROPE"}]
    place = {"x": {"field": "x", "type": "quantitative"}, "x2": {"field": "x2"}}
    return [
        {
            "data": {"values": values},
            "mark": {"type": "rect", "color": ROPE, "opacity": 0.45},
            "encoding": place,
        },
        {
            "data": {"values": values},
            "mark": {"type": "text", "align": "left", "fontSize": 11, "baseline": "bottom"},
            "encoding": {
                "x": {"field": "x", "type": "quantitative"},
                "y": {"value": -3},  # above the panel: inside, the line at no difference crosses it
                "text": {"field": "what"},
            },
        },
    ]


def zero_line(low: float, high: float) -> Chart:
    """Return a line at no difference, if that is between low and high."""
    values = [{"x": 0}] if low < 0 < high else []
    return {
        "data": {"values": values},
        "mark": {"type": "rule", "strokeWidth": 1},
        "encoding": {"x": {"field": "x", "type": "quantitative"}},
    }


def _hdi(row: Row, top: float, percent: bool) -> list[Chart]:
    times = 100.0 if percent else 1.0
    low, high = times * row.low, times * row.high
    digits = decimals([times * row.estimate, low, high], points=percent)
    ends = f"{written(low, digits)} to {written(high, digits)}"
    text = f"{given_share(row.level or 0.95)} HDI {ends}"
    values = [{"x": low, "x2": high, "y": 1.04 * top, "mid": (low + high) / 2, "text": text}]
    y = {"field": "y", "type": "quantitative"}
    bar = {"x": {"field": "x", "type": "quantitative"}, "x2": {"field": "x2"}, "y": y}
    return [
        {"data": {"values": values}, "mark": {"type": "rule", "strokeWidth": 4}, "encoding": bar},
        {
            "data": {"values": values},
            "mark": {"type": "text", "dy": -9, "fontSize": 11},
            "encoding": {
                "x": {"field": "mid", "type": "quantitative"},
                "y": y,
                "text": {"field": "text"},
            },
        },
    ]


def _interval(result: Result) -> Row | None:
    """Return the row of the difference that the picture is about: of the whole, if there is one."""
    if "hdi" in result.draws:
        return result.draws["hdi"]  # type: ignore[no-any-return]
    rows = [
        row
        for row in result.select("posterior_difference")
        if not row.at or row.at == {"over": "combined"}
    ]
    return rows[-1] if rows else None
