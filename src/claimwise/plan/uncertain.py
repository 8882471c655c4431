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

from claimwise.core import Note, Row, check_number, meaning
from claimwise.core.errors import ParameterError
from claimwise.kernels.arrays import Floats, Ints

SHRINK = 20.0  # items that the prior is worth, unless told otherwise
LEVEL = 0.95  # of the interval of power
KNOTS = 25  # on each side of a break; every second one gives the error
FINE = 4000  # differences within a slice
EVEN = 500  # equally probable places in a slice, and between slices
NEGLIGIBLE = 1e-9  # of all mass: what is left out on one side of a break


@dataclass(frozen=True, slots=True, eq=False)
class Slice:
    """One value of what varies beside the difference, and the differences that go with it.

    `mass` takes the edges of cells and returns what is in each, up to a factor that is the same
    in all slices. It is no density times a width: the posterior of a pilot in which one system
    never wins is infinite at its end. `place` is the share of what varies that lies below this
    value, before any belief about the difference.
    """

    low: float
    high: float
    mass: Callable[[Floats], Floats]
    power: Callable[[float], float]
    place: float


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
    parts: list[tuple[int, float, float, Floats, Floats]] = []
    for i, (piece, weight) in enumerate(zip(slices, weights, strict=True)):
        cuts = sorted({piece.low, piece.high, *(x for x in breaks if piece.low < x < piece.high)})
        for start, end in pairwise(cuts):
            count = max(8, round(FINE * (end - start) / (piece.high - piece.low)))
            edges = np.linspace(start, end, count + 1)
            d = (edges[:-1] + edges[1:]) / 2
            parts.append((i, start, end, d, weight * piece.mass(edges)))
    total = sum(float(part[-1].sum()) for part in parts)
    parts = [part for part in parts if part[-1].sum() > NEGLIGIBLE * total]
    followed = [_followed(slices[i].power, start, end, d) for i, start, end, d, _ in parts]
    power, coarse = (np.concatenate([pair[i] for pair in followed]) for i in (0, 1))
    mass = np.concatenate([part[-1] for part in parts])
    mass = mass / mass.sum()
    mean = float(mass @ power)
    of = np.concatenate([np.full(len(part[-1]), part[0]) for part in parts])
    everywhere, chance = _between(slices, weights, of, power, mass)
    order = np.argsort(everywhere)
    below = np.cumsum(chance[order]) - chance[order] / 2
    ends = np.interp([(1 - LEVEL) / 2, 0.5, (1 + LEVEL) / 2], below, everywhere[order])
    return Averaged(
        mean=mean,
        error=abs(mean - float(mass @ coarse)),
        median=float(ends[1]),
        low=float(ends[0]),
        high=float(ends[2]),
        reached=float(chance[everywhere >= target].sum()),
    )


def _between(
    slices: Sequence[Slice], weights: Floats, of: Ints, power: Floats, mass: Floats
) -> tuple[Floats, Floats]:
    """Return powers with their probabilities, those between the slices included.

    Where the difference hardly varies within a slice, the slices alone would be a few lumps:
    quantiles would jump from one to the next. `of` says to which slice each power belongs.
    """
    from scipy.interpolate import PchipInterpolator

    even = (np.arange(EVEN) + 0.5) / EVEN
    kept = np.unique(of)
    lines, factors = [], []
    for i in kept:
        here = mass[of == i]
        lines.append(np.interp(even, (np.cumsum(here) - here / 2) / here.sum(), power[of == i]))
        factors.append(here.sum() / weights[i])
    if len(kept) == 1:
        return lines[0], np.full(EVEN, 1 / EVEN)
    place = np.array([slices[i].place for i in kept])
    at = np.clip(even, place[0], place[-1])
    found = np.asarray(PchipInterpolator(place, np.array(lines))(at))
    chance = np.repeat(np.asarray(PchipInterpolator(place, factors)(at)), EVEN)
    return found.ravel(), chance / chance.sum()


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


def uncertain_rows(found: Averaged, target: float, n: int) -> list[Row]:
    """Return the rows of power over a posterior."""
    return [
        Row(quantity="expected_power", estimate=found.mean, n=n),
        Row(
            quantity="power_interval",
            estimate=found.median,
            n=n,
            low=found.low,
            high=found.high,
            level=LEVEL,
            kind="credible",
        ),
        Row(quantity="probability_powered", estimate=found.reached, n=n),
    ]


def check_shrink(value: object, effect: object = None) -> float:
    """Return how many items the prior of the pilot is worth: none where there is another one."""
    usual = SHRINK if effect is None else 0.0
    number = usual if value is None else check_number("shrink", value)
    if number < 0 or not isfinite(number):
        raise ParameterError("shrink", "a number of items, at least 0", f"{number:g}")
    return number


def numerical(found: Averaged) -> list[Note]:
    """Say how exact an integral is, where that would show."""
    if found.error < 5e-4:
        return []
    return [meaning(f"Expected power is known to about {found.error:.1g}.")]
