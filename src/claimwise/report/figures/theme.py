"""The look of every figure: colours that all eyes tell apart, sizes that print."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from math import isfinite
from typing import Any

from claimwise.core.display import shown

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

# What is found, told apart by colour and shape.
GOOD, OPEN, BAD = (BLUE, "circle"), (GREY, "diamond"), (VERMILION, "square")
SAME, NONE = (GREEN, "triangle-up"), (GREEN, "circle")

WIDTH, HEIGHT = 440, 300  # a phone shows it, made a little smaller
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
    "labelOverlap": True,  # of very many, some are left out
    "labelSeparation": 0,
}
# An axis of differences. A crowded one drops every second label, and with it that of no difference.
EVERY_TICK: Chart = {"tickCount": 6, "labelOverlap": False}

WORDS = {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}
CONFIG: Chart = {  # what a dark page puts its own colours over
    "background": PAPER,
    "font": FONT,
    "view": {"stroke": None},
    "mark": {"color": BLUE},
    "title": {
        "fontSize": 15,
        "subtitleFontSize": 12,
        "subtitleLineHeight": 16,
        "subtitlePadding": 5,
        "anchor": "start",
        "offset": 12,
    },
    "axis": {
        **WORDS,
        "grid": False,
        "gridColor": FAINT,
        "labelLimit": 260,
        "labelSeparation": 6,
    },
    "header": WORDS,
    "legend": {
        **WORDS,
        "labelLimit": 0,
        "orient": "bottom",
        "columns": 2,
        "symbolSize": 110,
        "symbolStrokeWidth": 2,
    },
    "text": {"color": INK, "fontSize": 12},
    "rule": {"color": INK},
    "line": {"strokeWidth": 2},
}


def finished(chart: Chart) -> Chart:
    """Return a whole specification: a chart with its schema and the look of the house.

    Vega-Lite describes every mark by an expression that holds the titles, and forgets that a
    backslash in a name begins an escape there: such a chart goes without these descriptions.
    """
    config = CONFIG
    if "\\\\" in json.dumps(chart):
        config = CONFIG | {"mark": {**CONFIG["mark"], "aria": False}}
    return {"$schema": SCHEMA, **safe(chart), "config": config}


def safe(part: Any) -> Any:
    """Return a part of a chart without characters that end the process that draws it."""
    if isinstance(part, str):
        return shown(part, keep="\n\t")
    if isinstance(part, dict):
        made = {safe(key): safe(value) for key, value in part.items()}
        if "field" in made and "title" in made:
            made["title"] = _unescaped(made["title"])
        return made
    return [safe(one) for one in part] if isinstance(part, list | tuple) else part


def _unescaped(title: Any) -> Any:
    """Return the title of a channel without backslashes.

    Vega-Lite puts it into an expression, where an escape that is to be seen would act again.
    """
    if isinstance(title, list):
        return [_unescaped(one) for one in title]
    return title.replace("\\", "\u2216") if isinstance(title, str) else title


def small_title(text: str | list[str]) -> Chart:
    """Return the title of one panel of several."""
    return {"text": text, "anchor": "start", "fontSize": 12, "fontWeight": "normal", "offset": 6}


def axis(
    field: str, title: str | list[str] | None, *, kind: str = "quantitative", **more: Any
) -> Chart:
    """Return a channel: which field it shows, and what stands beside it."""
    return {"field": field, "type": kind, "title": title, **more}


def told_apart(
    field: str,
    title: str | None,
    names: Sequence[Any],
    looks: Mapping[Any, tuple[str, str]] | None = None,
    **more: Any,
) -> Chart:
    """Return a colour and a shape for each name, so that they can be told apart in grey too."""
    own = looks or dict(zip(names, zip(cycle(SERIES), cycle(SHAPES), strict=False), strict=False))
    return {
        channel: axis(field, title, kind="nominal", sort=list(names), **more)
        | {"scale": {"domain": list(names), "range": [own[name][k] for name in names]}}
        for k, channel in enumerate(("color", "shape"))
    }


def dashes(field: str, title: str | None, names: Sequence[Any]) -> Chart:
    """Return a dash for each name, and a legend long enough to show it."""
    scale = {"domain": list(names), "range": list(islice(cycle(DASHES), len(names)))}
    legend = {"symbolType": "stroke", "symbolSize": 600}
    return axis(field, title, kind="nominal", sort=list(names), scale=scale, legend=legend)


def domain(values: Sequence[float]) -> list[float]:
    """Return the ends of an axis on which all these values have room, if they have an end."""
    known = [value for value in values if isfinite(value)]
    low, high = min(known), max(known)
    spare = 0.05 * (high - low) or abs(high) or 1.0
    return [low - spare, high + spare]
