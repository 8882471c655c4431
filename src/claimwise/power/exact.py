"""Power without simulation: sum over every outcome that the test would reject."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import nan
from typing import Any

import numpy as np

from claimwise.core import (
    ParameterError,
    check_alpha,
    check_alternative,
    check_count,
)
from claimwise.htest import Test, find_test
from claimwise.kernels import binomial
from claimwise.kernels.arrays import Floats
from claimwise.kernels.strata import rejections
from claimwise.power.chances import chance
from claimwise.power.point import Power
from claimwise.power.regions import critical_counts
from claimwise.worlds.base import EnumerableWorld

AT_ONCE = 250_000  # outcomes


def exact_power(
    world: EnumerableWorld,
    test: Test | str,
    n: int,
    *,
    alpha: float = 0.05,
    alternative: str = "two-sided",
) -> Power:
    """Return the power of a test in a world, by enumeration.

    Parameters
    ----------
    world : EnumerableWorld
        Such as `claimwise.PairedAccuracy`.
    test : Test or str
        A registered test or its name.
    n : int
        Items in the study (in each group, if there are two).
    alpha, alternative
        Significance level; "two-sided", "less" or "greater".

    Examples
    --------
    >>> from claimwise.worlds import PairedAccuracy
    >>> study = exact_power(PairedAccuracy(0.02, 0.9), "mcnemar-exact", 500)
    >>> round(study.power, 4), round(study.type_m, 3)
    (0.2494, 1.892)
    """
    test = find_test(test) if isinstance(test, str) else test
    if not _enumerable(type(world)):
        raise ParameterError(
            "exact_power",
            "a world with strata() and at(), whose outcomes can be enumerated",
            type(world).__name__,
            "Use simulate_power.",
        )
    n, alpha = check_count("n", n), check_alpha(alpha)
    check_alternative(alternative)
    strata = world.strata(n)
    lower, upper = (
        critical_counts(world, test, n, strata, alpha=alpha, alternative=alternative, side=side)
        for side in ("below", "above")
    )
    found = rejections(strata, lower, upper)
    return Power.of(world.truth(), found.above, found.below, found.size_above + found.size_below)


def false_positives(
    world: EnumerableWorld, test: Test, n: int, *, alpha: float, alternative: str
) -> float:
    """Return how often a test rejects, with either sign, where there is no effect."""
    null: Any = world.null()
    try:
        hash(null)
    except TypeError:
        return _without_effect.__wrapped__(null, test, n, alpha, alternative)
    return _without_effect(null, test, n, alpha, alternative)


@lru_cache(maxsize=512)
def _without_effect(
    null: EnumerableWorld, test: Test, n: int, alpha: float, alternative: str
) -> float:
    strata = null.strata(n)
    sides = (
        chance(null, test, n, strata, alpha=alpha, alternative=alternative, side=side)
        for side in ("above", "below")
    )
    return min(1.0, float(sum(sides)))


def right_sign(
    world: EnumerableWorld, test: Test, sizes: Sequence[int], *, alpha: float, alternative: str
) -> Floats:
    """Return the power of studies of several sizes, and nothing else: what searches ask for.

    The same sums as in `exact_power`, for all sizes at once.
    """
    truth = world.truth()
    if not truth:
        return np.full(len(sizes), nan)
    side = "above" if truth > 0 else "below"

    def power(n: Any) -> Floats:
        strata = world.strata(n)
        return chance(world, test, n, strata, alpha=alpha, alternative=alternative, side=side)

    if len(sizes) == 1 or not test.any_size:
        return np.array([power(n) for n in sizes])
    rows = max(1, AT_ONCE // binomial.support(max(sizes), 0.5).size)
    column = np.asarray(sizes, np.int64)[:, None]
    return np.concatenate([power(column[i : i + rows]) for i in range(0, len(sizes), rows)])


@lru_cache(maxsize=64)
def _enumerable(kind: type) -> bool:
    return issubclass(kind, EnumerableWorld)
