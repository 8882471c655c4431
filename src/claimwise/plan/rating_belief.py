"""Plans of ratings and judgements over what is believed of the effect."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from claimwise.core import Note, ParameterError, Row, assumed, option
from claimwise.engine.belief import assured_rows
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.planned import Answer
from claimwise.plan.rating_design import DesignPlan
from claimwise.plan.rating_question import Question
from claimwise.worlds.ratings import FARTHEST, OrdinalRatings, RatingWorld

MIDDLE = assumed("No effect was given: the power is that at the middle of the prior.")


@dataclass(frozen=True)
class Belief:
    """A prior of the effect in the world's units; or, `of` the difference, in rating points.

    Of judgements the points are the share of wins less the share of losses.
    """

    prior: EffectPrior
    of: str  # "effect" or "difference"
    world: RatingWorld

    @classmethod
    def read(
        cls, who: str, given: Any, world: RatingWorld, *, of: str, asked: str, several: bool
    ) -> Belief | None:
        """Return what is believed, confined to what is possible in the world; None if nothing."""
        if given is None:
            return None
        if asked != "power":
            raise ParameterError(option("solve", asked), f"one {of}, or none", "a prior of it")
        if several:
            raise ParameterError(
                "effect_prior",
                f"at most one {of} with it",
                "several",
                "Leave out all but one, or the prior.",
            )
        belief = cls(EffectPrior.of(given, shares=False), of, world)
        if of == "effect":
            return belief
        pieces = [(-belief.possible(-1)[1], belief.possible(1)[1])]
        return replace(belief, prior=belief.prior.confined(pieces))

    def at(self, value: float) -> RatingWorld:
        """Return the world with an effect that is believed in."""
        return self.world.at(value) if self.of == "effect" else self.world.with_points(value)

    def middle(self) -> RatingWorld:
        """Return the world at the median of the prior."""
        return self.at(float(self.prior.quantile(np.array([0.5]))[0]))

    def possible(self, sign: int) -> tuple[float, float]:
        """Return the smallest and the largest size of an effect in this world."""
        reach = FARTHEST * self.world.unit()
        found = reach if self.of == "effect" else sign * self.world.at(sign * reach).points()
        return 0.0, found

    def words(self) -> str:
        """Return what the prior is of."""
        if self.of == "effect" and isinstance(self.world, OrdinalRatings):
            scale = {"normal": "probit", "logistic": "logit"}[self.world.noise]
            return f"the true effect in latent units ({scale})"
        if self.world.outcome == "preference":
            return "the share of wins less the share of losses"
        return "the true difference in rating points"


def assured(question: Question, belief: Belief, plan: DesignPlan) -> Answer:
    """Return how often the true sign is found, over the prior and the study; for each analysis."""
    rows: list[Row] = []
    notes: list[Note] = []
    ratings = plan.make(question.run.seed).n
    for test in question.tests:
        planned = replace(
            question.planned(belief.world, plan, route=question.route(belief.at, plan).only(test)),
            possible=belief.possible,
            effect=belief.words(),
        )
        at = {"analysis": test} if len(question.tests) > 1 else {}
        more, remarks = assured_rows(planned, plan.items or 0, belief.prior, at)
        rows, notes = rows + [replace(row, n=ratings) for row in more], notes + remarks
    return rows, notes
