"""A fitted Delta-Laplace world as a picture: do swaps add up, and are their effects Laplace?"""

from __future__ import annotations

from math import exp
from typing import Any

from claimwise.core import Result
from claimwise.report.figures.book import figure
from claimwise.report.figures.scales import metric_name
from claimwise.report.figures.theme import BLUE, GREY, ORANGE, Chart, small_title, titled
from claimwise.report.figures.words import share, value

BARS = 60
SHOWN = 0.998  # of the effects; the few beyond would squeeze all others


def has_swaps(result: Result) -> bool:
    """Whether the result is a fit to the effects of swaps."""
    return "net" in result.draws and "effects" in result.draws


def _caption(result: Result) -> str:
    settings = result.provenance["settings"]
    return (
        f"Swaps of single items between {settings['b']} and {settings['a']}, by "
        f"{metric_name(settings['metric'])}: whether their effects add up (left), and how they are "
        "distributed "
        "against the Laplace distribution of the fitted world (right; scale "
        f"{value(settings['scale'])})."
    )


@figure(
    "swaps",
    place=50,
    fits=has_swaps,
    caption=_caption,
    needs="a world fitted to the effects of swaps",
    remedy="Make one with claimwise fit.",
)
def swap_chart(result: Result) -> Chart:
    """Return both panels in Vega-Lite, as Figures 15 and 16 of Card et al. (2020)."""
    settings = result.provenance["settings"]
    unchanged = share(result.main("zero_share").estimate)
    return {
        "title": titled(
            f"{metric_name(settings['metric'])}: {settings['b']} minus {settings['a']}",
            f"{unchanged} of single swaps change nothing; scale {value(settings['scale'])}",
        ),
        "hconcat": [_added(result), _effects(result, settings["scale"])],
        "spacing": 40,
    }


def _added(result: Result) -> dict[str, Any]:
    """Return the change by each random subset over the sum of its single effects."""
    net, sums = ([float(x) for x in result.draws[key]] for key in ("net", "sums"))
    ends = [min(*net, *sums), max(*net, *sums)]
    scale = {"zero": False, "nice": False, "domain": ends}
    axes = {
        "x": _axis("sum", "sum of single effects", scale),
        "y": _axis("net", "change of the difference", scale),
    }
    points = [{"sum": s, "net": d} for s, d in zip(sums, net, strict=True)]
    return {
        "title": small_title(
            f"Random subsets: slope {result.main('slope').estimate:.3f}, correlation "
            f"{result.main('correlation').estimate:.3f}"
        ),
        "width": 320,
        "height": 320,
        "layer": [
            {
                "data": {"values": points},
                "mark": {
                    "type": "point",
                    "filled": True,
                    "size": 10,
                    "opacity": 0.4,
                    "color": BLUE,
                },
                "encoding": axes,
            },
            {
                "data": {"values": [{"sum": end, "net": end} for end in ends]},
                "mark": {"type": "line", "strokeDash": [6, 4], "color": GREY},
                "encoding": axes,
            },
        ],
    }


def _effects(result: Result, scale: float) -> dict[str, Any]:
    """Return how the effects are distributed beside the Laplace distribution of the world."""
    effects = [float(effect) for effect in result.draws["effects"]]
    some = [effect * len(effects) for effect in effects if effect != 0]
    centre = sum(some) / len(some)
    far = sorted(abs(effect - centre) for effect in some)
    reach = far[int(SHOWN * (len(far) - 1))] or 1.0
    width = 2 * reach / BARS
    heights = [0] * BARS
    for effect in some:
        if abs(effect - centre) <= reach:
            heights[min(BARS - 1, int((effect - centre + reach) / width))] += 1
    first = centre - reach
    bars = [
        {
            "low": first + k * width,
            "high": first + (k + 1) * width,
            "density": height / len(some) / width,
            "zero": 0,
        }
        for k, height in enumerate(heights)
    ]
    at = [first + k * width / 4 for k in range(4 * BARS + 1)]
    curve = [{"low": x, "density": exp(-abs(x - centre) / scale) / 2 / scale} for x in at]
    x, y = _axis("low", "effect of a single swap, times n", {}), _axis("density", "density", {})
    return {
        "title": small_title("Single effects, and the Laplace of the world"),
        "width": 320,
        "height": 320,
        "layer": [
            {
                "data": {"values": bars},
                "mark": {"type": "rect", "opacity": 0.5, "color": BLUE},
                "encoding": {
                    "x": x,
                    "x2": {"field": "high"},
                    "y": y,
                    "y2": {"field": "zero"},
                },
            },
            {
                "data": {"values": curve},
                "mark": {"type": "line", "color": ORANGE},
                "encoding": {"x": x, "y": y},
            },
        ],
    }


def _axis(field: str, title: str, scale: dict[str, Any]) -> dict[str, Any]:
    """Return a channel of numbers."""
    found: dict[str, Any] = {"field": field, "type": "quantitative", "title": title}
    return found | ({"scale": scale} if scale else {})
