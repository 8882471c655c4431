"""What is believed of levels before the data: where systems lie, and where levels end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from claimwise.bayes.models.names import chosen_name, in_range
from claimwise.bayes.models.scale_prior import ScalePrior
from claimwise.core import DataError, Note, assumed, option

NAMES = {
    "anchored": "first and last threshold fixed, systems within the scale or not far beyond",
    "published": "as published, with both outer thresholds fixed",
    "hybayes": "as the published program has it: the last threshold free, the unit not identified",
}
FEWEST = 3


@dataclass(frozen=True, slots=True)
class OrdinalPrior:
    """Prior of the ordered probit model, in units of levels: `first`, `first` + 1, ...

    Mean of a group ~ normal(center, spread), its sd ~ `sd`. The first threshold is `bottom`, half a
    level above the first level, the last is `top`, half a level below the last one, unless it is
    `free_top`; those between are normal(level + 0.5, `thresholds`), in order. The paired model has
    a correlation with (1 + r) / 2 ~ beta(`correlation`).
    """

    name: str
    levels: int
    center: float
    spread: float
    sd: ScalePrior
    thresholds: float = 2.0
    free_top: bool = False
    correlation: tuple[float, float] = (2.0, 2.0)
    first: int = 0

    @property
    def last(self) -> int:
        """The highest level."""
        return self.first + self.levels - 1

    @property
    def bottom(self) -> float:
        """The threshold that fixes where the scale begins."""
        return self.first + 0.5

    @property
    def top(self) -> float:
        """Where the last threshold is fixed, or expected if it is free."""
        return self.first + self.levels - 1.5

    @property
    def cuts(self) -> tuple[float, ...]:
        """The middle between neighbouring levels: what thresholds are called."""
        return tuple(self.bottom + k for k in range(self.levels - 1))

    @property
    def free(self) -> int:
        """How many thresholds are not fixed."""
        return self.levels - 2 if self.free_top else self.levels - 3

    @property
    def words(self) -> str:
        """Say it."""
        top = "" if self.free_top else f" and {self.top:g}"
        between = (
            f", the others normal about the middle between levels, sd {self.thresholds:g}, in order"
            if self.free
            else ""
        )
        return (
            f"{self.name}, in units of levels {self.first} to {self.last}: each mean "
            f"normal({self.center:g}, {self.spread:g}), each standard deviation {self.sd.words}, "
            f"fixed {'threshold' if self.free_top else 'thresholds'} {self.bottom:g}{top}{between}"
        )

    @property
    def pairs_words(self) -> Note:
        """Say what is believed of the correlation of two systems on the same items."""
        up, down = self.correlation
        return assumed(f"Before the data (1 + correlation) / 2 has Beta({up:g}, {down:g}).")

    @property
    def parameters(self) -> dict[str, Any]:
        """All numbers, for the record."""
        return {
            "levels": [self.first, self.last],
            "center": self.center,
            "spread": self.spread,
            "sd": [self.sd.kind, self.sd.first, self.sd.second],
            "thresholds": self.thresholds if self.free else None,
            "correlation": list(self.correlation),
            "fixed_thresholds": [self.bottom] if self.free_top else [self.bottom, self.top],
        }


def ordinal_prior(prior: Any, levels: int, first: int = 0) -> OrdinalPrior:
    """Return a prior by its name: ``anchored`` (default), ``published``, ``hybayes``.

    ``anchored:0.25`` has means spread over a quarter of the levels about the middle of the scale,
    instead of half of them.
    """
    if isinstance(prior, OrdinalPrior):
        if (prior.levels, prior.first) != (levels, first):
            raise DataError(
                "The ordinal model",
                f"levels {prior.first} to {prior.last}, which its prior has",
                f"levels {first} to {first + levels - 1}",
                "Say which levels there are with " + option("levels") + ".",
            )
        return prior
    if levels < FEWEST:
        raise DataError(
            "The ordinal model",
            f"at least {FEWEST} levels",
            f"{levels}",
            "Two levels are right or wrong: use the binary model.",
        )
    middle, k = first + (levels - 1) / 2, float(levels)
    name, number = chosen_name(prior, NAMES, "anchored")
    if name == "hybayes":
        wide = ScalePrior.uniform(k / 1000, 10 * k)
        return OrdinalPrior(name, levels, first + k / 2, k, wide, free_top=True, first=first)
    if name == "published":
        wide = ScalePrior.uniform(k / 1000, 10 * k)
        return OrdinalPrior(name, levels, middle, k, wide, first=first)
    times = 0.5
    if number is not None:
        times = in_range(number, 1e-6, 100.0, prior)
        name = f"{name}:{times:g}"
    sd = ScalePrior.lognormal(k / 4, 0.75)
    return OrdinalPrior(name, levels, middle, times * k, sd, thresholds=1.0, first=first)
