"""Ratings of two systems by raters who differ, of items that differ.

y = level + effect x + rater[0] + rater[1] x + item[0] + item[1] x + noise: the rating itself
(Card et al. 2020, section 5), or a latent score that thresholds cut into categories (Howcroft and
Rieser 2021). The effect is what B gains over A, whatever the coding of x.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite, pi, sqrt
from typing import ClassVar, Self

import numpy as np
from scipy import special

from claimwise.core import (
    ImpossibleError,
    ParameterError,
    check_number,
    check_one_of,
)
from claimwise.designs import Assignment
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.categories import superiority
from claimwise.kernels.root import root
from claimwise.worlds.varying import Varying

CODINGS = {"halves": (-0.5, 0.5), "treatment": (0.0, 1.0)}
NOISES = {"normal": 1.0, "logistic": pi / sqrt(3.0)}  # standard deviation
NODES = 60  # of the integral over random effects, for logistic noise
FARTHEST = 50.0  # standard deviations: no effect is looked for beyond


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingWorld:
    """What all worlds of ratings share.

    `effect` is B minus A for a typical rater and item. With the coding "halves" x is -1/2 for A
    and 1/2 for B, and intercepts lie between the systems; with "treatment" x is 0 and 1, and
    intercepts are those of A.
    """

    effect: float
    rater: Varying
    item: Varying
    coding: str = "halves"
    outcome: ClassVar[str]

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        check_number("effect", self.effect)
        check_one_of("coding", self.coding, CODINGS)

    def truth(self) -> float:
        """Return the effect."""
        return self.effect

    def at(self, effect: float) -> Self:
        """Return the world with another effect."""
        return replace(self, effect=effect)

    def null(self) -> Self:
        """Return the world without an effect: raters and items still differ in their own."""
        return self.at(0.0)

    def x(self, design: Assignment) -> Floats:
        """Return the code of each rating's system."""
        return np.array(CODINGS[self.coding])[design.system]

    def scatter(self, design: Assignment, rng: np.random.Generator, size: int) -> Floats:
        """Return everything but the effect, (size, n): the same for every effect."""
        x = self.x(design)
        who = design.rater if design.carrier is None else design.carrier
        found = self.rater.draw(rng, size, who, x)
        found += self.item.draw(rng, size, design.item, x)
        found += self._noise(rng, found.shape)
        return found

    def draw(self, design: Assignment, rng: np.random.Generator, size: int) -> Floats | Ints:
        """Return simulated ratings, (size, n)."""
        return self.rated(self.scatter(design, rng, size) + self.effect * self.x(design))

    def _noise(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
        raise NotImplementedError

    def rated(self, latent: Floats) -> Floats | Ints:
        """Turn scores into ratings."""
        raise NotImplementedError

    def numbers(self, ratings: Floats | Ints) -> Floats | Ints:
        """Return ratings as numbers, for analyses of rating points."""
        return ratings

    def scale_points(self) -> int:
        """Return how many different ratings can be given; 0 if they are not counted."""
        return 0

    def superiority(self) -> float:
        """Return the probability that B is rated above A, by another rater on another item."""
        raise NotImplementedError

    def points(self) -> float:
        """Return the expected difference in rating points, over all raters and items."""
        raise NotImplementedError

    def with_superiority(self, share: float) -> Self:
        """Return the world whose effect gives that probability of superiority."""
        if not 0 < check_number("the probability of superiority", share) < 1:
            raise ParameterError("the probability of superiority", "from 0 to 1", share)
        return self._solved(type(self).superiority, share, f"a superiority of {share:g}")

    def with_points(self, points: float) -> Self:
        """Return the world whose expected ratings differ by that much."""
        return self._solved(type(self).points, points, f"a difference of {points:g}")

    def _solved(self, of: Callable[[Self], float], wanted: float, what: str) -> Self:
        def excess(effect: float) -> float:
            return of(self.at(effect)) - wanted

        reach = FARTHEST * self.unit()
        if excess(-reach) > 0 or excess(reach) < 0:
            raise ImpossibleError(
                "the effect", f"{what} to be possible in this world", "none that gives it"
            )
        return self.at(root(excess, -reach, reach, xtol=1e-12))

    def unit(self) -> float:
        """Return the standard deviation of one rating of B, in the units of the effect."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearRatings(RatingWorld):
    """Ratings that are numbers, with normal deviations and normal noise."""

    level: float
    sigma: float
    outcome: ClassVar[str] = "linear"

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        RatingWorld.__post_init__(self)
        check_number("level", self.level)
        if not check_number("sigma", self.sigma) > 0:
            raise ParameterError("sigma", "a number above 0", f"{self.sigma:g}")

    def _noise(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
        return self.level + self.sigma * rng.normal(size=shape)

    def rated(self, latent: Floats) -> Floats:
        """Return the scores: they are the ratings."""
        return latent

    def superiority(self) -> float:
        """Return the probability that B is rated above A, by another rater on another item."""
        both = sum(self._variance(x) for x in CODINGS[self.coding])
        return float(special.ndtr(self.effect / sqrt(both)))

    def points(self) -> float:
        """Return the expected difference: the effect."""
        return self.effect

    def _variance(self, x: float) -> float:
        return self.rater.variance(x) + self.item.variance(x) + self.sigma**2

    def unit(self) -> float:
        """Return the standard deviation of one rating of B, in the units of the effect."""
        return sqrt(self._variance(CODINGS[self.coding][1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdinalRatings(RatingWorld):
    """Ratings in ordered categories: a latent score, cut at thresholds.

    The noise of the score is standard normal (probit) or standard logistic (logit); effects and
    deviations are in its units. `lowest` is the first category's number; `values` are those of all
    if they do not follow each other, such as 1, 2, 4, 5 where nobody gave a 3.
    """

    thresholds: tuple[float, ...]
    noise: str = "normal"
    lowest: int = 1
    values: tuple[float, ...] = ()
    outcome: ClassVar[str] = "ordinal"

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        RatingWorld.__post_init__(self)
        check_one_of("noise", self.noise, NOISES)
        cuts = [check_number("a threshold", cut) for cut in self.thresholds]
        values = [check_number("a value", value) for value in self.values]
        ascending = all(b > a for a, b in pairwise(values))
        if values and (len(values) != len(cuts) + 1 or not ascending):
            shown = ", ".join(f"{value:g}" for value in values)
            raise ParameterError("values", "one for each category, ascending", shown)
        if not cuts or any(b <= a for a, b in pairwise(cuts)):
            raise ParameterError(
                "thresholds", "at least one, ascending", ", ".join(f"{cut:g}" for cut in cuts)
            )

    @property
    def categories(self) -> tuple[str, ...]:
        """Names of the categories: whole numbers from `lowest` on."""
        if self.values:
            return tuple(f"{value:g}" for value in self.values)
        return tuple(str(self.lowest + k) for k in range(len(self.thresholds) + 1))

    def numbers(self, ratings: Floats | Ints) -> Floats | Ints:
        """Return the numbers of categories; their codes where the numbers follow each other."""
        return np.array(self.values)[ratings] if self.values else ratings

    def scale_points(self) -> int:
        """Return how many categories there are."""
        return len(self.thresholds) + 1

    def on_scale(self, points: int) -> Self:
        """Return the same raters and items with so many points to choose from.

        The range of the scale is kept, with ends as wide as their neighbours, and cut anew: each
        rating takes the same share of it.

        >>> cuts = (-2, -1, 0, 1, 2)
        >>> six = OrdinalRatings(effect=0.5, thresholds=cuts, rater=Varying(1), item=Varying(1))
        >>> six.on_scale(3).thresholds, six.on_scale(2).thresholds
        ((-1.0, 1.0), (0.0,))
        """
        if len(self.thresholds) < 2:
            raise ParameterError("scale_points", "a world of at least three ratings", "two")
        cuts = np.array(self.thresholds, np.float64)
        ends = 2 * cuts[0] - cuts[1], 2 * cuts[-1] - cuts[-2]
        shares = np.linspace(0, 1, len(cuts) + 2)
        wanted = np.arange(1, points) / points
        found = np.interp(wanted, shares, np.concatenate([ends[:1], cuts, ends[1:]]))
        return replace(self, thresholds=tuple(map(float, found)), values=())

    def step(self) -> float:
        """Return the mean distance between thresholds."""
        if len(self.thresholds) < 2:
            raise ParameterError("a distance between thresholds", "at least two of them", "one")
        return (self.thresholds[-1] - self.thresholds[0]) / (len(self.thresholds) - 1)

    def _noise(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
        return rng.normal(size=shape) if self.noise == "normal" else rng.logistic(size=shape)

    def rated(self, latent: Floats) -> Ints:
        """Return the categories, from 0 on."""
        return np.searchsorted(np.array(self.thresholds), latent).astype(np.int64)

    def shares(self) -> Floats:
        """Return how often each system gets each category, over raters and items, (2, K)."""
        return np.array([self._shares(x) for x in CODINGS[self.coding]])

    def _shares(self, x: float) -> Floats:
        spread = sqrt(self.rater.variance(x) + self.item.variance(x))
        below = self._below(np.array(self.thresholds) - self.effect * x, spread)
        return np.diff(np.concatenate([[0.0], below, [1.0]]))

    def _below(self, cuts: Floats, spread: float) -> Floats:
        """Return the share of latent scores below some cuts, of random effects of that spread."""
        if self.noise == "normal":
            return np.asarray(special.ndtr(cuts / sqrt(1 + spread**2)))
        nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
        return np.asarray(special.expit(cuts[:, None] - spread * nodes) @ (weights / weights.sum()))

    def superiority(self) -> float:
        """Return the probability that B is rated above A, ties counted one half.

        By another rater on another item: raters and items of both ratings are drawn anew.
        """
        a, b = self.shares()
        return superiority(a, b)

    def points(self) -> float:
        """Return the expected difference in rating points, over all raters and items."""
        a, b = self.shares()
        return float((b - a) @ (self.values or np.arange(len(a))))

    def unit(self) -> float:
        """Return the standard deviation of one rating of B, in the units of the effect."""
        x = CODINGS[self.coding][1]
        return sqrt(self.rater.variance(x) + self.item.variance(x) + NOISES[self.noise] ** 2)


def parse_effect(world: RatingWorld, given: float | str) -> RatingWorld:
    """Return the world with an effect as a user writes it.

    A plain number is in the world's own units (rating points, or the latent scale); 0.5t is half
    the distance between thresholds, 0.6p a probability of 0.6 that B is rated above A, 0.3r a
    difference of 0.3 expected rating points.
    """
    text = str(given).strip()
    number, unit = (text[:-1], text[-1]) if text[-1:] in ("t", "p", "r") else (text, "")
    try:
        value = float(number)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise ParameterError(
            "effect", "a number, or one with t, p or r behind it", repr(given), "Such as 0.5t."
        )
    if unit == "t":
        if not isinstance(world, OrdinalRatings):
            raise ParameterError("effect in thresholds (t)", "an ordinal world", "a linear one")
        return world.at(value * world.step())
    if unit == "p":
        return world.with_superiority(value)
    return world.with_points(value) if unit == "r" else world.at(value)
