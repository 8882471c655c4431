"""Published numbers beside ours: how far each lies, in units of what is tolerated."""

from __future__ import annotations

from collections import Counter
from math import floor
from typing import Any

from claimwise.core import Result
from claimwise.report.figures import Picture, figure
from claimwise.report.figures.theme import (
    BLUE,
    FAINT,
    LINE,
    LIST,
    SHAPES,
    VERMILION,
    WIDTH,
    Chart,
)
from papers.shown.one import BESIDE, is_replication, key_of, place_of, replication_source

SAME, DIFFERS = "within tolerance", "differs"
FARTHEST = 5.0  # tolerances; what lies beyond is drawn there
MOST = 60  # numbers that have a line each; of more it is counted how many lie where
STEP = 0.25  # tolerances that are counted together


def _gaps(result: Result) -> list[dict[str, Any]]:
    """Return each published number's distance from ours, in tolerances."""
    by = {name: {key_of(r): r.estimate for r in result.select(name)} for name in BESIDE}
    found = []
    for row in result.rows:
        theirs, tolerated = (by[name].get(key_of(row)) for name in ("published", "tolerance"))
        if row.quantity in BESIDE or theirs is None or tolerated is None:
            continue
        off = theirs - row.estimate
        gap = off / tolerated if tolerated else (0.0 if not off else FARTHEST + 1)
        found.append(
            {
                "number": ", ".join(place_of(row).values()),
                "gap": max(-FARTHEST, min(FARTHEST, gap)),
                "verdict": SAME if abs(off) <= tolerated else DIFFERS,
                "claimwise": row.estimate,
                "published": theirs,
            }
        )
    return found


@figure(
    "replication-gaps",
    place=20,
    fits=lambda result: is_replication(result) and bool(result.select("tolerance")),
    needs="published numbers that are judged",
    remedy="Make one with python -m papers.",
)
def replication_gaps(result: Result) -> Picture:
    """Return a dot for each number, or bars where there are many, in Vega-Lite."""
    settings = result.provenance["settings"]
    values = _gaps(result)
    drawn = _dots(values) if len(values) <= MOST else _bars(values)
    band = {
        "data": {"values": [{"from": -1, "to": 1}]},
        "mark": {"type": "rect", "color": FAINT},
        "encoding": {
            "x": {"field": "from", "type": "quantitative"},
            "x2": {"field": "to"},
        },
    }
    tolerated = "of some, which are single draws of chance, their spread is tolerated"
    remarks = [
        replication_source(result),
        "how far the published numbers lie from ours, in units of what is tolerated: half of the "
        "last digit, and three or four Monte Carlo errors",
        f"those that lie beyond {FARTHEST:g} are drawn there",
        tolerated if settings.get("verdict", {}).get("draws") else "",
    ]
    chart = {
        "data": {"values": drawn.pop("values")},
        "width": WIDTH,
        "height": drawn.pop("height"),
        "layer": [band, drawn],
    }
    return Picture(settings["title"], remarks, chart)


def _x(field: str) -> Chart:
    return {
        "field": field,
        "type": "quantitative",
        "title": "published minus claimwise, in tolerances",
        "scale": {"domain": [-FARTHEST - STEP, FARTHEST + STEP], "nice": False},
    }


def _colour() -> Chart:
    return {
        "field": "verdict",
        "type": "nominal",
        "title": None,
        "scale": {"domain": [SAME, DIFFERS], "range": [BLUE, VERMILION]},
        "legend": {"orient": "bottom"},
    }


def _dots(values: list[dict[str, Any]]) -> Chart:
    y = {"field": "number", "type": "nominal", "title": "number", "sort": None, "axis": LIST}
    shape = _colour() | {"scale": {"domain": [SAME, DIFFERS], "range": SHAPES[:2]}}
    return {
        "values": values,
        "height": LINE * len(values),
        "mark": {"type": "point", "filled": True, "size": 60, "opacity": 1},
        "encoding": {"x": _x("gap"), "y": y, "color": _colour(), "shape": shape},
    }


def _bars(values: list[dict[str, Any]]) -> Chart:
    counted = Counter((floor(one["gap"] / STEP) * STEP, one["verdict"]) for one in values)
    bars = [
        {"gap": gap, "end": gap + STEP, "numbers": count, "verdict": verdict}
        for (gap, verdict), count in sorted(counted.items())
    ]
    y = {"field": "numbers", "type": "quantitative", "title": "published numbers", "stack": "zero"}
    return {
        "values": bars,
        "height": 220,
        "mark": {"type": "bar", "binSpacing": 1},
        "encoding": {
            "x": _x("gap") | {"bin": "binned"},
            "x2": {"field": "end"},
            "y": y,
            "color": _colour(),
        },
    }
