"""Power known exactly, by enumeration of what is counted or by a classical formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import nan
from typing import Any

import numpy as np

from claimwise.core import ImpossibleError, Row
from claimwise.engine.answer import power_rows, support_rows
from claimwise.engine.goal import Sign, Sizes, Support
from claimwise.engine.planned import Answer, once
from claimwise.kernels.arrays import Floats
from claimwise.power.claims import exact_supports
from claimwise.power.exact import exact_power, false_positives, right_sign
from claimwise.worlds.base import EnumerableWorld

NEGLIGIBLE = 1e-9  # a difference; well above what worlds forgive as rounding
LOOKS = (*(i / 1000 for i in range(1, 1001)), *(2.0**-i for i in range(10, 30)))


@dataclass(frozen=True, slots=True)
class Worlds:
    """The worlds of a study, by difference.

    What was found out about these worlds serves all studies with equal ones, such as the points
    of a curve over n.
    """

    make: Callable[..., EnumerableWorld]
    given: tuple[Any, ...]

    def __call__(self, difference: float) -> EnumerableWorld:
        """Return the world with this difference; refuses impossible ones."""
        return self.make(*self.given, difference)


@dataclass(frozen=True, slots=True)
class Enumerated:
    """A test of counts: every outcome is gone through."""

    world: Callable[[float], EnumerableWorld]
    goal: Sign

    def powers(self, sizes: list[int], effect: float) -> Floats:
        """Return the power, right sign, of studies of several sizes."""
        goal = self.goal
        how = {"alpha": goal.alpha, "alternative": goal.alternative}
        return right_sign(self.world(effect), goal.test, sizes, **how)  # type: ignore[arg-type]

    def study(self, n: int, effect: float) -> Answer:
        """Return power, both kinds of error, and the false positives."""
        world, test = self.world(effect), self.goal.test
        how: dict[str, Any] = {"alpha": self.goal.alpha, "alternative": self.goal.alternative}
        alpha = false_positives(world, test, n, **how)
        return power_rows(exact_power(world, test, n, **how), alpha, effect, n)


@dataclass(frozen=True, slots=True)
class Formula:
    """A classical formula of power, for effects on which the test does not look away.

    `of` is what it is about: formulas of equal things are equal.
    """

    goal: Sign
    of: Any
    power: Callable[[float, float], float] = field(compare=False)

    def powers(self, sizes: list[int], effect: float) -> Floats:
        """Return the power of studies of several sizes."""
        if not effect:
            return np.full(len(sizes), nan)
        seen = self.goal.why_never(effect) is None
        return np.array([self.power(n, effect) if seen else 0.0 for n in sizes])

    def study(self, n: int, effect: float) -> Answer:
        """Return the power, all that the formula knows."""
        return [Row(quantity="power", estimate=float(self.powers([n], effect)[0]), n=n)], []


@dataclass(frozen=True, slots=True)
class Supported:
    """A claim with a margin, exactly: `supports` gives how often, for several sizes.

    `possible` is of a sign the smallest and the largest size of a difference.
    """

    goal: Support
    supports: Callable[[list[int], float], Floats]
    possible: Callable[[int], Sizes]
    fewest: int = 1

    def powers(self, sizes: list[int], effect: float) -> Floats:
        """Return how often studies of several sizes support the claim."""
        if min(sizes) < self.fewest:
            return np.array([float(self.powers([n], effect)[0]) if n >= self.fewest else 0.0
                             for n in sizes])  # fmt: skip
        return self.supports(sizes, effect)

    def study(self, n: int, effect: float) -> Answer:
        """Return how often the claim is supported where it is true, and where it just is not."""
        there = possible_edges(self.goal, self.possible)
        values = [float(self.powers([n], d)[0]) for d in (effect, *there)]
        support, *errors = (
            Row(quantity="alpha" if i else "support", estimate=value, n=n)
            for i, value in enumerate(values)
        )
        return support_rows(support, errors, effect, true=self.goal.room(effect) > 0)


@dataclass(frozen=True, slots=True)
class OfCounts:
    """How often a claim is supported by counts, by enumeration."""

    world: Callable[[float], EnumerableWorld]
    goal: Support

    def __call__(self, sizes: list[int], difference: float) -> Floats:
        """Return it for studies of several sizes."""
        return exact_supports(self.world(difference), self.goal.judge, sizes)


def possible_edges(goal: Support, possible: Callable[[int], Sizes]) -> list[float]:
    """Return the differences at which the claim just fails to be true, as far as they can be."""
    low, high = -possible(-1)[1], possible(1)[1]
    return [d for d in goal.edges if low - 1e-12 <= d <= high + 1e-12]


@once
@lru_cache(maxsize=64)
def possible_sizes(world: Callable[[float], EnumerableWorld], sign: int) -> Sizes:
    """Return the smallest and the largest difference that the world accepts; (0, 0) if none.

    What is possible is bounded by straight lines, so it is one stretch: find a point of it, then
    both of its ends by bisection.
    """

    def possible(size: float) -> bool:
        try:
            world(sign * size)
        except ImpossibleError:
            return False
        return True

    inside = next((size for size in LOOKS if possible(size)), None)
    if inside is None:
        return 0.0, 0.0
    smallest = 0.0 if possible(NEGLIGIBLE) else _edge(possible, 0.0, inside)
    largest = 1.0 if possible(1.0) else _edge(possible, 1.0, inside)
    return smallest, largest


def _edge(possible: Callable[[float], bool], outside: float, inside: float) -> float:
    while abs(inside - outside) > 1e-12:
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if possible(middle) else (inside, middle)
    return inside
