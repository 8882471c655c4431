"""Posterior and Bayes factor of a comparison, beside its test and interval."""

from __future__ import annotations

from typing import Any

from claimwise.assess.one import Comparison
from claimwise.assess.question import Question
from claimwise.core import DataError, Row, requalify, sentence
from claimwise.data import IndependentCounts, PairCounts


def bayesian_rows(
    found: Comparison, question: Question, strata: list[Any] | None = None
) -> tuple[list[Row], list[str]]:
    """Return the rows of the Bayesian ways asked for."""
    from claimwise import bayes

    ways = [way for way in question.ways if way in ("posterior", "bayes-factor")]
    if not ways:
        return [], []
    data = strata if strata is not None else _counts(found)
    claim = question.claim
    common = {"prior": question.prior, "rope": question.rope, "margin": claim.margin}
    rows: list[Row] = []
    notes: list[str] = []
    if "posterior" in ways:
        answer = bayes.assess_posterior(data, level=question.credible, names=found.names, **common)
        rows += answer.rows
        notes += answer.notes
    if "bayes-factor" in ways:
        answer = bayes.assess_bayes_factor(data, names=found.names, **common)
        rows += answer.rows
        notes += answer.notes
    return [requalify(row, found.label) for row in rows], notes


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
