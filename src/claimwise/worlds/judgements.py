"""Judgements of two systems head to head, by raters who differ, on items that differ.

A judgement is for B where effect + rater + item + noise lies above the width of ties, for A where
it lies below minus that width, and a tie between. With logistic noise and no ties that is the
logistic mixed model: the effect is the logit of B being preferred by a typical rater on a typical
item.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import ClassVar, Self

import numpy as np
from scipy import special

from claimwise.core import ParameterError, check_number
from claimwise.designs import Assignment
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.root import root
from claimwise.worlds.ratings import OrdinalRatings
from claimwise.worlds.varying import Varying

FAR = 60.0  # units of the latent scale beyond which nothing is looked for


def scores(codes: Floats | Ints, categories: int) -> Floats:
    """Return -1 (for A), 0 (a tie) and 1 (for B) for codes of two or three categories."""
    return np.asarray(2.0 * np.asarray(codes) / (categories - 1) - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgements(OrdinalRatings):
    """Preferences for A, ties if there are any, and preferences for B.

    `thresholds` are (0,), or -width and width; only the intercepts of `rater` and `item` are
    used: by how much a rater, or an item, leans to B.
    """

    noise: str = "logistic"
    outcome: ClassVar[str] = "preference"

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        OrdinalRatings.__post_init__(self)
        ends = self.thresholds
        if len(ends) > 2 or abs(ends[0] + ends[-1]) > 1e-9:
            raise ParameterError(
                "judgements",
                "thresholds 0, or -width and width",
                ", ".join(f"{cut:g}" for cut in ends),
            )
        for name in ("rater", "item"):
            if getattr(self, name).slope:
                raise ParameterError(f"the {name} of judgements", "no slope", "one")

    @classmethod
    def of(
        cls,
        *,
        rater: float,
        item: float,
        difference: float = 0.0,
        tie: float = 0.0,
        noise: str = "logistic",
    ) -> Self:
        """Return the world with shares of judgements, over all raters and items.

        `difference` is the share of wins of B less the share of its losses, and `tie` the share of
        ties where neither system is better; `rater` and `item` are standard deviations.
        """
        if not 0 <= check_number("tie", tie) < 1:
            raise ParameterError("tie", "a share of at least 0 and below 1", f"{tie:g}")
        plain = cls(
            effect=0.0, thresholds=(0.0,), noise=noise, rater=Varying(rater), item=Varying(item)
        )
        if tie:
            width = -plain.quantile((1 - tie) / 2)
            plain = replace(plain, thresholds=(-width, width))
        return plain.with_points(difference) if difference else plain

    @classmethod
    def of_shares(
        cls, win: float, lose: float, *, rater: float, item: float, noise: str = "logistic"
    ) -> Self:
        """Return the world in which B wins and loses with these shares; the rest are ties.

        >>> world = Judgements.of_shares(0.5, 0.3, rater=0.5, item=1.0)
        >>> [float(x.round(6)) for x in world.shares()[0]]
        [0.3, 0.2, 0.5]
        """
        for name, share in (("win", win), ("lose", lose)):
            if not 0 < check_number(name, share) < 1:
                raise ParameterError(name, "a share above 0 and below 1", f"{share:g}")
        if win + lose > 1 + 1e-12:
            raise ParameterError("win and lose", "a sum of at most 1", f"{win:g} + {lose:g}")
        plain = cls.of(rater=rater, item=item, noise=noise)
        above, below = plain.quantile(win), plain.quantile(lose)
        width = -(above + below) / 2
        cuts = (-width, width) if win + lose < 1 - 1e-12 else (0.0,)
        return replace(plain, effect=(above - below) / 2, thresholds=cuts)

    def quantile(self, share: float) -> float:
        """Return where that share of latent scores lies below, were the effect 0."""
        spread = sqrt(self.rater.variance(1.0) + self.item.variance(1.0))
        if self.noise == "normal":
            return float(special.ndtri(share)) * sqrt(1 + spread**2)
        at_zero = self.null()
        far = FAR + 8 * spread
        return root(lambda cut: at_zero.below(cut) - share, -far, far, xtol=1e-12)

    def below(self, cut: float) -> float:
        """Return the share of latent scores below a cut, over raters and items."""
        spread = sqrt(self.rater.variance(1.0) + self.item.variance(1.0))
        return float(self._below(np.array([cut - self.effect]), spread)[0])

    def x(self, design: Assignment) -> Floats:
        """Return 1 for each judgement: all are of B against A."""
        return np.ones(design.n)

    def shares(self) -> Floats:
        """Return the shares of judgements for A, of ties if there are any, and for B, (1, K)."""
        return self._shares(1.0)[None]

    def superiority(self) -> float:
        """Return the share of judgements for B over all raters and items, ties counted one half."""
        return (1 + self.points()) / 2

    def points(self) -> float:
        """Return the share of wins less the share of losses, over all raters and items."""
        shares = self.shares()[0]
        return float(shares[-1] - shares[0])

    def tie(self) -> float:
        """Return the share of ties, over all raters and items."""
        return float(self.shares()[0][1]) if len(self.thresholds) == 2 else 0.0
