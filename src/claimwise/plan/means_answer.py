"""The rows of a plan of means: of a test, of a claim, and of averages over the difference."""

from __future__ import annotations

from math import inf

import numpy as np

from claimwise.core import Note, ParameterError, Row, assumed, inferred, meaning, option
from claimwise.plan.assured import simulated_assurance
from claimwise.plan.claim_answer import ClaimDesign, claim_answer
from claimwise.plan.claim_plans import claim_assurance
from claimwise.plan.design import Answer
from claimwise.plan.effect_prior import EffectPrior
from claimwise.plan.means_study import MeansStudy, Spreads
from claimwise.power.claims import Judge


def usual_test(test: str | None, spreads: Spreads) -> list[Note]:
    """Say so where compare would choose another test."""
    if test is not None or not spreads.paired or spreads.cluster_size > 1:
        return []
    return [
        inferred(
            "Planned with paired-t, whose power is known exactly. On up to 20,000 items compare "
            "runs permutation by default, which finds nearly the same; name a test to "
            "plan and run the same one."
        )
    ]


def tested(
    study: MeansStudy,
    n: int | None,
    difference: float | None,
    solve: str | None,
    effect: EffectPrior | None,
) -> Answer:
    """Return what the test could show."""
    rows: list[Row] = []
    notes: list[Note] = []
    if solve == "mde" and n is not None:
        rows, notes = study.mde(n)
        difference = rows[0].estimate
    elif solve == "n" and difference is not None:
        rows, notes = study.size(difference)
        n = rows[0].n
    if n is not None and difference is not None and difference == difference:
        more, heed = study.rows(n, difference)
        rows, notes = rows + more, notes + heed
        if not difference:
            notes.append(
                meaning(
                    "With no true difference there is no right sign: power, Type-M and Type-S are "
                    "not defined, and any significant difference is a false one."
                )
            )
        if solve is None and study.by == "simulation":
            notes.append(meaning("mde and sample_size are searched by simulation: ask with solve."))
        elif solve is None:
            for more, heed in [study.mde(n), *([study.size(difference)] if difference else [])]:
                rows, notes = rows + more, notes + heed
    if study.by == "normal":
        notes.append(
            meaning(f"By the normal formula with known spreads, and not {study.test.name} itself.")
        )
    if effect is not None and n is not None:
        more, heed = _assured(study, n, effect)
        rows, notes = rows + more, notes + heed
    return rows, notes


def _assured(study: MeansStudy, n: int, effect: EffectPrior) -> Answer:
    """Average the power over a prior of the difference."""
    if study.by == "simulation":
        return simulated_assurance(
            study.chance(n), effect, n, replicates=study.replicates, seed=study.seed
        )
    value = float(effect.average(lambda d: np.array([study.power(n, d)]), (0.0,))[0])
    return [Row(quantity="assurance", estimate=value, n=n)], [
        assumed(
            f"Prior of the true difference: {effect.words}, for the average over it. assurance is "
            "the probability that the difference comes out significant and with the sign of the "
            "true one, over both that prior and the study."
        )
    ]


def claimed(
    study: MeansStudy,
    judge: Judge,
    n: int | None,
    difference: float | None,
    solve: str | None,
    effect: EffectPrior | None,
) -> Answer:
    """Return how often a claim with a margin would be supported."""
    exact = study.by == "exact"
    design = ClaimDesign(
        judge=judge,
        target=study.target,
        unit=study.unit,
        support=(lambda n, d: study.spreads.support(judge, n, d)) if exact else None,
        simulate=lambda n, d, stream: study.supported(judge, n, d, stream),
        possible=(-inf, inf),
        spread=lambda d: study.spreads.unit * study.spreads.inflation**0.5,
        least=2,
        rising=exact,
    )
    rows: list[Row] = []
    notes: list[Note] = []
    if difference is not None or solve == "mde":
        rows, notes = claim_answer(design, n, difference, solve)
        if not exact and solve is None:
            notes.append(meaning("mde and sample_size are searched by simulation: ask with solve."))
    if effect is not None and n is not None:
        if not exact:
            raise ParameterError(
                option("effect_prior") + " with a claim",
                option("by", "exact"),
                option("by", "simulation"),
            )
        more, heed = claim_assurance(design, n, effect)
        rows, notes = rows + more, notes + heed
    return rows, notes
