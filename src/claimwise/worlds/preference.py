"""Judges compare B with A: win, lose or tie, one judgement for each item."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from claimwise.core import ImpossibleError, check_one_of, check_probability, register
from claimwise.data import PairCounts
from claimwise.kernels.arrays import Ints
from claimwise.kernels.strata import Strata, discordant


@register("world", "preference", outcome="binary", paired=True)
@dataclass(frozen=True, slots=True)
class Preference:
    """Head-to-head judgements; the effect is the share of wins minus the share of losses.

    Parameters
    ----------
    win, lose : float
        Probability that a judgement prefers B, and that it prefers A; the rest are ties.
    ties : {"drop", "split"}
        What the analysis does with ties: leave them out, or give half to each side.
    """

    win: float
    lose: float
    ties: str = "drop"

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        check_probability("win", self.win)
        check_probability("lose", self.lose)
        check_one_of("ties", self.ties, ("drop", "split"))
        if self.win + self.lose > 1 + 1e-12:
            raise ImpossibleError(
                "preference",
                "win + lose of at most 1",
                f"{self.win:g} + {self.lose:g} = {self.win + self.lose:g}",
            )

    def truth(self) -> float:
        """Return the probability of a win minus that of a loss."""
        return self.win - self.lose

    def null(self) -> Self:
        """Return equally liked systems with as many ties."""
        half = (self.win + self.lose) / 2
        return replace(self, win=half, lose=half)

    def draw(self, n: int, rng: np.random.Generator, size: int) -> PairCounts:
        """Return a batch of studies of n judgements."""
        cells = [self.win, self.lose, max(0.0, 1 - self.win - self.lose)]
        wins, losses, _ = rng.multinomial(n, cells, size=size).T
        return self._analysed(PairCounts(wins, losses, n))

    def strata(self, n: Any) -> Strata:
        """Return all outcomes, by the number of judgements that are not ties."""
        return discordant(n, self.win, self.lose, as_tested=self.ties == "drop")

    def at(self, n: Any, stratum: Ints, count: Ints) -> PairCounts:
        """Return the studies with `count` wins among `stratum` decided judgements."""
        return self._analysed(PairCounts(count, stratum - count, n))

    def _analysed(self, data: PairCounts) -> PairCounts:
        return data.split_ties() if self.ties == "split" else data
