"""A planned comparison by BLEU and metrics like it: simulated, or by the normal approximation."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

import numpy as np

from claimwise.core import Note, Row, caution, meaning
from claimwise.engine.answer import answer, mde_rows, undefined
from claimwise.engine.belief import assured_rows
from claimwise.engine.drawn import Simulated
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.goal import Sign
from claimwise.engine.planned import Answer, Planned
from claimwise.engine.simulate import Run, Tally
from claimwise.htest import find_test
from claimwise.kernels.arrays import Floats
from claimwise.power.delta_normal import Approximation, normal_mde, normal_size, normal_study
from claimwise.worlds.delta_laplace import DeltaLaplace

TEST = "permutation"  # of the x of the world: a swap turns a sign
CELLS = 1 << 21  # numbers that a block of studies may hold
BLOCK = 250
LARGEST = 50_000  # items, in a search; beyond, the normal approximation is as good
LARGEST_DIFFERENCE = 100.0
FEWEST = 2  # items
APPROXIMATE = meaning("By the normal approximation: no randomisation test was run.")
ENOUGH = 50  # items that differ, from which on the approximation is a good one


@dataclass(frozen=True, slots=True)
class Normal:
    """The normal approximation to randomisation, in a world that may have any difference."""

    world: DeltaLaplace
    goal: Sign

    def powers(self, sizes: list[int], effect: float) -> Floats:
        """Return the power, right sign, of studies of several sizes."""
        return np.array([self._study(n, effect).power for n in sizes])

    def study(self, n: int, effect: float) -> Answer:
        """Return power and both kinds of error."""
        found = self._study(n, effect)
        values = found._asdict().items()
        rows = [Row(quantity=name, estimate=value, n=n) for name, value in values]
        return rows, undefined(effect, found.reject_any)

    def _study(self, n: int, effect: float) -> Approximation:
        return normal_study(self.world.at(effect), n, self.goal.alpha, self.goal.alternative)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeltaStudy:
    """How studies are tested and simulated; the difference and n may still move.

    `search` is the run of each point of a search, and `largest` the largest difference that two
    scores can have. `nulls` keeps what was found without an effect.
    """

    world: DeltaLaplace
    alpha: float
    alternative: str
    sign: int
    target: float
    by: str
    run: Run
    search: Run
    resamples: int
    unit: str = "items"
    largest: float = inf
    nulls: dict[int, Tally] = field(default_factory=dict)

    @property
    def goal(self) -> Sign:
        """A difference that randomisation finds."""
        return Sign(find_test(TEST), self.alpha, self.alternative, self.sign)

    def planned(self, by: str, run: Run) -> Planned:
        """Return the study as solvers and averages see it."""
        goal, simulated = self.goal, by == "simulation"
        how = (self.target, self.alpha, self.alternative)
        most = min(self.largest, LARGEST_DIFFERENCE) if simulated else self.largest
        return Planned(
            goal=goal,
            route=self.simulated(run) if simulated else Normal(self.world, goal),
            target=self.target,
            needs=lambda d: normal_size(self.world.at(d), *how),
            near=lambda n: normal_mde(self.world, n, *how),
            possible=lambda sign: (0.0, most),
            unit=self.unit,
            fewest=FEWEST,
            most=4 * LARGEST,
            closed=not simulated,
        )

    def simulated(self, run: Run) -> Simulated:
        """Return the way to power by so many simulated studies."""
        return Simulated(
            world=self.world.at,
            goal=self.goal,
            run=run,
            resamples=self.resamples,
            block=block_of,
            nulls=self.nulls,
        )

    def rows(self, n: int | None, difference: float | None, solve: str | None) -> Answer:
        """Return power, what is detectable and what suffices, as asked."""
        if self.by == "normal" and difference is None and solve is None and n is not None:
            rows, notes = mde_rows(self.planned("normal", self.run), n)
            return rows, [*notes, self._approximate(n)]
        if self.by == "normal":
            found = answer(self.planned("normal", self.run), n, difference, solve)
            return found.rows, [*found.notes, self._approximate(found.n)]
        searched = self.planned("simulation", self.search)
        notes = []
        looked = difference if solve != "mde" else None
        far = looked and LARGEST < searched.needs(looked) < inf and solve != "power"
        if far:
            formula = self.planned("normal", self.run)
            said = "The size needed is by the normal approximation, which is good from "
            notes.append(meaning(f"{said}{LARGEST:,} {self.unit} on."))
            sized = answer(formula, None, difference, "n")
            rows = [row for row in sized.rows if row.quantity == "sample_size"]
            if solve == "n":
                return rows, notes
        beside = ("mde",) if far else ("mde", "n")
        shown = self.simulated(self.run)
        found = answer(searched, n, difference, solve, shown=shown, beside=beside)
        return found.rows + (rows if far else []), found.notes + notes

    def assured(self, n: int, prior: EffectPrior) -> Answer:
        """Return the power averaged over a prior of the true difference."""
        return assured_rows(self.planned(self.by, self.run), n, prior)

    def _approximate(self, n: int | None) -> Note:
        """Say what the numbers are, and that they are none to trust where few items differ."""
        differ = inf if n is None else n * (1 - self.world.zero_share)
        if differ >= ENOUGH:
            return APPROXIMATE
        return caution(
            f"By the normal approximation, which is poor where so few {self.unit} differ "
            f"(about {differ:.0f}): use by simulation."
        )


def block_of(n: int) -> int:
    """Return how many studies of n items are drawn at once."""
    return max(1, min(BLOCK, CELLS // n))
