"""Worlds in which gold, A and B answer every item several times.

An item has a mean and a spread. Gold answers vary about the mean by the spread; those of A and B
about a mean of their own, off by a random error for each item (Wein et al. 2023, Algorithm 3).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np

from claimwise.core import ParameterError, check_number, sentence
from claimwise.data.responses import Answers, Counts
from claimwise.kernels.arrays import Floats
from claimwise.worlds.item_distributions import Distribution


@runtime_checkable
class ResponseWorld(Protocol):
    """What plans and calibrations ask of a world of several answers."""

    @property
    def kind(self) -> str:
        """Which kind of answers: continuous, ordinal or categorical."""

    @property
    def epsilon_a(self) -> float:
        """How far A is off the gold standard; 0 is not at all."""

    @property
    def epsilon_b(self) -> float:
        """How far B is."""

    def at(self, *, epsilon_a: float | None = None, epsilon_b: float | None = None) -> Self:
        """Return the world with other errors of A or of B."""

    def draw(self, items: int, counts: Counts, rng: np.random.Generator, size: int) -> Answers:
        """Return `size` studies, each of new items."""

    def draw_mixed(
        self, items: int, counts: Counts, rng: np.random.Generator, size: int
    ) -> Answers:
        """Return studies in which each answer of A and of B is, by a fair coin, A's or B's.

        The null hypothesis of Wein et al. (2023): both have the same distribution on each item.
        """

    def settings(self) -> dict[str, Any]:
        """Return what the world is, for the record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalResponses:
    """Normal answers about an item's mean; those of B about a mean that is off.

    Parameters
    ----------
    mean, spread : Distribution
        Of the items' means and standard deviations.
    epsilon_a, epsilon_b : float
        The means of A and B are off by a uniform error from -epsilon to epsilon on each item.
    bias_a, bias_b : float
        ... and by this much on every item.
    mean_limits : (float, float), optional
        The means of A and B are cut to these; those of gold are as `mean` draws them.
    limits : (float, float), optional
        Answers are cut to these.
    levels : tuple of float
        Answers are rounded down to the nearest of these.
    """

    mean: Distribution
    spread: Distribution
    epsilon_a: float = 0.0
    epsilon_b: float = 0.0
    bias_a: float = 0.0
    bias_b: float = 0.0
    mean_limits: tuple[float, float] | None = None
    limits: tuple[float, float] | None = None
    levels: tuple[float, ...] = ()
    name: str = "normal"

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        width = np.ptp(self.mean_limits) if self.mean_limits is not None else np.inf
        for who in ("epsilon_a", "epsilon_b"):
            value = check_number(who, getattr(self, who))
            if not 0 <= value <= width:
                most = f" to {width:g}, the width of the scale" if np.isfinite(width) else " on"
                raise ParameterError(sentence(who, f"a number from 0{most}", f"{value:g}"))

    @property
    def kind(self) -> str:
        """Continuous answers, or ordinal where there are levels."""
        return "ordinal" if self.levels else "continuous"

    def at(self, *, epsilon_a: float | None = None, epsilon_b: float | None = None) -> Self:
        """Return the world with other errors of A or of B."""
        return replace(
            self,
            epsilon_a=self.epsilon_a if epsilon_a is None else epsilon_a,
            epsilon_b=self.epsilon_b if epsilon_b is None else epsilon_b,
        )

    def draw(self, items: int, counts: Counts, rng: np.random.Generator, size: int) -> Answers:
        """Return `size` studies, each of new items."""
        gold, a, b, spread = self._items(items, rng, size)
        return Answers(
            self._answers(gold, spread, counts.gold, rng),
            self._answers(a, spread, counts.a, rng),
            self._answers(b, spread, counts.b, rng),
        )

    def draw_mixed(
        self, items: int, counts: Counts, rng: np.random.Generator, size: int
    ) -> Answers:
        """Return studies in which each answer of A and of B is, by a fair coin, A's or B's."""
        gold, a, b, spread = self._items(items, rng, size)

        def mixed(k: int) -> Floats:
            coin = rng.integers(0, 2, size=(size, items, k), dtype=np.int8).astype(bool)
            mean = np.where(coin, a[..., None], b[..., None])
            return self._rated(mean + spread[..., None] * rng.standard_normal(mean.shape))

        return Answers(
            self._answers(gold, spread, counts.gold, rng), mixed(counts.a), mixed(counts.b)
        )

    def _items(
        self, items: int, rng: np.random.Generator, size: int
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """Return the means of gold, A and B, and the spread, of each item."""
        shape = (size, items)
        mean = self.mean.draw(rng, shape)
        spread = self.spread.draw(rng, shape)
        a = self._off(mean, self.epsilon_a, self.bias_a, rng)
        b = self._off(mean, self.epsilon_b, self.bias_b, rng)
        return mean, a, b, spread

    def _off(self, mean: Floats, epsilon: float, bias: float, rng: np.random.Generator) -> Floats:
        moved = mean + bias
        if epsilon:
            moved = moved + rng.uniform(-epsilon, epsilon, size=mean.shape)
        return moved if self.mean_limits is None else np.clip(moved, *self.mean_limits)

    def _answers(self, mean: Floats, spread: Floats, k: int, rng: np.random.Generator) -> Floats:
        noise = rng.standard_normal((*mean.shape, k))
        noise *= spread[..., None]
        noise += mean[..., None]
        return self._rated(noise)

    def _rated(self, values: Floats) -> Floats:
        if self.limits is not None:
            values = np.clip(values, *self.limits)
        if self.levels:
            levels = np.array(self.levels)
            place = np.searchsorted(levels, values, side="right") - 1
            values = levels[np.clip(place, 0, len(levels) - 1)]
        return values

    def settings(self) -> dict[str, Any]:
        """Return what the world is, for the record."""
        return {
            "world": self.name,
            "mean": self.mean.words(),
            "spread": self.spread.words(),
            "epsilon_a": self.epsilon_a,
            "epsilon_b": self.epsilon_b,
        }
