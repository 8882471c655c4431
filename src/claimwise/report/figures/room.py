"""Where words have room: beside the curves, not on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from claimwise.report.figures.points import Points

WORDS, LINE = 0.18, 0.06  # of a figure's width and height: what a few words at a line take


def roomiest(
    shown: Points, axes: Sequence[str], level: float, crossed: float | None = None
) -> dict[str, bool]:
    """Return at which end of a line across, and on which side, words are farthest from curves.

    At the left above it, unless a curve is there, or a line down at `crossed`.
    """
    best, most = {"right": False, "below": False}, -2.0
    for right in (False, True):
        first, last = _span(shown, axes, right)
        is_crossed = crossed is not None and first <= crossed <= last
        for below in (False, True):
            middle = level + (-LINE / 2 if below else LINE / 2)
            heights = _heights(shown, axes, first, last)
            near = min((abs(y - middle) for y in heights), default=1.0)
            room = min(near, LINE) - is_crossed  # farther than a line of words is no better
            if room > most + 1e-9:
                best, most = {"right": right, "below": below}, room
    return best


def _span(shown: Points, axes: Sequence[str], right: bool) -> tuple[float, float]:
    """Return from where to where words at an end would stand."""
    every = [float(point[axes[0]]) for point in shown]
    first, last = min(every), max(every)
    width = WORDS * (last - first)
    return (last - width, last) if right else (first, first + width)


def _heights(shown: Points, axes: Sequence[str], first: float, last: float) -> list[float]:
    """Return how high the curves are where the words would stand."""
    places = [first + k / 8 * (last - first) for k in range(9)]
    curves: dict[tuple[object, ...], list[tuple[float, float]]] = {}
    for point in shown:
        key = (point["quantity"], point["case"], *(point[name] for name in axes[1:]))
        curves.setdefault(key, []).append((float(point[axes[0]]), float(point["estimate"])))
    return [
        y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        for curve in curves.values()
        for (x0, y0), (x1, y1) in pairwise(sorted(curve))
        for x in places
        if x0 <= x <= x1 and x1 > x0
    ]
