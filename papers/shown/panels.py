"""A published figure, computed again, beside the published values."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result
from claimwise.report.figures import Picture, figure
from claimwise.report.figures.theme import DASHES, SERIES, Chart
from papers.shown.one import is_replication, place_of, replication_source

APART = ("tolerance", "their way")  # rows that are no points
LONG = {"symbolType": "stroke", "symbolSize": 600}  # of a legend, so that its dashes show
BARS: dict[str, Any] = {"mark": {"type": "bar", "width": 20}}


def _holes(
    values: list[dict[str, Any]], chart: dict[str, str], order: dict[str, list[Any]]
) -> list[dict[str, Any]]:
    """Return a point without a place for every empty panel.

    Of a grid with holes Vega-Lite draws as many panels as there are, and under the wrong heads.
    """
    row, column = chart["row"], chart["column"]
    there = {(value[row], value[column]) for value in values}
    rest = {chart["color"]: order["color"][0], chart["dash"]: order["dash"][0]}
    return [
        {**rest, row: r, column: c, chart["x"]: None, "estimate": None}
        for r in order["row"]
        for c in order["column"]
        if (r, c) not in there
    ]


def _points(result: Result, chart: dict[str, str]) -> list[dict[str, Any]]:
    """Return what is drawn: numbers of ours and published ones, with the names of their panels."""
    points = []
    left = set(chart.get("leave", "").split("; "))
    for row in result.rows:
        where: dict[str, Any] = dict(place_of(row))
        if row.quantity in APART or not left.isdisjoint(where.values()):
            continue
        dash, theirs = chart["dash"], row.quantity == "published"
        if dash not in where:
            where[dash] = "published" if theirs else "claimwise"
        else:
            page = f", {where[chart['page']]}" if "page" in chart else ""
            where[dash] = f"{where[dash]}{page}{', as published' if theirs else ''}"
        points.append({**where, chart["x"]: float(where[chart["x"]]), "estimate": row.estimate})
    return points


@figure(
    "replication",
    place=10,
    fits=lambda result: (
        is_replication(result) and "dash" in (result.provenance["settings"].get("chart") or {})
    ),
    needs="a published figure, computed again",
    remedy="Make one with python -m papers.",
)
def replication_picture(result: Result) -> Picture:
    """Return the curves in panels, as the figure has them, in Vega-Lite."""
    settings = result.provenance["settings"]
    chart: dict[str, str] = settings["chart"]
    values = _points(result, chart)
    titles = {name: name.replace("_", " ") for name in (*settings["columns"], chart["dash"])}
    order = {
        key: list(dict.fromkeys(value[chart[key]] for value in values))
        for key in ("color", "dash", "row", "column")
    }

    values += _holes(values, chart, order)

    def channel(key: str, **more: Any) -> dict[str, Any]:
        name = chart[key]
        return {"field": name, "type": "nominal", "title": titles[name], "sort": order[key], **more}

    encoding = {
        "x": {
            "field": chart["x"],
            "type": "quantitative",
            "title": titles[chart["x"]],
            **({"scale": {"type": chart["x_scale"]}} if "x_scale" in chart else {}),
        },
        "y": {
            "field": "estimate",
            "type": "quantitative",
            "title": chart.get("y", "share that find it"),
            "scale": {"domain": [0, float(chart.get("y_top", 1))]},
        },
        "color": channel("color", scale={"range": SERIES}),
    }
    dashed = channel("dash", scale={"domain": order["dash"], "range": DASHES}, legend=LONG)
    bars = chart.get("mark") == "bar"
    shown = "bars as published" if bars else "curves beside the published ones"
    remarks = [replication_source(result), f"{shown}, a panel for each setting"]
    drawn: Chart = {
        "data": {"values": values},
        "facet": {"row": channel("row"), "column": channel("column")},
        "spec": {
            "width": 320,
            "height": int(chart.get("height", 200)),
            "layer": [BARS | {"encoding": encoding}]
            if bars
            else [
                {"mark": {"type": "line"}, "encoding": encoding | {"strokeDash": dashed}},
                {"mark": {"type": "point", "filled": True, "size": 30}, "encoding": encoding},
            ],
        },
    }
    return Picture(settings["title"], remarks, drawn)
