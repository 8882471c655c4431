"""Power of a comparison of means over what its pilot leaves open."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from claimwise.core import ParameterError, option
from claimwise.data import Pairs
from claimwise.engine.belief import rightly
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.planned import Answer, Planned
from claimwise.plan.means_study import MeansStudy
from claimwise.plan.uncertain import averaged, uncertain_rows
from claimwise.plan.uncertain_answer import explained
from claimwise.plan.uncertain_pilots import scored_slices
from claimwise.power.claims import Judge


def means_uncertain(
    study: MeansStudy,
    judge: Judge | None,
    pilot: Pairs,
    n: int,
    shrink: float,
    effect: EffectPrior | None,
) -> Answer:
    """Average the power over the posterior of the difference and of its spread."""
    if study.by == "simulation":
        decides = study.test if judge is None else judge.procedure
        raise ParameterError(
            "uncertain",
            "a test whose power is known exactly",
            f"{decides.name} by simulation",
            "Use " + option("test", "paired-t") + ", or plan pilot.",
        )
    d = pilot.b - pilot.a

    def planned(sd: float) -> Planned:
        return replace(study, spreads=replace(study.spreads, a=sd)).planned(judge)

    def power(difference: float, sd: float) -> float:
        return rightly(planned(sd), n, difference)

    mean, sd = float(np.mean(d)), float(np.std(d, ddof=1))
    slices, weights = scored_slices(mean, sd, pilot.n, shrink, effect, power)
    breaks = (0.0, *planned(sd).goal.edges)
    found = averaged(slices, weights, study.target, breaks=breaks)
    prior = (
        f"a prior worth {shrink:g} items on which neither system is ahead, for normal differences"
    )
    heed = explained(found, pilot.n, prior, shrink, effect, claim=judge is not None)
    return uncertain_rows(found, study.target, n), heed
