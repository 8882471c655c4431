"""A planned comparison by BLEU and metrics like it: by quadrature, simulated, or nearly normal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil, inf, isfinite
from typing import Any

import numpy as np

from claimwise.core import Note, Row, caution, meaning
from claimwise.engine.answer import BOTH, answer, mde_rows, power_rows, undefined
from claimwise.engine.belief import assured_rows
from claimwise.engine.drawn import Simulated
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.goal import Sign
from claimwise.engine.planned import Answer, Planned
from claimwise.engine.simulate import Run, Tally
from claimwise.htest import find_test
from claimwise.kernels.arrays import Floats
from claimwise.kernels.flip_law import size_of_test
from claimwise.power.delta_law import is_close, law_mde, law_size, law_study
from claimwise.power.delta_normal import Approximation, normal_mde, normal_size, normal_study
from claimwise.power.point import Power
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


@dataclass(frozen=True, slots=True)
class Quadrature:
    """The law of the sums that randomisation looks at, of so many random swaps."""

    world: DeltaLaplace
    goal: Sign
    resamples: int

    def powers(self, sizes: list[int], effect: float) -> Floats:
        """Return the power, right sign, of studies of several sizes."""
        return np.array([self._study(n, effect).power for n in sizes])

    def study(self, n: int, effect: float) -> Answer:
        """Return power, both kinds of error, and the false positives."""
        alpha = size_of_test(self.goal.alpha, self.resamples)
        return power_rows(self._study(n, effect), alpha, effect, n)

    def _study(self, n: int, effect: float) -> Power:
        how = (self.goal.alpha, self.goal.alternative, self.resamples)
        return law_study(self.world.at(effect), n, *how)


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
        how: tuple[Any, ...] = (self.target, self.alpha, self.alternative)
        size: Callable[..., float] = normal_size
        mde: Callable[..., float] = normal_mde
        route: Normal | Quadrature = Normal(self.world, goal)
        if by == "quadrature":
            how = (*how, self.resamples)
            size, mde = law_size, law_mde
            route = Quadrature(self.world, goal, self.resamples)
        most = min(self.largest, LARGEST_DIFFERENCE) if simulated else self.largest
        return Planned(
            goal=goal,
            route=self.simulated(run) if simulated else route,
            target=self.target,
            needs=lambda d: size(self.world.at(d), *how),
            near=lambda n: mde(self.world, n, *how),
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
        looked = difference if solve not in ("mde", "power") else None
        way = self.by if looked is None else self._way_to_a_size(looked)
        rows, notes = [], []
        if way != self.by:
            sized = answer(self.planned(way, self.search), None, looked, "n")
            rows = [row for row in sized.rows if row.quantity == "sample_size"]
            notes = [self._sized(way)]
            if solve == "n":
                return rows, notes
        planned = self.planned(self.by, self.search)
        found = answer(
            planned,
            n,
            difference,
            solve,
            shown=self.simulated(self.run) if planned.simulated else None,
            beside=BOTH if way == self.by else ("mde",),
        )
        if self.by == "normal":
            notes.append(self._approximate(found.n))
        return found.rows + rows, [*found.notes, *notes]

    def _way_to_a_size(self, difference: float) -> str:
        """Return the way by which the size that a difference needs is found."""
        size = self.planned(self.by, self.search).needs(difference)
        if self.by == "simulation" and LARGEST < size < inf:
            return "normal"
        if self.by == "quadrature" and isfinite(size) and not self.is_close(ceil(size)):
            return "simulation"
        return self.by

    def is_too_small(self, n: int | None, difference: float | None) -> bool:
        """Whether so few items differ, of those given or needed, that it has to be simulated."""
        if self.by != "quadrature" or (n is None and not difference):
            return False
        planned = self.planned(self.by, self.run)
        size = planned.needs(difference) if n is None and difference else n
        return size is not None and isfinite(size) and not self.is_close(ceil(size))

    def _sized(self, way: str) -> Note:
        """Say how the size was found, where the rest is by another way."""
        if way == "normal":
            said = f"the normal approximation, which is good from {LARGEST:,} {self.unit} on."
        else:
            said = f"simulation: the quadrature is too coarse where so few {self.unit} differ."
        return meaning(f"The size needed is by {said}", about="sample_size")

    def is_close(self, n: int) -> bool:
        """Whether the quadrature is good for n items."""
        return is_close(self.world.null(), n, self.alpha, self.alternative, self.resamples)

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
