"""The difference and the Bayes factors under several priors, as Vega-Lite."""

from __future__ import annotations

from math import inf, isfinite, isinf, isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.belief import hypothesis
from claimwise.report.figures.book import figure
from claimwise.report.figures.posterior import (
    GAP,
    A,
    about,
    difference_title,
    has_curves,
    rope_layers,
    zero_line,
)
from claimwise.report.figures.theme import LIST, WIDTH, Chart, small_title, ticks, titled
from claimwise.report.numbers import number
from claimwise.report.places import place_of

LINE = 20  # height of a prior
SMALLEST = 1e-300  # a factor below it is only known to be smaller
FACTORS = (  # names and qualifiers, in the order of the table
    ("bayes_factor_01",),
    ("bayes_factor_rope_encompassing",),
    ("bayes_factor_direction",),
    ("bayes_factor_01", "point"),
    ("bayes_factor_01", "point", "share"),
)


def _caption(result: Result) -> str:
    rows = _by_prior(result, "posterior_difference")
    level = number(next(iter(rows.values())).level)
    return (
        f"The answer under other priors ({', '.join(rows)}): mean and {level} HDI of the "
        f"{difference_title(about(result))}, and Bayes factors; a factor of 1 shifts no odds."
    )


@figure(
    "sensitivity",
    place=2,
    fits=lambda result: has_curves(result) and bool(_by_prior(result, "posterior_difference")),
    caption=_caption,
    needs="answers under several priors",
    remedy="Name several priors, with commas.",
)
def sensitivity_section(result: Result) -> Chart:
    """Return the picture of what other priors change: the difference above, the factors below."""
    settings = about(result)
    rows = _by_prior(result, "posterior_difference")
    level = number(next(iter(rows.values())).level)
    meaning = f"point and bar: mean and {level} HDI of the difference; line at 1: no shift of odds"
    panels = [_differences(rows, settings), *_factors(result, list(rows), settings)]
    return {"title": titled("Under other priors", meaning), "spacing": 12, "vconcat": panels}


def _by_prior(result: Result, name: str, *rest: str) -> dict[str, Row]:
    """Return the rows of one quantity by prior, in the order in which they were asked for."""
    found = {}
    for row in result.rows:
        parts = place_of(row).split(", ")
        prior = next((part for part in parts if part.startswith("prior=")), None)
        others = tuple(part for part in parts if part not in (prior, "combined"))
        if row.quantity == name and prior is not None and others == rest:
            found[prior.removeprefix("prior=")] = row
    return found


def _priors(names: list[str]) -> Chart:
    axis = LIST
    return {"field": "prior", "type": "nominal", "sort": names, "title": "prior", "axis": axis}


def _differences(rows: dict[str, Row], settings: dict[str, Any]) -> Chart:
    percent = settings.get("unit") == "points"
    times = 100.0 if percent else 1.0
    values = [
        {
            "prior": prior,
            "mean": times * row.estimate,
            "low": times * row.low,
            "high": times * row.high,
        }
        for prior, row in rows.items()
    ]
    low, high = _range(values, settings, times)
    scale = {"domain": [low, high], "nice": False}
    marked = {"values": ticks([low, high]), "labelOverlap": False}
    x = {"type": "quantitative", "title": difference_title(settings), "scale": scale}
    x["axis"] = marked
    y = _priors(list(rows))
    bar = {"x": {"field": "low", **x}, "x2": {"field": "high"}, "y": y}
    return {
        "width": WIDTH,
        "height": LINE * len(rows),
        "data": {"values": values},
        "layer": [
            *rope_layers(settings, low, high, percent),
            zero_line(low, high),
            {"mark": {"type": "rule", "strokeWidth": 3, "color": GAP}, "encoding": bar},
            {
                "mark": {"type": "point", "filled": True, "size": 60, "color": GAP, "opacity": 1},
                "encoding": {"x": {"field": "mean", **x}, "y": y},
            },
        ],
    }


def _range(values: list[Chart], settings: dict[str, Any], times: float) -> tuple[float, float]:
    """Return the ends of the picture: intervals, no difference, and the region unless it is far."""
    low, high = min(v["low"] for v in values), max(v["high"] for v in values)
    span = high - low
    rope = settings.get("rope") or 0.0
    ends = rope if isinstance(rope, list | tuple) else (-rope, rope)
    for point in (0.0, *(times * end for end in ends)):
        if low - 2 * span < point < high + 2 * span:
            low, high = min(low, point), max(high, point)
    room = 0.05 * (high - low)
    return low - room, high + room


def _factors(result: Result, priors: list[str], settings: dict[str, Any]) -> list[Chart]:
    found = [_by_prior(result, name, *rest) for name, *rest in FACTORS]
    return [_factor(rows, priors, settings) for rows in found if rows]


def _factor(rows: dict[str, Row], priors: list[str], settings: dict[str, Any]) -> Chart:
    """Return the factors of one hypothesis on a log axis; what is no number is said in words."""
    shown = {prior: row for prior, row in rows.items() if not _words(row)}
    low, high = _log_range(list(shown.values()))
    points = [
        {
            "prior": prior,
            "factor": row.estimate,
            "low": max(low, row.low) if row.low > 0 else row.estimate,
            "high": min(high, row.high) if row.high > 0 else row.estimate,
        }
        for prior, row in shown.items()
    ]
    said = [{"prior": prior, "text": _words(row)} for prior, row in rows.items() if _words(row)]
    first = next(iter(rows.values()))
    a, b = settings.get("a", "A"), settings.get("b", "B")
    axis = {"format": "~g", "tickCount": 6, "labelOverlap": True}
    scale = {"type": "log", "domain": [low, high], "nice": False}
    x = {"type": "quantitative", "title": "Bayes factor", "scale": scale, "axis": axis}
    y = _priors(priors)
    bar = {"x": {"field": "low", **x}, "x2": {"field": "high"}, "y": y}
    return {
        "title": small_title(f"Bayes factor of {hypothesis(first, a, b, settings)}"),
        "width": WIDTH,
        "height": LINE * len(priors),
        "data": {"values": points},
        "layer": [
            {
                "data": {"values": [{"even": 1}]},
                "mark": {"type": "rule", "strokeWidth": 1},
                "encoding": {"x": {"field": "even", **x}},
            },
            {"mark": {"type": "rule", "strokeWidth": 2, "color": A}, "encoding": bar},
            {
                "mark": {"type": "point", "filled": True, "size": 60, "color": A, "opacity": 1},
                "encoding": {"x": {"field": "factor", **x}, "y": y},
            },
            {
                "data": {"values": said},
                "mark": {"type": "text", "align": "left", "fontSize": 11, "fontStyle": "italic"},
                "encoding": {"x": {"value": 4}, "y": y, "text": {"field": "text"}},
            },
        ],
    }


def _words(row: Row) -> str:
    """Return what stands in place of a factor that is no number on the axis."""
    if row.kind == "bound":
        return f"above {number(row.low)}" if isinf(row.high) else f"below {number(row.high)}"
    if isnan(row.estimate):
        return "not defined"
    if isinf(row.estimate):
        return "too large to be drawn"
    return "too small to be drawn" if row.estimate < SMALLEST else ""


def _log_range(rows: list[Row]) -> tuple[float, float]:
    """Return the ends of the axis, which always has 1 on it."""
    every = [1.0, *(v for row in rows for v in (row.estimate, row.low, row.high))]
    good = [value for value in every if isfinite(value) and SMALLEST <= value < inf]
    low, high = min(good), max(good)
    room = max(1.5, (high / low) ** 0.05)
    return low / room, high * room
