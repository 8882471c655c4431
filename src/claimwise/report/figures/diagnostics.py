"""Chains, ranks and weights: whether draws of a posterior can be trusted, as Vega-Lite."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import figure
from claimwise.report.figures.theme import (
    BLUE,
    GREY,
    PALE,
    SERIES,
    WIDTH,
    Chart,
    small_title,
    titled,
)

A, PRIOR = BLUE, GREY
COLORS = [*SERIES, PALE]
TRACE, RANKS, HEIGHT = 310, 170, 80


def _caption(result: Result) -> str:
    made = result.draws["diagnostics"]
    if made["kind"] == "chains":
        return (
            f"Whether the draws can be trusted: traces and ranks of {made['chains']} chains of "
            f"{made['draws']:,} draws. Chains that agree lie over each other, and their ranks are "
            "flat about the dashed line."
        )
    return (
        f"Whether the draws can be trusted: weights of {made['draws']:,} draws by importance "
        f"sampling, worth {made['ess']:,.0f} of equal weight; Pareto k {made['pareto_k']:.2f}."
    )


@figure(
    "diagnostics",
    place=3,
    fits=lambda result: "diagnostics" in result.draws,
    caption=_caption,
    needs="a comparison made ready for it",
    remedy='Say compare(..., plot_of="diagnostics").',
)
def diagnostics_section(result: Result) -> Chart:
    """Return traces and ranks of each chain, or the weights of draws by importance sampling."""
    made = result.draws["diagnostics"]
    return _chains(made) if made["kind"] == "chains" else _weights(made)


def _chains(made: dict[str, Any]) -> Chart:
    panels = made["panels"]
    left_out = made["numbers"] - len(panels)
    some = f"; {left_out} more numbers not shown" if left_out else ""
    subtitle = [
        f"{made['chains']} chains of {made['draws']:,} draws, {made['divergences']} "
        f"divergences{some}",
        f"left: each chain{_thinned(panels[0]['step'])}; right: its ranks among all draws, dashed: "
        "what flat ranks would give",
    ]
    return {
        "title": titled("Chains and ranks", subtitle),
        "spacing": 12,
        "vconcat": [_panel(panel) for panel in panels],
    }


def _thinned(step: int) -> str:
    """Say which draws a trace shows.

    >>> _thinned(1), _thinned(2), _thinned(5)
    ('', ' (every 2nd draw)', ' (every 5th draw)')
    """
    if step == 1:
        return ""
    return f" (every {step}{ {2: 'nd', 3: 'rd'}.get(step, 'th') } draw)"


def _panel(panel: dict[str, Any]) -> Chart:
    """Return the row of one number."""
    worst = " (highest R-hat of the others)" if panel["worst"] else ""
    text = (
        f"{panel['name']}{worst}: R-hat {panel['rhat']:.4f}, effective draws "
        f"{panel['ess_bulk']:,.0f} (middle), {panel['ess_tail']:,.0f} (tails)"
    )
    return {
        "title": small_title(text),
        "hconcat": [_trace(panel), _ranks(panel)],
    }


def _color(panel: dict[str, Any]) -> Chart:
    names = [str(k) for k in range(1, len(panel["traces"]) + 1)]
    scale = {"domain": names, "range": COLORS}
    return {"field": "chain", "type": "nominal", "title": "chain", "scale": scale}


def _trace(panel: dict[str, Any]) -> Chart:
    values = [
        {"chain": str(chain), "draw": 1 + place * panel["step"], "value": value}
        for chain, trace in enumerate(panel["traces"], 1)
        for place, value in enumerate(trace)
    ]
    return {
        "width": TRACE,
        "height": HEIGHT,
        "data": {"values": values},
        "mark": {"type": "line", "strokeWidth": 0.8, "opacity": 0.7},
        "encoding": {
            "x": {"field": "draw", "type": "quantitative", "title": "draw"},
            "y": {
                "field": "value",
                "type": "quantitative",
                "title": "value",
                "scale": {"zero": False},
                "axis": {"tickCount": 4, "minExtent": 40},
            },
            "color": _color(panel),
        },
    }


def _ranks(panel: dict[str, Any]) -> Chart:
    ranks = panel["ranks"]
    total, bins = sum(map(sum, ranks)), len(ranks[0])
    width = total / bins
    values = [
        {"chain": str(chain), "rank": (place + 0.5) * width, "draws": count}
        for chain, counts in enumerate(ranks, 1)
        for place, count in enumerate(counts)
    ]
    x = {"type": "quantitative", "title": "rank", "axis": {"tickCount": 4}}
    y = {"type": "quantitative", "title": "draws", "axis": {"tickCount": 4}}
    return {
        "width": RANKS,
        "height": HEIGHT,
        "layer": [
            {
                "data": {"values": values},
                "mark": {"type": "line", "interpolate": "step", "strokeWidth": 1.2},
                "encoding": {
                    "x": {"field": "rank", **x, "scale": {"domain": [0, total], "nice": False}},
                    "y": {"field": "draws", **y, "scale": {"domainMin": 0}},
                    "color": _color(panel),
                },
            },
            {
                "data": {"values": [{"draws": panel["uniform"]}]},
                "mark": {"type": "rule", "strokeDash": [5, 4], "color": PRIOR},
                "encoding": {"y": {"field": "draws", **y}},
            },
        ],
    }


def _weights(made: dict[str, Any]) -> Chart:
    largest = made["points"][0]["held"]
    light = f"; {made['light']:,} draws weigh less than {made['limit']:g} of that"
    light = light if made["light"] else ""
    subtitle = [
        f"{made['draws']:,} draws, worth {made['ess']:,.0f} of equal weight; Pareto k "
        f"{made['pareto_k']:.2f} (trusted up to {made['trusted']:g})",
        f"the largest holds {100 * largest:.2g}% of all weight; dashed: equal weights{light}",
    ]
    x = {"type": "quantitative", "title": "draw, from the largest weight on"}
    y = {"type": "quantitative", "title": "weight (equal ones: 1)"}
    log = {"type": "log", "nice": False}
    numbers = {"format": "~g", "tickCount": 6}
    return {
        "title": titled("Importance weights", subtitle),
        "width": WIDTH,
        "height": 2 * HEIGHT,
        "layer": [
            {
                "data": {"values": made["points"]},
                "mark": {"type": "line", "color": A},
                "encoding": {
                    "x": {"field": "rank", **x, "scale": log, "axis": {"format": ",", **numbers}},
                    "y": {"field": "weight", **y, "scale": log, "axis": numbers},
                },
            },
            {
                "data": {"values": [{"weight": 1}]},
                "mark": {"type": "rule", "strokeDash": [5, 4], "color": PRIOR},
                "encoding": {"y": {"field": "weight", **y, "scale": log}},
            },
        ],
    }
