"""What is believed of levels before the data: where systems lie, and where levels end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from claimwise.bayes.models.names import chosen_name, in_range
from claimwise.bayes.models.scale_prior import ScalePrior
from claimwise.core import DataError, sentence

NAMES = {
    "anchored": "first and last threshold fixed, systems within the scale or not far beyond",
    "published": "as published, with both outer thresholds fixed",
    "hybayes": "as the published program has it: the last threshold free, the unit not identified",
}
FEWEST = 3
FIRST = 0.5  # the threshold that fixes where the scale begins


@dataclass(frozen=True, slots=True)
class OrdinalPrior:
    """Prior of the ordered probit model, in units of levels: 0, 1, ..., `levels` - 1.

    Mean of a group ~ normal(center, spread), its sd ~ `sd`. The first threshold is 0.5, the last
    `levels` - 1.5 unless it is `free_top`; those between are normal(level + 0.5,
    `thresholds`), in order. The paired model has a correlation with (1 + r) / 2 ~
    beta(`correlation`).
    """

    name: str
    levels: int
    center: float
    spread: float
    sd: ScalePrior
    thresholds: float = 2.0
    free_top: bool = False
    correlation: tuple[float, float] = (2.0, 2.0)

    @property
    def free(self) -> int:
        """How many thresholds are not fixed."""
        return self.levels - 2 if self.free_top else self.levels - 3

    @property
    def words(self) -> str:
        """Say it."""
        top = "" if self.free_top else f" and {self.levels - 1.5:g}"
        between = (
            f", the others normal about the middle between levels, sd {self.thresholds:g}, in order"
            if self.free
            else ""
        )
        return (
            f"{self.name}, in units of levels 0 to {self.levels - 1}: each mean "
            f"normal({self.center:g}, {self.spread:g}), each standard deviation {self.sd.words}, "
            f"fixed {'threshold' if self.free_top else 'thresholds'} 0.5{top}{between}"
        )

    @property
    def parameters(self) -> dict[str, Any]:
        """All numbers, for the record."""
        return {
            "levels": self.levels,
            "center": self.center,
            "spread": self.spread,
            "sd": [self.sd.kind, self.sd.first, self.sd.second],
            "thresholds": self.thresholds if self.free else None,
            "fixed_thresholds": [0.5] if self.free_top else [0.5, self.levels - 1.5],
        }


def ordinal_prior(prior: Any, levels: int) -> OrdinalPrior:
    """Return a prior by its name: ``anchored`` (default), ``published``, ``hybayes``.

    ``anchored:0.25`` has means spread over a quarter of the levels about the middle of the scale,
    instead of half of them.
    """
    if isinstance(prior, OrdinalPrior):
        return prior
    if levels < FEWEST:
        raise DataError(
            sentence(
                "The ordinal model",
                f"at least {FEWEST} levels",
                f"{levels}",
                "Two levels are right or wrong: use the binary model.",
            )
        )
    middle, k = (levels - 1) / 2, float(levels)
    name, number = chosen_name(prior, NAMES, "anchored")
    if name == "hybayes":
        wide = ScalePrior.uniform(k / 1000, 10 * k)
        return OrdinalPrior(name, levels, k / 2, k, wide, free_top=True)
    if name == "published":
        return OrdinalPrior(name, levels, middle, k, ScalePrior.uniform(k / 1000, 10 * k))
    times = 0.5
    if number is not None:
        times = in_range(number, 1e-6, 100.0, prior)
        name = f"{name}:{times:g}"
    sd = ScalePrior.lognormal(k / 4, 0.75)
    return OrdinalPrior(name, levels, middle, times * k, sd, thresholds=1.0)
