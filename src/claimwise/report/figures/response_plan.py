"""Power over items and answers, over the splits of a budget, and what power costs."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.figures.book import figure
from claimwise.report.figures.curves import LONG, line_at, settings_of
from claimwise.report.figures.theme import (
    DASHES,
    HEIGHT,
    WIDTH,
    Chart,
    axis,
    series,
    shapes,
    titled,
)
from claimwise.report.numbers import number
from claimwise.report.places import place_of, plain
from claimwise.report.response_plans import response_plan_head

TITLES = {
    "items": "items",
    "responses": "answers to each item",
    "responses_gold": "gold answers to each item",
    "responses_a": "answers of A to each item",
    "responses_b": "answers of B to each item",
    "epsilon_a": "error of A",
    "epsilon_b": "error of B",
}
SOURCES = ("responses_gold", "responses_a", "responses_b")
TESTED, KNOWN = "the test", "a one-sided test that knows the null"
NAMES = {"power": TESTED, "power_known_null": KNOWN}
BAND = "band: 95% Monte Carlo interval"


def _solves(result: Result, what: str) -> bool:
    return result.kind == "response plan" and settings_of(result)["solve"] == what


def is_surface(result: Result) -> bool:
    """Whether the result has power over sizes or errors."""
    return _solves(result, "power") and bool(_values(result))


def _values(result: Result) -> list[dict[str, Any]]:
    return [
        _point(row) for row in result.rows if row.quantity in NAMES and row.point and _known(row)
    ]


def _known(row: Row) -> bool:
    return row.estimate == row.estimate


def _point(row: Row) -> dict[str, Any]:
    metric = place_of(row).partition(", ")[0]
    found: dict[str, Any] = {**row.point, "metric": metric, "by": NAMES[row.quantity]}
    ends = {"low": row.low, "high": row.high} if row.low == row.low else {}
    return found | {"power": row.estimate} | ends


def name_of(parameter: str) -> str:
    """Return what a parameter of the plan is called on an axis."""
    return TITLES.get(parameter, parameter.replace("_", " "))


def power_axis(field: str = "power") -> Chart:
    """Return a channel of power, from 0 to 1."""
    return axis(field, "power", scale={"domain": [0, 1]})


def _metrics(result: Result) -> list[str]:
    return [plain(name) for name in settings_of(result)["metrics"]]


def _lines(result: Result, encoding: Chart, *, some: str = "") -> list[Chart]:
    """Return bands, lines, points and the wanted power; `some` keeps bands of one kind."""
    color = series("metric", "metric", _metrics(result))
    shape = shapes("metric", "metric", _metrics(result))
    lines = encoding | {"color": color}
    dots = {"x": encoding["x"], "y": encoding["y"], "color": color, "shape": shape}
    detail = {"field": encoding["strokeDash"]["field"]} if "strokeDash" in encoding else None
    band = {"x": encoding["x"], "y": power_axis("low"), "y2": {"field": "high"}, "color": color}
    band |= {"detail": detail} if detail else {}
    kept = f" && datum.by === '{some}'" if some else ""
    target = settings_of(result)["target"]
    return [
        {"mark": "line", "encoding": lines},
        {
            "transform": [{"filter": f"isValid(datum.low){kept}"}],
            "mark": {"type": "area", "opacity": 0.22},
            "encoding": band,
        },
        *line_at(target, f"wanted: {number(target)}"),
        {"mark": {"type": "point", "filled": True, "size": 45, "opacity": 1}, "encoding": dots},
    ]


def _split_caption(result: Result) -> str:
    settings = settings_of(result)
    return (
        f"Power of every split of a budget of {settings['budget']:g} into items and answers to "
        f"each. {response_plan_head(result)}. Dashed line: the wanted {settings['target']:g}. "
        f"{BAND.capitalize().replace('monte carlo', 'Monte Carlo')}, of the test."
    )


@figure(
    "split",
    place=15,
    fits=lambda result: _solves(result, "split") and bool(_values(result)),
    caption=_split_caption,
    needs="a budget to split",
    remedy="Ask with --solve split --budget 1000.",
)
def split_chart(result: Result) -> Chart:
    """Return power over the splits of a budget."""
    settings, values = settings_of(result), _values(result)
    own = SOURCES[0] in values[0]
    for value in values:
        answers = [value[k] for k in (SOURCES if own else ("responses",))]
        value["split"] = f"{value['items']:,.0f} x {'/'.join(f'{k:g}' for k in answers)}"
    order = list(dict.fromkeys(value["split"] for value in values))
    title = f"items x answers to each{' (gold/A/B)' if own else ''}"
    turned = {"labelAngle": -30}
    encoding = {
        "x": axis("split", title, kind="ordinal", sort=order, axis=turned),
        "y": power_axis(),
        "strokeDash": axis(
            "by",
            "by",
            kind="nominal",
            sort=[TESTED, KNOWN],
            scale={"domain": [TESTED, KNOWN], "range": [[1, 0], [6, 4]]},
            legend=LONG,
        ),
    }
    below = [response_plan_head(result), f"{BAND}, of the test"]
    return _chart(
        f"How to split a budget of {settings['budget']:g}",
        below,
        values,
        _lines(result, encoding, some=TESTED),
    )


def surface_lines(result: Result) -> Chart:
    """Return power over the first parameter, a line for each value of the second."""
    names = result.provenance["axes"]
    tested = [value for value in _values(result) if value["by"] == TESTED]
    encoding: Chart = {"x": axis(names[0], name_of(names[0])), "y": power_axis()}
    if len(names) > 1:
        given = list(dict.fromkeys(value[names[1]] for value in tested))
        scale = {"domain": given, "range": [DASHES[k % len(DASHES)] for k in range(len(given))]}
        encoding["strokeDash"] = axis(
            names[1], name_of(names[1]), kind="ordinal", scale=scale, legend=LONG
        )
    over = " and ".join(name_of(name) for name in names)
    below = [response_plan_head(result), BAND]
    return _chart(f"Power by {over}", below, tested, _lines(result, encoding))


def surface_caption(result: Result) -> str:
    """Return what the lines of a surface show."""
    over = " and ".join(name_of(name) for name in result.provenance["axes"])
    return (
        f"The share of studies that would find the difference, by {over}. "
        f"{response_plan_head(result)}. Dashed line: the wanted "
        f"{number(settings_of(result)['target'])}. Band: 95% Monte Carlo interval."
    )


def _costs(result: Result) -> list[Row]:
    return [row for row in result.rows if row.quantity == "cost" and row.point and _known(row)]


def _cost_caption(result: Result) -> str:
    return (
        f"What power {number(settings_of(result)['target'])} costs, by answers to each item; the "
        f"items that it needs are written beside. {response_plan_head(result)}."
    )


@figure(
    "cost",
    place=16,
    fits=lambda result: _solves(result, "budget") and bool(_costs(result)),
    caption=_cost_caption,
    needs="sizes that reach the power, and their cost",
    remedy="Ask with --solve budget.",
)
def cost_chart(result: Result) -> Chart:
    """Return the cost of the wanted power over the answers to each item."""
    rows = _costs(result)
    whose = max(rows[0].point, key=lambda source: len({row.point[source] for row in rows}))
    values: list[dict[str, Any]] = [
        {
            "metric": place_of(row).partition(", ")[0],
            "k": row.point[whose],
            "cost": row.estimate,
            "items": row.n,
        }
        for row in rows
    ]
    log = {"type": "log", "nice": False, "padding": 24}
    plain = {"format": "~g", "tickCount": 6}
    encoding = {
        "x": axis("k", TITLES[whose], scale=log, axis=plain),
        "y": axis(
            "cost",
            f"cost of power {number(settings_of(result)['target'])}",
            scale=log,
            axis={"format": ",~g", "tickCount": 6},
        ),
        "color": series("metric", "metric", _metrics(result)),
    }
    shape = {"shape": shapes("metric", "metric", _metrics(result))}
    text = {"text": {"field": "items", "type": "quantitative", "format": ","}}
    dot = {"type": "point", "filled": True, "size": 60, "opacity": 1}
    return _chart(
        "Cost by answers to each item (items are written beside)",
        response_plan_head(result),
        values,
        [
            {"mark": "line", "encoding": encoding},
            {"mark": dot, "encoding": encoding | shape},
            {"mark": {"type": "text", "dy": -12, "fontSize": 11}, "encoding": encoding | text},
        ],
    )


def _chart(
    title: str, below: str | list[str], values: list[dict[str, Any]], layers: list[Chart]
) -> Chart:
    size = {"width": WIDTH, "height": HEIGHT}
    return {"title": titled(title, below), **size, "data": {"values": values}, "layer": layers}
