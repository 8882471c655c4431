"""One question about rating studies, and how its simulations are run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from claimwise.core import At, Row, block_rng
from claimwise.engine.ratings import Count, Counts, RatingStudy, count_rows, inflation
from claimwise.engine.reached import Point
from claimwise.plan.rating_design import DesignPlan
from claimwise.power.analyses import analysis
from claimwise.worlds.rating_file import PilotWorld
from claimwise.worlds.ratings import RatingWorld

DRAWS = 50  # worlds that a pilot's uncertainty is spread over
WORLDS = 8  # stream of random numbers
NOTHING = 1e-9  # an effect below this is rounding


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
    ) -> list[Counts]:
        """Count what is found for each effect and analysis, in each world that is drawn.

        Without uncertainty that is one. The same seed serves all questions.
        """
        design = plan.make(self.seed)
        if self.pilot is None:
            study = RatingStudy(world, design, tests, self.alpha, self.correlated)
            return [self._run(study, effects, self.replicates, self.seed)]
        found = []
        part = -(-self.replicates // DRAWS)
        for draw in range(DRAWS):
            drawn = self.pilot.redrawn(block_rng(self.seed, WORLDS, draw)).at(world.effect)
            study = RatingStudy(drawn, design, tests, self.alpha, self.correlated)
            found.append(self._run(study, effects, part, self.seed + draw + 1))
        return found

    def _run(
        self, study: RatingStudy, effects: Sequence[float], replicates: int, seed: int
    ) -> Counts:
        return study.simulate(
            effects,
            replicates=replicates,
            seed=seed,
            workers=self.workers,
            precision=self.precision,
        )

    def point(self, world: RatingWorld, plan: DesignPlan, size: float) -> Point:
        """Return the power of the first analysis as a point of a curve over `size`."""
        test = self.tests[0]
        parts = self.simulate(world, plan, (world.effect,), (test,))
        count = _summed([part[world.effect, test] for part in parts])
        _, sign = self.truth(world, test)
        return Point(size, count.right(sign), max(1, count.done))

    def truth(self, world: RatingWorld, test: str) -> tuple[float, float]:
        """Return the effect in the units of an analysis, NaN if not known, and its sign."""
        scale = analysis(test, world.outcome).scale
        if scale not in ("latent", "rating"):
            return nan, float(np.sign(world.effect))
        found = world.effect if scale == "latent" else world.points()
        found = 0.0 if abs(found) < NOTHING else found
        return found, float(np.sign(found))

    def rows(self, world: RatingWorld, plan: DesignPlan, effects: Sequence[float]) -> list[Row]:
        """Return power and errors at each effect, and the rate at effect 0 beside."""
        parts = self.simulate(world, plan, (0.0, *effects), self.tests)
        n = plan.make(self.seed).n
        rows = []
        for effect in effects:
            for test in self.tests:
                truth, sign = self.truth(world.at(effect), test)
                there, null = ([part[e, test] for part in parts] for e in (effect, 0.0))
                spread = inflation(there, sign), inflation(null, 0.0)
                at: At = {
                    **({"analysis": test} if len(self.tests) > 1 else {}),
                    **({"effect": float(f"{effect:.12g}")} if len(effects) > 1 else {}),
                }
                rows += count_rows(at, _summed(there), _summed(null), truth, sign, n, spread)
        return rows


def _summed(parts: Sequence[Count]) -> Count:
    return sum(parts[1:], parts[0])
