"""A straight line through simulated powers, on the scale of normal quantiles, and its crossing.

Power is near Phi(y) with y = -z + slope * u, where u is the effect, or the root of the number of
items. So near the power that is wanted a line in u is enough; what holds far away is asked only
weakly, by a prior on the height at u = 0, where half of alpha is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import NamedTuple

import numpy as np
from scipy import special

from claimwise.engine.monte_carlo import NORMAL
from claimwise.kernels.arrays import Floats

LOOSE = 3.0  # standard deviation of the prior at u = 0, in normal quantiles
BEND = 0.3  # and of what the line gains or loses by bending, a unit away
LEVEL_SLOPE = 0.05  # the least that is gained from u = 0 to the target
FIRST, GROWTH, WALK = 0.0005, 1.1, 100  # steps in which the ends of an interval are looked for
MISFIT = 0.05  # a line that fits worse than so rarely is taken as less certain
STEPS = 60
WINDOWS = (0.4, 1.0, 1.5)  # how far from the target, in normal quantiles, points tell of it
FULL = 4  # points that fill a window
FIRM = 0.3  # of the crossing: the farthest that the ends of a useful interval are from it


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

    @property
    def firm(self) -> bool:
        """Whether the slope is known well enough to say where the crossing is."""
        return self.low > self.u * (1 - FIRM) and self.high < self.u * (1 + FIRM)


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
            if line.firm:
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
    line, inverse = _fitted(_rows(u / centre - 1, wanted - base), found, studies, wanted, base)
    y = _rows(u / centre - 1, wanted - base) @ line
    expected, spread = studies * special.ndtr(y), studies * special.ndtr(y) * special.ndtr(-y)
    square, free = float(((found - expected) ** 2 / np.maximum(spread, 1e-9)).sum()), len(u) - 2
    if free > 0 and special.chdtrc(free, square) < MISFIT:
        inverse = inverse * square / free
    off, slope, bend = (
        float(line[0]) - wanted,
        float(line[1]),
        float(line[2]) * (wanted - base) ** 2,
    )
    inside = slope**2 - 4 * bend * off
    at = -2 * off / (slope + sqrt(inside)) if inside > 0 else inf
    if abs(at) * (wanted - base) > 1:
        at = -(off + float(line[2])) / slope

    def outside(v: Floats) -> Floats:
        """Return how far the height is from the target, less what chance explains."""
        x = _rows(v, wanted - base)
        reach = NORMAL * np.sqrt(np.einsum("ij,jk,ik->i", x, inverse, x))
        return np.asarray(np.abs(x @ line - wanted) - reach)

    low, high = (centre * (1 + _end(outside, at, side)) for side in (-1, 1))
    place = centre * (1 + at)
    unit = min(centre / slope, max(place, 0.1 * centre) / (wanted - base))
    return Crossing(place, max(low, 0.0), high, unit)


def _rows(v: Floats, rise: float) -> Floats:
    """Return height, slope and bend at v, where a normal test climbs `rise` from -1 to 0.

    Beyond one unit the line is straight again: a parabola would turn.
    """
    return np.column_stack([np.ones(len(v)), v, np.minimum((rise * v) ** 2, 1.0)])


def _end(outside: Callable[[Floats], Floats], at: float, side: int) -> float:
    """Return the first place on one side that is told from the target; infinite if none is."""
    steps = at + side * np.concatenate([[0.0], FIRST * GROWTH ** np.arange(WALK)])
    told = outside(steps)
    beyond = np.flatnonzero(told > 0)
    if not len(beyond):
        return side * inf
    last = int(beyond[0])
    if not last:
        return at
    part = told[last - 1] / (told[last - 1] - told[last])
    return float(steps[last - 1] + part * (steps[last] - steps[last - 1]))


def _fitted(
    rows: Floats, found: Floats, studies: Floats, wanted: float, base: float
) -> tuple[Floats, Floats]:
    """Return height, slope and bend, and their covariance, by Fisher scoring with halved steps."""
    # What the prior knows: the height at u = 0, and that the line bends little.
    known = np.array([[1.0, -1.0, 0.0], [0.0, 0.0, 1.0]]) / np.array([[LOOSE], [BEND]])
    prior = np.array([base / LOOSE, 0.0])

    def gain(line: Floats) -> float:
        y = rows @ line
        told = found @ special.log_ndtr(y) + (studies - found) @ special.log_ndtr(-y)
        return float(told - ((known @ line - prior) ** 2).sum() / 2)

    line = np.array([wanted, wanted - base, 0.0])
    best = gain(line)
    for _ in range(STEPS):
        y = np.clip(rows @ line, -8, 8)
        density = -(y**2) / 2 - np.log(2 * np.pi) / 2
        up, down = (np.exp(density - special.log_ndtr(side * y)) for side in (1, -1))
        pull = rows.T @ (found * up - (studies - found) * down)
        pull = pull - known.T @ (known @ line - prior)
        weight = studies * up * down
        inverse = np.linalg.inv((rows.T * weight) @ rows + known.T @ known)
        step = inverse @ pull
        while gain(line + step) < best and np.abs(step).max() > 1e-9:
            step = step / 2
        line = line + step
        line[1] = max(line[1], LEVEL_SLOPE)  # power grows with u; a line that falls is noise
        best = gain(line)
        if np.abs(step).max() < 1e-8:
            break
    return line, inverse
