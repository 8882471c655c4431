"""Search a noisy power curve: where does it reach the power that is wanted?

Let t be the effect over its standard error. Power is near to P(Z < t - z), and 1 / t^2 is a sum
of parts that shrink with raters, with items and with ratings, and of parts that do not:
a + b / size. So a few simulated points say where to look next, and whether to look at all.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from typing import NamedTuple

import numpy as np
from scipy import special

from claimwise.engine.reached import Point
from claimwise.kernels.arrays import Floats

ROUNDS = 12
LEVEL_Z = 1.959963984540054
EDGE = 0.02  # powers nearer to 0 or 1 than this say little
NEAR = 0.01  # of the size: a guess this near to the last one is no longer followed


class Solved(NamedTuple):
    """Where the power is reached, and how far simulation leaves it open; infinite if nowhere.

    `ceiling` is the power that no size exceeds.
    """

    size: float
    low: float
    high: float
    ceiling: float
    points: tuple[Point, ...]


Evaluate = Callable[[float], Point]


def strength(power: float | Floats, alpha: float) -> Floats:
    """Return the effect over its standard error that gives a power, by a two-sided z test."""
    return np.asarray(special.ndtri(power) - special.ndtri(alpha / 2))


def solve_size(
    evaluate: Evaluate,
    *,
    target: float,
    alpha: float,
    start: float,
    least: float,
    most: float,
    rounded: Callable[[float], float],
) -> Solved:
    """Return the smallest size with the wanted power; `rounded` gives the next size possible."""
    points: list[Point] = [evaluate(rounded(min(max(start, least), most)))]
    while len(points) < ROUNDS:
        flat, steep = _line(points, alpha)
        guess = _crossing(flat, steep, target, alpha)
        nearest = max(p.size for p in points) if guess == inf else guess
        nearest = max(nearest, 4 * points[-1].size) if guess == inf else nearest
        size = rounded(min(max(nearest, least, points[-1].size / 8), most, 8 * points[-1].size))
        known = [p.size for p in points]
        if any(abs(size - k) <= NEAR * size for k in known):
            if len(known) > 1 or size in (least, most):
                break
            size = rounded(size * 1.3)
        points.append(evaluate(size))
    flat, steep = _line(points, alpha)
    size = _crossing(flat, steep, target, alpha)
    ceiling = float(special.ndtr(1 / sqrt(flat) + special.ndtri(alpha / 2))) if flat > 0 else 1.0
    found = inf if size > most else max(rounded(size), rounded(least))
    # Near the ceiling the size hangs on the power more than elsewhere.
    reach = _reach(points, target, alpha, found) ** (1 + flat * found / steep if steep else 1.0)
    middle = inf if found == inf else max(size, least)
    return Solved(found, max(least, middle / reach), middle * reach, ceiling, tuple(points))


def solve_effect(
    evaluate: Evaluate, *, target: float, alpha: float, start: float, most: float
) -> Solved:
    """Return the smallest effect with the wanted power: its strength grows with the effect."""
    wanted = float(strength(target, alpha))
    points = [evaluate(start)]
    while len(points) < ROUNDS:
        power = points[-1].power
        if power > 1 - EDGE or (power < EDGE + alpha / 2 and points[-1].size < most):
            guess = min(points[-1].size * (0.4 if power > 0.5 else 2.5), most)
        else:
            guess = min(wanted / _slope(points, alpha), most)
        if any(abs(guess - p.size) <= NEAR * guess for p in points):
            break
        points.append(evaluate(guess))
    size = wanted / _slope(points, alpha)
    found = inf if size > most else size
    reach = _reach(points, target, alpha, found)
    low, high = found / sqrt(reach), found * sqrt(reach)
    return Solved(found, low, high, 1.0, tuple(points))


def _weights(points: list[Point], alpha: float) -> tuple[Floats, Floats, Floats]:
    """Return sizes, strengths, and standard errors of the strengths."""
    power = np.clip([p.power for p in points], EDGE / 4, 1 - EDGE / 4)
    t = strength(power, alpha)
    density = np.exp(-(special.ndtri(power) ** 2) / 2) / sqrt(2 * np.pi)
    error = np.sqrt(power * (1 - power) / [p.studies for p in points]) / density
    blunt = (power < EDGE) | (power > 1 - EDGE)
    return (
        np.array([p.size for p in points]),
        np.maximum(t, 0.05),
        np.where(blunt, 10 * error, error),
    )


def _line(points: list[Point], alpha: float) -> tuple[float, float]:
    """Return a and b of 1 / t^2 = a + b / size, neither below 0."""
    from scipy.optimize import nnls

    size, t, error = _weights(points, alpha)
    spread = 2 * error / t**3
    rows = np.column_stack([np.ones(len(size)), 1 / size])
    if len(points) == 1:
        return 0.0, float(size[0] / t[0] ** 2)
    scale = rows.max(axis=0)
    found, _ = nnls(rows / scale / spread[:, None], 1 / t**2 / spread)
    flat, steep = (float(x) for x in found / scale)
    return flat, steep


def _crossing(flat: float, steep: float, target: float, alpha: float) -> float:
    room = 1 / float(strength(target, alpha)) ** 2 - flat
    return steep / room if room > 0 else inf


def _slope(points: list[Point], alpha: float) -> float:
    """Return strength over effect, from the points where the power says most."""
    telling = [p for p in points if EDGE < p.power < 1 - EDGE] or points
    size, t, error = _weights(telling, alpha)
    near = np.exp(-2 * np.abs(np.log(size / size[-1])))  # the last point is the nearest
    weight = (size / error) ** 2 * near
    return float((weight * t / size).sum() / weight.sum())


def _reach(points: list[Point], target: float, alpha: float, size: float) -> float:
    """Return the factor by which simulation leaves the size open: it goes with t squared."""
    if size == inf:
        return 1.0
    sizes, _, error = _weights(points, alpha)
    near = np.abs(np.log(sizes / size)) < 0.7
    if not near.any():
        near[:] = True
    t = float(strength(target, alpha))
    combined = 1 / sqrt(float((1 / error[near] ** 2).sum()))
    return float(np.exp(2 * LEVEL_Z * combined / t))
