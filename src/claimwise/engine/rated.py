"""Power of rating studies as the engine asks for it: by simulated ratings, of a size that moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from claimwise.core import At, FitError, Row, block_rng
from claimwise.designs import Assignment
from claimwise.engine.planned import Answer
from claimwise.engine.ratings import STUDIES, Count, Counts, RatingStudy, count_rows, inflation
from claimwise.engine.simulate import Run
from claimwise.power.analyses import analysis
from claimwise.worlds.rating_file import PilotWorld
from claimwise.worlds.ratings import RatingWorld

DRAWS = 50  # worlds that a pilot's uncertainty is spread over
WORLDS = 8  # stream of random numbers
NOTHING = 1e-9  # an effect below this is rounding


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rated:
    """Ratings in a world with some effect, in a design of some size; the first analysis decides.

    With `precision` a simulation stops once every Monte Carlo interval reaches no farther than
    that from its middle. A `pilot` has its uncertainty carried into the plan: the world is drawn
    anew from it for each part of the studies.
    """

    world: Callable[[float], RatingWorld]
    design: Callable[[int], Assignment]
    tests: tuple[str, ...]
    alpha: float
    run: Run
    correlated: bool = True
    precision: float | None = None
    pilot: PilotWorld | None = None

    def only(self, test: str) -> Rated:
        """Return the same with one analysis."""
        return replace(self, tests=(test,))

    def found(
        self, n: int, effect: float, stream: int, studies: int | None = None
    ) -> tuple[int, int]:
        """Return in how many studies the effect is found with its sign, and how many were analysed.

        None is found where not one study can be analysed, as may be of few ratings.
        """
        world, test = self.world(effect), self.tests[0]
        _, sign = truth_of(world, test)
        try:
            parts = self._counts(world, n, (world.effect,), stream, studies)
        except FitError:
            return 0, studies or self.run.replicates
        count = _summed([part[world.effect, test] for part in parts])
        if not count.done:
            return 0, count.failed
        return (count.right(sign) if sign else 0), count.done

    def study(self, n: int, effect: float) -> Answer:
        """Return power, errors and false findings of every analysis."""
        return self.curve(n, [effect]), []

    def curve(self, n: int, effects: Sequence[float]) -> list[Row]:
        """Return these rows at each effect, of the same raters, items and noise."""
        worlds = [self.world(effect) for effect in effects]
        parts = self._counts(worlds[0], n, (0.0, *(world.effect for world in worlds)))
        ratings = self.design(n).n
        rows = []
        for world in worlds:
            for test in self.tests:
                truth, sign = truth_of(world, test)
                there, null = ([part[e, test] for part in parts] for e in (world.effect, 0.0))
                spread = inflation(there, sign), inflation(null, 0.0)
                at: At = {
                    **({"analysis": test} if len(self.tests) > 1 else {}),
                    **({"effect": float(f"{world.effect:.12g}")} if len(effects) > 1 else {}),
                }
                rows += count_rows(at, _summed(there), _summed(null), truth, sign, ratings, spread)
        return rows

    def _counts(
        self,
        world: RatingWorld,
        n: int,
        effects: Sequence[float],
        stream: int = STUDIES,
        studies: int | None = None,
    ) -> list[Counts]:
        """Count what is found at each effect, in each world that is drawn; of no pilot one."""
        count, seed, _ = self.run
        count = count if studies is None else studies
        tests = self.tests if stream == STUDIES else self.tests[:1]
        of = (self.design(n), tests, self.alpha, self.correlated)
        if self.pilot is None:
            return [self._simulated(RatingStudy(world, *of), effects, count, seed, stream)]
        found = []
        for draw in range(DRAWS):
            drawn = self.pilot.redrawn(block_rng(seed, WORLDS, draw)).at(world.effect)
            part = -(-count // DRAWS)
            study = RatingStudy(drawn, *of)
            found.append(self._simulated(study, effects, part, seed + draw + 1, stream))
        return found

    def _simulated(
        self, study: RatingStudy, effects: Sequence[float], studies: int, seed: int, stream: int
    ) -> Counts:
        return study.simulate(
            effects,
            replicates=studies,
            seed=seed,
            stream=stream,
            workers=self.run.workers,
            precision=self.precision,
        )


def truth_of(world: RatingWorld, test: str) -> tuple[float, float]:
    """Return the effect in the units of an analysis, NaN if not known, and its sign."""
    scale = analysis(test, world.outcome).scale
    if scale not in ("latent", "rating"):
        return nan, float(np.sign(world.effect))
    found = world.effect if scale == "latent" else world.points()
    found = 0.0 if abs(found) < NOTHING else found
    return found, float(np.sign(found))


def _summed(parts: Sequence[Count]) -> Count:
    return sum(parts[1:], parts[0])
