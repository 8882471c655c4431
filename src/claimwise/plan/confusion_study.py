"""A planned comparison under a metric of labels: its power, and the sizes that reach a power."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, nan

from claimwise.core import ParameterError, Row, meaning
from claimwise.htest import Test
from claimwise.plan.assured import simulated_assurance
from claimwise.plan.design import Answer
from claimwise.plan.effect_prior import EffectPrior
from claimwise.power.engine import Tally, count_found, found_rows
from claimwise.power.rating_solve import Point
from claimwise.power.reached import stream_of
from claimwise.power.search import find_effect, find_size
from claimwise.worlds.confusion import Confusion

FEWEST, MOST = 10, 1_000_000  # items of studies that are searched
START = 1000.0
SMALLEST = 1e-6  # a true difference


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusionStudy:
    """How a study is tested and simulated."""

    test: Test
    alternative: str
    alpha: float
    target: float
    replicates: int
    resamples: int
    seed: int
    workers: int

    def _found(self, world: Confusion, n: int, stream: int = 0) -> Tally:
        return count_found(
            world,
            self.test,
            n,
            alpha=self.alpha,
            alternative=self.alternative,
            replicates=self.replicates,
            resamples=self.resamples,
            seed=self.seed,
            stream=stream,
            workers=self.workers,
        )

    def rows(self, world: Confusion, n: int) -> Answer:
        """Return what studies of n items find, with the effect and without one."""
        effect, null = self._found(world, n), self._found(world.null(), n, 1)
        notes = [*effect.failures.notes(self.replicates)]
        notes += [note.of("With no effect") for note in null.failures.notes(self.replicates)]
        return found_rows(effect, null, world.truth(), n), notes

    def truth_rows(self, world: Confusion) -> list[Row]:
        """Return the true scores and their difference."""
        a, b = (float(score) for score in world.scores())
        return [
            Row(quantity="score", at={"system": "A"}, estimate=a),
            Row(quantity="score", at={"system": "B"}, estimate=b),
            Row(quantity="difference", estimate=b - a),
        ]

    def _point(self, world: Confusion, n: int, size: float) -> Point:
        """Return the power of a world at n; studies that have no score find nothing.

        Every point has studies of its own: only so do their errors average out in a search.
        """
        try:
            found = self._found(world, n, stream_of(size))
        except ParameterError:  # not one of the studies had a p-value
            return Point(size, 0, self.replicates)
        right = found.above if world.truth() > 0 else found.below
        return Point(size, right, found.done)

    def assured(self, world: Confusion, n: int, prior: EffectPrior) -> Answer:
        """Average the power over a prior of the true difference."""

        def count(difference: float, stream: int, studies: int) -> tuple[int, int]:
            found = replace(self, replicates=studies)._found(
                world.with_difference(difference), n, stream
            )
            return (found.above if difference > 0 else found.below), found.done

        return simulated_assurance(count, prior, n, replicates=self.replicates, seed=self.seed)

    @property
    def level(self) -> float:
        """The two-sided alpha whose one side this test rejects on."""
        return self.alpha if self.alternative == "two-sided" else min(2 * self.alpha, 0.999)

    def blind(self, difference: float) -> bool:
        """Whether a one-sided test looks away from this difference."""
        return {"greater": difference < 0, "less": difference > 0}.get(self.alternative, False)

    def sample_size(self, world: Confusion, n: int | None) -> Answer:
        """Return the fewest items with the wanted power."""
        if self.blind(world.truth()):
            note = f"A test of {self.alternative} never finds a difference of the other sign."
            return [Row(quantity="sample_size", estimate=nan)], [meaning(note)]
        found = find_size(
            lambda size: self._point(world, int(size), size),
            target=self.target,
            alpha=self.level,
            start=START if n is None else float(n),
            least=FEWEST,
            most=MOST,
        )
        if not isfinite(found.size):
            note = f"Up to {MOST:,} items do not reach power {self.target:g}."
            return [Row(quantity="sample_size", estimate=nan)], [meaning(note)]
        return [found.row("sample_size", int(found.size))], []

    def detectable(self, world: Confusion, n: int, sign: int, start: float | None) -> Answer:
        """Return the smallest difference along the tables with the wanted power."""
        most = world.largest()
        if most < SMALLEST:
            note = "The tables are symmetric: there is no difference to go along."
            return [Row(quantity="mde", estimate=nan, n=n)], [meaning(note)]
        found = find_effect(
            lambda size: self._point(world.with_difference(sign * size), n, size),
            target=self.target,
            alpha=self.level,
            start=min(start or most / 2, most),
            most=most,
        )
        if not isfinite(found.size):
            note = (
                f"Along these tables no difference exceeds {most:.4g}, and that one is not found "
                f"with power {self.target:g}."
            )
            return [Row(quantity="mde", estimate=nan, n=n)], [meaning(note)]
        return [found.row("mde", n, sign)], []
