"""Prior and posterior of each system and of the difference, with HDI and ROPE, as Vega-Lite."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.compared import chosen_interval
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import between, layer, number_at, panel, rule, zone
from claimwise.report.figures.theme import BLUE, GREEN, GREY, VERMILION, Chart, axis, ticks
from claimwise.report.scale import Scale, scale_of

PRIOR, A, B, GAP = GREY, BLUE, VERMILION, GREEN
SMALL, LARGE = 120, 200


def has_curves(result: Result) -> bool:
    """Whether the result holds densities to draw."""
    return bool(result.draws.get("curves"))


def about(result: Result) -> dict[str, Any]:
    """Return what the picture is about; some say it apart from their settings."""
    return dict(result.draws.get("about") or result.settings)


@figure(
    "posterior",
    place=0,
    fits=has_curves,
    needs="a comparison of two systems by its posterior",
    remedy="Add --assess posterior.",
)
def posterior_picture(result: Result) -> Picture:
    """Return the picture of the posterior: systems above, their difference below."""
    settings, scale = about(result), scale_of(about(result))
    a, b = settings.get("a", "A"), settings.get("b", "B")
    curves = result.draws["curves"]
    systems = [curve for curve in curves if curve["of"] != "difference"]
    gap = [curve for curve in curves if curve["of"] == "difference"]
    panels = [_systems(systems, a, b, scale)] if systems else []
    panels.append(_difference(result, gap, scale))
    model = f"model {settings['model']}" if settings.get("model") else ""
    remarks = ["dashed: before the data, filled: after", model]
    return Picture(f"{b} against {a}", remarks, {"vconcat": panels})


def _values(curves: list[Chart], scale: Scale) -> list[Chart]:
    times = scale.times
    return [
        {"of": curve["of"], "stage": curve["stage"], "x": times * x, "density": density / times}
        for curve in curves
        for x, density in zip(curve["x"], curve["density"], strict=True)
    ]


def _before_and_after(encoding: Chart, after: Chart, before: Chart) -> list[Chart]:
    """Return the posterior as an area, and the prior as a dashed line."""
    dashed = {"strokeDash": [5, 4], "strokeWidth": 1.2, **before}
    return [
        layer("area", encoding, where="datum.stage == 'posterior'", **after),
        layer("line", encoding, where="datum.stage == 'prior'", **dashed),
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


def difference_axis(field: str, settings: dict[str, Any], low: float, high: float) -> Chart:
    """Return the channel of a difference, with its unit, whose labels are never dropped."""
    unit = scale_of(settings).unit
    if settings.get("model") == "ordinal":
        unit = "levels of the latent scale"
    names = f"{settings.get('b', 'B')} minus {settings.get('a', 'A')}"
    return axis(
        field,
        f"{names} ({unit})" if unit else names,
        scale={"domain": [low, high], "nice": False},
        axis={"values": ticks([low, high]), "labelOverlap": False},
    )


def _difference(result: Result, curves: list[Chart], scale: Scale) -> Chart:
    settings, row = about(result), _interval(result)
    values = _values(curves, scale)
    low, high = min(v["x"] for v in values), max(v["x"] for v in values)
    top = max(v["density"] for v in values if v["stage"] == "posterior")
    encoding = {
        "x": difference_axis("x", settings, low, high),
        "y": axis("density", "density", scale={"domain": [0, 1.12 * top]}),
    }
    after = {"opacity": 0.5, "color": GAP, "line": {"color": GAP}}
    curves_of = _before_and_after(encoding, after, {"color": PRIOR, "clip": True})
    hdi = [] if row is None else _hdi(row, top, scale)
    layers = [*landmarks(settings, low, high), *curves_of, *hdi]
    return panel(values, layers, height=LARGE)


def region_of(settings: dict[str, Any]) -> tuple[float, float]:
    """Return the region of practical equivalence on the scale of the picture; else (0, 0)."""
    rope = settings.get("rope") or 0.0
    low, high = rope if isinstance(rope, list | tuple) else (-rope, rope)
    times = scale_of(settings).times
    return times * low, times * high


def landmarks(settings: dict[str, Any], low: float, high: float) -> list[Chart]:
    """Return the region of practical equivalence and no difference, as far as they are seen."""
    first, last = region_of(settings)
    first, last = max(low, first), min(high, last)
    region = zone(first, last, "ROPE") if first < last else []
    return [*region, *([rule("x", 0, strokeDash=[1, 0])] if low < 0 < high else [])]


def _hdi(row: Row, top: float, scale: Scale) -> list[Chart]:
    low, high = scale.times * row.low, scale.times * row.high
    text = f"{chosen_interval(row)} {scale.ends(row)}"
    values = [{"x": low, "x2": high, "y": 1.04 * top, "mid": (low + high) / 2, "text": text}]
    bar = between(number_at("x"), number_at("y"), "x", "x2")
    words = {"x": number_at("mid"), "y": number_at("y"), "text": {"field": "text"}}
    return [
        layer("rule", bar, values=values, strokeWidth=4),
        layer("text", words, values=values, dy=-9),
    ]


def _interval(result: Result) -> Row | None:
    """Return the row of the difference that the picture is about: of the whole, if there is one."""
    if "hdi" in result.draws:
        return result.draws["hdi"]  # type: ignore[no-any-return]
    rows = result.select("posterior_difference")
    whole = [row for row in rows if not row.at or row.at == {"over": "combined"}]
    return whole[-1] if whole else None
