"""Answers among answers drawn from the world fitted to them, as Vega-Lite."""

from __future__ import annotations

import json
from typing import Any

from claimwise.core import Result
from claimwise.report.numbers import number

OBSERVED, DRAWN, ODD = "#0072B2", "#333333", "#D55E00"
SMALL = 0.05  # predictive p at which a panel is coloured
ACROSS = 3


def has_response_fit(result: Result) -> bool:
    """Whether the result is a world fitted to answers."""
    return "response_fit" in result.draws


def response_chart(result: Result) -> dict[str, Any]:
    """Return a histogram for each statistic: observed as bars, simulated as points with lines."""
    settings = result.provenance["settings"]
    pair = f"A {settings['a']}, B {settings['b']}"
    panels = [_panel(found) for found in result.draws["response_fit"]]
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {
            "text": f"Answers among those of the fitted world: {pair}",
            "subtitle": [
                "bars: share observed; black: median and 95% of the same in simulated data",
                "p: share of simulated data at least as far from expectation; orange below 0.05",
            ],
            "anchor": "start",
        },
        "vconcat": [
            {"hconcat": panels[k : k + ACROSS], "spacing": 30}
            for k in range(0, len(panels), ACROSS)
        ],
        "spacing": 30,
    }


def _panel(found: dict[str, Any]) -> dict[str, Any]:
    color = ODD if found["pvalue"] < SMALL else OBSERVED
    x: dict[str, Any] = {"type": "quantitative", "title": None}
    x["scale"] = {"zero": False, "nice": False}
    if found.get("levels"):
        names = json.dumps(found["levels"])
        x["axis"] = {
            "values": list(range(len(found["levels"]))),
            "labelExpr": f"{names}[datum.value]",
        }
    y = {"type": "quantitative", "title": "share"}
    middle = {"field": "middle_at", **x}
    bars = {
        "x": {"field": "from", **x},
        "x2": {"field": "to"},
        "y": {"field": "observed", **y},
        "y2": {"datum": 0},
    }
    rules = {"x": middle, "y": {"field": "low", **y}, "y2": {"field": "high"}}
    points = {"x": middle, "y": {"field": "middle", **y}}
    mark = {"type": "point", "filled": True, "size": 16, "color": DRAWN, "opacity": 1}
    return {
        "title": {
            "text": [found["statistic"], f"p {number(found['pvalue'])}"],
            "anchor": "start",
            "fontSize": 11,
            "fontWeight": "normal",
        },
        "width": 230,
        "height": 150,
        "data": {"values": found["bars"]},
        "layer": [
            {"mark": {"type": "rect", "color": color, "opacity": 0.55}, "encoding": bars},
            {"mark": {"type": "rule", "color": DRAWN}, "encoding": rules},
            {"mark": mark, "encoding": points},
        ],
    }
