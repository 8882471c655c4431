"""A planned comparison of mean scores: how often a test finds the difference, by each route."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf, nan, sqrt
from typing import Any

import numpy as np
from scipy import special

from claimwise.engine.answer import power_rows
from claimwise.engine.counted import Formula, Supported
from claimwise.engine.drawn import Simulated, SimulatedSupport
from claimwise.engine.goal import Sign, Support, blind
from claimwise.engine.planned import LARGEST_N, Answer, Comb, Planned
from claimwise.engine.simulate import Run
from claimwise.htest import Test
from claimwise.intervals import Interval
from claimwise.kernels.arrays import Floats
from claimwise.kernels.t_power import Decided, TError, decided, one_group, two_groups
from claimwise.plan.counted import claim_needs
from claimwise.power import Power
from claimwise.power.claims import Judge
from claimwise.worlds import PairedScores, SeparateScores

EXACT_TESTS = ("paired-t", "t", "welch")
EXACT_INTERVALS = ("t", "pooled-t", "welch")
POOLED = ("t", "pooled-t")
CELLS = 1 << 21  # scores that a block of studies may hold
BLOCK = 1000
FEWEST = 6  # items in a search by simulation
FEWEST_EXACT = 2  # one item has no spread to be judged by
MOST = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Spreads:
    """How scores vary: paired, `a` is the standard deviation of an item's difference."""

    paired: bool
    a: float
    b: float = 0.0
    shape: str = "normal"
    cluster_size: int = 1
    icc: float = 0.0

    @property
    def unit(self) -> float:
        """The standard error of the difference, times the root of n; without clusters."""
        return sqrt(self.a**2 + self.b**2)

    @property
    def inflation(self) -> float:
        """By how much clusters multiply the variance of a mean."""
        return 1 + (self.cluster_size - 1) * self.icc

    @property
    def grows(self) -> bool:
        """Whether the data add up item by item: differences of single items."""
        return self.paired and self.cluster_size == 1

    def exact(self, procedure: Test | Interval) -> bool:
        """Whether the distribution of this procedure is known in such a world."""
        known = EXACT_TESTS if isinstance(procedure, Test) else EXACT_INTERVALS
        return procedure.name in known and self.shape == "normal" and self.inflation == 1

    def error(self, n: int, procedure: str) -> TError:
        """Return how the estimated standard error varies."""
        if self.paired:
            return one_group(n, self.a)
        return two_groups(n, self.a, self.b, pooled=procedure in POOLED)

    def world(self, difference: float) -> PairedScores | SeparateScores:
        """Return the world with this difference."""
        if self.paired:
            return PairedScores(difference, self.a, self.shape, self.cluster_size, self.icc)
        return SeparateScores(difference, self.a, self.b, self.shape)

    def support(self, judge: Judge, n: int, difference: float) -> float:
        """Return the exact probability that a study supports a claim."""
        ends = {"greater": -inf, "less": inf}
        ends |= {h.alternative: h.margin for h in judge.claim.hypotheses()}
        error = self.error(n, judge.procedure.name)
        return decided(
            error, difference, judge.claim.alpha, above=ends["greater"], below=ends["less"]
        ).probability


@dataclass(frozen=True, slots=True)
class NormalScores:
    """A t test of normal scores, whose distribution is known."""

    spreads: Spreads
    goal: Sign

    def powers(self, sizes: list[int], effect: float) -> Floats:
        """Return the power, right sign, of studies of several sizes."""
        side = "above" if effect > 0 else "below"
        return np.array(
            [self._decided(n, effect, side).probability if effect else nan for n in sizes]
        )

    def study(self, n: int, effect: float) -> Answer:
        """Return power, both kinds of error, and the false positives."""
        none = self._exactly(n, 0.0).reject_any
        return power_rows(self._exactly(n, effect), none, effect, n)

    def _exactly(self, n: int, difference: float) -> Power:
        above, below = (self._decided(n, difference, side) for side in ("above", "below"))
        size = above.effect - below.effect
        return Power.of(difference, above.probability, below.probability, size)

    def _decided(self, n: int, difference: float, side: str) -> Decided:
        """Return how often the test says that B is above A, or below."""
        goal = self.goal
        if blind(goal.alternative, 1.0 if side == "above" else -1.0) or n < FEWEST_EXACT:
            return Decided(0.0, 0.0)
        error = self.spreads.error(n, goal.test.name)
        tail = goal.alpha / 2 if goal.alternative == "two-sided" else goal.alpha
        return decided(error, difference, tail, **{side: 0.0})


@dataclass(frozen=True, slots=True)
class OfScores:
    """How often a claim is supported by normal scores, exactly."""

    spreads: Spreads
    judge: Judge

    def __call__(self, sizes: list[int], difference: float) -> Floats:
        """Return it for studies of several sizes."""
        return np.array([self.spreads.support(self.judge, n, difference) for n in sizes])


@dataclass(frozen=True, slots=True, kw_only=True)
class MeansStudy:
    """How scores vary, and how they are tested; n and the difference may still move."""

    spreads: Spreads
    test: Test
    alternative: str
    alpha: float
    target: float
    sign: int
    by: str
    unit: str = "items"
    replicates: int = 1
    resamples: int = 1
    seed: int = -1
    workers: int = 1

    @property
    def run(self) -> Run:
        """How studies are simulated."""
        return Run(self.replicates, self.seed, self.workers)

    def planned(self, judge: Judge | None = None) -> Planned:
        """Return the study of the test, or of a claim if there is a judge of one."""
        simulated = self.by == "simulation"
        shared: dict[str, Any] = {
            "target": self.target,
            "unit": self.unit,
            "fewest": FEWEST if simulated else FEWEST_EXACT,
            "most": MOST if simulated else LARGEST_N,
            "comb": lambda guess, difference: Comb(2, 256, patient=False),  # nothing wavers
            "rising": not simulated,
        }
        run = self.run
        world, spread = self.spreads.world, self.spreads.unit * sqrt(self.spreads.inflation)
        if judge is not None:
            claim = Support(judge)
            possible = anywhere
            support: Any = (
                SimulatedSupport(
                    world=world, goal=claim, run=run, possible=possible, block=block_of
                )
                if simulated
                else Supported(claim, OfScores(self.spreads, judge), possible, FEWEST_EXACT)
            )
            needs = claim_needs(claim, self.target, lambda d: spread)
            return Planned(goal=claim, route=support, needs=needs, possible=possible, **shared)
        goal = Sign(self.test, self.alpha, self.alternative, self.sign)
        how: Any = NormalScores(self.spreads, goal)
        if simulated:
            how = Simulated(
                world=world, goal=goal, run=run, resamples=self.resamples, block=block_of
            )
        elif self.by == "normal":
            how = Formula(goal, self.spreads, partial(_normal_power, self.spreads.unit, goal.z))
        step = goal.z + float(special.ndtri(self.target))
        return Planned(
            goal=goal,
            route=how,
            needs=lambda d: (step * spread / d) ** 2,
            grows=world if self.spreads.grows else None,
            closed=self.by == "normal",
            **shared,
        )


def anywhere(sign: int) -> tuple[float, float]:
    """Return that scores may differ by anything."""
    return 0.0, inf


def _normal_power(unit: float, z: float, n: float, difference: float) -> float:
    return float(special.ndtr(sqrt(n) * abs(difference) / unit - z))


def block_of(n: int) -> int:
    """Return how many studies of n items are drawn at once."""
    return max(1, min(BLOCK, CELLS // n))
