"""Every outcome of a study that is not vanishingly rare, with its probability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from claimwise.kernels import binomial
from claimwise.kernels.arrays import Floats, Ints, ints
from claimwise.kernels.strata import Strata
from claimwise.worlds.base import EnumerableWorld

AT_ONCE = 1_000_000  # outcomes


def outcomes(
    world: EnumerableWorld, n: int, strata: Strata | None = None, *, at_once: int = AT_ONCE
) -> Iterator[tuple[Any, Floats]]:
    """Yield studies of n items and their probabilities, part by part.

    >>> from claimwise.worlds import PairedAccuracy
    >>> [(studies, chance)] = outcomes(PairedAccuracy(0.0, 0.5), 2)
    >>> len(studies), round(float(chance.sum()), 12)
    (6, 1.0)
    """
    strata = world.strata(n) if strata is None else strata
    low, lengths = _spans(strata)
    start = 0
    while start < lengths.size:
        stop = start + max(1, int((np.cumsum(lengths[start:]) <= at_once).sum()))
        part = np.repeat(np.arange(start, stop), lengths[start:stop])
        offset = np.cumsum(lengths[start:stop]) - lengths[start:stop]
        count = low[part] + np.arange(part.size) - offset[part - start]
        chance = strata.weight[part] * binomial.pmf(count, strata.size[part], strata.prob)
        yield world.at(n, strata.stratum[part], count), chance
        start = stop


def number_of_outcomes(world: EnumerableWorld, n: int) -> int:
    """Return how many outcomes `outcomes` goes through."""
    return int(_spans(world.strata(n))[1].sum())


def _spans(strata: Strata) -> tuple[Ints, Ints]:
    """Return the first count of each stratum that is not vanishingly rare, and how many follow."""
    middle = strata.size * strata.prob
    reach = 9 * np.sqrt(middle * (1 - strata.prob)) + 12
    low = ints(np.maximum(0, np.floor(middle - reach)))
    return low, ints(np.minimum(strata.size, np.ceil(middle + reach))) - low + 1
