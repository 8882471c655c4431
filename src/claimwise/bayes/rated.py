"""What draws of the crossed model say of ratings themselves: by new raters, of new items.

A new rater and a new item are drawn from the populations that those of the study stand for, so
that all of their effects are in the spread of a rating, and none of them in its mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from scipy import special

from claimwise.bayes.draws import Draws
from claimwise.bayes.effects import draws_row
from claimwise.bayes.mcmc.data import Ratings
from claimwise.core import Row
from claimwise.kernels import bivariate_normal
from claimwise.kernels.arrays import Floats, Ints

REPLICATES = 500
AT_ONCE = 4_000_000  # numbers of a block of replicates
SMALLEST = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Spreads:
    """Variances of one rating, chain by draw: of each system, and what two of them share."""

    total: Floats  # chain, draw, system
    shared: Floats  # chain, draw


def spreads(draws: Draws) -> Spreads:
    """Return the variances of a rating of a new item by a new rater.

    Slopes of K systems that add up to 0, two of them differing with standard deviation s, have
    the variance (1 - 1/K) s^2 / 2 each, and the covariance -s^2 / 2K.
    """
    noise = draws["sigma"] ** 2
    level = draws["sd_rater"] ** 2 + draws["sd_item"] ** 2
    slope = np.zeros_like(level)
    if "sd_rater_slope" in draws.names:
        slope = (draws["sd_rater_slope"] ** 2 + draws["sd_item_slope"] ** 2) / 2
    shared = level - slope / noise.shape[2]
    return Spreads(noise + (shared + slope)[..., None], shared)


def chances(draws: Draws) -> Floats:
    """Return the probability of each level, for each system: chain, draw, system, level."""
    return np.diff(special.ndtr(_ends(_cuts(draws))), axis=-1)


def pair_chances(draws: Draws, a: int, b: int) -> Floats:
    """Return the probability of each pair of levels that one rater gives one item under A and B."""
    cuts, found = _cuts(draws), spreads(draws)
    both = np.sqrt(found.total[..., a] * found.total[..., b])
    return bivariate_normal.cells(cuts[..., a, :], cuts[..., b, :], found.shared / both)


def _cuts(draws: Draws) -> Floats:
    """Return the thresholds in standard deviations of a rating from its mean, by system."""
    away = draws["threshold"][:, :, None, :] - draws["mu"][..., None]
    return np.asarray(away / np.sqrt(spreads(draws).total)[..., None])


def _ends(cuts: Floats) -> Floats:
    """Return cuts with both ends of the scale around them."""
    around = [(0, 0)] * (cuts.ndim - 1) + [(1, 1)]
    return np.pad(cuts, around, constant_values=[*[(0, 0)] * (cuts.ndim - 1), (-inf, inf)])


def system_rows(
    draws: Draws, systems: tuple[str, ...], values: Floats, words: tuple[str, ...], level: float
) -> list[Row]:
    """Return what each system is rated: latent mean and sd, expected rating, share of each level.

    `values` are the points that the levels stand for, and `words` their names.
    """
    found = chances(draws)
    rows = []
    for place, name in enumerate(systems):
        at = {"system": name}
        mean = found[:, :, place] @ values
        rows += [
            draws_row("posterior_mean", draws["mu"][..., place], level, at=at),
            draws_row("sd", draws["sigma"][..., place], level, at=at),
            draws_row("expected_rating", mean, level, at=at),
        ]
        for k, word in enumerate(words):
            share = float(found[:, :, place, k].mean())
            rows.append(Row(quantity="category", at={**at, "category": word}, estimate=share))
    return rows


def pair_rows(draws: Draws, a: int, b: int, values: Floats, level: float) -> list[Row]:
    """Return how ratings of B compare with those of A: in points, and one by one.

    ``points``: the expected rating of B minus that of A. ``above``, ``below``: how probable it is
    that a rater who rates an item under both rates B higher, or lower; ``superiority`` is the
    former with half of the ties. ``effect_size``: the latent difference in standard deviations of
    the noise, those of both systems averaged by their squares.
    """
    found = chances(draws)
    cells = pair_chances(draws, a, b)
    above = np.triu(cells, 1).sum(axis=(-2, -1))
    below = np.tril(cells, -1).sum(axis=(-2, -1))
    gap = draws["mu"][..., b] - draws["mu"][..., a]
    noise = np.sqrt((draws["sigma"][..., a] ** 2 + draws["sigma"][..., b] ** 2) / 2)
    quantities = {
        "effect_size": gap / noise,
        "points": (found[:, :, b] - found[:, :, a]) @ values,
        "above": above,
        "below": below,
        "superiority": (1 + above - below) / 2,
    }
    return [draws_row(name, quantity, level) for name, quantity in quantities.items()]


def group_rows(draws: Draws, groups: dict[str, str], system: str, level: float) -> list[Row]:
    """Return how raters and items differ, in levels of the latent scale.

    ``sd[GROUP, (Intercept)]`` is that of their levels over all systems, ``sd[GROUP, SYSTEM]`` that
    of the difference they see between two systems.
    """
    rows = []
    for role, column in groups.items():
        for site, term in ((f"sd_{role}", "(Intercept)"), (f"sd_{role}_slope", system)):
            if site in draws.names:
                at = {"group": column, "term": term}
                rows.append(draws_row("sd", draws[site], level, at=at))
    return rows


def predictive_levels(draws: Draws, ratings: Ratings, seed: int) -> dict[str, float]:
    """Return, for each system, where its levels lie among those drawn from the fitted model.

    New ratings by the same raters of the same items; the share of draws in which their levels are
    farther, by chi-square, from what the draw expects than the levels of the data.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(9, 0)))
    flat = {name: array.reshape(-1, *array.shape[2:]) for name, array in draws.values.items()}
    total = len(flat["mu"])
    chosen = rng.choice(total, min(REPLICATES, total), replace=False)
    levels = flat["threshold"].shape[1] + 1
    step = max(1, AT_ONCE // (ratings.n * levels))
    far: list[Floats] = []
    for start in range(0, len(chosen), step):
        some = {name: array[chosen[start : start + step]] for name, array in flat.items()}
        far.append(_distances(some, ratings, rng))
    drawn, seen = np.concatenate(far, axis=1)
    shares = ((drawn > seen) + 0.5 * (drawn == seen)).mean(axis=0)
    return dict(zip(ratings.names, map(float, shares), strict=True))


def _distances(some: dict[str, Floats], ratings: Ratings, rng: np.random.Generator) -> Floats:
    """Return chi-squares of drawn and of real levels: (drawn or real, draw, system)."""
    at = ratings.system
    latent = some["middle"][:, at]
    for name in ("rater", "item"):
        latent = latent + some[f"{name}_deviation"][:, getattr(ratings, name), at]
    away = (some["threshold"][:, None, :] - latent[..., None]) / some["sigma"][:, at, None]
    below = special.ndtr(away)
    new = (rng.uniform(size=latent.shape)[..., None] > below).sum(axis=-1)
    chance = np.diff(below, axis=-1, prepend=0.0, append=1.0)
    return np.array([_chi_squares(level, chance, ratings) for level in (new, ratings.level)])


def _chi_squares(level: Ints, chance: Floats, ratings: Ratings) -> Floats:
    count = (level[..., None] == np.arange(chance.shape[-1])) - chance
    found = []
    for system in range(len(ratings.names)):
        of = ratings.system == system
        expected = np.maximum(chance[:, of].sum(axis=1), SMALLEST)
        found.append((count[:, of].sum(axis=1) ** 2 / expected).sum(axis=-1))
    return np.array(found).T
