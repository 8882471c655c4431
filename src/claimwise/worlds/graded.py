"""Graded scores: what varies between items, between the items of a cluster, and how skewed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, sqrt
from typing import Self

import numpy as np
from numpy.typing import NDArray

from claimwise.core import check_count, check_number, check_one_of, check_probability, register
from claimwise.core.errors import ParameterError
from claimwise.data import Differences, IndependentScores

SHAPES = ("normal", "skewed")
_SKEW = 1.0  # sd of the logarithm, for skewed scores


def _noise(shape: str, rng: np.random.Generator, size: tuple[int, ...]) -> NDArray[np.float64]:
    """Return noise of mean 0 and variance 1, normal or log-normal."""
    if shape == "normal":
        return rng.standard_normal(size)
    mean = exp(_SKEW**2 / 2)
    spread = sqrt((exp(_SKEW**2) - 1) * exp(_SKEW**2))
    return np.asarray((rng.lognormal(0.0, _SKEW, size) - mean) / spread)


@register("world", "paired-scores", outcome="numeric", paired=True)
@dataclass(frozen=True, slots=True)
class PairedScores:
    """Graded scores of two systems on the same items.

    Parameters
    ----------
    difference : float
        True mean score of B minus that of A.
    sd : float
        Standard deviation, over items, of the difference.
    shape : {"normal", "skewed"}
        Distribution of the items' differences.
    cluster_size : int
        Items in each cluster, such as questions on one passage.
    icc : float
        Share of the variance that the items of a cluster have in common.
    """

    difference: float
    sd: float = 1.0
    shape: str = "normal"
    cluster_size: int = 1
    icc: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        check_number("difference", self.difference)
        _check_sd(self.sd)
        check_one_of("shape", self.shape, SHAPES)
        check_count("cluster_size", self.cluster_size)
        check_probability("icc", self.icc)

    def truth(self) -> float:
        """Return the true effect."""
        return self.difference

    def null(self) -> Self:
        """Return the same world with no effect."""
        return replace(self, difference=0.0)

    def draw(self, n: int, rng: np.random.Generator, size: int) -> Differences:
        """Return a batch of `size` studies of n items."""
        own = _noise(self.shape, rng, (size, n))
        if self.cluster_size == 1:
            return Differences(self.difference + self.sd * own)
        cluster = np.arange(n) // self.cluster_size
        shared = _noise(self.shape, rng, (size, int(cluster[-1]) + 1))[:, cluster]
        noise = sqrt(self.icc) * shared + sqrt(1 - self.icc) * own
        return Differences(self.difference + self.sd * noise, cluster)


@register("world", "separate-scores", outcome="numeric", paired=False)
@dataclass(frozen=True, slots=True)
class SeparateScores:
    """Graded scores of two systems, each on n items of its own."""

    difference: float
    sd_a: float = 1.0
    sd_b: float = 1.0
    shape: str = "normal"

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        check_number("difference", self.difference)
        _check_sd(self.sd_a)
        _check_sd(self.sd_b)
        check_one_of("shape", self.shape, SHAPES)

    def truth(self) -> float:
        """Return the true effect."""
        return self.difference

    def null(self) -> Self:
        """Return the same world with no effect."""
        return replace(self, difference=0.0)

    def draw(self, n: int, rng: np.random.Generator, size: int) -> IndependentScores:
        """Return a batch of `size` studies of n items for each system."""
        a = self.sd_a * _noise(self.shape, rng, (size, n))
        b = self.difference + self.sd_b * _noise(self.shape, rng, (size, n))
        return IndependentScores(a, b)


def _check_sd(value: float) -> None:
    if check_number("sd", value) <= 0:
        raise ParameterError("sd", "a number above 0", f"{value:g}")
