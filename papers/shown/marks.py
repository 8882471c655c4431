"""A published figure of bars, or of single curves, computed again.

The chart of the replication names the `marks` (bar or line), which rows to draw (`only`, one or,
with `&`, more values of its columns), the column along the x axis, and, if they are there, those
of colours and of panels.
"""

from __future__ import annotations

from typing import Any

from claimwise.core import Result
from claimwise.report.figures import Picture, figure
from claimwise.report.figures.theme import (
    BLUE,
    INK,
    LINE,
    LIST,
    SERIES,
    VERMILION,
    WIDTH,
    Chart,
)
from papers.shown.one import is_replication, place_of, replication_source

OURS, PUBLISHED = "claimwise", "published"


def _points(result: Result, chart: dict[str, str]) -> list[dict[str, Any]]:
    """Return the rows that are drawn, ours and the published ones."""
    points, only = [], set(chart["only"].split(" & "))
    for row in result.rows:
        where: dict[str, Any] = dict(place_of(row))
        if row.quantity not in ("value", "published") or not only <= set(where.values()):
            continue
        who = PUBLISHED if row.quantity == "published" else OURS
        points.append({**where, "who": who, "estimate": row.estimate})
    return points


def _fits(result: Result) -> bool:
    return is_replication(result) and "marks" in (result.provenance["settings"].get("chart") or {})


@figure(
    "replication-marks",
    place=10,
    fits=_fits,
    needs="a published figure of bars or curves, computed again",
    remedy="Make one with python -m papers.",
)
def replication_marks(result: Result) -> Picture:
    """Return bars or curves, in Vega-Lite."""
    settings = result.provenance["settings"]
    chart: dict[str, str] = settings["chart"]
    values = _points(result, chart)
    spec = (_bars if chart["marks"] == "bar" else _lines)(values, chart)
    if "column" in chart:
        panels = list(dict.fromkeys(value[chart["column"]] for value in values))
        column = {"field": chart["column"], "type": "nominal", "title": None, "sort": panels}
        spec = {"facet": {"column": column}, "spec": spec}
    remarks = [replication_source(result), "published values are marked where there are any"]
    return Picture(settings["title"], remarks, {"data": {"values": values}, **spec})


def _bars(values: list[dict[str, Any]], chart: dict[str, str]) -> Chart:
    """Return a list of bars, with a mark where the published value is."""
    name = chart["x"]
    order = list(dict.fromkeys(value[name] for value in values))
    y = {
        "field": name,
        "type": "nominal",
        "title": chart.get("x_title", name),
        "sort": order,
        "axis": LIST,
    }
    x = {"field": "estimate", "type": "quantitative", "title": chart["y"]}
    colour = {
        "field": "who",
        "type": "nominal",
        "title": None,
        "scale": {"domain": [OURS, PUBLISHED], "range": [BLUE, VERMILION]},
        "legend": {} if any(value["who"] == PUBLISHED for value in values) else None,
    }
    encoding = {"x": x, "y": y, "color": colour}
    return {
        "width": WIDTH // (2 if "column" in chart else 1),
        "height": LINE * len(order),
        "layer": [
            {
                "transform": [{"filter": f"datum.who == '{OURS}'"}],
                "mark": {"type": "bar"},
                "encoding": encoding,
            },
            {
                "transform": [{"filter": f"datum.who == '{PUBLISHED}'"}],
                "mark": {"type": "tick", "opacity": 1, "thickness": 4, "size": LINE - 4},
                "encoding": encoding,
            },
        ],
    }


def _lines(values: list[dict[str, Any]], chart: dict[str, str]) -> Chart:
    """Return curves with points, a colour for each series."""
    for value in values:
        value[chart["x"]] = float(value[chart["x"]])
    encoding: Chart = {
        "x": {
            "field": chart["x"],
            "type": "quantitative",
            "title": chart.get("x_title", chart["x"]),
            "scale": {"zero": False, **({"type": chart["x_scale"]} if "x_scale" in chart else {})},
        },
        "y": {
            "field": "estimate",
            "type": "quantitative",
            "title": chart["y"],
            "scale": {"zero": False},
        },
    }
    if "color" in chart:
        names = list(dict.fromkeys(value[chart["color"]] for value in values))
        encoding["color"] = {
            "field": chart["color"],
            "type": "nominal",
            "title": None,
            "sort": names,
            "scale": {"domain": names, "range": [*SERIES, INK][: len(names)]},
        }
    return {
        "width": WIDTH // (2 if "column" in chart else 1),
        "height": 260,
        "layer": [
            {"mark": {"type": "line"}, "encoding": encoding},
            {"mark": {"type": "point", "filled": True, "size": 40}, "encoding": encoding},
        ],
    }
