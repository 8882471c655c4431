"""A planned comparison under a metric of labels, as solvers and averages see it."""

from __future__ import annotations

from dataclasses import dataclass, field

from claimwise.core import Row
from claimwise.engine.direction import direction
from claimwise.engine.drawn import Simulated, SimulatedSupport
from claimwise.engine.goal import Goal, Sign, Support
from claimwise.engine.planned import Drawn, Planned
from claimwise.engine.simulate import Run
from claimwise.htest import Test
from claimwise.power.claims import Judge
from claimwise.worlds.confusion import Confusion

FEWEST, MOST = 10, 1_000_000  # items of studies that are searched
START = 1000.0
SMALLEST = 1e-6  # a true difference


@dataclass(frozen=True, slots=True, eq=False)
class Along:
    """Confusion tables, moved along the line from symmetric ones through the given ones."""

    given: Confusion
    truth: float = field(init=False)

    def __post_init__(self) -> None:
        """Work out the difference of the given ones once."""
        object.__setattr__(self, "truth", self.given.truth())

    def __call__(self, difference: float) -> Confusion:
        """Return the tables with this difference; refuses one that is too large for them."""
        return self.given if difference == self.truth else self.given.with_difference(difference)

    def possible(self, sign: int) -> tuple[float, float]:
        """Return the smallest and the largest difference, the same on both sides."""
        most = self.given.largest()
        return 0.0, most if most >= SMALLEST else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusionStudy:
    """How a study is tested and simulated."""

    test: Test
    alternative: str
    alpha: float
    target: float
    run: Run
    resamples: int

    def planned(self, along: Along, n: int | None, judge: Judge | None = None) -> Planned:
        """Return the study; n and the difference of the tables are where searches begin."""
        most, truth = along.possible(1)[1], along.truth
        sign = direction(self.alternative, truth)
        plain = Sign(self.test, self.alpha, self.alternative, sign)
        goal: Goal = plain
        route: Drawn = Simulated(world=along, goal=plain, run=self.run, resamples=self.resamples)
        if judge is not None:
            goal = claim = Support(judge)
            route = SimulatedSupport(world=along, goal=claim, run=self.run, possible=along.possible)
        return Planned(
            goal=goal,
            route=route,
            target=self.target,
            needs=lambda difference: START if n is None else min(float(n), MOST),
            possible=along.possible,
            fewest=FEWEST,
            most=MOST,
            near=lambda n: min(abs(truth) or most / 2, most),
        )


def truth_rows(world: Confusion) -> list[Row]:
    """Return the true scores and their difference."""
    a, b = (float(score) for score in world.scores())
    return [
        Row(quantity="score", at={"system": "A"}, estimate=a),
        Row(quantity="score", at={"system": "B"}, estimate=b),
        Row(quantity="difference", estimate=b - a),
    ]
