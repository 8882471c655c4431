"""Distributions over items of a given mean, variance and skewness, by the name of their family."""

from __future__ import annotations

from dataclasses import replace
from math import erf, exp, inf, pi, sqrt

from claimwise.worlds.item_distributions import Distribution

CHOICES = ("uniform", "normal", "folded-normal", "triangular", "beta")


def of_moments(
    family: str,
    mean: float,
    variance: float,
    skew: float = 0.0,
    *,
    ends: tuple[float, float] = (0.0, 1.0),
    positive: bool = False,
) -> Distribution | None:
    """Return the distribution of a family that has these moments; None if there is none.

    Parameters
    ----------
    family : str
        One of `CHOICES`.
    mean, variance, skew : float
        The skewness is used by triangular alone.
    ends : (float, float)
        Where a beta distribution begins and ends.
    positive : bool
        Whether values below 0 are moved to 0.
    """
    if variance <= 0:
        return Distribution("constant", (float(f"{max(mean, 0.0) if positive else mean:.6g}"),))
    sd = sqrt(variance)
    if family == "uniform":
        return _made(family, (mean - sqrt(3) * sd, mean + sqrt(3) * sd), positive)
    if family == "normal":
        return _made(family, (mean, sd), positive)
    if family == "triangular":
        return _made(family, _triangle(mean, variance, skew), positive)
    if family == "folded-normal":
        return _made(family, _folded(mean, variance), positive) if mean > 0 else None
    low, high = ends
    if not low < mean < high:
        return None
    share, spread = (mean - low) / (high - low), variance / (high - low) ** 2
    if not spread < share * (1 - share):
        return None
    size = share * (1 - share) / spread - 1
    return _made(family, (share * size, (1 - share) * size, low, high), positive)


def _made(family: str, numbers: tuple[float, ...], positive: bool) -> Distribution | None:
    """Return the distribution with as many digits as anybody reads, moved to 0 where below."""
    found = Distribution(family, tuple(float(f"{x:.6g}") for x in numbers))
    if positive and found.support()[0] < 0:
        found = replace(found, limits=(0.0, inf))
    return found if found.support()[0] < found.support()[1] else None


def _folded(mean: float, variance: float) -> tuple[float, float]:
    """Return mean and deviation of the normal; a folded one is at least as skewed as a half."""
    square = mean**2 + variance
    if mean**2 <= 2 / pi * square:
        return 0.0, sqrt(square)

    def folded_mean(centre: float) -> float:
        sd = sqrt(max(square - centre**2, 1e-300))
        ratio = centre / sd
        return sd * sqrt(2 / pi) * exp(-(ratio**2) / 2) + centre * erf(ratio / sqrt(2))

    low, high = 0.0, sqrt(square)
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if folded_mean(middle) < mean else (low, middle)
    return low, sqrt(max(square - low**2, 0.0))


def _triangle(mean: float, variance: float, skew: float) -> tuple[float, float, float]:
    """Return low, mode and high; a skewness beyond that of a right-angled one is cut to it."""

    def skewness(t: float) -> float:
        square = 1 - t + t * t
        return sqrt(2) * (1 - 2 * t) * (1 + t) * (2 - t) / (5 * square * sqrt(square))

    low, high = 0.0, 1.0  # of the mode, on a width of 1; the skewness falls with it
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if skewness(middle) > skew else (low, middle)
    mode = (low + high) / 2
    width = sqrt(18 * variance / (1 - mode + mode**2))
    start = mean - width * (1 + mode) / 3
    return start, start + mode * width, start + width
