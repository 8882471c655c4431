"""How often a claim with a margin will be supported: by what decides it once the data are there.

The same test, or interval, that `compare` runs on one study is run on all outcomes of a study that
can be enumerated, or on simulated studies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from claimwise.core import Row, check_count
from claimwise.data import Differences, IndependentCounts, IndependentScores, PairCounts
from claimwise.htest import Test
from claimwise.htest.claims import Claim, Hypothesis
from claimwise.intervals import Interval
from claimwise.kernels import binomial
from claimwise.kernels.arrays import Floats, Ints, ints
from claimwise.kernels.critical import first_true
from claimwise.kernels.strata import Strata
from claimwise.kernels.tails import significant
from claimwise.power.engine import BLOCK, RESAMPLES, Tally, block_tally, checked_tally
from claimwise.power.monte_carlo import share_row, told
from claimwise.run import map_blocks
from claimwise.worlds.base import EnumerableWorld, World

# Not surer with every count, nor defined for all: these are gone through outcome by outcome.
WAVERING = ("wald", "wald-paired")
AT_ONCE = 1_000_000  # outcomes
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
    n = check_count("n", n)
    strata = world.strata(n)
    if judge.procedure.name in WAVERING:
        return _one_by_one(world, judge, n, strata)
    first, last = np.zeros_like(strata.size), strata.size.copy()
    for hypothesis in judge.claim.hypotheses():
        critical = _critical(world, judge, hypothesis, n, strata)
        if hypothesis.alternative == "greater":
            first = np.maximum(first, critical)
        else:
            last = np.minimum(last, critical - 1)
    reached = binomial.at_least(first, strata.size, strata.prob)
    beyond = binomial.at_least(last + 1, strata.size, strata.prob)
    found = np.where(last >= first, reached - beyond, 0.0)
    return min(1.0, max(0.0, float(strata.weight @ found)))


def _one_by_one(world: EnumerableWorld, judge: Judge, n: int, strata: Strata) -> float:
    """Sum over every outcome that is not vanishingly rare."""
    middle = strata.size * strata.prob
    reach = 9 * np.sqrt(middle * (1 - strata.prob)) + 12
    low = ints(np.maximum(0, np.floor(middle - reach)))
    lengths = ints(np.minimum(strata.size, np.ceil(middle + reach))) - low + 1
    total, start = 0.0, 0
    while start < lengths.size:
        stop = start + max(1, int((np.cumsum(lengths[start:]) <= AT_ONCE).sum()))
        part = np.repeat(np.arange(start, stop), lengths[start:stop])
        offset = np.cumsum(lengths[start:stop]) - lengths[start:stop]
        count = low[part] + np.arange(part.size) - offset[part - start]
        supported = judge.supports(world.at(n, strata.stratum[part], count)) == 1
        chance = strata.weight[part] * binomial.pmf(count, strata.size[part], strata.prob)
        total += float(chance[supported].sum())
        start = stop
    return min(1.0, total)


def _critical(
    world: EnumerableWorld, judge: Judge, hypothesis: Hypothesis, n: int, strata: Strata
) -> Ints:
    """Return the first count of each stratum that rejects; of "less", that no longer does."""
    up = hypothesis.alternative == "greater"

    def met(count: Ints) -> np.typing.NDArray[np.bool_]:
        rejected = judge.rejects(hypothesis, world.at(n, strata.stratum, count)) == 1
        return np.asarray(rejected if up else ~rejected)

    middle = (hypothesis.margin - strata.shift) / strata.slope
    reach = 1.7 * strata.spread if up else -1.7 * strata.spread
    guess = np.clip(ints(middle + reach), 0, strata.size)
    return first_true(met, np.zeros_like(strata.size), strata.size, guess)


def count_supported(
    world: World,
    judge: Judge,
    n: int,
    *,
    replicates: int,
    seed: int,
    stream: int = 0,
    workers: int = 1,
    block: int = BLOCK,
) -> Tally:
    """Simulate studies of one world and count those that support the claim, as rejections."""
    total = Tally()
    blocks: Iterator[Tally] = map_blocks(
        partial(block_tally, world, judge.supports, n),
        replicates,
        seed=seed,
        stream=stream,
        block=block,
        workers=workers,
        label="simulating studies that may support the claim",
        tell=lambda: told(support_row("claim supported in", total, n)),
    )
    for found in blocks:
        total = total + found
    return checked_tally(total, replicates)


def support_row(estimand: str, tally: Tally, n: int) -> Row:
    """Return the share of simulated studies that support the claim."""
    return share_row(estimand, tally.rejected, tally.done, n)
