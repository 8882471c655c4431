"""A straight line through simulated powers, on the scale of normal quantiles, and its crossing.

Power is near Phi(y) with y = -z + slope * u, where u is the effect, or the root of the number of
items. So near the power that is wanted a line in u is enough; what holds far away is asked only
weakly, by a prior on the height at u = 0, where half of alpha is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite, sqrt
from typing import NamedTuple

import numpy as np
from scipy import special

from claimwise.kernels.arrays import Floats
from claimwise.power.monte_carlo import NORMAL

LOOSE = 3.0  # standard deviation of the prior, in normal quantiles
MISFIT = 0.05  # a line that fits worse than so rarely is taken as less certain
STEPS = 60
WINDOWS = (0.4, 1.0, 1.5)  # how far from the target, in normal quantiles, points tell of it
FULL = 4  # points that fill a window


class Crossing(NamedTuple):
    """Where a line reaches the target: at u, between low and high; `close` points are around it.

    The interval is infinite where the line may be level. `unit` is how far u goes while the line
    climbs one normal quantile; where it climbs more slowly than for a normal test, as near a
    ceiling, as far as it would go there: lines are not followed farther.
    """

    u: float
    low: float
    high: float
    unit: float
    close: int = 0


def crossing(
    u: Sequence[float],
    found: Sequence[int],
    studies: Sequence[int],
    *,
    target: float,
    alpha: float,
    first: Sequence[bool],
) -> Crossing:
    """Return where power reaches the target, by a line through the points near to that place.

    `first` says which points a first line takes. Which ones the last line takes depends on where
    they lie, not on what was found there: else luck would choose among them.
    """
    at, hits, of = (np.asarray(x, dtype=np.float64) for x in (u, found, studies))
    wanted, base = float(special.ndtri(target)), float(special.ndtri(alpha / 2))
    taken = np.asarray(first, dtype=bool)
    line = _line(at[taken], hits[taken], of[taken], wanted, base)
    for _ in range(3):
        away = np.abs(at - line.u) / line.unit
        windows = [away <= width for width in WINDOWS]
        windows = [w for w in windows[:-1] if w.sum() >= FULL] + [
            w for w in windows[-1:] if w.any()
        ]
        before = line
        for window in windows:  # the narrowest in which the line has a slope
            line = _line(at[window], hits[window], of[window], wanted, base)
            if isfinite(line.high):
                break
        if line == before:
            break
    close = np.abs(at - line.u) <= WINDOWS[0] * line.unit
    return line._replace(close=int(close.sum()))


def _line(u: Floats, found: Floats, studies: Floats, wanted: float, base: float) -> Crossing:
    """Fit the line by maximal likelihood, with the prior, and look where it crosses."""
    share = (found + 0.5) / (studies + 1)
    height = special.ndtri(share)
    centre = float(u[np.argmin(np.abs(height - wanted))])
    rows = np.column_stack([np.ones(len(u)), u / centre - 1])
    start = np.array([wanted, wanted - base])
    line, inverse = _fitted(rows, found, studies, start, base)
    expected = studies * special.ndtr(rows @ line)
    spread = expected * special.ndtr(-(rows @ line))
    square, free = float(((found - expected) ** 2 / np.maximum(spread, 1e-9)).sum()), len(u) - 2
    if free > 0 and special.chdtrc(free, square) < MISFIT:
        inverse = inverse * square / free
    off = line[0] - wanted
    ends = _ends(off, float(line[1]), inverse)
    place, low, high = (float(centre * (1 + v)) for v in (-off / line[1], *ends))
    unit = min(centre / float(line[1]), max(place, 0.1 * centre) / (wanted - base))
    return Crossing(place, max(low, 0.0), high, unit)


def _fitted(
    rows: Floats, found: Floats, studies: Floats, start: Floats, base: float
) -> tuple[Floats, Floats]:
    """Return height and slope, and their covariance, by Fisher scoring with halved steps."""
    zero = np.array([1.0, -1.0])  # the height at u = 0

    def gain(line: Floats) -> float:
        y = rows @ line
        told = found @ special.log_ndtr(y) + (studies - found) @ special.log_ndtr(-y)
        return float(told - ((zero @ line - base) / LOOSE) ** 2 / 2)

    line, best = start, gain(start)
    for _ in range(STEPS):
        y = np.clip(rows @ line, -8, 8)
        density = -(y**2) / 2 - np.log(2 * np.pi) / 2
        up, down = (np.exp(density - special.log_ndtr(side * y)) for side in (1, -1))
        pull = rows.T @ (found * up - (studies - found) * down)
        pull = pull - zero * (zero @ line - base) / LOOSE**2
        weight = studies * up * down
        inverse = np.linalg.inv((rows.T * weight) @ rows + np.outer(zero, zero) / LOOSE**2)
        step = inverse @ pull
        while gain(line + step) < best and np.abs(step).max() > 1e-9:
            step = step / 2
        # Power grows with u; a line that falls is noise.
        line = np.array([line[0] + step[0], max(line[1] + step[1], 0.05)])
        best = gain(line)
        if np.abs(step).max() < 1e-8:
            break
    return line, inverse


def _ends(off: float, slope: float, covariance: Floats) -> tuple[float, float]:
    """Return the places whose height is not told from the target (Fieller's interval)."""
    z = NORMAL**2
    a = slope**2 - z * covariance[1, 1]
    b = off * slope - z * covariance[0, 1]
    c = off**2 - z * covariance[0, 0]
    if a <= 0 or b**2 < a * c:
        return -inf, inf
    root = sqrt(b**2 - a * c)
    return (-b - root) / a, (-b + root) / a
