"""Plans of ratings and judgements over what is believed of the effect."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from claimwise.core import Note, ParameterError, assumed, caution, dropped, meaning, option
from claimwise.engine.assured_ratings import simulate_assured
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.planned import Answer
from claimwise.engine.ratings import BLOCK, RatingStudy
from claimwise.kernels.arrays import Floats
from claimwise.plan.rating_design import DesignPlan
from claimwise.plan.rating_question import Question
from claimwise.power.analyses import analysis
from claimwise.worlds.ratings import FARTHEST, OrdinalRatings, RatingWorld

NODES = 401  # at which differences are worked out; between them they are followed
ENDS = np.array([1e-9, 1 - 1e-9])  # shares of the prior between which they are
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
        prior = EffectPrior.of(given, shares=False)
        if of == "difference":
            reach = FARTHEST * world.unit()
            prior = prior.confined([(world.at(-reach).points(), world.at(reach).points())])
        return cls(prior, of, world)

    def middle(self) -> RatingWorld:
        """Return the world at the median of the prior."""
        return self.world.at(float(self(np.array([0.5]))[0]))

    def __call__(self, share: Floats) -> Floats:
        """Return the effects below which these shares of the prior lie."""
        found = self.prior.quantile(share)
        return found if self.of == "effect" else np.interp(found, *self._followed)

    @cached_property
    def _followed(self) -> tuple[Floats, Floats]:
        """Return differences and the effects that go with them."""
        low, high = (self.world.with_points(float(d)).effect for d in self.prior.quantile(ENDS))
        effects = np.linspace(low, high, NODES)
        return np.array([self.world.at(float(effect)).points() for effect in effects]), effects

    def words(self) -> str:
        """Return what the prior is of."""
        if self.of == "effect" and isinstance(self.world, OrdinalRatings):
            scale = {"normal": "probit", "logistic": "logit"}[self.world.noise]
            return f"the true effect in latent units ({scale})"
        if self.world.outcome == "preference":
            return "the share of wins less the share of losses"
        return "the true difference in rating points"


def assured(question: Question, belief: Belief, plan: DesignPlan) -> Answer:
    """Return how often the true sign is found, over the prior and the study."""
    world, design = belief.world, plan.make(question.seed)
    study = RatingStudy(world, design, question.tests, question.alpha, question.correlated)
    found = simulate_assured(
        study,
        belief,
        {test: _zero(world, test) for test in question.tests},
        replicates=question.replicates,
        seed=question.seed,
        workers=question.workers,
        precision=question.precision,
    )
    several = len(question.tests) > 1
    rows = [
        count.row("assurance", design.n, {"analysis": test} if several else {})
        for test, count in found.items()
    ]
    return rows, [*_notes(belief, found[question.tests[0]].blocks), *_failures(found)]


def _zero(world: RatingWorld, test: str) -> float:
    """Return the effect without a difference in the units of an analysis."""
    if analysis(test, world.outcome).scale != "rating" or abs(world.null().points()) < 1e-9:
        return 0.0
    return float(world.with_points(0.0).effect)


def _notes(belief: Belief, blocks: int) -> list[Note]:
    cut = 1 - belief.prior.mass()
    lost = f"{cut:.2g} of that prior lies on differences that are impossible here; it was cut off."
    return [
        assumed(
            f"Prior of {belief.words()}: {belief.prior.words}, for the average over it. It is a "
            "belief about the world, and not the prior of an analysis."
        ),
        *([dropped(lost)] if cut > 1e-6 else []),
        meaning(
            "assurance is the probability that the difference comes out significant and with the "
            "sign of the true one, over both the prior and the study; by simulation: "
            f"{blocks:,} times a study at an effect from each of {BLOCK} equally probable parts of "
            "the prior. Its Monte Carlo interval allows for both."
        ),
    ]


def _failures(found: dict[str, Any]) -> list[Note]:
    return [
        caution(
            f"assurance of {test}: {count.failed:.2g} of the studies could not be analysed, and "
            "are left out."
        )
        for test, count in found.items()
        if count.failed
    ]
