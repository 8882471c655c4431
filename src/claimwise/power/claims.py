"""How often a claim with a margin will be supported: by what decides it once the data are there.

The same test, or interval, that `compare` runs on one study is run on all outcomes of a study that
can be enumerated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from claimwise.core import check_count
from claimwise.data import Differences, IndependentCounts, IndependentScores, PairCounts
from claimwise.htest import Test
from claimwise.htest.claims import Claim, Hypothesis
from claimwise.intervals import Interval
from claimwise.kernels import binomial
from claimwise.kernels.arrays import Flags, Floats, Ints, ints
from claimwise.kernels.critical import first_true
from claimwise.kernels.strata import Strata, averaged, tails
from claimwise.kernels.tails import significant
from claimwise.power.normal import critical_z
from claimwise.power.outcomes import AT_ONCE, outcomes
from claimwise.worlds.base import EnumerableWorld

RESAMPLES = 1000  # within each simulated study, of what resamples
# Not surer with every count, nor defined for all: these are gone through outcome by outcome.
WAVERING = ("wald", "wald-paired")
Studies = PairCounts | IndependentCounts | Differences | IndependentScores


@dataclass(frozen=True, slots=True)
class Judge:
    """A claim, and what decides it: the p-values of a test, or an interval."""

    claim: Claim
    procedure: Test | Interval
    resamples: int = RESAMPLES

    def supports(self, studies: Studies, seed: int = 0) -> Floats:
        """Return 1 where the claim is supported, 0 where it is not, NaN where undefined."""
        found = [self.rejects(h, studies, seed) for h in self.claim.hypotheses()]
        return np.asarray(np.min(found, axis=0))

    def rejects(self, hypothesis: Hypothesis, studies: Studies, seed: int = 0) -> Floats:
        """Return 1 where one null hypothesis of the claim is rejected; see `supports`."""
        how = {"seed": seed, "resamples": self.resamples}
        if isinstance(self.procedure, Test):
            p = self.procedure.evaluate(
                studies, hypothesis.alternative, margin=hypothesis.margin, **how
            )
            return np.where(np.isnan(p), np.nan, significant(p, self.claim.alpha))
        low, high = self.procedure.evaluate(studies, self.claim.judging_level, **how)
        slack = 1e-12 * np.maximum(np.maximum(np.abs(low), np.abs(high)), self.claim.margin)
        if hypothesis.alternative == "greater":
            beyond = low - slack > hypothesis.margin
        else:
            beyond = high + slack < hypothesis.margin
        return np.where(np.isnan(low) | np.isnan(high), np.nan, beyond)


def exact_support(world: EnumerableWorld, judge: Judge, n: int) -> float:
    """Return the probability that a study of n items supports the claim, by enumeration.

    Within a stratum most procedures grow surer that B is ahead with each further count of B's,
    so that a search finds where they start to be sure; the others are asked about every outcome.
    A study whose verdict is not defined does not support the claim.

    Examples
    --------
    >>> from claimwise.htest import find_test
    >>> from claimwise.worlds import PairedAccuracy
    >>> judge = Judge(Claim("non-inferiority", 0.02), find_test("tango"))
    >>> round(exact_support(PairedAccuracy(0.0, 0.9), judge, 1000), 4)
    0.6308
    """
    return float(exact_supports(world, judge, [check_count("n", n)])[0])


def exact_supports(world: EnumerableWorld, judge: Judge, sizes: Sequence[int]) -> Floats:
    """Return the same for studies of several sizes, at once if the claim is decided by a test."""
    test = judge.procedure
    if judge.procedure.name in WAVERING:
        return np.array([_one_by_one(world, judge, n, world.strata(n)) for n in sizes])
    if len(sizes) == 1 or not (isinstance(test, Test) and test.any_size):
        return np.array([_summed(world, judge, n) for n in sizes])
    rows = max(1, AT_ONCE // binomial.support(max(sizes), 0.5).size)
    column = ints(sizes)[:, None]
    parts = [column[i : i + rows] for i in range(0, len(sizes), rows)]
    return np.concatenate([_summed(world, judge, part) for part in parts])


def _summed(world: EnumerableWorld, judge: Judge, n: Any) -> Floats:
    """Sum over the outcomes between the critical counts of each stratum."""
    strata = world.strata(n)
    first, last = np.zeros_like(strata.size), strata.size.copy()
    for hypothesis in judge.claim.hypotheses():
        critical = _critical(world, judge, hypothesis, n, strata)
        if hypothesis.alternative == "greater":
            first = np.maximum(first, critical)
        else:
            last = np.minimum(last, critical - 1)
    reached, beyond = tails(strata, first, "above"), tails(strata, last + 1, "above")
    return np.maximum(0.0, averaged(strata, np.where(last >= first, reached - beyond, 0.0)))


def _one_by_one(world: EnumerableWorld, judge: Judge, n: int, strata: Strata) -> float:
    """Sum over every outcome that is not vanishingly rare."""
    found = (
        float(chance[judge.supports(studies) == 1].sum())
        for studies, chance in outcomes(world, n, strata)
    )
    return min(1.0, sum(found))


def _critical(
    world: EnumerableWorld, judge: Judge, hypothesis: Hypothesis, n: Any, strata: Strata
) -> Ints:
    """Return the first count of each stratum that rejects; of "less", that no longer does."""
    if np.ndim(n):
        return _searched(world, judge, hypothesis, n, strata)
    null: Any = world.null()
    try:
        stratum, found = _without_effect(null, judge, hypothesis, n)
    except TypeError:  # a world that is not hashable cannot be remembered
        return _searched(world, judge, hypothesis, n, strata)
    same = np.array_equal(stratum, strata.stratum)
    return found if same else _searched(world, judge, hypothesis, n, strata)


@lru_cache(maxsize=64)
def _without_effect(world: Any, judge: Judge, hypothesis: Hypothesis, n: int) -> tuple[Ints, Ints]:
    """Return strata and their critical counts: the same whatever the true difference."""
    strata = world.strata(n)
    return strata.stratum, _searched(world, judge, hypothesis, n, strata)


def _searched(world: Any, judge: Judge, hypothesis: Hypothesis, n: Any, strata: Strata) -> Ints:
    up = hypothesis.alternative == "greater"

    def met(count: Ints) -> Flags:
        rejected = judge.rejects(hypothesis, world.at(n, strata.stratum, count)) == 1
        return np.asarray(rejected if up else ~rejected)

    there, z = strata.about(hypothesis.margin), critical_z(judge.claim.alpha, "greater")
    guess = np.ceil(there.middle + there.reach(z if up else -z))
    return first_true(met, np.zeros_like(strata.size), strata.size, ints(guess))
