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

    Whatever the number of all items: sizes that a search goes through share most of it.
    """

    def __init__(self, counts: Callable[[Ints], Ints], side: str, prob: float) -> None:
        self._counts, self._side, self._prob = counts, side, prob
        self._known: tuple[int, Floats] = 0, np.empty(0)

    def between(self, first: int, last: int) -> Floats:
        """Return the chances for all totals from `first` to `last`."""
        start, known = self._known
        end = start + known.size - 1
        if not known.size or first > end + 1 or last < start - 1:  # nothing to share
            start, known = first, self._found(first, last)
        else:
            if first < start:
                start, known = first, np.concatenate([self._found(first, start - 1), known])
            if last > end:
                known = np.concatenate([known, self._found(end + 1, last)])
        self._known = start, known
        return known[first - start : last + 1 - start]

    def _found(self, first: int, last: int) -> Floats:
        total = np.arange(first, last + 1)
        counts, prob = self._counts(total), self._prob
        if self._side == "below":
            counts, prob = total - counts, 1.0 - prob
        return binomial.at_least_along(counts, total, prob)


@lru_cache(maxsize=64)
def _given_total(test: Test, alpha: float, alternative: str, side: str, prob: float) -> _GivenTotal:
    counts = partial(counts_given_total, test, alpha, alternative, side)
    return _GivenTotal(counts, side, prob)
