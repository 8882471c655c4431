"""Where a function of one number is zero (scipy.optimize has it too, but takes long to import)."""

from __future__ import annotations

from collections.abc import Callable

MOST = 200  # steps; bisection alone would need about 60


def root(f: Callable[[float], float], low: float, high: float, *, xtol: float = 2e-12) -> float:
    """Return a point within `xtol` of a zero of `f`, which has opposite signs at both ends.

    Chandrupatla (1997), Advances in Engineering Software 28, 145-149: inverse quadratic
    interpolation through the last three points where it is safe, else bisection.

    >>> round(root(lambda x: x**2 - 2, 0.0, 2.0), 11)
    1.41421356237
    """
    new, at_new = high, f(high)  # the last point
    far, at_far = low, f(low)  # the other end of the bracket
    if at_new * at_far > 0:
        raise ValueError(f"the function has one sign at both {low:g} and {high:g}")
    part = 0.5
    for _ in range(MOST):
        best, at_best = (new, at_new) if abs(at_new) < abs(at_far) else (far, at_far)
        # 2e-16: below the spacing of doubles there is nothing to find
        within = (2e-16 * abs(best) + xtol / 2) / (abs(far - new) or 1.0)
        if at_best == 0 or within > 0.5 or new == far:
            return best
        point = new + min(1 - within, max(within, part)) * (far - new)
        value = f(point)
        if (value > 0) == (at_new > 0) and value != 0:
            old, at_old = new, at_new
        else:
            old, at_old = far, at_far
            far, at_far = new, at_new
        new, at_new = point, value
        part = _part(new, at_new, far, at_far, old, at_old)
    return best


def _part(a: float, fa: float, b: float, fb: float, c: float, fc: float) -> float:
    """Return where between a and b to look next, as a part of the way."""
    x, y = (a - b) / (c - b), (fa - fb) / (fc - fb) if fc != fb else 2.0
    if y**2 < x and (1 - y) ** 2 < 1 - x:  # the parabola is monotone in between
        return fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
    return 0.5
