"""Power of a comparison of means over what its pilot leaves open."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from claimwise.core import ParameterError, option
from claimwise.data import Pairs
from claimwise.plan.design import Answer
from claimwise.plan.effect_prior import EffectPrior
from claimwise.plan.means_study import MeansStudy
from claimwise.plan.uncertain import averaged, uncertain_rows
from claimwise.plan.uncertain_answer import PowerAt, explained, of_claim
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

    def power(difference: float, sd: float) -> float:
        return replace(study, spreads=replace(study.spreads, a=sd)).power(n, difference)

    at: PowerAt = power
    breaks: tuple[float, ...] = (0.0,)
    if judge is not None:
        at, breaks = of_claim(
            judge.claim, lambda x, sd: replace(study.spreads, a=sd).support(judge, n, x)
        )
    mean, sd = float(np.mean(d)), float(np.std(d, ddof=1))
    slices, weights = scored_slices(mean, sd, pilot.n, shrink, effect, at)
    found = averaged(slices, weights, study.target, breaks=breaks)
    prior = (
        f"a prior worth {shrink:g} items on which neither system is ahead, for normal differences"
    )
    heed = explained(found, pilot.n, prior, shrink, effect, claim=judge is not None)
    return uncertain_rows(found, study.target, n), heed
