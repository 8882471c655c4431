"""Power over items and answers as a map, with the line that a budget can pay for."""

from __future__ import annotations

from math import log

from claimwise.core import Result, Row
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import layer, panel, settings_of, side_by_side
from claimwise.report.figures.curves import as_sentence
from claimwise.report.figures.points import axes
from claimwise.report.figures.response_plan import is_surface, name_of
from claimwise.report.figures.theme import INK, ORANGE, PAPER, RAMP, Chart, axis, titled
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import given, given_percent
from claimwise.report.scale import metric_name

SIDE, STEP = 400, 46
COUNTS = ("responses", "responses_gold", "responses_a", "responses_b")
AFFORDED = "affordable_items"


def _fits(result: Result) -> bool:
    names = axes(result)
    if not is_surface(result) or len(names) != 2:
        return False
    return names[0] == "items" and names[1] in COUNTS and bool(_spread(result))


def _spread(result: Result) -> list[str]:
    """Return the metrics that are known at several values on both axes: the others are no map."""
    return [metric for metric in settings_of(result)["metrics"] if _is_spread(result, metric)]


def _is_spread(result: Result, metric: str) -> bool:
    rows = _rows(result, metric)
    return all(len({row.point.get(name) for row in rows}) > 1 for name in axes(result))


def _rows(result: Result, metric: str) -> list[Row]:
    return [
        row
        for row in result.select("power", metric=metric)
        if row.estimate == row.estimate and len(row.point) == 2
    ]


def _budget(result: Result) -> str:
    """Return what the line is; where it lies beyond the map, on which side."""
    amount = settings_of(result).get("budget")
    if amount is None:
        return ""
    budget = f"a budget of {given(amount)} pays for"
    places = [place for metric in _spread(result) for place in _places(result, metric)]
    if all(place > 1 for place in places):
        return f"{budget} every cell"
    if all(place < 0 for place in places):
        return f"{budget} none of the cells"
    return f"line: what {budget}"


def _places(result: Result, metric: str) -> list[float]:
    """Return where the line lies for so many answers: from 0 to 1 between the edges of the map."""
    items, answers = axes(result)
    rows = _rows(result, metric)
    across, up = sorted({r.point[items] for r in rows}), {r.point[answers] for r in rows}
    return [
        (_place(row.estimate, across) + 0.5) / len(across) if row.estimate > 0 else -1.0
        for row in result.select(AFFORDED)
        if row.point[answers] in up
    ]


def _caption(result: Result) -> str:
    line = as_sentence(_budget(result))
    target = given_percent(settings_of(result)["target"])
    return (
        f"Power over {' and '.join(name_of(name) for name in axes(result))}; cells that reach "
        f"{target} are framed.{line} Assumed: {answer_of(result).brief}."
    )


@figure(
    "heatmap",
    place=18,
    kinds=("response plan",),
    fits=_fits,
    caption=_caption,
    needs="power over several numbers of items and of answers",
    remedy="Give lists, such as --items 50,100,200 --responses 1,2,5.",
)
def heatmap_chart(result: Result) -> Chart:
    """Return a map of power for each metric."""
    target = given_percent(settings_of(result)["target"])
    below = [answer_of(result).brief, f"framed: power of at least {target}", _budget(result)]
    title = titled("Power by items and answers", below)
    panels = [_panel(result, metric) for metric in _spread(result)]
    return side_by_side(panels, title, "hconcat", 36)


def _panel(result: Result, metric: str) -> Chart:
    items, answers = axes(result)
    rows = _rows(result, metric)
    target = settings_of(result)["target"]
    across = sorted({row.point[items] for row in rows})
    up = sorted({row.point[answers] for row in rows})
    values = [
        {
            "items": row.point[items],
            "answers": row.point[answers],
            "power": row.estimate,
            **_cell(across.index(row.point[items]), up.index(row.point[answers])),
            "enough": row.estimate >= target,
            "text": f"{100 * row.estimate:.0f}%",
        }
        for row in rows
    ]
    x, y = _steps("x", name_of(items), across), _steps("y", name_of(answers), up)
    scale = {"domain": [0, 1], "scheme": RAMP}
    colour = axis("power", "power", scale=scale, legend={"gradientLength": 160, "format": "%"})
    cell = {"x": x, "x2": {"field": "x2"}, "y": y, "y2": {"field": "y2"}}
    return panel(
        values,
        [
            layer("rect", cell | {"color": colour}),
            layer("rect", cell, where="datum.enough", filled=False, stroke=INK, strokeWidth=2),
            *_line(result, x, y, across, up),
            *_numbers(x, y, crossed=bool(result.select(AFFORDED))),
        ],
        title=metric_name(metric),
        width=min(SIDE, STEP * len(across) + 40),
        height=STEP * len(up),
    )


def _cell(column: int, line: int) -> dict[str, float]:
    """Return the middle and the edges of a cell: all are of one size, so that numbers fit."""
    return {
        "column": column,
        "line": line,
        "x": column - 0.5,
        "x2": column + 0.5,
        "y": line - 0.5,
        "y2": line + 0.5,
    }


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
    place = {
        "x": x | {"field": "column"},
        "y": y | {"field": "line"},
        "text": {"field": "text"},
    }
    words: Chart = {"fontSize": 12, "dy": -13 if crossed else 0}
    dark = {"test": "datum.power < 0.5"}
    ink = {"color": {"condition": dark | {"value": PAPER}, "value": INK}}
    edge = {"stroke": {"condition": dark | {"value": INK}, "value": PAPER}}
    wide: Chart = {"strokeWidth": 3, "strokeOpacity": 0.7, "strokeJoin": "round"}
    edged = [layer("text", place | edge, **words, **wide)] if crossed else []
    return [*edged, layer("text", place | ink, **words)]


def _line(result: Result, x: Chart, y: Chart, across: list[float], up: list[float]) -> list[Chart]:
    """Return the line of equal cost: the items that the budget buys with so many answers each."""
    answers = axes(result)[1]
    values = [
        {
            "items": row.estimate,
            "answers": row.point[answers],
            "column": _place(row.estimate, across),
            "line": up.index(row.point[answers]),
        }
        for row in result.select(AFFORDED)
        if row.point[answers] in up and row.estimate > 0
    ]
    if not values:
        return []
    place = {"x": x | {"field": "column"}, "y": y | {"field": "line"}}
    seen = f"datum.column >= -0.5 && datum.column <= {len(across) - 0.5}"
    line = place | {"order": {"field": "line"}}
    look: Chart = {"color": ORANGE, "strokeWidth": 3, "clip": True, "point": False}
    return [
        layer("line", line, values=values, **look),
        layer("point", place, values=values, where=seen, color=ORANGE, stroke=INK, size=40),
    ]


def _place(value: float, values: list[float]) -> float:
    """Return where a number lies among those that were tried, on logs between two of them."""
    k = sum(value >= one for one in values[1:-1])
    return k + log(value / values[k]) / log(values[k + 1] / values[k])
