"""Prior and posterior of each system and of the difference, with HDI and ROPE, as Vega-Lite."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.compared import chosen_interval
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import layer, number_at, panel, settings_of
from claimwise.report.figures.theme import (
    BLUE,
    GREEN,
    GREY,
    VERMILION,
    YELLOW,
    Chart,
    axis,
    ticks,
    titled,
)
from claimwise.report.scale import Scale, scale_of

PRIOR, A, B, GAP, ROPE = GREY, BLUE, VERMILION, GREEN, YELLOW
SMALL, LARGE = 120, 200
TWO = "a comparison of two systems by its posterior"


def has_curves(result: Result) -> bool:
    """Whether the result holds densities to draw."""
    return bool(result.draws.get("curves"))


def _caption(result: Result) -> str:
    settings, row = about(result), _interval(result)
    a, b = settings.get("a", "A"), settings.get("b", "B")
    bar = f" The bar is the {chosen_interval(row)}." if row is not None else ""
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
    scale = scale_of(settings)
    systems = [curve for curve in curves if curve["of"] != "difference"]
    panels = []
    if systems:
        panels.append(_systems(systems, a, b, scale))
    gap = [curve for curve in curves if curve["of"] == "difference"]
    panels.append(_difference(result, gap, scale))
    title = f"{b} against {a}"
    return {"title": titled(title, _subtitle(settings)), "vconcat": panels}


def about(result: Result) -> dict[str, Any]:
    """Return what the picture is about; some say it apart from their settings."""
    return dict(result.draws.get("about") or settings_of(result))


def _subtitle(settings: dict[str, Any]) -> str:
    model = f"model {settings['model']}, " if settings.get("model") else ""
    return f"{model}prior {settings.get('prior')}; dashed: before the data, filled: after"


def _values(curves: list[Chart], scale: Scale) -> list[Chart]:
    times = scale.times
    return [
        {"of": curve["of"], "stage": curve["stage"], "x": times * x, "density": density / times}
        for curve in curves
        for x, density in zip(curve["x"], curve["density"], strict=True)
    ]


def _before_and_after(encoding: Chart, after: Chart, before: Chart) -> list[Chart]:
    """Return the posterior as an area, and the prior as a dashed line."""
    dashes = {"strokeDash": [5, 4], "strokeWidth": 1.2, **before}
    return [
        layer("area", encoding, where="datum.stage == 'posterior'", **after),
        layer("line", encoding, where="datum.stage == 'prior'", **dashes),
    ]


def _systems(curves: list[Chart], a: str, b: str, scale: Scale) -> Chart:
    colors = {"domain": [a, b], "range": [A, B]}
    encoding = {
        "x": axis("x", "accuracy (%)" if scale.share else "mean", scale={"zero": False}),
        "y": axis("density", "density", stack=None),
        "color": axis("of", None, kind="nominal", scale=colors),
    }
    layers = _before_and_after(encoding, {"opacity": 0.4, "line": True}, {})
    return panel(_values(curves, scale), layers, height=SMALL)


def difference_title(settings: dict[str, Any]) -> str:
    """Return what a difference is, and its unit."""
    unit = scale_of(settings).unit
    if settings.get("model") == "ordinal":
        unit = "levels of the latent scale"
    names = f"{settings.get('b', 'B')} minus {settings.get('a', 'A')}"
    return f"{names} ({unit})" if unit else names


def difference_axis(field: str, settings: dict[str, Any], low: float, high: float) -> Chart:
    """Return the channel of a difference, whose labels are never dropped."""
    return axis(
        field,
        difference_title(settings),
        scale={"domain": [low, high], "nice": False},
        axis={"values": ticks([low, high]), "labelOverlap": False},
    )


def _difference(result: Result, curves: list[Chart], scale: Scale) -> Chart:
    settings = about(result)
    values = _values(curves, scale)
    low, high = min(v["x"] for v in values), max(v["x"] for v in values)
    top = max(v["density"] for v in values if v["stage"] == "posterior")
    encoding = {
        "x": difference_axis("x", settings, low, high),
        "y": axis("density", "density", scale={"domain": [0, 1.12 * top]}),
    }
    after = {"opacity": 0.5, "color": GAP, "line": {"color": GAP}}
    curves_of = _before_and_after(encoding, after, {"color": PRIOR, "clip": True})
    row = _interval(result)
    layers = [*rope_layers(settings, low, high), *curves_of, zero_line(low, high)]
    layers += [] if row is None else _hdi(row, top, scale)
    return panel(values, layers, height=LARGE)


def rope_layers(settings: dict[str, Any], low: float, high: float) -> list[Chart]:
    """Return the region of practical equivalence, as far as it is between low and high."""
    rope = settings.get("rope")
    if rope is None:
        return []
    times = scale_of(settings).times
    first, last = rope if isinstance(rope, list | tuple) else (-rope, rope)
    first, last = max(low, times * first), min(high, times * last)
    if first >= last:
        return []  # outside of the picture
    values = [{"x": first, "x2": last, "what": "ROPE"}]
    zone = {"x": number_at("x"), "x2": {"field": "x2"}}
    # Above the panel: inside, the line at no difference crosses it.
    words = {"x": number_at("x"), "y": {"value": -3}, "text": {"field": "what"}}
    return [
        layer("rect", zone, values=values, color=ROPE, opacity=0.45),
        layer("text", words, values=values, align="left", baseline="bottom"),
    ]


def zero_line(low: float, high: float) -> Chart:
    """Return a line at no difference, if that is between low and high."""
    values = [{"x": 0}] if low < 0 < high else []
    return layer("rule", {"x": number_at("x")}, values=values, strokeWidth=1)


def _hdi(row: Row, top: float, scale: Scale) -> list[Chart]:
    low, high = scale.times * row.low, scale.times * row.high
    text = f"{chosen_interval(row)} {scale.ends(row)}"
    values = [{"x": low, "x2": high, "y": 1.04 * top, "mid": (low + high) / 2, "text": text}]
    bar = {"x": number_at("x"), "x2": {"field": "x2"}, "y": number_at("y")}
    words = {"x": number_at("mid"), "y": number_at("y"), "text": {"field": "text"}}
    return [
        layer("rule", bar, values=values, strokeWidth=4),
        layer("text", words, values=values, dy=-9),
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
