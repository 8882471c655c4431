"""Worlds of ratings that were published, by name.

Card et al. (2020) code the systems -1 and 1 and fit with one deviation for the slope, so that
their coefficient and slopes are half of a difference between systems: both are doubled here.
In Tables 13 to 15 a worker and an item have a deviation of their own for each system (that is
what their formula asks of lme4) and one for both; how these are correlated was not published,
and is taken to be 0. B is the first system of the table and A the second, also where there were
more than two; the effect is twice the coefficient of two, and the difference of two of several.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from claimwise.core import check_one_of
from claimwise.worlds.ratings import LinearRatings, OrdinalRatings, RatingWorld
from claimwise.worlds.varying import Varying


class Preset(NamedTuple):
    """A published world: where it stands, how it is made, and how many items a rater sees."""

    source: str
    make: Callable[[], RatingWorld]
    list_length: int | None = None  # None: all of them


def _card(worker: tuple[float, float], item: tuple[float, float], sigma: float) -> Preset:
    """Table 16: intercept and slope of workers and items, for systems coded -1 and 1."""
    return Preset(
        "Card et al. (2020), Table 16",
        lambda: LinearRatings(
            effect=0.0,
            level=0.5,
            sigma=sigma,
            rater=Varying(worker[0], 2 * worker[1]),
            item=Varying(item[0], 2 * item[1]),
        ),
    )


def _fitted(
    level: float,
    effect: float,
    sigma: float,
    worker: tuple[float, float, float],
    item: tuple[float, float, float],
) -> Preset:
    """Tables 13 to 15: grand mean, first minus second system, shared and own deviations."""
    return Preset(
        "Card et al. (2020), Tables 13 to 15",
        lambda: LinearRatings(
            effect=effect,
            level=level,
            sigma=sigma,
            rater=Varying.of_systems(worker[0], worker[2], worker[1]),
            item=Varying.of_systems(item[0], item[2], item[1]),
        ),
    )


def _latent(participant: tuple[float, float], item: tuple[float, float]) -> Preset:
    """Variance settings of the ordinal study: six points, thresholds at their means."""
    return Preset(
        "Howcroft and Rieser (2021)",
        lambda: OrdinalRatings(
            effect=0.0,
            thresholds=(-1.78, -1.16, -0.54, 0.08, 0.70),
            rater=Varying(*participant),
            item=Varying(*item),
            coding="treatment",
        ),
        list_length=25,
    )


PRESETS = {
    "card-low": _card((0.01, 0.04), (0.01, 0.13), 0.16),
    "card-high": _card((0.01, 0.11), (0.04, 0.14), 0.26),
    "extreme-low": _latent((0.28, 0.11), (0.29, 0.43)),
    "low": _latent((0.48, 0.27), (0.29, 0.63)),
    "general": _latent((0.52, 0.43), (0.57, 0.77)),
    "high": _latent((0.56, 0.67), (0.71, 0.89)),
    "extreme-high": _latent((0.56, 0.67), (1.09, 1.26)),
    "hashimoto-lm": _fitted(0.55, -0.06, 0.25, (0.0, 0.11, 0.11), (0.04, 0.14, 0.10)),
    "hashimoto-summarization": _fitted(0.58, 0.12, 0.26, (0.0, 0.13, 0.11), (0.07, 0.0, 0.18)),
    "hashimoto-reddit": _fitted(0.55, 0.02, 0.23, (0.11, 0.04, 0.08), (0.0, 0.13, 0.11)),
    "wmt19": _fitted(0.86, 0.08, 0.12, (0.07, 0.04, 0.13), (0.05, 0.03, 0.15)),
    "dathathri": _fitted(0.62, 0.09, 0.16, (0.0, 0.04, 0.05), (0.0, 0.16, 0.19)),
    "holtzman": _fitted(0.59, -0.02, 0.16, (0.09, 0.05, 0.03), (0.0, 0.13, 0.10)),
}


def preset(name: str) -> RatingWorld:
    """Return a published world.

    >>> preset("general").effect
    0.0
    """
    return PRESETS[check_one_of("world", name, PRESETS)].make()
