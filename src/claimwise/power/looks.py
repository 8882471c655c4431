"""A test that looks at the data several times: when, and what each look asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any

import numpy as np

from claimwise.core import (
    ParameterError,
    check_alpha,
    check_alternative,
    check_number,
    check_one_of,
    option,
)
from claimwise.kernels import group_sequential
from claimwise.kernels.arrays import Floats
from claimwise.kernels.spending import SPENDING, spent

ANYTIME = "anytime"
RULES = (*SPENDING, ANYTIME)
WORDS = {"obrien-fleming": "O'Brien-Fleming", "pocock": "Pocock"}
ANY_TIME = "To look at any time use " + option("spending", "anytime") + "."
MOST_LOOKS = 50
CLOSEST = 0.001  # share of the data that a look must add, for the integration


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks of a group-sequential test, with its boundaries.

    `times` are shares of the planned data, rising. `spent` is the alpha used up by each look,
    `bounds` the z and `levels` the p-value that stops the study there.
    """

    rule: str
    alpha: float
    alternative: str
    times: tuple[float, ...]
    spent: tuple[float, ...]
    bounds: tuple[float, ...]
    levels: tuple[float, ...]

    @classmethod
    def of(
        cls,
        times: Any,
        *,
        rule: str,
        alpha: float = 0.05,
        alternative: str = "two-sided",
        final: bool = True,
    ) -> Looks:
        """Find the boundaries at these shares of the data.

        `final`: the last of them ends the study, and spends what is left of alpha.

        >>> looks = Looks.of((0.5, 1.0), rule="obrien-fleming")
        >>> [round(z, 3) for z in looks.bounds], [round(p, 4) for p in looks.levels]
        ([2.963, 1.969], [0.0031, 0.049])
        """
        from scipy import special

        check_one_of("spending", rule, SPENDING)
        alpha, alternative = check_alpha(alpha), check_alternative(alternative)
        shares = check_times(times)
        sides = 2 if alternative == "two-sided" else 1
        used = spent(rule, shares, alpha, sides=sides)
        if final:
            used[-1] = alpha
        bounds = group_sequential.boundaries(shares, used, sides=sides)
        levels = sides * special.ndtr(-bounds)
        found = (tuple(float(x) for x in values) for values in (used, bounds, levels))
        return cls(rule, alpha, alternative, shares, *found)

    @property
    def sides(self) -> int:
        """1 or 2."""
        return 2 if self.alternative == "two-sided" else 1

    def crossings(self, drift: float) -> tuple[Floats, Floats]:
        """Return how likely each look stops the study, on the right side and on the other."""
        return group_sequential.crossings(self.times, self.bounds, drift, sides=self.sides)

    def floors(self, drift: float, futility: float | None) -> Floats:
        """Return the z at or below which each look stops for futility; none without."""
        if futility is None:
            return np.full(len(self.times), -np.inf)
        return group_sequential.curtailed(self.times, self.bounds[-1], drift, futility)

    def outcomes(self, drift: float, floors: Floats) -> tuple[Floats, Floats, Floats]:
        """Return how likely each look stops on the right side, on the other, for futility."""
        return group_sequential.outcomes(self.times, self.bounds, floors, drift, sides=self.sides)

    def drift_with(self, power: float, futility: float | None = None) -> float:
        """Return the drift at which the study stops on the right side with this probability."""
        return group_sequential.drift_with(
            self.times, self.bounds, power, sides=self.sides, futility=futility
        )


def check_looks(value: Any) -> tuple[float, ...]:
    """Return shares of the data at which to look; a whole number is that many, evenly spaced.

    >>> check_looks(4), check_looks([0.5, 1])
    ((0.25, 0.5, 0.75, 1.0), (0.5, 1.0))
    """
    if isinstance(value, Sequence) and not isinstance(value, str):
        times = check_times(value)
        if times[-1] != 1:
            raise ParameterError("looks", "a last look at all of the data (1)", f"{times[-1]:g}")
        return times
    number = check_number("looks", value)
    if number != int(number) or not 1 <= number <= MOST_LOOKS:
        raise ParameterError(
            "looks",
            f"a number from 1 to {MOST_LOOKS}, or shares of the data that end with 1",
            f"{value}",
            ANY_TIME if number > MOST_LOOKS else "",
        )
    return tuple(k / int(number) for k in range(1, int(number) + 1))


def check_times(values: Any) -> tuple[float, ...]:
    """Return shares of the planned data, rising and not too close to each other."""
    times = tuple(check_number("looks", value) for value in values)
    listed = ", ".join(f"{t:g}" for t in times)
    steps = np.diff((0.0, *times))
    if not times or min(times) <= 0 or bool((steps <= 0).any()) or not all(map(isfinite, times)):
        raise ParameterError("looks", "rising shares of the data", listed or "none")
    if len(times) > MOST_LOOKS or bool((steps < CLOSEST * (1 - 1e-9)).any()):
        raise ParameterError(
            "looks",
            f"at most {MOST_LOOKS} shares, at least {CLOSEST:g} of the data apart",
            listed,
            ANY_TIME,
        )
    return times


def items_at(times: Sequence[float], n: int) -> tuple[int, ...]:
    """Return the number of items at each look of a study of n; refuses looks that coincide."""
    sizes = tuple(round(t * n) for t in times)
    if sizes[0] < 1 or any(b <= a for a, b in pairwise(sizes)):
        raise ParameterError(
            "looks", "at least one more item at each", f"{n:,} items in {len(sizes)} looks"
        )
    return sizes
