"""The look of every figure: colours that all eyes tell apart, sizes that print."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from math import ceil, floor, isfinite, log10
from typing import Any

Chart = dict[str, Any]
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"

# Okabe and Ito (2008); yellow only fills, as a line it is lost on white.
BLUE, VERMILION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
SKY, ORANGE, YELLOW, GREY = "#56B4E9", "#E69F00", "#F0E442", "#767676"
INK, PALE, FAINT, PAPER = "#222222", "#999999", "#DDDDDD", "#FFFFFF"
SERIES = [BLUE, VERMILION, GREEN, PURPLE, SKY, ORANGE, GREY]
SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]
DASHES = [[1, 0], [8, 4], [2, 3], [8, 3, 2, 3]]
RAMP = "cividis"  # from little to much; made for colour-blind eyes, and ordered in grey
COLOURS = (*SERIES, YELLOW, INK, PALE, FAINT, PAPER)

WIDTH, HEIGHT = 520, 320
LINE = 24  # height of a line of a list
FONT = "Helvetica, Arial, sans-serif"
LIST: Chart = {  # an axis of names: what they are is written above them, not beside
    "titleAngle": 0,
    "titleAlign": "right",
    "titleX": -8,
    "titleY": -6,
    "titleBaseline": "bottom",
    "ticks": False,
    "domain": False,
    "labelLimit": 0,  # none: cut names could be the same
}
LETTERS = 94  # of a line below the title

CONFIG: Chart = {  # what a dark page puts its own colours over
    "background": PAPER,
    "font": FONT,
    "view": {"stroke": None},
    "mark": {"color": BLUE},
    "title": {
        "color": INK,
        "subtitleColor": INK,
        "fontSize": 15,
        "subtitleFontSize": 12,
        "subtitleLineHeight": 16,
        "subtitlePadding": 5,
        "anchor": "start",
        "offset": 12,
    },
    "axis": {
        "grid": False,
        "labelColor": INK,
        "titleColor": INK,
        "domainColor": INK,
        "tickColor": INK,
        "gridColor": FAINT,
        "labelFontSize": 12,
        "titleFontSize": 13,
        "titleFontWeight": "normal",
        "labelLimit": 260,
        "labelSeparation": 6,
    },
    "header": {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12},
    "legend": {
        "labelColor": INK,
        "titleColor": INK,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelLimit": 0,
        "symbolSize": 110,
        "symbolStrokeWidth": 2,
    },
    "text": {"color": INK, "fontSize": 12},
    "rule": {"color": INK},
    "line": {"strokeWidth": 2},
}


def finished(chart: Chart) -> Chart:
    """Return a whole specification: a chart with its schema and the look of the house."""
    return {"$schema": SCHEMA, **chart, "config": CONFIG}


def titled(text: str, subtitle: str | Sequence[str] = (), *, letters: int = LETTERS) -> Chart:
    """Return a title, and below it in lines that are not too long what was assumed."""
    given = [subtitle] if isinstance(subtitle, str) else subtitle
    lines = [line for part in given for line in textwrap.wrap(part, letters)]
    return {"text": text, **({"subtitle": lines} if lines else {}), "anchor": "start"}


def small_title(text: str | list[str]) -> Chart:
    """Return the title of one panel of several."""
    return {"text": text, "anchor": "start", "fontSize": 12, "fontWeight": "normal", "offset": 6}


def axis(
    field: str, title: str | list[str] | None, *, kind: str = "quantitative", **more: Any
) -> Chart:
    """Return a channel: which field it shows, and what stands beside it."""
    return {"field": field, "type": kind, "title": title, **more}


def series(field: str, title: str, names: Sequence[Any]) -> Chart:
    """Return a colour for each name, in their order."""
    scale = {"domain": list(names), "range": _around(SERIES, len(names))}
    return axis(field, title, kind="nominal", sort=list(names), scale=scale)


def shapes(field: str, title: str, names: Sequence[Any]) -> Chart:
    """Return a shape for each name, so that they can be told apart in grey."""
    scale = {"domain": list(names), "range": _around(SHAPES, len(names))}
    return axis(field, title, kind="nominal", sort=list(names), scale=scale)


def _around(values: list[str], count: int) -> list[str]:
    return [values[k % len(values)] for k in range(count)]


def domain(values: Sequence[float], *, room: float = 0.05) -> list[float]:
    """Return the ends of an axis on which all these values have room."""
    known = [value for value in values if isfinite(value)]
    if not known:
        return [-1.0, 1.0]
    low, high = min(known), max(known)
    spare = room * (high - low) or abs(high) or 1.0
    return [low - spare, high + spare]


def ticks(ends: Sequence[float], most: int = 8) -> list[float]:
    """Return round numbers between both ends of an axis, and 0 among them if it is there.

    Left alone, a crowded axis drops every second label, and with it that of no difference.
    """
    low, high = ends
    spread = high - low
    if not isfinite(spread) or spread <= 0:
        return []
    base = 10.0 ** floor(log10(spread / most))
    step = next(base * k for k in (1, 2, 5, 10, 20) if spread / (base * k) <= most)
    first, last = ceil(low / step), floor(high / step)
    return [float(f"{k * step:.12g}") for k in range(first, last + 1)]


def defined(value: float) -> float | None:
    """Return a number that JSON knows; None for what is undefined or without end."""
    return value if isfinite(value) else None
