"""Chains, ranks and weights: whether draws of a posterior can be trusted, as Vega-Lite."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import layer, rule
from claimwise.report.figures.theme import BLUE, GREY, PALE, SERIES, WIDTH, Chart, axis, small_title

COLORS = [*SERIES, PALE]
TRACE, RANKS, HEIGHT = 270, 150, 80


@figure(
    "diagnostics",
    place=3,
    fits=lambda result: "diagnostics" in result.draws,
    needs="a comparison made ready for it",
    remedy='Say compare(..., plot_of="diagnostics").',
)
def diagnostics_picture(result: Result) -> Picture:
    """Return traces and ranks of each chain, or the weights of draws by importance sampling."""
    made = result.draws["diagnostics"]
    return _chains(made) if made["kind"] == "chains" else _weights(made)


def _chains(made: dict[str, Any]) -> Picture:
    panels = made["panels"]
    left_out, step = made["numbers"] - len(panels), panels[0]["step"]
    thinned = f" (one draw in {step})" if step > 1 else ""
    some = f"; {left_out} more numbers not shown" if left_out else ""
    remarks = [
        f"{made['chains']} chains of {made['draws']:,} draws, {made['divergences']} "
        f"divergences{some}",
        f"left: each chain{thinned}; right: its ranks among all draws, dashed: flat ranks",
    ]
    chart = {"spacing": 12, "vconcat": [_panel(panel) for panel in panels]}
    return Picture("Chains and ranks", remarks, chart)


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
    y = axis("value", "value", scale={"zero": False}, axis={"tickCount": 4, "minExtent": 40})
    encoding = {"x": axis("draw", "draw"), "y": y, "color": _color(panel)}
    lines = layer("line", encoding, values=values, strokeWidth=0.8, opacity=0.7)
    return {"width": TRACE, "height": HEIGHT, **lines}


def _ranks(panel: dict[str, Any]) -> Chart:
    ranks = panel["ranks"]
    total, bins = sum(map(sum, ranks)), len(ranks[0])
    width = total / bins
    values = [
        {"chain": str(chain), "rank": (place + 0.5) * width, "draws": count}
        for chain, counts in enumerate(ranks, 1)
        for place, count in enumerate(counts)
    ]
    few = {"tickCount": 4}
    encoding = {
        "x": axis("rank", "rank", axis=few, scale={"domain": [0, total], "nice": False}),
        "y": axis("draws", "draws", axis=few, scale={"domainMin": 0}),
        "color": _color(panel),
    }
    steps = layer("line", encoding, values=values, interpolate="step", strokeWidth=1.2)
    flat = rule("y", panel["uniform"], color=GREY)
    return {"width": RANKS, "height": HEIGHT, "layer": [steps, flat]}


def _weights(made: dict[str, Any]) -> Picture:
    largest = made["points"][0]["held"]
    light = f"; {made['light']:,} draws weigh less than {made['limit']:g} of that"
    light = light if made["light"] else ""
    remarks = [
        f"{made['draws']:,} draws, worth {made['ess']:,.0f} of equal weight; Pareto k "
        f"{made['pareto_k']:.2f} (trusted up to {made['trusted']:g})",
        f"the largest holds {100 * largest:.2g}% of all weight; dashed: equal weights{light}",
    ]
    log = {"type": "log", "nice": False}
    marks = {"format": "~g", "tickCount": 6}
    encoding = {
        "x": axis("rank", "draw, from the largest weight on", scale=log, axis=marks),
        "y": axis("weight", "weight (equal ones: 1)", scale=log, axis=marks),
    }
    line = layer("line", encoding, values=made["points"], color=BLUE)
    chart = {"width": WIDTH, "height": 2 * HEIGHT, "layer": [line, rule("y", 1, color=GREY)]}
    return Picture("Importance weights", remarks, chart)
