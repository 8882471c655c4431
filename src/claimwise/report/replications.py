"""A published table or figure, computed again: in words, as a table and as a picture."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.curve import Table
from claimwise.report.numbers import probability, quantity

COLOURS = ["#0072B2", "#E69F00", "#CC79A7", "#009E73", "#D55E00", "#56B4E9"]
DASHES = [[1, 0], [8, 4], [2, 3], [8, 3, 2, 3]]
BESIDE = ("published", "errors apart")  # rows that stand beside ours
RUNS = {
    "kept": "the full run that is kept with claimwise",
    "full": "computed now, in full",
    "quick": "computed now, a quick run",
}


def is_replication(result: Result) -> bool:
    """Whether the result stands beside published values."""
    return bool(result.provenance.get("settings", {}).get("verb") == "reproduce")


def replication_head(result: Result) -> str:
    """Return the line that says what is reproduced."""
    settings = result.provenance["settings"]
    return f"{settings['title']}: {settings['source']}; {RUNS[settings['run']]}"


def _where(row: Row) -> dict[str, str]:
    return dict(part.split("=", 1) for part in row.qualifier.split(", "))


def replication_tables(result: Result) -> list[Table]:
    """Return ours with the published value in brackets; the last name side by side."""
    settings = result.provenance["settings"]
    apart = settings.get("tables", "")
    *down, across = (name for name in settings["columns"] if name != apart)
    ours = [row for row in result.rows if row.name not in BESIDE]
    beside = {name: {r.qualifier: r for r in result.rows if r.name == name} for name in BESIDE}
    tables = []
    for part in dict.fromkeys(_where(row)[apart] if apart else "" for row in ours):
        here = [row for row in ours if not apart or _where(row)[apart] == part]
        heads = list(dict.fromkeys(_where(row)[across] for row in here))
        lines: dict[tuple[str, ...], dict[str, str]] = {}
        for row in here:
            where = _where(row)
            cell = _cell(row, *(rows.get(row.qualifier) for rows in beside.values()))
            lines.setdefault(tuple(where[name] for name in down), {})[where[across]] = cell
        title = f"{settings['measures']}: {part}" if part else settings["measures"]
        if any(row.qualifier in beside["published"] for row in here):
            title += ", published in brackets"
        head = [*(name.replace("_", " ") for name in down), *(f"{across} {x}" for x in heads)]
        body = [[*key, *(cells.get(x, "") for x in heads)] for key, cells in lines.items()]
        tables.append((title, head, body))
    return tables


def _cell(row: Row, published: Row | None, apart: Row | None) -> str:
    """Return a number, and in brackets the published one with the errors between both."""
    cell = probability(row.estimate) if row.name == "power" else quantity(row.estimate)
    if published is None:
        return cell
    between = f"; {apart.estimate:.1f}" if apart is not None else ""
    return f"{cell} ({published.estimate:.3g}{between})"


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
        where: dict[str, Any] = dict(_where(row))
        if row.name == "errors apart" or not left.isdisjoint(where.values()):
            continue
        dash, theirs = chart["dash"], row.name == "published"
        if dash not in where:
            where[dash] = "published" if theirs else "claimwise"
        else:
            page = f", {where[chart['page']]}" if "page" in chart else ""
            where[dash] = f"{where[dash]}{page}{', as published' if theirs else ''}"
        points.append({**where, chart["x"]: float(where[chart["x"]]), "estimate": row.estimate})
    return points


def replication_chart(result: Result) -> dict[str, Any]:
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
        "color": channel("color", scale={"range": COLOURS}),
    }
    dashed = channel("dash", scale={"domain": order["dash"], "range": DASHES})
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {"text": replication_head(result), "anchor": "start"},
        "data": {"values": values},
        "facet": {"row": channel("row"), "column": channel("column")},
        "spec": {
            "width": 320,
            "height": int(chart.get("height", 200)),
            "layer": [
                {"mark": "line", "encoding": encoding | {"strokeDash": dashed}},
                {"mark": {"type": "point", "filled": True, "size": 30}, "encoding": encoding},
            ],
        },
        "config": {"legend": {"labelLimit": 300, "symbolSize": 150, "symbolStrokeWidth": 2}},
    }
