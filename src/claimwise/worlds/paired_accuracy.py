"""Two systems answer the same questions; each answer is right or wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from claimwise.core import (
    ImpossibleError,
    ParameterError,
    check_difference,
    check_probability,
    option,
    register,
)
from claimwise.data import PairCounts
from claimwise.kernels.arrays import Ints
from claimwise.kernels.strata import Strata, discordant

ROUNDING = 1e-12  # how far sums such as 0.3 - 0.1 may miss a bound


@register("world", "paired-accuracy", outcome="binary", paired=True)
@dataclass(frozen=True, slots=True)
class PairedAccuracy:
    """Accuracy of B minus accuracy of A, and how often both have the same verdict.

    Parameters
    ----------
    difference : float
        True accuracy of B minus true accuracy of A.
    agreement : float
        Probability that both are right or both are wrong.
    baseline : float, optional
        True accuracy of A. It fixes how the agreement divides into both right and both
        wrong, which no test looks at, and shows whether the other two are possible.

    Examples
    --------
    >>> world = PairedAccuracy(difference=0.02, agreement=0.9, baseline=0.7)
    >>> {name: round(p, 3) for name, p in world.cells().items()}
    {'both right': 0.66, 'only B': 0.06, 'only A': 0.04, 'both wrong': 0.24}
    """

    difference: float
    agreement: float
    baseline: float | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be, and say which bound was broken."""
        difference = check_difference(self.difference)
        agreement = check_probability("agreement", self.agreement)
        if abs(difference) > 1 - agreement + ROUNDING:
            raise ImpossibleError(
                option("difference", difference)
                + " cannot be with "
                + option("agreement", agreement)
                + ": systems that differ by so much disagree at least as often.",
                "Use at most " + option("agreement", _rounded(1 - abs(difference))) + ".",
            )
        if self.baseline is not None:
            self._check_baseline(check_probability("baseline", self.baseline))

    def _check_baseline(self, baseline: float) -> None:
        gain, loss = 1 - baseline, baseline
        who, shown = "paired accuracy", f"baseline {baseline:g}"
        if self.difference > gain + ROUNDING or -self.difference > loss + ROUNDING:
            room = gain if self.difference > 0 else loss
            raise ImpossibleError(
                option("difference", self.difference)
                + " has no room next to "
                + option("baseline", baseline)
                + ".",
                "Use at most " + option("difference", _rounded(room)) + " in size.",
            )
        # Only B right needs A wrong, and only A right needs A right.
        for name, share, room, right in (
            ("only B right", self.win, gain, "wrong"),
            ("only A right", self.lose, loss, "right"),
        ):
            if share > room + ROUNDING:
                needed = 1 - 2 * room + (self.difference if right == "wrong" else -self.difference)
                raise ImpossibleError(
                    who,
                    f"the share of items with {name} to be at most the share that A "
                    f"gets {right} ({room:.4g})",
                    f"{share:.4g} from agreement {self.agreement:g}, difference "
                    f"{self.difference:g}, {shown}",
                    "Use at least " + option("agreement", _rounded(needed)) + ".",
                )

    @property
    def win(self) -> float:
        """Probability that only B is right."""
        return max(0.0, (1 - self.agreement + self.difference) / 2)

    @property
    def lose(self) -> float:
        """Probability that only A is right."""
        return max(0.0, (1 - self.agreement - self.difference) / 2)

    def cells(self) -> dict[str, float]:
        """Return the probabilities of the four outcomes; needs the baseline."""
        if self.baseline is None:
            raise ParameterError(
                "cells",
                "the baseline accuracy",
                "none",
                "Without it only the sum of the two agreeing cells is known.",
            )
        both_right = max(0.0, self.baseline - self.lose)
        both_wrong = max(0.0, 1 - self.baseline - self.win)
        return {
            "both right": both_right,
            "only B": self.win,
            "only A": self.lose,
            "both wrong": both_wrong,
        }

    def truth(self) -> float:
        """Return the true difference in accuracy, B minus A."""
        return self.difference

    def null(self) -> Self:
        """Return equally good systems that agree as often."""
        return replace(self, difference=0.0, baseline=None)

    def draw(self, n: int, rng: np.random.Generator, size: int) -> PairCounts:
        """Return a batch of studies of n items."""
        cells = [self.win, self.lose, max(0.0, 1 - self.win - self.lose)]
        wins, losses, _ = rng.multinomial(n, cells, size=size).T
        return PairCounts(wins, losses, n)

    def strata(self, n: Any) -> Strata:
        """Return all outcomes, by the number of items on which the systems differ."""
        return discordant(n, self.win, self.lose, as_tested=True)

    def at(self, n: Any, stratum: Ints, count: Ints) -> PairCounts:
        """Return the studies with `count` wins among `stratum` discordant items."""
        return PairCounts(count, stratum - count, n)


def _rounded(share: float) -> float:
    """Return a share to suggest, without the noise of its last digits."""
    return float(f"{share:.4g}")
