"""How often a test rejects on one side, summed over the strata of a study."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import numpy as np

from claimwise.htest import Test
from claimwise.kernels import binomial
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.strata import Strata, averaged, tails
from claimwise.power.regions import counts_given_total, critical_counts
from claimwise.worlds.base import EnumerableWorld

STRETCH = 256  # numbers of discordant items


def chance(
    world: EnumerableWorld,
    test: Test,
    n: Any,
    strata: Strata,
    *,
    alpha: float,
    alternative: str,
    side: str,
) -> Floats:
    """Return the probability of a rejection on one side; of a column of sizes, for each.

    See `claimwise.power.regions.critical_counts` for the parameters.
    """
    if test.conditional and strata.as_tested:
        given = _given_total(test, alpha, alternative, side, strata.prob)
        return averaged(strata, given.between(int(strata.stratum[0]), int(strata.stratum[-1])))
    counts = critical_counts(
        world, test, n, strata, alpha=alpha, alternative=alternative, side=side
    )
    return averaged(strata, tails(strata, counts, side))


class _GivenTotal:
    """How often a conditional test rejects given the number of discordant items.

    Whatever the number of all items: sizes that a search goes through share most of it. The
    totals are gone through in stretches that begin at fixed places, so that the last digit of an
    answer does not depend on what was asked before.
    """

    def __init__(self, counts: Callable[[Ints], Ints], side: str, prob: float) -> None:
        self._counts, self._side, self._prob = counts, side, prob
        self._stretches: dict[int, Floats] = {}

    def between(self, first: int, last: int) -> Floats:
        """Return the chances for all totals from `first` to `last`."""
        begin = first // STRETCH
        stretches = [self._stretch(i) for i in range(begin, last // STRETCH + 1)]
        skip = begin * STRETCH
        return np.concatenate(stretches)[first - skip : last + 1 - skip]

    def _stretch(self, i: int) -> Floats:
        if i not in self._stretches:
            total = np.arange(i * STRETCH, (i + 1) * STRETCH)
            counts, prob = self._counts(total), self._prob
            if self._side == "below":
                counts, prob = total - counts, 1.0 - prob
            self._stretches[i] = binomial.at_least_along(counts, total, prob)
        return self._stretches[i]


@lru_cache(maxsize=64)
def _given_total(test: Test, alpha: float, alternative: str, side: str, prob: float) -> _GivenTotal:
    counts = partial(counts_given_total, test, alpha, alternative, side)
    return _GivenTotal(counts, side, prob)
