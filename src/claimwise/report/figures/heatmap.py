"""Power over items and answers as a map, with the line that a budget can pay for."""

from __future__ import annotations

from math import log

from claimwise.core import Result, Row
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import (
    Values,
    between,
    defined,
    joined,
    layer,
    panel,
)
from claimwise.report.figures.curves import in_unit
from claimwise.report.figures.theme import INK, ORANGE, PAPER, RAMP, Chart, axis
from claimwise.report.numbers import given, given_percent
from claimwise.report.plan_rows import ANSWERS
from claimwise.report.scale import metric_name

SIDE, STEP = 400, 46
AFFORDED = "affordable_items"
Tried = tuple[list[float], list[float]]  # numbers of items, and of answers to each


def _maps(result: Result) -> dict[str, list[Row]]:
    """Return the powers of each metric that is known at several values on both axes."""
    names = result.axes
    settings = result.settings
    if settings.get("solve") != "power" or len(names) != 2:
        return {}
    if names[0] != "items" or names[1] not in ANSWERS:
        return {}
    maps: dict[str, list[Row]] = {metric: [] for metric in settings["metrics"]}
    for row in defined(result.select("power")):
        if len(row.point) == 2:
            maps[str(row.at["metric"])].append(row)
    return {m: rows for m, rows in maps.items() if all(len(v) > 1 for v in _tried(result, rows))}


def _tried(result: Result, rows: list[Row]) -> Tried:
    across, up = (sorted({row.point[name] for row in rows}) for name in result.axes)
    return across, up


@figure(
    "heatmap",
    place=18,
    kinds=("response plan",),
    fits=lambda result: bool(_maps(result)),
    needs="power over several numbers of items and of answers",
    remedy="Give lists, such as --items 50,100,200 --responses 1,2,5.",
)
def heatmap_picture(result: Result) -> Picture:
    """Return a map of power for each metric."""
    target = given_percent(result.settings["target"])
    maps = _maps(result)
    panels = [_panel(result, metric, rows) for metric, rows in maps.items()]
    remarks = [f"framed: power of at least {target}", _budget(result, maps)]
    return Picture("Power by items and answers", remarks, joined(panels, "hconcat", 36))


def _budget(result: Result, maps: dict[str, list[Row]]) -> str:
    """Return what the line is; where it lies beyond the map, on which side."""
    amount = result.settings.get("budget")
    if amount is None:
        return ""
    budget = f"a budget of {given(amount)} pays for"
    tried = [_tried(result, rows) for rows in maps.values()]
    ends = [(v["column"], len(t[0]) - 0.5) for t in tried for v in _afforded(result, *t)]
    if ends and all(column > end for column, end in ends):
        return f"{budget} every cell"
    if all(column < -0.5 for column, _ in ends):
        return f"{budget} none of the cells"
    return f"line: what {budget}"


def _panel(result: Result, metric: str, rows: list[Row]) -> Chart:
    items, answers = result.axes
    across, up = _tried(result, rows)
    values = [
        {
            "items": row.point[items],
            "answers": row.point[answers],
            "power": row.estimate,
            **_cell(across.index(row.point[items]), up.index(row.point[answers])),
            "enough": row.estimate >= result.settings["target"],
            "text": f"{100 * row.estimate:.0f}%",
        }
        for row in rows
    ]
    x = _steps("x", in_unit(result, items), across)
    y = _steps("y", in_unit(result, answers), up)
    scale = {"domain": [0, 1], "scheme": RAMP}
    colour = axis("power", "power", scale=scale, legend={"gradientLength": 160, "format": "%"})
    cell = between(x, y, "x", "x2") | {"y2": {"field": "y2"}}
    afforded = _afforded(result, across, up)
    return panel(
        values,
        [
            layer("rect", cell | {"color": colour}),
            layer("rect", cell, where="datum.enough", filled=False, stroke=INK, strokeWidth=2),
            *_line(afforded, x, y, len(across) - 0.5),
            *_numbers(x, y, crossed=bool(afforded)),
        ],
        title=metric_name(metric),
        width=min(SIDE, STEP * len(across) + 40),
        height=STEP * len(up),
    )


def _cell(column: int, line: int) -> dict[str, float]:
    """Return the middle and the edges of a cell: all are of one size, so that numbers fit."""
    edges = {"x": column - 0.5, "x2": column + 0.5, "y": line - 0.5, "y2": line + 0.5}
    return {"column": column, "line": line, **edges}


def _steps(field: str, title: str, values: list[float]) -> Chart:
    """Return an axis on which the values that were tried are equally far apart."""
    places = list(range(len(values)))
    written = f"format({values}[datum.value], ',')"
    return axis(
        field,
        title,
        scale={"domain": [-0.5, len(values) - 0.5], "nice": False, "zero": False},
        axis={"values": places, "labelExpr": written, "labelOverlap": True},
    )


def _numbers(x: Chart, y: Chart, *, crossed: bool) -> list[Chart]:
    """Return the powers; where a line goes through the cells above it, and with an edge."""
    place = {"x": x | {"field": "column"}, "y": y | {"field": "line"}, "text": {"field": "text"}}
    words: Chart = {"fontSize": 12, "dy": -13 if crossed else 0}
    dark = {"test": "datum.power < 0.5"}
    ink = {"color": {"condition": dark | {"value": PAPER}, "value": INK}}
    edge = {"stroke": {"condition": dark | {"value": INK}, "value": PAPER}}
    wide: Chart = {"strokeWidth": 3, "strokeOpacity": 0.7, "strokeJoin": "round"}
    edged = [layer("text", place | edge, **words, **wide)] if crossed else []
    return [*edged, layer("text", place | ink, **words)]


def _afforded(result: Result, across: list[float], up: list[float]) -> Values:
    """Return the items that the budget buys with so many answers each, and where they lie."""
    answers = result.axes[1]
    return [
        {
            "items": row.estimate,
            "answers": row.point[answers],
            "column": _place(row.estimate, across),
            "line": up.index(row.point[answers]),
        }
        for row in result.select(AFFORDED)
        if row.point[answers] in up and row.estimate > 0
    ]


def _line(values: Values, x: Chart, y: Chart, end: float) -> list[Chart]:
    """Return the line of equal cost; of its points those that are on the map."""
    if not values:
        return []
    place = {"x": x | {"field": "column"}, "y": y | {"field": "line"}}
    seen = f"datum.column >= -0.5 && datum.column <= {end}"
    look: Chart = {"color": ORANGE, "strokeWidth": 3, "clip": True, "point": False}
    return [
        layer("line", place | {"order": {"field": "line"}}, values=values, **look),
        layer("point", place, values=values, where=seen, color=ORANGE, stroke=INK, size=40),
    ]


def _place(value: float, values: list[float]) -> float:
    """Return where a number lies among those that were tried, on logs between two of them."""
    k = sum(value >= one for one in values[1:-1])
    return k + log(value / values[k]) / log(values[k + 1] / values[k])
