"""Answers among answers drawn from the world fitted to them, as Vega-Lite."""

from __future__ import annotations

import json
from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import figure
from claimwise.report.figures.build import layer, panel, settings_of
from claimwise.report.figures.theme import BLUE, GREY, VERMILION, Chart, titled
from claimwise.report.numbers import pvalue

OBSERVED, DRAWN, ODD = BLUE, GREY, VERMILION
SMALL = 0.05  # predictive p at which a panel is coloured
ACROSS = 3


def _caption(result: Result) -> str:
    settings = settings_of(result)
    return (
        f"Answers of gold, {settings['a']} (A) and {settings['b']} (B) (bars) among answers drawn "
        "from the world fitted to them (median and 95% interval). p: the share of drawn data at "
        "least as far from expectation."
    )


@figure(
    "answers",
    place=51,
    fits=lambda result: "response_fit" in result.draws,
    caption=_caption,
    needs="a world fitted to answers",
    remedy="Make one with claimwise fit responses.",
)
def response_chart(result: Result) -> Chart:
    """Return a histogram for each statistic: observed as bars, simulated as points with lines."""
    settings = settings_of(result)
    pair = f"A {settings['a']}, B {settings['b']}"
    panels = [_panel(fit) for fit in result.draws["response_fit"]]
    return {
        "title": titled(
            f"Answers among those of the fitted world: {pair}",
            [
                "bars: share observed; points: median and 95% of the same in simulated data",
                "p: share of simulated data at least as far from expectation; orange below .05",
            ],
        ),
        "vconcat": [
            {"hconcat": panels[k : k + ACROSS], "spacing": 30}
            for k in range(0, len(panels), ACROSS)
        ],
        "spacing": 30,
    }


def _panel(fit: dict[str, Any]) -> dict[str, Any]:
    color = ODD if fit["pvalue"] < SMALL else OBSERVED
    x: dict[str, Any] = {"type": "quantitative", "title": fit["statistic"]}
    x["scale"] = {"zero": False, "nice": False}
    if fit.get("levels"):
        names = json.dumps(fit["levels"])
        x["axis"] = {
            "values": list(range(len(fit["levels"]))),
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
    layers = [
        layer("rect", bars, color=color, opacity=0.55),
        layer("rule", rules),
        layer("point", points, size=16, color=DRAWN),
    ]
    title = [fit["statistic"], pvalue(fit["pvalue"])]
    return panel(fit["bars"], layers, title=title, width=230, height=150)
