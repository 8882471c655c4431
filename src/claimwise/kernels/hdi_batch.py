"""Shortest intervals of many distributions at once, given their tails and log densities.

`sf` and `log_density` take flat arrays of points and the places, in the batch, of the
distributions that the points belong to.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from claimwise.kernels.arrays import Floats, Ints

Function = Callable[[Floats, Ints], Floats]
FINE = 1e-9  # of a standard deviation: the last step of an end that has been found
STEPS = 12
SLOPES_KEPT = 3  # steps for which one look at the slopes serves


def shortest(
    level: float,
    sf: Function,
    log_density: Function,
    *,
    start: tuple[Floats, Floats],
    scale: Floats,
    low: float,
    high: float,
) -> tuple[Floats, Floats]:
    """Return the ends of the shortest intervals that hold `level`; NaN where none was found.

    At both ends the density is equal. Newton's method on that and on the level, all members
    of the batch together; whoever has arrived drops out. The slopes of the log density hardly
    move from step to step, so they are looked at only now and then. Members whose density is
    no single hill within the support are left to `claimwise.kernels.hdi.shortest`.
    """
    lower, upper = np.full(scale.shape, np.nan), np.full(scale.shape, np.nan)
    places = np.arange(scale.size)
    ends = np.stack(start)
    slope = np.empty_like(ends)
    for step in range(STEPS):
        inside = (ends[0] > low) & (ends[1] < high) & (ends[0] < ends[1])
        if step % SLOPES_KEPT == 0:
            places, ends = places[inside], ends[:, inside]
            slope = _slopes(log_density, ends, places, scale, low, high)
            inside = (slope[0] > 0) & (slope[1] < 0) & np.isfinite(slope).all(axis=0)
        places, ends, slope = places[inside], ends[:, inside], slope[:, inside]
        if not places.size:
            break
        move = _move(level, sf, log_density, ends, slope, places)
        reach = scale[places]
        ends = ends + np.clip(move, -reach, reach)
        arrived = (np.abs(move) <= FINE * reach).all(axis=0)
        lower[places[arrived]], upper[places[arrived]] = ends[:, arrived]
        places, ends, slope = places[~arrived], ends[:, ~arrived], slope[:, ~arrived]
    return lower, upper


def _both(function: Function, ends: Floats, places: Ints) -> Floats:
    """Return the function at lower and upper ends, in one call."""
    return function(ends.reshape(-1), np.tile(places, 2)).reshape(ends.shape)


def _slopes(
    log_density: Function, ends: Floats, places: Ints, scale: Floats, low: float, high: float
) -> Floats:
    room = np.stack([ends[0] - low, high - ends[1]])
    nudge = np.minimum(1e-4 * scale[places], room / 10)
    before = _both(log_density, ends - nudge, places)
    after = _both(log_density, ends + nudge, places)
    return np.asarray((after - before) / (2 * nudge))


def _move(
    level: float,
    sf: Function,
    log_density: Function,
    ends: Floats,
    slope: Floats,
    places: Ints,
) -> Floats:
    """Solve the two linear equations of a Newton step."""
    above, logs = _both(sf, ends, places), _both(log_density, ends, places)
    height = np.exp(logs)
    mass, tilt = level - (above[0] - above[1]), logs[0] - logs[1]
    # -height0 x + height1 y = mass and -slope0 x + slope1 y = tilt.
    determinant = height[1] * slope[0] - height[0] * slope[1]
    lower = mass * slope[1] - height[1] * tilt
    upper = mass * slope[0] - height[0] * tilt
    return np.asarray(np.stack([lower, upper]) / determinant)
