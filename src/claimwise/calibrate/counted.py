"""What tests and intervals did in studies of one world: simulated ones, or every outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import nan, sqrt
from typing import Any, Self

import numpy as np

from claimwise.calibrate.histogram import BINS, bins_of
from claimwise.core import At, Row
from claimwise.engine.monte_carlo import LEVEL, NORMAL, share_row
from claimwise.engine.simulate import Run, gathered
from claimwise.htest import Test, find_test
from claimwise.intervals import Interval, find_interval
from claimwise.kernels.arrays import Floats
from claimwise.kernels.tails import significant
from claimwise.power.outcomes import outcomes
from claimwise.worlds.base import EnumerableWorld, World

DEFINED, FOUND, ABOVE, BELOW = range(4)  # columns of a test; then come the bins
COVERED, WIDTH, SQUARES = 1, 2, 3  # of an interval; its first column is DEFINED
CELLS = 1 << 21  # scores that a block of studies may hold
BLOCK = 1000
ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedures:
    """Tests and intervals, and how they are used."""

    tests: tuple[Test, ...]
    intervals: tuple[Interval, ...]
    alternative: str
    alpha: float
    level: float
    resamples: int

    @classmethod
    def named(cls, tests: Sequence[str], intervals: Sequence[str], **how: Any) -> Self:
        """Find procedures by their names; `how` holds the traits of the data, and the settings."""
        traits = {"outcome": how.pop("outcome"), "paired": how.pop("paired")}
        less = {} if how.pop("clustered") else {"clustered": False}
        return cls(
            tests=tuple(find_test(name, **traits, **less) for name in tests),
            intervals=tuple(find_interval(name, **traits, **less) for name in intervals),
            **how,
        )

    @property
    def resampled(self) -> bool:
        """Whether any of them draws resamples."""
        tests, intervals = (one.resampled for one in self.tests), self.intervals
        return any(tests) or any(one.resampled for one in intervals)


@dataclass(frozen=True, slots=True)
class Counted:
    """Sums over studies: of each test and interval a line, with the columns named above.

    Simulated studies weigh 1 each, outcomes as much as they are probable.
    """

    tests: Floats
    intervals: Floats
    studies: float

    def __add__(self, other: Counted) -> Counted:
        """Return the sums over both."""
        return Counted(
            self.tests + other.tests,
            self.intervals + other.intervals,
            self.studies + other.studies,
        )


def enumerated(world: EnumerableWorld, how: Procedures, n: int) -> Counted:
    """Return the sums over every outcome of a study of n items."""
    total = nothing(how)
    for studies, chance in outcomes(world, n):
        total = total + _count(how, studies, chance, world.truth(), seed=0)
    return total


def simulated(
    world: World, how: Procedures, n: int, *, replicates: int, seed: int, stream: int, workers: int
) -> Counted:
    """Return the sums over simulated studies of n items."""
    return gathered(
        partial(block_counts, world, how, n),
        nothing(how),
        Run(replicates, seed, workers),
        stream=stream,
        block=max(1, min(BLOCK, CELLS // n)),
        label=f"simulating studies with a difference of {world.truth():g}",
        tell=lambda total: _so_far(total, how, n),
    )


def nothing(how: Procedures) -> Counted:
    """Return sums over no study."""
    return Counted(np.zeros((len(how.tests), 4 + BINS)), np.zeros((len(how.intervals), 4)), 0.0)


def block_counts(
    world: World, how: Procedures, n: int, rng: np.random.Generator, size: int
) -> Counted:
    """Draw studies and count; a task for `map_blocks`."""
    studies = world.draw(n, rng, size)
    seed = int(rng.integers(2**32))  # after the studies, which do not depend on the procedures
    return _count(how, studies, np.ones(size), world.truth(), seed=seed)


def _count(how: Procedures, studies: Any, weight: Floats, truth: float, *, seed: int) -> Counted:
    drawn: dict[str, Any] = {"seed": seed, "resamples": how.resamples}
    effect = studies.effect()
    found = nothing(how)
    for line, test in zip(found.tests, how.tests, strict=True):
        p = test.evaluate(studies, how.alternative, **drawn)
        known = ~np.isnan(p)
        hit = known & significant(np.where(known, p, 1.0), how.alpha)
        parts = (known, hit, hit & (effect > 0), hit & (effect < 0))
        line[: len(parts)] = [weight[part].sum() for part in parts]
        line[len(parts) :] = np.bincount(bins_of(p[known]), weight[known], BINS)
    for line, interval in zip(found.intervals, how.intervals, strict=True):
        low, high = interval.evaluate(studies, how.level, **drawn)
        known = ~(np.isnan(low) | np.isnan(high))
        held = known & (low - ROUNDING <= truth) & (truth <= high + ROUNDING)
        width, w = (high - low)[known], weight[known]
        line[:] = w.sum(), weight[held].sum(), w @ width, w @ width**2
    return Counted(found.tests, found.intervals, float(weight.sum()))


def _so_far(total: Counted, how: Procedures, n: int) -> Row:
    """Say the share of findings of the first test, or the coverage of the first interval."""
    name = how.tests[0].name if how.tests else how.intervals[0].name
    line = total.tests[0] if how.tests else total.intervals[0]
    what = "finds a difference in" if how.tests else "holds the truth in"
    return share_row(f"{name} {what}", int(line[FOUND]), int(line[DEFINED]), n)


def part_row(quantity: str, at: At, part: float, of: float, n: int, *, exact: bool) -> Row:
    """Return a share: an exact one, or one of simulated studies with its interval."""
    if exact:
        share = min(1.0, part / of) if of else nan
        return Row(quantity=quantity, at=at, estimate=share, n=n)
    return share_row(quantity, round(part), round(of), n, at=at)


def width_row(at: At, line: Floats, n: int, *, exact: bool) -> Row:
    """Return the mean width of an interval."""
    of = line[DEFINED]
    mean = float(line[WIDTH] / of) if of else nan
    if exact or of < 2:
        return Row(quantity="width", at=at, estimate=mean, n=n)
    reach = NORMAL * sqrt(max(0.0, line[SQUARES] / of - mean**2) / (of - 1))
    return Row(
        quantity="width",
        at=at,
        estimate=mean,
        low=mean - reach,
        high=mean + reach,
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )
