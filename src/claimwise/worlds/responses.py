"""Worlds in which gold, A and B answer every item several times, with a scale beneath.

An item has a mean and a spread. Gold answers vary about the mean by the spread; those of A and B
about a mean of their own, off by a random error for each item (Wein et al. 2023, Algorithm 3).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from claimwise.core import ParameterError, check_number
from claimwise.data.responses import Answers, Counts
from claimwise.kernels.arrays import Floats
from claimwise.worlds.item_distributions import Distribution
from claimwise.worlds.response_world import (
    ResponseWorld,
    check_from_zero,
    check_missing,
    with_missing,
)

__all__ = ["LatentResponses", "NormalResponses", "ResponseWorld"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LatentResponses:
    """Normal values about an item's mean; those of A and B about means that are off.

    Parameters
    ----------
    mean, spread : Distribution
        Of the items' means and standard deviations; or what `Distribution.of` makes one of.
    epsilon_a, epsilon_b : float
        The means of A and B are off by a uniform error from -epsilon to epsilon on each item.
    bias_a, bias_b : float
        ... and by this much on every item.
    spread_a, spread_b : float
        The standard deviations of A and B are so many times those of gold.
    mean_limits : (float, float), optional
        The means of A and B are cut to these; those of gold are as `mean` draws them.
    rater_sd : float
        Standard deviation of gold raters: each has a shift of their own, the same on all items.
    run_sd : float
        Likewise of the runs, or seeds, of A and of B.
    missing : float
        Share of answers that are missing, at random; every item keeps one of each source.
    """

    mean: Distribution
    spread: Distribution
    epsilon_a: float = 0.0
    epsilon_b: float = 0.0
    bias_a: float = 0.0
    bias_b: float = 0.0
    spread_a: float = 1.0
    spread_b: float = 1.0
    mean_limits: tuple[float, float] | None = None
    rater_sd: float = 0.0
    run_sd: float = 0.0
    missing: float = 0.0
    name: str = ""

    def __post_init__(self) -> None:
        """Refuse what cannot be; distributions may come as texts, numbers or SciPy's own."""
        for name in ("mean", "spread"):
            object.__setattr__(self, name, Distribution.of(getattr(self, name)))
        width = self._width()
        for who in ("epsilon_a", "epsilon_b"):
            value = check_number(who, getattr(self, who))
            if not 0 <= value <= width:
                most = f" to {width:g}, the width of the scale" if np.isfinite(width) else " on"
                raise ParameterError(who, f"a number from 0{most}", f"{value:g}")
        for who in ("bias_a", "bias_b"):
            check_number(who, getattr(self, who))
        for who in ("rater_sd", "run_sd", "spread_a", "spread_b"):
            check_from_zero(who, getattr(self, who))
        check_missing(self.missing)
        if self.spread.support()[0] < 0:
            cut = "Cut it, such as normal(0.1, 0.05), cut to 0 to inf."
            raise ParameterError("spread", "a distribution from 0 on", self.spread.words(), cut)

    def _width(self) -> float:
        """Return how far means can lie apart."""
        return float(np.ptp(self.mean_limits)) if self.mean_limits is not None else np.inf

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
        found = Answers(
            self._answers(gold, spread, counts.gold, self.rater_sd, rng),
            self._answers(a, self.spread_a * spread, counts.a, self.run_sd, rng),
            self._answers(b, self.spread_b * spread, counts.b, self.run_sd, rng),
        )
        return with_missing(found, self.missing, rng)

    def draw_mixed(
        self, items: int, counts: Counts, rng: np.random.Generator, size: int
    ) -> Answers:
        """Return studies in which each answer of A and of B is, by a fair coin, A's or B's.

        Runs keep their shifts, which are alike for both systems.
        """
        gold, a, b, spread = self._items(items, rng, size)

        def mixed(k: int) -> Floats:
            coin = rng.integers(0, 2, size=(size, items, k), dtype=np.int8).astype(bool)
            mean = np.where(coin, a[..., None], b[..., None])
            own = spread[..., None]
            if not self.spread_a == self.spread_b == 1:
                own = own * np.where(coin, self.spread_a, self.spread_b)
            return self._answers(mean, own, k, self.run_sd, rng)

        found = Answers(
            self._answers(gold, spread, counts.gold, self.rater_sd, rng),
            mixed(counts.a),
            mixed(counts.b),
        )
        return with_missing(found, self.missing, rng)

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

    def _answers(
        self, mean: Floats, spread: Floats, k: int, shift_sd: float, rng: np.random.Generator
    ) -> Floats:
        """Return k answers to each item; means and spreads are for items, or for answers."""
        mean, spread = (x if x.ndim == 3 else x[..., None] for x in (mean, spread))
        size, items = mean.shape[:2]
        values = rng.standard_normal((size, items, k))
        values *= spread
        values += mean
        if shift_sd:
            values += rng.normal(0.0, shift_sd, size=(size, 1, k))
        return self._rated(values)

    def _rated(self, values: Floats) -> Floats:
        """Return latent values as they are answered."""
        return values

    def settings(self) -> dict[str, Any]:
        """Return what the world is, for the record."""
        found: dict[str, Any] = {
            "world": self.name,
            "mean": self.mean.words(),
            "spread": self.spread.words(),
            "epsilon_a": self.epsilon_a,
            "epsilon_b": self.epsilon_b,
        }
        for name in ("bias_a", "bias_b", "rater_sd", "run_sd", "missing"):
            if getattr(self, name):
                found[name] = getattr(self, name)
        for name in ("spread_a", "spread_b"):
            if getattr(self, name) != 1:
                found[name] = getattr(self, name)
        if self.mean_limits is not None:
            found["mean_limits"] = list(self.mean_limits)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalResponses(LatentResponses):
    """Normal answers, cut to `limits` if there are any and rounded down to `levels`.

    Parameters
    ----------
    limits : (float, float), optional
        Answers are cut to these.
    levels : tuple of float
        Answers are rounded down to the nearest of these.
    """

    limits: tuple[float, float] | None = None
    levels: tuple[float, ...] = ()
    name: str = "normal"

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if len(self.levels) == 1 or (np.diff(self.levels) <= 0).any():
            raise ParameterError("levels", "at least two numbers that rise", f"{list(self.levels)}")
        LatentResponses.__post_init__(self)

    def _width(self) -> float:
        ends = [self.mean_limits, self.limits, self.levels]
        return min((float(np.ptp(end)) for end in ends if end), default=np.inf)

    @property
    def kind(self) -> str:
        """Continuous answers, or ordinal where there are levels."""
        return "ordinal" if self.levels else "continuous"

    def _rated(self, values: Floats) -> Floats:
        if self.limits is not None:
            values = np.clip(values, *self.limits)
        if self.levels:
            levels = np.array(self.levels)
            values = levels[np.searchsorted(levels[1:], values, side="right")]
        return values

    def settings(self) -> dict[str, Any]:
        """Return what the world is, for the record."""
        found = LatentResponses.settings(self)
        if self.limits is not None:
            found["limits"] = list(self.limits)
        return found | ({"levels": list(self.levels)} if self.levels else {})
