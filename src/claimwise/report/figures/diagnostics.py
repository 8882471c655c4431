"""Chains, ranks and weights: whether draws of a posterior can be trusted, as Vega-Lite."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import Values, layer, panel, rule
from claimwise.report.figures.theme import BLUE, GREY, PALE, SERIES, Chart, axis, small_title

HEIGHT = 80
FEW = {"tickCount": 4}


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
    """Return a row of two panels for each number."""
    numbers = made["panels"]
    left_out, step = made["numbers"] - len(numbers), numbers[0]["step"]
    thinned = f" (one draw in {step})" if step > 1 else ""
    some = f"; {left_out} more numbers not shown" if left_out else ""
    remarks = [
        f"{made['chains']} chains of {made['draws']:,} draws, {made['divergences']} "
        f"divergences{some}",
        f"left: each chain{thinned}; right: its ranks among all draws, dashed: flat ranks",
    ]
    chart = {"spacing": 12, "vconcat": [_number(one) for one in numbers]}
    return Picture("Chains and ranks", remarks, chart)


def _number(one: dict[str, Any]) -> Chart:
    """Return the traces of one number, and its ranks among all draws."""
    worst = " (highest R-hat of the others)" if one["worst"] else ""
    text = (
        f"{one['name']}{worst}: R-hat {one['rhat']:.4f}, effective draws "
        f"{one['ess_bulk']:,.0f} (middle), {one['ess_tail']:,.0f} (tails)"
    )
    draws = [[1 + k * one["step"] for k in range(len(trace))] for trace in one["traces"]]
    total = sum(map(sum, one["ranks"]))
    width = total / len(one["ranks"][0])
    middles = [[(k + 0.5) * width for k in range(len(counts))] for counts in one["ranks"]]
    free, whole = {"zero": False}, {"domain": [0, total], "nice": False}
    value = axis("value", "value", scale=free, axis=FEW | {"minExtent": 40})
    rank = axis("rank", "rank", scale=whole, axis=FEW)
    count = axis("draws", "draws", scale={"domainMin": 0}, axis=FEW)
    trace = _by_chain(
        draws, one["traces"], axis("draw", "draw"), value, strokeWidth=0.8, opacity=0.7
    )
    steps = _by_chain(middles, one["ranks"], rank, count, interpolate="step", strokeWidth=1.2)
    flat = rule("y", one["uniform"], color=GREY)
    return {
        "title": small_title(text),
        "hconcat": [
            panel([], [trace], width=270, height=HEIGHT),
            panel([], [steps, flat], width=150, height=HEIGHT),
        ],
    }


def _by_chain(
    across: list[list[float]], up: list[list[float]], x: Chart, y: Chart, **look: Any
) -> Chart:
    """Return a line for each chain."""
    values: Values = [
        {"chain": str(chain), x["field"]: at, y["field"]: value}
        for chain, (places, numbers) in enumerate(zip(across, up, strict=True), 1)
        for at, value in zip(places, numbers, strict=True)
    ]
    names = [str(chain) for chain in range(1, len(up) + 1)]
    scale = {"domain": names, "range": [*SERIES, PALE]}
    colour = axis("chain", "chain", kind="nominal", scale=scale)
    return layer("line", {"x": x, "y": y, "color": colour}, values=values, **look)


def _weights(made: dict[str, Any]) -> Picture:
    """Return the weights of draws by importance sampling, from the largest on."""
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
    chart = panel([], [line, rule("y", 1, color=GREY)], height=2 * HEIGHT)
    return Picture("Importance weights", remarks, chart)
