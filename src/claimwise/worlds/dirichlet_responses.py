"""A world of categories: each item has shares of its own for what people would answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from claimwise.core import ParameterError, check_number, check_probability
from claimwise.data.responses import Answers, Counts
from claimwise.kernels.arrays import Floats
from claimwise.worlds.response_world import check_missing, with_missing


@dataclass(frozen=True, slots=True, kw_only=True)
class DirichletResponses:
    """Categories whose shares vary between items as a Dirichlet distribution.

    The shares p of an item follow a Dirichlet distribution with parameters concentration * base,
    and gold answers are drawn by them: counts of an item are Dirichlet-multinomial. A answers by
    (1 - epsilon) p + epsilon q, where q are shares of its own for the item, drawn as p was: with
    epsilon 0 it answers as people do, with epsilon 1 as if to another item.

    Parameters
    ----------
    base : tuple of float
        Share of each category over all items.
    concentration : float
        Above 0; the larger, the more alike are the items, and the less people agree on one.
    epsilon_a, epsilon_b : float
        How far A and B are off, from 0 to 1.
    levels : tuple of str
        Names of the categories.
    missing : float
        Share of answers that are missing, at random; every item keeps one of each source.
    """

    base: tuple[float, ...]
    concentration: float
    epsilon_a: float = 0.0
    epsilon_b: float = 0.0
    levels: tuple[str, ...] = ()
    missing: float = 0.0
    name: str = "dirichlet"

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        shares = [check_number("base", share) for share in self.base]
        if len(shares) < 2 or min(shares) <= 0 or abs(sum(shares) - 1) > 1e-6:
            needs = "at least two shares above 0 that add up to 1"
            raise ParameterError("base", needs, f"{list(self.base)}")
        if not check_number("concentration", self.concentration) > 0:
            found = f"{self.concentration:g}"
            raise ParameterError("concentration", "a number above 0", found)
        for who in ("epsilon_a", "epsilon_b"):
            check_probability(who, getattr(self, who))
        if self.levels and len(self.levels) != len(self.base):
            found = f"{len(self.levels)}"
            raise ParameterError("levels", f"{len(self.base)} names, as in base", found)
        check_missing(self.missing)

    @property
    def kind(self) -> str:
        """Categorical answers."""
        return "categorical"

    def at(self, *, epsilon_a: float | None = None, epsilon_b: float | None = None) -> Self:
        """Return the world with other errors of A or of B."""
        return replace(
            self,
            epsilon_a=self.epsilon_a if epsilon_a is None else epsilon_a,
            epsilon_b=self.epsilon_b if epsilon_b is None else epsilon_b,
        )

    def draw(self, items: int, counts: Counts, rng: np.random.Generator, size: int) -> Answers:
        """Return `size` studies, each of new items."""
        gold, a, b = self._shares(items, rng, size)
        found = Answers(
            _drawn(gold, counts.gold, rng), _drawn(a, counts.a, rng), _drawn(b, counts.b, rng)
        )
        return with_missing(found, self.missing, rng)

    def draw_mixed(
        self, items: int, counts: Counts, rng: np.random.Generator, size: int
    ) -> Answers:
        """Return studies in which each answer of A and of B is, by a fair coin, A's or B's."""
        gold, a, b = self._shares(items, rng, size)
        mixed = (a + b) / 2  # a coin for each answer, and then one of the two
        found = Answers(
            _drawn(gold, counts.gold, rng),
            _drawn(mixed, counts.a, rng),
            _drawn(mixed, counts.b, rng),
        )
        return with_missing(found, self.missing, rng)

    def _shares(
        self, items: int, rng: np.random.Generator, size: int
    ) -> tuple[Floats, Floats, Floats]:
        """Return the shares of gold, A and B on each item."""
        weights = self.concentration * np.array(self.base)

        def own() -> Floats:
            return rng.dirichlet(weights, size=(size, items))

        gold = own()
        a, b = (
            (1 - epsilon) * gold + epsilon * own() if epsilon else gold
            for epsilon in (self.epsilon_a, self.epsilon_b)
        )
        return gold, a, b

    def settings(self) -> dict[str, Any]:
        """Return what the world is, for the record."""
        found: dict[str, Any] = {
            "world": self.name,
            "base": list(self.base),
            "concentration": self.concentration,
            "epsilon_a": self.epsilon_a,
            "epsilon_b": self.epsilon_b,
        }
        if self.levels:
            found["levels"] = list(self.levels)
        return found | ({"missing": self.missing} if self.missing else {})


def _drawn(shares: Floats, k: int, rng: np.random.Generator) -> Floats:
    """Return k categories for each item by its shares, as their places."""
    found = np.zeros((*shares.shape[:-1], k))
    uniform = rng.random(found.shape)
    reached = np.zeros(shares.shape[:-1])
    for share in np.moveaxis(shares, -1, 0)[:-1]:
        reached += share
        found += uniform >= reached[..., None]
    return found
