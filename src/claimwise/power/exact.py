"""Power without simulation: sum over every outcome that the test would reject."""

from __future__ import annotations

import numpy as np

from claimwise.core import (
    ParameterError,
    check_alpha,
    check_alternative,
    check_count,
    sentence,
)
from claimwise.htest import Test, find_test
from claimwise.kernels.arrays import Ints, ints
from claimwise.kernels.critical import first_true, last_true
from claimwise.kernels.strata import Strata, rejections
from claimwise.power.normal import critical_z
from claimwise.power.point import Power
from claimwise.worlds.base import EnumerableWorld


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
    if not isinstance(world, EnumerableWorld):
        raise ParameterError(
            sentence(
                "exact_power",
                "a world with strata() and at(), whose outcomes can be enumerated",
                type(world).__name__,
                "Use simulate_power.",
            )
        )
    n, alpha = check_count("n", n), check_alpha(alpha)
    check_alternative(alternative)
    strata = world.strata(n)
    lower, upper = critical_counts(world, test, n, strata, alpha=alpha, alternative=alternative)
    found = rejections(strata, lower, upper)
    return Power.of(world.truth(), found.above, found.below, found.size_above + found.size_below)


def critical_counts(
    world: EnumerableWorld, test: Test, n: int, strata: Strata, *, alpha: float, alternative: str
) -> tuple[Ints, Ints]:
    """Return, for each stratum, up to which and from which count on the test rejects.

    On either side of the count at which the effect is zero, a test that rejects one count
    rejects all more extreme ones.
    """
    rejects = test.rejects(n, alpha, alternative)

    def condition(count: Ints) -> np.typing.NDArray[np.bool_]:
        return rejects(world.at(n, strata.stratum, count))

    reach = critical_z(alpha, alternative) * strata.spread
    lower, upper = np.full_like(strata.size, -1), strata.size + 1
    if alternative != "less":
        start, guess = ints(np.floor(strata.middle)) + 1, ints(strata.middle + reach)
        upper = first_true(condition, start, strata.size, guess)
    if alternative == "two-sided" and strata.mirrored:
        lower = strata.size - upper
    elif alternative != "greater":
        end, guess = ints(np.ceil(strata.middle)) - 1, ints(strata.middle - reach)
        lower = last_true(condition, np.zeros_like(strata.size), end, guess)
    return lower, upper
