"""Posterior and Bayes factor of a comparison, beside its test and interval."""

from __future__ import annotations

from typing import Any

from claimwise.assess.one import Comparison
from claimwise.assess.question import Question
from claimwise.core import DataError, Result, Row, requalify, sentence
from claimwise.data import IndependentCounts, PairCounts

WAYS = ("posterior", "bayes-factor")
# What these notes say, the sentences of the rows say too.
SAID_BY_ROWS = (
    *("bayes_factor_01: ", "bayes_factor_01[point]: ", "bayes_factor_01[point, share]: "),
    *("bayes_factor_direction: ", "bayes_factor_rope_encompassing: "),
    "The 0.",  # highest-density interval inside, outside or across the region
)


def is_bayesian(question: Question) -> bool:
    """Whether a posterior or a Bayes factor is asked for."""
    return any(way in question.ways for way in WAYS)


def bayesian_rows(
    found: Comparison, question: Question, strata: list[Any] | None = None, *, last: bool = True
) -> tuple[list[Row], list[str]]:
    """Return the rows of the Bayesian ways asked for.

    `strata` are the data of several data sets, combined. The `last` comparison, which is the
    whole, is repeated under other priors.
    """
    if not is_bayesian(question):
        return [], []
    from claimwise import bayes

    data = strata if strata is not None else _counts(found)
    common: dict[str, Any] = {
        "rope": question.rope,
        "margin": question.claim.margin,
        "names": found.names,
    }
    answers: list[Result] = []
    if "posterior" in question.ways:
        answers.append(
            bayes.assess_posterior(data, prior=question.prior, level=question.credible, **common)
        )
        totals = found.evidence is not None and found.evidence.totals
        named = question.prior in ("uniform", "jeffreys")  # priors that both models have
        if totals and named and isinstance(data, IndependentCounts) and data.n_a == data.n_b:
            answers.append(_over_pairings(data, question, found.names))
    if "bayes-factor" in question.ways:
        answers.append(bayes.assess_bayes_factor(data, prior=question.prior, **common))
    if last:
        answers.append(bayes.sensitivity(data, level=question.credible, **common))
    rows = {row.estimand: row for answer in answers for row in answer.rows}
    notes = [note for answer in answers[: -1 if last else None] for note in answer.notes]
    notes = [note for note in notes if not note.startswith(SAID_BY_ROWS)]
    if last:  # of the other priors only what they change
        notes += [note for note in answers[-1].notes if "under others" in note]
    return [requalify(row, found.label) for row in rows.values()], notes


def _over_pairings(data: IndependentCounts, question: Question, names: tuple[str, str]) -> Result:
    """Return the lowest and the highest probability over all pairings of the items."""
    from claimwise import bayes

    found = bayes.pairing_bounds(
        data, prior=question.prior, margin=question.claim.margin, names=names
    )
    rows = [row for row in found.rows if not row.qualifier.endswith("unpaired")]
    return Result(method=found.method, rows=tuple(rows))


def _counts(found: Comparison) -> PairCounts | IndependentCounts:
    data = found.evidence.data if found.evidence is not None else None
    if not isinstance(data, PairCounts | IndependentCounts):
        raise DataError(
            sentence(
                "the posterior",
                "one right/wrong verdict (0 or 1) for each item",
                "graded scores, several runs, or clusters",
                "Assess these by test and interval.",
            )
        )
    return data
