"""The rows of a plan of means: of a test or of a claim, and averages over the difference."""

from __future__ import annotations

from claimwise.core import Note, inferred, meaning
from claimwise.engine.answer import BOTH, answer
from claimwise.engine.belief import assured_rows
from claimwise.engine.effect_prior import EffectPrior
from claimwise.engine.planned import Answer
from claimwise.plan.means_study import MeansStudy, Spreads
from claimwise.power.claims import Judge

ASK = meaning("mde and sample_size are searched by simulation: ask with solve.")


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


def means_answer(
    study: MeansStudy,
    judge: Judge | None,
    n: int | None,
    difference: float | None,
    solve: str | None,
    effect: EffectPrior | None,
) -> Answer:
    """Return what the test could show, or how often a claim with a margin would be supported."""
    planned = study.planned(judge)
    rows, notes = [], []
    if difference is not None or solve == "mde":
        beside = () if planned.simulated else BOTH
        found = answer(planned, n, difference, solve, beside=beside)
        rows, notes = found.rows, found.notes
        if solve is None and planned.simulated:
            notes.append(ASK)
    if study.by == "normal":
        said = f"By the normal formula with known spreads, and not {study.test.name} itself."
        notes.append(meaning(said))
    if effect is not None and n is not None:
        more, remarks = assured_rows(planned, n, effect)
        rows, notes = rows + more, notes + remarks
    return rows, notes
