"""Means of normal answers, drawn as such: K times fewer numbers, where metrics need no more."""

from __future__ import annotations

from math import sqrt

import numpy as np

from claimwise.data.responses import Answers, Counts
from claimwise.kernels.arrays import Floats
from claimwise.worlds.response_world import ResponseWorld
from claimwise.worlds.responses import NormalResponses

MOST = 64  # answers whose coins fit in a word


def has_normal_means(world: ResponseWorld, counts: Counts) -> bool:
    """Whether the mean answers to an item are normal: of none is cut, rounded or missing."""
    plain = isinstance(world, NormalResponses) and type(world)._rated is NormalResponses._rated
    return (
        plain
        and isinstance(world, NormalResponses)
        and world.limits is None
        and not world.levels
        and not world.missing
        and max(counts.a, counts.b) <= MOST
    )


def draw_means(
    world: NormalResponses,
    items: int,
    counts: Counts,
    rng: np.random.Generator,
    size: int,
    *,
    mixed: bool,
) -> Answers:
    """Return mean answers of `size` studies, each source (size, items, 1).

    They have the distribution of means of `world.draw`, or if `mixed` of `world.draw_mixed`.
    """
    gold, a, b, spread = world._items(items, rng, size)

    def around(mean: Floats, spreads: Floats, k: int, shift_sd: float) -> Floats:
        found = rng.standard_normal(mean.shape)
        found *= spreads
        found += mean
        if shift_sd:  # that of a rater or run, on all items
            found += rng.normal(0.0, shift_sd / sqrt(k), size=(size, 1))
        return found[..., None]

    def system(own: Floats, times: float, k: int) -> Floats:
        if not mixed:
            return around(own, times / sqrt(k) * spread, k, world.run_sd)
        words = rng.integers(0, 2**64, size=spread.shape, dtype=np.uint64)
        share = np.bitwise_count(words >> np.uint64(64 - k)) / k  # of answers that are A's
        squares = share * world.spread_a**2 + (1 - share) * world.spread_b**2
        return around(b + share * (a - b), np.sqrt(squares / k) * spread, k, world.run_sd)

    return Answers(
        around(gold, spread / sqrt(counts.gold), counts.gold, world.rater_sd),
        system(a, world.spread_a, counts.a),
        system(b, world.spread_b, counts.b),
    )
