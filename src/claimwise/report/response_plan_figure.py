"""Power over items and answers, as a picture."""

from __future__ import annotations

from typing import Any

from claimwise.core import ParameterError, Result, Row, sentence

TITLES = {
    "items": "items",
    "responses": "answers to each item",
    "gold": "gold answers to each item",
    "a": "answers of A to each item",
    "b": "answers of B to each item",
    "responses_gold": "gold answers to each item",
    "responses_a": "answers of A to each item",
    "responses_b": "answers of B to each item",
    "epsilon_a": "error of A",
    "epsilon_b": "error of B",
}
TESTED, KNOWN = "the test", "a one-sided test that knows the null"
NAMES = {"power": TESTED, "power_known_null": KNOWN}
_DOT = {"type": "point", "filled": True, "size": 40}


def response_plan_chart(result: Result) -> dict[str, Any]:
    """Return power over the split of a budget, or over a surface, in Vega-Lite."""
    settings = result.provenance["settings"]
    if settings["solve"] == "budget":
        return _cost_chart(result)
    rows = [row for row in result.rows if row.name in NAMES and row.at]
    if not rows:
        raise ParameterError(
            sentence(
                "a plot",
                "several sizes or errors",
                "a single study",
                "Give a list, such as --items 100,200,500.",
            )
        )
    values = [_point(row) for row in rows]
    if settings["solve"] == "split":
        return _split_chart(result, values)
    return _surface_chart(result, values)


def _point(row: Row) -> dict[str, Any]:
    metric = row.qualifier.partition(", ")[0]
    found: dict[str, Any] = {**row.at, "metric": metric, "by": NAMES[row.name]}
    return found | {"power": row.estimate, "low": row.low, "high": row.high}


def _power_axis(field: str = "power") -> dict[str, Any]:
    return {
        "field": field,
        "type": "quantitative",
        "title": "power",
        "scale": {"domain": [0, 1]},
    }


def _split_chart(result: Result, values: list[dict[str, Any]]) -> dict[str, Any]:
    settings = result.provenance["settings"]
    own = "gold" in values[0]
    for value in values:
        answers = [value[k] for k in (("gold", "a", "b") if own else ("responses",))]
        value["split"] = f"{value['items']:,.0f} x {'/'.join(f'{k:g}' for k in answers)}"
    order = list(dict.fromkeys(value["split"] for value in values))
    encoding = {
        "x": {
            "field": "split",
            "type": "ordinal",
            "sort": order,
            "title": f"items x answers to each{' (gold/A/B)' if own else ''}",
            "axis": {"labelAngle": -30},
        },
        "y": _power_axis(),
        "color": _metric_colour(result),
        "strokeDash": {
            "field": "by",
            "type": "nominal",
            "title": "by",
            "sort": [TESTED, KNOWN],
            "scale": {"domain": [TESTED, KNOWN], "range": [[1, 0], [6, 4]]},
        },
    }
    ends = encoding | {"y": _power_axis("low"), "y2": {"field": "high"}}
    return _chart(
        f"{result.method}, {settings['alternative']}, alpha {settings['alpha']:g}: how to split a "
        f"budget of {settings['budget']:g} (world {settings['world']})",
        values,
        [
            {"mark": "line", "encoding": encoding},
            {"mark": _DOT, "encoding": {key: encoding[key] for key in ("x", "y", "color")}},
            {
                "transform": [{"filter": f"datum.by === '{TESTED}'"}],
                "mark": {"type": "rule", "opacity": 0.5},
                "encoding": {key: ends[key] for key in ("x", "y", "y2", "color")},
            },
            _target(settings["target"]),
        ],
    )


def _surface_chart(result: Result, values: list[dict[str, Any]]) -> dict[str, Any]:
    settings, axes = result.provenance["settings"], result.provenance["axes"]
    tested = [value for value in values if value["by"] == TESTED]
    x = {
        "field": axes[0],
        "type": "quantitative",
        "title": TITLES.get(axes[0], axes[0].replace("_", " ")),
    }
    encoding: dict[str, Any] = {"x": x, "y": _power_axis(), "color": _metric_colour(result)}
    if len(axes) > 1:
        encoding["strokeDash"] = {
            "field": axes[1],
            "type": "ordinal",
            "title": TITLES.get(axes[1], axes[1].replace("_", " ")),
        }
    ends = encoding | {"y": _power_axis("low"), "y2": {"field": "high"}}
    ends.pop("strokeDash", None)
    return _chart(
        f"{result.method}, {settings['alternative']}, alpha {settings['alpha']:g} (world "
        f"{settings['world']})",
        tested,
        [
            {"mark": "line", "encoding": encoding},
            {"mark": _DOT, "encoding": {key: encoding[key] for key in ("x", "y", "color")}},
            {"mark": {"type": "rule", "opacity": 0.5}, "encoding": ends},
            _target(settings["target"]),
        ],
    )


def _cost_chart(result: Result) -> dict[str, Any]:
    settings = result.provenance["settings"]
    rows = [row for row in result.rows if row.name == "cost" and row.at]
    if not rows:
        raise ParameterError(sentence("a plot", "a size that reaches the power", "none"))
    whose = max(rows[0].at, key=lambda source: len({row.at[source] for row in rows}))
    values = [
        {
            "metric": row.qualifier.partition(", ")[0],
            "k": row.at[whose],
            "cost": row.estimate,
            "items": row.n,
        }
        for row in rows
    ]
    encoding = {
        "x": {
            "field": "k",
            "type": "quantitative",
            "scale": {"type": "log"},
            "title": TITLES[whose],
        },
        "y": {
            "field": "cost",
            "type": "quantitative",
            "scale": {"type": "log", "nice": False, "padding": 20},
            "title": f"cost of power {settings['target']:g}",
        },
        "color": _metric_colour(result),
    }
    words = {"type": "text", "dy": -12, "fontSize": 10}
    text = {"text": {"field": "items", "type": "quantitative", "format": ","}}
    return _chart(
        f"{result.method}, {settings['alternative']}: cost by answers to each item (items are "
        "written beside)",
        values,
        [
            {"mark": {"type": "line", "point": True}, "encoding": encoding},
            {"mark": words, "encoding": encoding | text},
        ],
    )


def _metric_colour(result: Result) -> dict[str, Any]:
    return {
        "field": "metric",
        "type": "nominal",
        "title": "metric",
        "scale": {"scheme": "tableau10"},
    }


def _target(power: float) -> dict[str, Any]:
    return {
        "data": {"values": [{"target": power}]},
        "mark": {"type": "rule", "strokeDash": [2, 3], "color": "gray"},
        "encoding": {"y": {"field": "target", "type": "quantitative"}},
    }


def _chart(title: str, values: list[dict[str, Any]], layers: list[Any]) -> dict[str, Any]:
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {"text": title, "anchor": "start"},
        "width": 560,
        "height": 340,
        "data": {"values": values},
        "layer": layers,
        "config": {"legend": {"labelLimit": 300, "symbolSize": 150, "symbolStrokeWidth": 2}},
    }
