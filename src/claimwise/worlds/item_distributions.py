"""How means and spreads vary between items: a distribution by its name, or any of SciPy's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from claimwise.kernels.arrays import Floats


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution over items: `name` with its numbers, cut to `limits` if there are any."""

    name: str
    numbers: tuple[float, ...]
    limits: tuple[float, float] | None = None

    def draw(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
        """Return random values."""
        if self.name == "uniform":
            found = rng.uniform(*self.numbers, size=shape)
        elif self.name == "folded-normal":
            found = np.abs(rng.normal(*self.numbers, size=shape))
        else:
            found = rng.triangular(*self.numbers, size=shape)
        return found if self.limits is None else np.clip(found, *self.limits)

    def words(self) -> str:
        """Return how the distribution is written: ``uniform(0, 1)``."""
        numbers = ", ".join(f"{x:g}" for x in self.numbers)
        cut = f", cut to {self.limits[0]:g} to {self.limits[1]:g}" if self.limits else ""
        return f"{self.name}({numbers}){cut}"
