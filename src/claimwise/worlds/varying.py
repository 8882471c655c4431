"""How raters and items differ: in their level, and in what they make of the systems."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from claimwise.core import ParameterError, check_number
from claimwise.kernels.arrays import Floats, Ints


@dataclass(frozen=True, slots=True)
class Varying:
    """Random effects of the levels of a factor: standard deviations, and their correlation.

    `slope` is the standard deviation of the difference between B and A, as a level sees it;
    `intercept` that of the level at x = 0: halfway between the systems, or at A (see the world).
    """

    intercept: float
    slope: float = 0.0
    correlation: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        for name in ("intercept", "slope"):
            if check_number(name, getattr(self, name)) < 0:
                raise ParameterError(
                    name, "a standard deviation of at least 0", f"{getattr(self, name):g}"
                )
        if abs(check_number("correlation", self.correlation)) > 1:
            raise ParameterError("correlation", "from -1 to 1", f"{self.correlation:g}")

    @classmethod
    def of_systems(cls, shared: float, a: float, b: float) -> Varying:
        """Return the effects of a level that has a deviation of its own for each system.

        A deviation that both share, one for A and one for B, all independent; the intercept lies
        halfway between the systems.

        >>> Varying.of_systems(0.0, 0.3, 0.4)
        Varying(intercept=0.25, slope=0.5, correlation=0.28)
        """
        middle, slope = sqrt(shared**2 + (a**2 + b**2) / 4), sqrt(a**2 + b**2)
        both = middle * slope
        return cls(middle, slope, round((b**2 - a**2) / 2 / both, 12) if both else 0.0)

    def draw(self, rng: np.random.Generator, size: int, codes: Ints, x: Floats) -> Floats:
        """Return what the effects add to each rating, (size, n)."""
        levels = int(codes.max()) + 1
        first, second = rng.normal(size=(2, size, levels))
        slope = self.correlation * first + sqrt(1 - self.correlation**2) * second
        return np.asarray(
            self.intercept * first[:, codes] + self.slope * slope[:, codes] * x, np.float64
        )

    def variance(self, x: float) -> float:
        """Return the variance that the effects add to a rating at x."""
        cross = 2 * self.correlation * self.intercept * self.slope * x
        return self.intercept**2 + cross + (self.slope * x) ** 2
