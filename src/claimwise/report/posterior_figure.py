"""Prior and posterior of each system and of the difference, with HDI and ROPE, as Vega-Lite."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.numbers import number

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
PRIOR, A, B, GAP, ROPE = "#666666", "#0072B2", "#D55E00", "#009E73", "#F0E442"
WIDTH, SMALL, LARGE = 520, 120, 200
Chart = dict[str, Any]


def has_curves(result: Result) -> bool:
    """Whether the result holds densities to draw."""
    return bool(result.draws.get("curves"))


def posterior_chart(result: Result) -> Chart:
    """Return the figure: systems above, their difference below."""
    settings = _about(result)
    a, b = settings.get("a", "A"), settings.get("b", "B")
    curves = result.draws["curves"]
    percent = settings.get("unit") == "points"
    systems = [curve for curve in curves if curve["of"] != "difference"]
    panels = []
    if systems:
        panels.append(_systems(systems, a, b, percent))
    gap = [curve for curve in curves if curve["of"] == "difference"]
    panels.append(_difference(result, gap, a, b, percent))
    return {
        "$schema": SCHEMA,
        "title": {"text": f"{b} against {a}", "subtitle": _subtitle(settings), "anchor": "start"},
        "vconcat": panels,
        "config": {"view": {"stroke": None}, "axis": {"grid": False}},
        "background": "white",
    }


def _about(result: Result) -> dict[str, Any]:
    """Return what the picture is about; a replication says it apart from its settings."""
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


def _difference(result: Result, curves: list[Chart], a: str, b: str, percent: bool) -> Chart:
    settings = _about(result)
    unit = " (points)" if percent else ""
    if settings.get("model") == "ordinal":
        unit = " (levels of the latent scale)"
    values = _values(curves, percent)
    low, high = min(v["x"] for v in values), max(v["x"] for v in values)
    top = max(v["density"] for v in values if v["stage"] == "posterior")
    x = {
        "field": "x",
        "type": "quantitative",
        "title": f"difference, {b} minus {a}{unit}",
        "scale": {"domain": [low, high], "nice": False},
    }
    y = {"field": "density", "type": "quantitative", "title": "density"}
    y["scale"] = {"domain": [0, 1.12 * top]}  # type: ignore[assignment]
    layers = [*_rope(settings, low, high, percent), *_densities(x, y), _zero(low, high)]
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


def _rope(settings: dict[str, Any], low: float, high: float, percent: bool) -> list[Chart]:
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
            "mark": {"type": "text", "align": "left", "dx": 4, "fontSize": 10, "baseline": "top"},
            "encoding": {
                "x": {"field": "x", "type": "quantitative"},
                "y": {"value": 4},
                "text": {"field": "what"},
            },
        },
    ]


def _zero(low: float, high: float) -> Chart:
    values = [{"x": 0}] if low < 0 < high else []
    return {
        "data": {"values": values},
        "mark": {"type": "rule", "color": "black", "strokeWidth": 1},
        "encoding": {"x": {"field": "x", "type": "quantitative"}},
    }


def _hdi(row: Row, top: float, percent: bool) -> list[Chart]:
    times = 100.0 if percent else 1.0
    low, high = times * row.low, times * row.high
    text = f"{number(row.level)} HDI {low:.4g} to {high:.4g}"
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
        for row in result.rows
        if row.name == "posterior_difference" and row.qualifier in ("", "combined")
    ]
    return rows[-1] if rows else None
