"""A world of answers on a scale: levels between the thresholds of a latent value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.core import ParameterError
from claimwise.kernels.arrays import Floats
from claimwise.worlds.responses import LatentResponses


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdinalResponses(LatentResponses):
    """Answers on a scale, by thresholds of a latent normal value.

    Item means, spreads and errors of A and B are in latent units.

    Parameters
    ----------
    thresholds : tuple of float
        Between the levels, rising: one fewer than these.
    values : tuple of float
        The numbers of the levels; by default 1, 2, ...
    """

    thresholds: tuple[float, ...]
    values: tuple[float, ...] = ()
    name: str = "ordinal"

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        for who, numbers in (("thresholds", self.thresholds), ("values", self.values)):
            rising = all(np.isfinite(numbers)) and (np.diff(numbers) > 0).all()
            if not rising or (who == "thresholds" and not numbers):
                raise ParameterError(who, "numbers that rise", f"{list(numbers)}")
        if self.values and len(self.values) != len(self.thresholds) + 1:
            needs = f"{len(self.thresholds) + 1} numbers, one more than thresholds"
            raise ParameterError("values", needs, f"{len(self.values)}")
        LatentResponses.__post_init__(self)

    @property
    def kind(self) -> str:
        """Ordinal answers."""
        return "ordinal"

    @property
    def levels(self) -> tuple[float, ...]:
        """The numbers of the levels."""
        return self.values or tuple(float(i + 1) for i in range(len(self.thresholds) + 1))

    def _rated(self, values: Floats) -> Floats:
        place = np.searchsorted(np.array(self.thresholds), values, side="right")
        return np.array(self.levels)[place]

    def settings(self) -> dict[str, Any]:
        """Return what the world is, for the record."""
        found = LatentResponses.settings(self)
        found["thresholds"] = list(self.thresholds)
        return found | ({"values": list(self.values)} if self.values else {})
