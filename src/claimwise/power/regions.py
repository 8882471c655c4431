"""Where a test rejects: the critical counts of every stratum, found once and kept.

On either side of the count at which the effect is zero, a test that rejects one count rejects all
more extreme ones, so that one count on each side is all there is to know. A side is "above" (from
which count on the test rejects) or "below" (up to which).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from claimwise.data import PairCounts
from claimwise.htest import Test
from claimwise.kernels.arrays import Flags, Ints, ints
from claimwise.kernels.critical import Condition, first_true, last_true
from claimwise.kernels.strata import Strata, of_discordant
from claimwise.power.normal import critical_z
from claimwise.worlds.base import EnumerableWorld

BLOCK = 512  # numbers of discordant items whose critical counts are found at once


def critical_counts(
    world: EnumerableWorld,
    test: Test,
    n: Any,
    strata: Strata,
    *,
    alpha: float,
    alternative: str,
    side: str,
) -> Ints:
    """Return the critical count of each stratum on one side.

    `n` is one size, or a column of sizes if the test has no costly region and the strata are
    those of that column.
    """
    if test.conditional and strata.as_tested:
        return counts_given_total(test, alpha, alternative, side, strata.stratum)
    if side == "above" and alternative == "less":
        return strata.size + 1
    if side == "below" and alternative == "greater":
        return np.full_like(strata.size, -1)
    if side == "below" and alternative == "two-sided" and strata.mirrored:
        how: dict[str, Any] = {"alpha": alpha, "alternative": alternative}
        return strata.size - critical_counts(world, test, n, strata, **how, side="above")
    if np.ndim(n) == 0 and (kept := _remembered(world, test, n, strata, alpha, alternative, side)):
        return kept[1]
    return _found(world, test, n, strata, alpha, alternative, side)


def _found(
    world: Any, test: Test, n: Any, strata: Strata, alpha: float, alternative: str, side: str
) -> Ints:
    rejects = test.rejects(n, alpha, alternative)

    def condition(count: Ints) -> Flags:
        return rejects(world.at(n, strata.stratum, count))

    return _searched(condition, strata, critical_z(alpha, alternative), side)


def _searched(condition: Condition, strata: Strata, z: float, side: str) -> Ints:
    """Return the critical counts, looking first where a normal score has its quantile z."""
    if side == "above":
        start, guess = ints(np.floor(strata.middle)) + 1, np.ceil(strata.middle + strata.reach(z))
        return first_true(condition, start, strata.size, ints(guess))
    end, guess = ints(np.ceil(strata.middle)) - 1, np.floor(strata.middle + strata.reach(-z))
    return last_true(condition, np.zeros_like(strata.size), end, ints(guess))


def counts_given_total(test: Test, alpha: float, alternative: str, side: str, total: Ints) -> Ints:
    """Return the critical counts of a conditional test for totals that follow one another.

    The total is the number of items on which the systems differ; no other number matters.
    """
    if side == "above" and alternative == "less":
        return total + 1
    if side == "below" and alternative == "greater":
        return np.full_like(total, -1)
    if side == "below" and alternative == "two-sided":
        return total - counts_given_total(test, alpha, alternative, "above", total)
    first, last = int(total[0]), int(total[-1])
    blocks = [
        _block(test, alpha, alternative, side, i) for i in range(first // BLOCK, last // BLOCK + 1)
    ]
    skip = first % BLOCK
    return np.concatenate(blocks)[skip : skip + last + 1 - first]


@lru_cache(maxsize=1024)
def _block(test: Test, alpha: float, alternative: str, side: str, block: int) -> Ints:
    """Return critical counts for a stretch of numbers of discordant items, whatever n."""
    total = np.arange(block * BLOCK, (block + 1) * BLOCK)
    n = int(total[-1])
    rejects = test.rejects(n, alpha, alternative)

    def condition(count: Ints) -> Flags:
        return rejects(PairCounts(count, total - count, n))

    strata = of_discordant(total, np.zeros(BLOCK), n, 0.5)
    return _searched(condition, strata, critical_z(alpha, alternative), side)


def _remembered(
    world: EnumerableWorld,
    test: Test,
    n: int,
    strata: Strata,
    alpha: float,
    alternative: str,
    side: str,
) -> tuple[Ints, Ints] | None:
    """Return strata and their critical counts, as for the same world without an effect.

    None if that world cannot be remembered, or goes through other strata.
    """
    null: Any = world.null()
    try:
        kept = _without_effect(null, test, n, alpha, alternative, side)
    except TypeError:  # not hashable
        return None
    return kept if np.array_equal(kept[0], strata.stratum) else None


@lru_cache(maxsize=512)
def _without_effect(
    world: Any, test: Test, n: int, alpha: float, alternative: str, side: str
) -> tuple[Ints, Ints]:
    strata = world.strata(n)
    return strata.stratum, _found(world, test, n, strata, alpha, alternative, side)
