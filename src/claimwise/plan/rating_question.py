"""A question about rating studies, as the engine asks it: items, raters or the effect may move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from claimwise.engine.goal import Sign
from claimwise.engine.planned import Planned
from claimwise.engine.rated import Rated
from claimwise.engine.simulate import Run
from claimwise.plan.rating_design import DesignPlan
from claimwise.power.analyses import analysis
from claimwise.worlds.rating_file import PilotWorld
from claimwise.worlds.ratings import RatingWorld

START = {"items": 100.0, "raters": 6.0}
FARTHEST = 20.0  # units of the world: no effect beyond is looked for


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Question:
    """What every simulation of a plan shares."""

    who: str  # asks
    tests: tuple[str, ...]
    alpha: float
    target: float
    correlated: bool
    run: Run
    precision: float | None
    pilot: PilotWorld | None  # whose uncertainty is carried into the plan

    def route(
        self, world: Callable[[float], RatingWorld], plan: DesignPlan, moves: str = "items"
    ) -> Rated:
        """Return the way to power of a world at an effect, in designs of which `moves` moves."""
        return Rated(
            world=world,
            design=lambda size: plan.sized(moves, size).make(self.run.seed),
            tests=self.tests,
            alpha=self.alpha,
            run=self.run,
            correlated=self.correlated,
            precision=self.precision,
            pilot=self.pilot,
        )

    def planned(
        self,
        place: RatingWorld,
        plan: DesignPlan,
        moves: str = "items",
        *,
        route: Rated | None = None,
        start: float | None = None,
    ) -> Planned:
        """Return the study; the first analysis decides. `start` is where a search begins."""
        how = route or self.route(place.at, plan, moves)
        goal = Sign(analysis(how.tests[0], place.outcome), self.alpha, "two-sided")
        unit = place.unit()
        return Planned(
            goal=goal,
            route=how,
            target=self.target,
            needs=lambda effect: start or max(START[moves], float(plan.fewest(moves))),
            near=lambda n: 0.5 * unit,
            possible=lambda sign: (0.0, FARTHEST * unit),
            unit=moves,
            fewest=plan.fewest(moves),
            most=plan.most(moves),
            grain=lambda effect: float(plan.rounded(1)) if moves == "items" else 1.0,
        )
