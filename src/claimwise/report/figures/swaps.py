"""A fitted Delta-Laplace world as a picture: do swaps add up, and are their effects Laplace?"""

from __future__ import annotations

from math import exp

from claimwise.core import Result
from claimwise.report.figures.book import Picture, figure
from claimwise.report.figures.build import bars, layer, panel
from claimwise.report.figures.theme import BLUE, GREY, ORANGE, Chart, axis
from claimwise.report.numbers import number, percent
from claimwise.report.scale import metric_name

BARS, SIDE = 60, 280
SHOWN = 0.998  # of the effects; the few beyond would squeeze all others


@figure(
    "swaps",
    place=50,
    fits=lambda result: "net" in result.draws and "effects" in result.draws,
    needs="a world fitted to the effects of swaps",
    remedy="Make one with claimwise fit.",
)
def swap_picture(result: Result) -> Picture:
    """Return both panels in Vega-Lite, as Figures 15 and 16 of Card et al. (2020)."""
    settings = result.settings
    metric = metric_name(settings["metric"])
    unchanged = percent(result.main("zero_share").estimate)
    remarks = [
        "left: whether the effects of single swaps add up; right: how they are distributed",
        f"{unchanged} of single swaps change nothing; scale {number(settings['scale'])}",
    ]
    panels = [_added(result), _effects(result, settings["scale"])]
    title = f"Swaps of single items: {settings['b']} minus {settings['a']} in {metric}"
    return Picture(title, remarks, {"hconcat": panels, "spacing": 40})


def _square(title: str, layers: list[Chart]) -> Chart:
    return panel([], layers, title=title, width=SIDE, height=SIDE)


def _added(result: Result) -> Chart:
    """Return the change by each random subset over the sum of its single effects."""
    net, sums = ([float(x) for x in result.draws[key]] for key in ("net", "sums"))
    ends = [min(*net, *sums), max(*net, *sums)]
    scale = {"zero": False, "nice": False, "domain": ends}
    axes = {
        "x": axis("sum", "sum of single effects", scale=scale),
        "y": axis("net", "change of the difference", scale=scale),
    }
    points = [{"sum": s, "net": d} for s, d in zip(sums, net, strict=True)]
    diagonal = [{"sum": end, "net": end} for end in ends]
    slope, correlation = (result.main(name).estimate for name in ("slope", "correlation"))
    return _square(
        f"Random subsets: slope {slope:.3f}, correlation {correlation:.3f}",
        [
            layer("point", axes, values=points, size=10, opacity=0.4, color=BLUE),
            layer("line", axes, values=diagonal, strokeDash=[6, 4], color=GREY),
        ],
    )


def _effects(result: Result, scale: float) -> Chart:
    """Return how the effects are distributed beside the Laplace distribution of the world."""
    effects = [float(effect) for effect in result.draws["effects"]]
    some = [effect * len(effects) for effect in effects if effect != 0]
    centre = sum(some) / len(some)
    far = sorted(abs(effect - centre) for effect in some)
    reach = far[int(SHOWN * (len(far) - 1))] or 1.0
    width, first = 2 * reach / BARS, centre - reach
    heights = [0] * BARS
    for effect in some:
        if abs(effect - centre) <= reach:
            heights[min(BARS - 1, int((effect - first) / width))] += 1
    heights_of = [
        {
            "from": first + k * width,
            "to": first + (k + 1) * width,
            "density": height / len(some) / width,
        }
        for k, height in enumerate(heights)
    ]
    at = [first + k * width / 4 for k in range(4 * BARS + 1)]
    curve = [{"from": x, "density": exp(-abs(x - centre) / scale) / 2 / scale} for x in at]
    x, y = axis("from", "effect of a single swap, times n"), axis("density", "density")
    return _square(
        "Single effects, and the Laplace of the world",
        [
            bars(x, y, values=heights_of, color=BLUE),
            layer("line", {"x": x, "y": y}, values=curve, color=ORANGE),
        ],
    )
