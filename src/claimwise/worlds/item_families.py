"""The distributions over items that have names of their own: what their numbers are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

import numpy as np

from claimwise.kernels.arrays import Floats

Numbers: TypeAlias = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """What the numbers of a named distribution are, and what can be asked of it."""

    needs: str
    counts: tuple[int, ...]
    fits: Callable[[Numbers], bool]
    draw: Callable[[np.random.Generator, Numbers, tuple[int, ...]], Floats]
    support: Callable[[Numbers], tuple[float, float]]


def _ends(numbers: Numbers) -> tuple[float, float]:
    """Return where a beta distribution begins and ends: 0 to 1, 0 to a scale, or low to high."""
    if len(numbers) == 4:
        return numbers[2], numbers[3]
    return 0.0, numbers[2] if len(numbers) == 3 else 1.0


def _draw_beta(rng: np.random.Generator, x: Numbers, shape: tuple[int, ...]) -> Floats:
    low, high = _ends(x)
    return low + (high - low) * rng.beta(x[0], x[1], size=shape)


def _draw_triangular(rng: np.random.Generator, x: Numbers, shape: tuple[int, ...]) -> Floats:
    return rng.triangular(x[0], x[1], x[2], size=shape) if x[0] < x[2] else np.full(shape, x[0])


FAMILIES: dict[str, Family] = {
    "uniform": Family(
        "low and high, in this order",
        (2,),
        lambda x: x[0] <= x[1],
        lambda rng, x, shape: rng.uniform(x[0], x[1], size=shape),
        lambda x: (x[0], x[1]),
    ),
    "normal": Family(
        "a mean, and a standard deviation from 0 on",
        (2,),
        lambda x: x[1] >= 0,
        lambda rng, x, shape: rng.normal(x[0], x[1], size=shape),
        lambda x: (-inf, inf) if x[1] else (x[0], x[0]),
    ),
    "folded-normal": Family(
        "a mean, and a standard deviation from 0 on, of the normal that is folded at 0",
        (2,),
        lambda x: x[1] >= 0,
        lambda rng, x, shape: np.abs(rng.normal(x[0], x[1], size=shape)),
        lambda x: (0.0, inf),
    ),
    "triangular": Family(
        "low, mode and high, in this order",
        (3,),
        lambda x: x[0] <= x[1] <= x[2],
        _draw_triangular,
        lambda x: (x[0], x[2]),
    ),
    "beta": Family(
        "two shapes above 0, and optionally a scale, or low and high",
        (2, 3, 4),
        lambda x: min(x[:2]) > 0 and _ends(x)[0] < _ends(x)[1],
        _draw_beta,
        _ends,
    ),
    "constant": Family(
        "one number",
        (1,),
        lambda x: True,
        lambda rng, x, shape: np.full(shape, x[0]),
        lambda x: (x[0], x[0]),
    ),
}
