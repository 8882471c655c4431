"""Answers among answers drawn from the world fitted to them, as Vega-Lite."""

from __future__ import annotations

import json
from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import bars, layer, panel
from claimwise.report.figures.theme import BLUE, GREY, VERMILION, Chart, axis
from claimwise.report.numbers import pvalue

OBSERVED, DRAWN, ODD = BLUE, GREY, VERMILION
SMALL = 0.05  # predictive p at which a panel is coloured
ACROSS = 3


@figure(
    "answers",
    place=51,
    fits=lambda result: "response_fit" in result.draws,
    needs="a world fitted to answers",
    remedy="Make one with claimwise fit responses.",
)
def response_picture(result: Result) -> Picture:
    """Return a histogram for each statistic: observed as bars, simulated as points with lines."""
    settings = result.settings
    panels = [_panel(fit) for fit in result.draws["response_fit"]]
    across = [
        {"hconcat": panels[k : k + ACROSS], "spacing": 30} for k in range(0, len(panels), ACROSS)
    ]
    remarks = [
        "bars: share observed; points: median and 95% of the same in simulated data",
        "p: share of simulated data at least as far from expectation; orange below .05",
    ]
    title = f"Answers among those of the fitted world: A {settings['a']}, B {settings['b']}"
    return Picture(title, remarks, {"vconcat": across, "spacing": 30})


def _panel(fit: dict[str, Any]) -> Chart:
    color = ODD if fit["pvalue"] < SMALL else OBSERVED
    marks: Chart = {}
    if fit.get("levels"):
        names = json.dumps(fit["levels"])
        places = list(range(len(fit["levels"])))
        marks = {"axis": {"values": places, "labelExpr": f"{names}[datum.value]"}}
    x = axis("middle_at", fit["statistic"], scale={"zero": False, "nice": False}, **marks)
    y = axis("observed", "share")
    layers = [
        bars(x, y, color=color),
        layer("rule", {"x": x, "y": y | {"field": "low"}, "y2": {"field": "high"}}),
        layer("point", {"x": x, "y": y | {"field": "middle"}}, size=16, color=DRAWN),
    ]
    title = [fit["statistic"], pvalue(fit["pvalue"])]
    return panel(fit["bars"], layers, title=title, width=200, height=140)
