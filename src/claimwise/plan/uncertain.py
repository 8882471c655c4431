"""Power over what a pilot leaves open: averaged over the posterior of its parameters.

A pilot gives two numbers: how far the systems differ, and how much items vary about that. The
second is integrated over in slices; within a slice the power is a smooth function of the
difference, which is worked out at some knots and followed in between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

import numpy as np

from claimwise.core import Row, check_number, qualified
from claimwise.core.errors import ParameterError, sentence
from claimwise.kernels.arrays import Floats

SHRINK = 20.0  # items that the prior is worth, unless told otherwise
LEVEL = 0.95  # of the interval of power
KNOTS = 25  # on each side of a break; every second one gives the error
FINE = 4000  # differences within a slice
NEGLIGIBLE = 1e-9  # of all mass: what is left out on one side of a break


@dataclass(frozen=True, slots=True, eq=False)
class Slice:
    """One value of what varies beside the difference, and the differences that go with it.

    `density` is that of the difference, up to a factor that is the same in all slices.
    """

    low: float
    high: float
    density: Callable[[Floats], Floats]
    power: Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Averaged:
    """Power over a posterior: its mean, quantiles, and the chance that it reaches a target."""

    mean: float
    error: float  # numerical
    median: float
    low: float
    high: float
    reached: float


def averaged(
    slices: Sequence[Slice], weights: Floats, target: float, *, breaks: Sequence[float] = (0.0,)
) -> Averaged:
    """Average the power over slices of a posterior.

    `breaks` are the differences at which the power is not smooth, such as 0.
    """
    parts: list[tuple[Slice, float, float, Floats, Floats]] = []
    for piece, weight in zip(slices, weights, strict=True):
        cuts = sorted({piece.low, piece.high, *(x for x in breaks if piece.low < x < piece.high)})
        for start, end in pairwise(cuts):
            count = max(8, round(FINE * (end - start) / (piece.high - piece.low)))
            d = start + (np.arange(count) + 0.5) * (end - start) / count
            mass = weight * piece.density(d) * (end - start) / count
            parts.append((piece, start, end, d, mass))
    total = sum(float(part[-1].sum()) for part in parts)
    parts = [part for part in parts if part[-1].sum() > NEGLIGIBLE * total]
    followed = [_followed(piece.power, start, end, d) for piece, start, end, d, _ in parts]
    power, coarse = (np.concatenate([pair[i] for pair in followed]) for i in (0, 1))
    mass = np.concatenate([part[-1] for part in parts])
    mass = mass / mass.sum()
    mean = float(mass @ power)
    order = np.argsort(power)
    below = np.cumsum(mass[order]) - mass[order] / 2
    ends = np.interp([(1 - LEVEL) / 2, 0.5, (1 + LEVEL) / 2], below, power[order])
    return Averaged(
        mean=mean,
        error=abs(mean - float(mass @ coarse)),
        median=float(ends[1]),
        low=float(ends[0]),
        high=float(ends[2]),
        reached=float(mass[power >= target].sum()),
    )


def _followed(
    power: Callable[[float], float], start: float, end: float, at: Floats
) -> tuple[Floats, Floats]:
    """Return the power between its knots, by all of them and by every second one."""
    from scipy.interpolate import CubicSpline

    # Closer to each other at both ends, where a spline knows least.
    knots = start + (end - start) * (1 - np.cos(np.linspace(0, np.pi, KNOTS))) / 2
    inside = np.clip(knots, start + 1e-9 * (end - start), end - 1e-9 * (end - start))
    values = np.array([power(float(x)) for x in inside])
    found = [CubicSpline(knots[::step], values[::step])(at) for step in (1, 2)]
    return np.clip(found[0], 0.0, 1.0), np.clip(found[1], 0.0, 1.0)


def uncertain_rows(found: Averaged, target: float, n: int, case: str = "") -> list[Row]:
    """Return the rows of power over a posterior."""
    return [
        Row(estimand=qualified("expected_power", case), estimate=found.mean, n=n),
        Row(
            estimand=qualified("power_interval", case),
            estimate=found.median,
            n=n,
            low=found.low,
            high=found.high,
            level=LEVEL,
            kind="credible",
        ),
        Row(estimand=qualified("probability_powered", case), estimate=found.reached, n=n),
    ]


def check_shrink(value: object, effect: object = None) -> float:
    """Return how many items the prior of the pilot is worth: none where there is another one."""
    usual = SHRINK if effect is None else 0.0
    number = usual if value is None else check_number("shrink", value)
    if number < 0 or not isfinite(number):
        raise ParameterError(sentence("shrink", "a number of items, at least 0", f"{number:g}"))
    return number


def numerical(found: Averaged) -> list[str]:
    """Say how exact an integral is, where that would show."""
    if found.error < 5e-4:
        return []
    return [f"expected_power is known to about {found.error:.1g}."]
