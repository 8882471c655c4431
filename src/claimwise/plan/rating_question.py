"""One question about rating studies, and how its simulations are run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

from claimwise.core import Row, block_rng, requalify
from claimwise.plan.rating_design import DesignPlan
from claimwise.power.analyses import analysis
from claimwise.power.rating_solve import Point
from claimwise.power.ratings import Counts, RatingStudy, count_rows
from claimwise.worlds.rating_file import PilotWorld
from claimwise.worlds.ratings import RatingWorld

DRAWS = 20  # worlds that a pilot's uncertainty is spread over
WORLDS = 8  # stream of random numbers


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Question:
    """What every simulation of a plan shares."""

    who: str  # asks
    tests: tuple[str, ...]
    alpha: float
    target: float
    correlated: bool
    replicates: int
    precision: float | None
    seed: int
    workers: int
    pilot: PilotWorld | None  # whose uncertainty is carried into the plan

    def simulate(
        self, world: RatingWorld, plan: DesignPlan, effects: Sequence[float], tests: tuple[str, ...]
    ) -> Counts:
        """Count what is found for each effect and analysis; the same seed for all questions."""
        design = plan.make(self.seed)
        if self.pilot is None:
            return self._study(world, plan, tests).simulate(
                effects,
                replicates=self.replicates,
                seed=self.seed,
                workers=self.workers,
                precision=self.precision,
            )
        total: Counts = {}
        part = -(-self.replicates // DRAWS)
        for draw in range(DRAWS):
            drawn = self.pilot.redrawn(block_rng(self.seed, WORLDS, draw)).at(world.effect)
            study = RatingStudy(drawn, design, tests, self.alpha, self.correlated)
            found = study.simulate(
                effects, replicates=part, seed=self.seed + draw + 1, workers=self.workers
            )
            for cell, count in found.items():
                total[cell] = total[cell] + count if cell in total else count
        return total

    def _study(self, world: RatingWorld, plan: DesignPlan, tests: tuple[str, ...]) -> RatingStudy:
        return RatingStudy(world, plan.make(self.seed), tests, self.alpha, self.correlated)

    def point(self, world: RatingWorld, plan: DesignPlan, size: float) -> Point:
        """Return the power of the first analysis as a point of a curve over `size`."""
        test = self.tests[0]
        count = self.simulate(world, plan, (world.effect,), (test,))[world.effect, test]
        return Point(size, count.right(world.effect), max(1, count.done))

    def rows(self, world: RatingWorld, plan: DesignPlan, effects: Sequence[float]) -> list[Row]:
        """Return power and errors at each effect, and the rate at effect 0 beside."""
        counts = self.simulate(world, plan, (0.0, *effects), self.tests)
        n = plan.make(self.seed).n
        rows = []
        for effect in effects:
            for test in self.tests:
                truth = {"latent": effect, "rating": world.at(effect).points()}.get(
                    analysis(test, world.outcome).scale, nan
                )
                name = test if len(self.tests) > 1 else ""
                found = count_rows(name, counts[effect, test], counts[0.0, test], effect, truth, n)
                where = f"effect={effect:.12g}" if len(effects) > 1 else ""
                rows += [requalify(row, where) if where else row for row in found]
        return rows
