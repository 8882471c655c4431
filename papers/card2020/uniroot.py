"""A root as R's `uniroot` finds it: Brent's method, which stops within a stated tolerance.

The detectable differences of Card et al. (2020) were solved for with R's default tolerance of
0.00012, which is 0.012 percentage points: some of their last digits are those of the solver.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

TOLERANCE = sys.float_info.epsilon**0.25  # R's default
MOST = 1000  # steps


def uniroot(
    f: Callable[[float], float], low: float, high: float, tolerance: float = TOLERANCE
) -> float:
    """Return a root of f between two ends at which it has different signs.

    `best` has the smallest value so far, `last` is the best before it, and the root lies between
    `best` and `other`. Brent (1973), Algorithms for Minimization without Derivatives, chapter 4.

    >>> round(uniroot(lambda x: x**2 - 2, 0, 2, 1e-9), 6)
    1.414214
    """
    last, best = (low, f(low)), (high, f(high))
    other = last
    for _ in range(MOST):
        before = best[0] - last[0]
        if abs(other[1]) < abs(best[1]):
            last, best, other = best, other, best
        near = 2 * sys.float_info.epsilon * abs(best[0]) + tolerance / 2
        step = (other[0] - best[0]) / 2
        if abs(step) <= near or best[1] == 0:
            return best[0]
        if abs(before) >= near and abs(last[1]) > abs(best[1]):
            step = _interpolated(last, best, other, before, near, step)
        if abs(step) < near:
            step = near if step > 0 else -near
        last, best = best, (best[0] + step, f(best[0] + step))
        if (best[1] > 0) == (other[1] > 0) and best[1] != 0:
            other = last
    raise ArithmeticError(f"no root within {MOST} steps")


def _interpolated(
    last: tuple[float, float],
    best: tuple[float, float],
    other: tuple[float, float],
    before: float,
    near: float,
    half: float,
) -> float:
    """Return the step to where a line, or a parabola through all three, is 0; or half the way."""
    across = other[0] - best[0]
    if last[0] == other[0]:
        ratio = best[1] / last[1]
        p, q = across * ratio, 1 - ratio
    else:
        u, v, w = last[1] / other[1], best[1] / other[1], best[1] / last[1]
        p = w * (across * u * (u - v) - (best[0] - last[0]) * (v - 1))
        q = (u - 1) * (v - 1) * (w - 1)
    p, q = (p, -q) if p > 0 else (-p, q)
    inside = p < 0.75 * across * q - abs(near * q) / 2
    return p / q if inside and p < abs(before * q / 2) else half
