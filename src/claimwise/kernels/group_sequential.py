"""Boundaries of a test that looks several times, and how likely each of them is crossed.

The statistic at information t is Z = S / sqrt t, where S is a Brownian motion with a drift: the
expectation of Z once all of the data are in. The density of S on the paths that have not stopped
is carried from look to look by numerical integration [1]_; only the ratios of the information
times matter.

References
----------
.. [1] Armitage, McPherson and Rowe (1969), JRSS A 132, 235-244; Jennison and Turnbull (2000),
   Group sequential methods with applications to clinical trials, chapter 19.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats
from claimwise.kernels.root import root

REACH = 9.0  # standard deviations beyond which nothing is left of a normal density
NEGLIGIBLE = 1e-14  # alpha that integration cannot tell from none
NODES = 10  # of Gauss and Legendre, in each panel
PANEL = 1.2  # its width, in standard deviations of the next step


@dataclass(frozen=True, slots=True)
class Paths:
    """Those that have not stopped: where S may stand, and the probability at each place."""

    at: Floats
    mass: Floats
    time: float

    def above(self, z: float, time: float, drift: float) -> float:
        """Return the probability that Z at a later time is at least z."""
        step = np.sqrt(time - self.time)
        past = (self.at + drift * (time - self.time) - z * np.sqrt(time)) / step
        return float(self.mass @ special.ndtr(past))

    def below(self, z: float, time: float, drift: float) -> float:
        """Return the probability that Z at a later time is at most z."""
        mirrored = Paths(-self.at, self.mass, self.time)
        return mirrored.above(-z, time, -drift)


START = Paths(np.zeros(1), np.ones(1), 0.0)


def go_on(
    paths: Paths, time: float, low: float, high: float, drift: float, next_time: float
) -> Paths:
    """Return the paths that are between low and high (as Z) at `time` and go on from there."""
    root, step = np.sqrt(time), np.sqrt(time - paths.time)
    start = max(low * root, drift * time - REACH * root)
    end = min(high * root, drift * time + REACH * root)
    if not start < end or not len(paths.at):
        return Paths(np.zeros(0), np.zeros(0), time)
    finest = min(step, np.sqrt(next_time - time))
    at, weight = _grid(start, end, int(np.ceil((end - start) / (PANEL * finest))))
    centre = paths.at + drift * (time - paths.time)
    mass = np.empty_like(at)
    for rows in np.array_split(np.arange(len(at)), 1 + len(at) * len(centre) // 4_000_000):
        gap = (at[rows, None] - centre) / step
        mass[rows] = np.exp(-0.5 * gap**2) @ paths.mass
    return Paths(at, mass * weight / (step * np.sqrt(2 * np.pi)), time)


@lru_cache(maxsize=1)
def _legendre() -> tuple[Floats, Floats]:
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return np.asarray(nodes), np.asarray(weights)


def _grid(start: float, end: float, panels: int) -> tuple[Floats, Floats]:
    nodes, weights = _legendre()
    edges = np.linspace(start, end, panels + 1)
    half = (edges[1:] - edges[:-1]) / 2
    at = (edges[:-1] + half)[:, None] + half[:, None] * nodes
    return at.ravel(), (half[:, None] * weights).ravel()


def boundaries(times: ArrayLike, spent: ArrayLike, *, sides: int = 2) -> Floats:
    """Return the z from which on each look stops, so that just the planned alpha is spent.

    `spent` is cumulative. Where a look adds no alpha, its boundary is infinite. One-sided, only
    large z stop; two-sided, z and -z do, and `spent` is that of both sides.

    >>> boundaries([0.5, 1.0], [0.003051, 0.05]).round(3).tolist()
    [2.963, 1.969]
    """
    times, spent = np.asarray(times, np.float64), np.asarray(spent, np.float64)
    found: list[float] = []
    paths = START
    for k, time in enumerate(times):
        share = float(spent[k] - (spent[k - 1] if k else 0.0))
        found.append(_boundary(paths, float(time), share, sides))
        if k + 1 < len(times):
            low = -found[-1] if sides == 2 else -np.inf
            paths = go_on(paths, float(time), low, found[-1], 0.0, float(times[k + 1]))
    return np.array(found)


def _boundary(paths: Paths, time: float, share: float, sides: int) -> float:
    if share <= 0:
        return float("inf")
    alone = -float(special.ndtri(share / sides))
    if paths.time == 0 or share < NEGLIGIBLE:  # what has stopped before only lowers the risk
        return alone

    def excess(z: float) -> float:
        crossed = paths.above(z, time, 0.0)
        if sides == 2:
            crossed += paths.below(-z, time, 0.0)
        return crossed - share

    lowest = 0.0 if sides == 2 else -REACH
    if excess(lowest) <= 0:  # fewer paths are left than alpha
        return lowest
    return root(excess, lowest, alone + 1e-9, xtol=1e-12)


def crossings(
    times: ArrayLike, bounds: ArrayLike, drift: float, *, sides: int = 2
) -> tuple[Floats, Floats]:
    """Return the probabilities to stop at each look, above the boundary and below it.

    >>> up, down = crossings([0.5, 1.0], [2.963, 1.969], 0.0)
    >>> round(float(up.sum() + down.sum()), 4)
    0.05
    """
    floors = np.full(np.shape(np.asarray(bounds)), -np.inf)
    above, below, _ = outcomes(times, bounds, floors, drift, sides=sides)
    return above, below


def outcomes(
    times: ArrayLike, bounds: ArrayLike, floors: ArrayLike, drift: float, *, sides: int = 2
) -> tuple[Floats, Floats, Floats]:
    """Return the probabilities to stop at each look: above, below, and for futility.

    A look stops for futility between the lower boundary and its floor; the last one never does.

    >>> [float(x.sum().round(3)) for x in outcomes([0.5, 1.0], [2.963, 1.969], [0.0, -9], 2.8)]
    [0.795, 0.0, 0.024]
    """
    times, bounds, floors = (np.asarray(x, np.float64) for x in (times, bounds, floors))
    above, below, futile = np.zeros((3, len(times)))
    paths = START
    for k, (time, z) in enumerate(zip(times.tolist(), bounds.tolist(), strict=True)):
        above[k] = paths.above(z, time, drift)
        if sides == 2:
            below[k] = paths.below(-z, time, drift)
        if k + 1 < len(times):
            low = -z if sides == 2 else -np.inf
            floor = min(float(floors[k]), z)
            if floor > low:
                futile[k] = paths.below(floor, time, drift) - below[k]
            paths = go_on(paths, time, max(low, floor), z, drift, float(times[k + 1]))
    return above, below, futile


def curtailed(times: ArrayLike, last: float, drift: float, share: float) -> Floats:
    """Return the z below which the last look finds something with a chance of less than `share`.

    Given the data so far, and that the truth is as assumed: the conditional power [1]_. `last` is
    the z that the last look asks for.

    References
    ----------
    .. [1] Lan, Simon and Halperin (1982), Communications in Statistics C 1, 207-219.

    >>> curtailed([0.5, 1.0], 1.969, 2.8, 0.2).round(3).tolist()
    [-0.037, -inf]
    """
    times = np.asarray(times, np.float64)
    left = times[-1] - times[:-1]
    wanted = last * np.sqrt(times[-1]) - drift * left + np.sqrt(left) * special.ndtri(share)
    return np.append(wanted / np.sqrt(times[:-1]), -np.inf)


def tail(
    times: ArrayLike, bounds: ArrayLike, z: float, drift: float, *, sides: int = 2
) -> tuple[float, float]:
    """Return how likely an outcome at least, and at most, as high as the one observed is.

    Observed is `z` at the last of `times`; `bounds` are those of the looks before it, where the
    study went on. Outcomes are ordered by stage: crossing above at an earlier look is higher, and
    crossing below at an earlier look is lower, than any outcome of a later one [1]_.

    References
    ----------
    .. [1] Tsiatis, Rosner and Mehta (1984), Biometrics 40, 797-803.
    """
    times, bounds = np.asarray(times, np.float64), np.asarray(bounds, np.float64)
    upper, lower, paths = 0.0, 0.0, START
    for k, at in enumerate(bounds.tolist()):
        time = float(times[k])
        low = -np.inf
        upper += paths.above(at, time, drift)
        if sides == 2:
            low = -at
            lower += paths.below(low, time, drift)
        paths = go_on(paths, time, low, at, drift, float(times[k + 1]))
    now = float(times[-1])
    return upper + paths.above(z, now, drift), lower + paths.below(z, now, drift)


def drift_with(
    times: ArrayLike,
    bounds: ArrayLike,
    power: float,
    *,
    sides: int = 2,
    futility: float | None = None,
) -> float:
    """Return the drift at which the upper boundary is crossed with this probability.

    With `futility`, looks stop below that conditional power as well; see `curtailed`.
    """
    times, bounds = np.asarray(times, np.float64), np.asarray(bounds, np.float64)

    def lack(drift: float) -> float:
        floors = np.full(len(times), -np.inf)
        if futility is not None:
            floors = curtailed(times, float(bounds[-1]), drift, futility)
        return float(outcomes(times, bounds, floors, drift, sides=sides)[0].sum()) - power

    return _root(lack, 0.0, 4.0)


def drift_at(
    times: ArrayLike, bounds: ArrayLike, z: float, share: float, *, sides: int = 2
) -> float:
    """Return the drift at which an outcome as high as the observed one has probability `share`.

    With 1/2 it is the median-unbiased estimate, with alpha / 2 and 1 - alpha / 2 the ends of the
    confidence interval.
    """

    def lack(drift: float) -> float:
        upper, lower = tail(times, bounds, z, drift, sides=sides)
        # Each tail keeps its digits where the other is close to one.
        return upper - share if share <= 0.5 else (1 - share) - lower

    times = np.asarray(times, np.float64)
    middle = z / float(np.sqrt(times[-1]))
    width = 4 / float(np.sqrt(times[-1]))
    return _root(lack, middle - width, middle + width)


def _root(rising: Any, low: float, high: float) -> float:
    """Return where a rising function is zero, looking farther out until it is bracketed."""
    width = high - low
    for _ in range(60):
        if rising(low) <= 0:
            break
        low, width = low - width, 2 * width
    width = high - low
    for _ in range(60):
        if rising(high) >= 0:
            break
        high, width = high + width, 2 * width
    return root(rising, low, high, xtol=1e-10)
