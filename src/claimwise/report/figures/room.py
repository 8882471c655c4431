"""Where words have room: beside the curves, not on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

WORDS, LINE = 0.18, 0.06  # of a figure's width and height: what a few words beside a line take
Points = Sequence[dict[str, float | str]]


def roomiest(shown: Points, axes: Sequence[str], level: float) -> dict[str, bool]:
    """Return at which end of a line across, and on which side, words are farthest from curves.

    At the left above it, unless a curve is there.
    """
    best, most = {"right": False, "below": False}, -1.0
    for right in (False, True):
        for below in (False, True):
            middle = level + (-LINE / 2 if below else LINE / 2)
            near = min((abs(y - middle) for y in _heights(shown, axes, right)), default=1.0)
            far = min(near, LINE)  # farther is no better
            if far > most + 1e-9:
                best, most = {"right": right, "below": below}, far
    return best


def _heights(shown: Points, axes: Sequence[str], right: bool) -> list[float]:
    """Return how high the curves are where the words would stand."""
    every = [float(point[axes[0]]) for point in shown]
    first, last = min(every), max(every)
    width = WORDS * (last - first)
    places = [last - k / 8 * width if right else first + k / 8 * width for k in range(9)]
    curves: dict[tuple[object, ...], list[tuple[float, float]]] = {}
    for point in shown:
        key = (point["estimand"], *(point[name] for name in axes[1:]))
        curves.setdefault(key, []).append((float(point[axes[0]]), float(point["estimate"])))
    return [
        y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        for curve in curves.values()
        for (x0, y0), (x1, y1) in pairwise(sorted(curve))
        for x in places
        if x0 <= x <= x1 and x1 > x0
    ]
