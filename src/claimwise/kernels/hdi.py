"""Quantiles, mode and shortest interval of one distribution, given its tail and log density.

`sf` and `log_density` take flat arrays of points. `low` and `high` bound the support, `scale`
is about a standard deviation.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from claimwise.kernels.arrays import ArrayLike, Floats

Function = Callable[[Floats], Floats]
FAR = 3.0  # log of the tail over the one that is looked for, from which on no step is trusted


def quantile(
    p: ArrayLike,
    sf: Function,
    log_density: Function,
    *,
    start: ArrayLike,
    low: float,
    high: float,
    scale: float,
) -> Floats:
    """Return the points below which a share p lies.

    Newton's steps on the log of the nearer tail, which is concave for most distributions, so
    that the steps do not overshoot; a bracket catches the others.
    """
    share = np.atleast_1d(np.asarray(p, np.float64))
    side = np.where(share < 0.5, 1.0, -1.0)
    target = np.minimum(share, 1 - share)
    bottom, top = np.full(share.shape, low), np.full(share.shape, high)
    x = np.clip(np.broadcast_to(start, share.shape), low + 1e-9 * scale, high - 1e-9 * scale)
    for _ in range(100):
        above = sf(x)
        tail = np.where(side > 0, 1 - above, above)
        early = side * (target - tail) > 0  # x is still too far to the left
        bottom, top = np.where(early, x, bottom), np.where(early, top, x)
        logs = log_density(x)
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            off = np.log(target / tail)
            step = side * off * tail * np.exp(-logs)
        inside = ((x + step > bottom) & (x + step < top)) | (np.abs(step) <= _fine(x, scale))
        # Far out, tail and density are rounding and need not fit together: halve the bracket.
        inside &= np.isfinite(logs) & (np.abs(off) < FAR)
        new = np.where(inside, x + step, (bottom + top) / 2)
        moved, x = np.abs(new - x), new
        if (moved <= _fine(x, scale)).all():
            break
    return np.where(share <= 0, low, np.where(share >= 1, high, x))


def mode(log_density: Function, *, low: float, high: float) -> float:
    """Return the highest point of a density with one peak; `low` or `high` if it is there."""
    bottom, top = low, high
    for _ in range(9):
        grid = np.linspace(bottom, top, 33)
        best = int(np.argmax(log_density(grid)))
        bottom, top = grid[max(best - 1, 0)], grid[min(best + 1, 32)]
        if top - bottom < 1e-5 * (high - low):
            break
    if bottom == low or top == high:
        end, inwards = (low, 1e-9) if bottom == low else (high, -1e-9)
        rising = log_density(np.array([end + inwards * (high - low), grid[best]]))
        return float(end if rising[0] >= rising[1] else grid[best])
    left, middle, right = log_density(np.array([bottom, grid[best], top]))
    bend = left - 2 * middle + right
    vertex = (left - right) / bend / 4 * (top - bottom) if np.isfinite(bend) and bend < 0 else 0.0
    return float(grid[best] + vertex)


def shortest(
    level: float,
    sf: Function,
    log_density: Function,
    *,
    start: tuple[float, float],
    low: float,
    high: float,
    scale: float,
) -> tuple[float, float]:
    """Return the shortest interval that holds `level` of a distribution with one peak.

    At its ends the density is equal, or it reaches to the end of the support. Newton's method
    on these two conditions from `start` (the equal-tailed interval); where that fails, as it
    does if the density rises all the way to one end, a search over the lower end.
    """
    found = _newton(level, sf, log_density, start, (low, high), scale)
    if found is not None:
        return found
    return _search(level, sf, log_density, low, high, scale)


def _fine(x: Floats, scale: float) -> Floats:
    return np.maximum(1e-10 * scale, 4 * np.finfo(np.float64).eps * np.abs(x))


def _newton(
    level: float,
    sf: Function,
    log_density: Function,
    start: tuple[float, float],
    support: tuple[float, float],
    scale: float,
) -> tuple[float, float] | None:
    ends, bounds = np.array(start), np.array(support)
    for _ in range(30):
        nudge = np.minimum(1e-4 * scale, np.abs(bounds - ends) / 10)
        logs = log_density(np.concatenate([ends - nudge, ends, ends + nudge])).reshape(3, 2)
        if not np.isfinite(logs).all() or not nudge.all():
            return None
        above = sf(ends)
        slope = (logs[2] - logs[0]) / (2 * nudge)
        if not slope[0] > 0 > slope[1]:
            return None
        height = np.exp(logs[1])
        lacking = np.array([level - (above[0] - above[1]), logs[1, 0] - logs[1, 1]])
        bend = np.array([[-height[0], height[1]], [-slope[0], slope[1]]])
        step = np.linalg.solve(bend, lacking)
        room = 0.8 * np.abs(bounds - ends)  # never leave the support
        step = np.clip(step, [-room[0], -scale], [scale, room[1]])
        ends = ends + step
        if not ends[0] < ends[1]:
            return None
        if (np.abs(step) < _fine(ends, scale)).all():
            return float(ends[0]), float(ends[1])
    return None


def _search(
    level: float, sf: Function, log_density: Function, low: float, high: float, scale: float
) -> tuple[float, float]:
    def find(p: float) -> float:
        middle = (low + high) / 2
        bounds = {"low": low, "high": high, "scale": scale}
        return float(quantile(p, sf, log_density, start=middle, **bounds)[0])

    def upper_end(lower: float) -> float:
        return find(1 - float(sf(np.array([lower]))[0]) + level)

    def rises(lower: float, upper: float) -> bool:
        inner = 1e-6 * scale
        points = np.clip(np.array([lower, upper]), low + inner, high - inner)
        logs = log_density(points)
        return bool(logs[0] < logs[1])

    if not rises(low, find(level)):
        return low, find(level)
    bottom, top = low, find(1 - level)
    if rises(top, high):
        return top, high
    while top - bottom > 1e-10 * scale:
        middle = (bottom + top) / 2
        if middle in (bottom, top):
            break
        if rises(middle, upper_end(middle)):
            bottom = middle
        else:
            top = middle
    return bottom, upper_end(bottom)
