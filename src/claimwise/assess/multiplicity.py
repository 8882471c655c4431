"""More than two systems: corrections for many comparisons, tie groups, rank intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import isnan, nan
from typing import TypeAlias

import numpy as np

from claimwise.assess.claims import CONTRADICTED, SUPPORTED
from claimwise.assess.one import Comparison
from claimwise.assess.question import Question
from claimwise.assess.together import MAX_T
from claimwise.core import At, Row, lookup, meaning, register, spelled
from claimwise.core.procedure import Procedure
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.families import Family
from claimwise.kernels.groups import (
    letters,
    rank_intervals,
    rank_intervals_of_scores,
    tie_groups,
)
from claimwise.kernels.multiplicity import benjamini_hochberg, bonferroni, holm

Adjust: TypeAlias = Callable[[list[float]], Floats]
MOST_LETTERED = 60  # systems whose tie groups have letters
NO_OUTLOOK = ("benjamini-hochberg",)  # at which alpha one is judged depends on the others' scores
ITS_OWN = meaning("Intervals are not adjusted: each holds for its own comparison, not all at once.")
NOT_ONE = "the chance of even one false finding among them stays below alpha"

# Corrections of p-values alone; by max-t, below, the intervals allow for each other, too.
register(
    "correction",
    "holm",
    of_pvalues=True,
    promise=NOT_ONE,
    says=Procedure(
        "Holm's step-down procedure", ("Holm (1979), Scand. J. Statist. 6, 65-70",), short="Holm"
    ),
)(holm)
register(
    "correction",
    "bonferroni",
    of_pvalues=True,
    promise=NOT_ONE,
    says=Procedure(
        "Bonferroni's inequality",
        ("Dunn (1961), J. Am. Stat. Assoc. 56, 52-64",),
        short="Bonferroni",
    ),
)(bonferroni)
register(
    "correction",
    "benjamini-hochberg",
    of_pvalues=True,
    promise="the expected share of false findings among them stays below alpha",
    says=Procedure(
        "the false discovery rate of Benjamini and Hochberg",
        ("Benjamini and Hochberg (1995), J. R. Statist. Soc. B 57, 289-300",),
        short="Benjamini-Hochberg",
    ),
)(benjamini_hochberg)


@register(
    "correction",
    "none",
    of_pvalues=True,
    promise="without a correction some may be found by chance alone",
)
def _as_they_are(pvalues: list[float]) -> Floats:
    return np.asarray(pvalues, np.float64)


def corrected_pvalues(how: str, pvalues: list[float]) -> Floats:
    """Return the p-values of several comparisons, corrected for their number."""
    correction: Adjust = lookup("correction", how, of_pvalues=True).thing
    return correction(pvalues)


def promise(how: str) -> str:
    """Return what a correction promises of the findings among several comparisons."""
    return str(lookup("correction", how).traits["promise"])


def adjust(found: list[Comparison], how: str, among: int = 0) -> None:
    """Replace the p-values by corrected ones.

    Comparisons may have been chosen out of more, `among` of them in all: the others then count as
    made, with p-values of 1.
    """
    if how == "none":
        return
    others = [1.0] * max(0, among - len(found))
    # A claim of several hypotheses needs all of them, so its p-value is the largest; any one
    # contradiction is enough, so theirs is the smallest.
    against = corrected_pvalues(how, [_worst(c.against) for c in found] + others)
    smallest = [min(c.contra) if c.contra else nan for c in found]
    contra = corrected_pvalues(how, smallest + others)
    for c, p, q in zip(found, against, contra, strict=False):
        c.against, c.corrected = [float(p)], how
        c.contra = [float(q)] if c.contra else []


def _worst(pvalues: list[float]) -> float:
    return nan if any(isnan(p) for p in pvalues) else max(pvalues)


register(
    "correction",
    MAX_T,
    of_pvalues=False,
    promise=f"{NOT_ONE}, and the intervals hold all at once",
    says=Procedure(
        "the largest statistic of all comparisons, in one step: each p-value on the scale of a "
        "standard normal, jointly normal with the correlation of the systems' scores where it is "
        "known, and by Sidak's inequality where it is not; intervals have the level that matches",
        (
            "Westfall and Young (1993), Resampling-based multiple testing",
            "Hothorn, Bretz and Westfall (2008), Biometrical Journal 50, 346-363",
            "Sidak (1967), J. Amer. Statist. Assoc. 62, 626-633",
        ),
        short="max-t",
    ),
)(Family)


def shared_alpha(question: Question, how: str, among: int) -> Question:
    """Return the question with the part of alpha that a comparison is sure to be tested at."""
    if how != "holm" or among < 2:
        return question
    return replace(question, claim=replace(question.claim, alpha=question.claim.alpha / among))


def raw_rows(found: list[Comparison]) -> list[Row]:
    """Return each comparison's own p-value, before the correction."""
    return [
        Row(quantity="raw_pvalue", at=c.at, estimate=p, n=c.n)
        for c in found
        if (p := c.pvalue) is not None and p == p
    ]


def ranking_rows(
    found: list[Comparison], question: Question, systems: tuple[str, ...], scores: Floats, at: At
) -> tuple[list[Row], dict[str, str]]:
    """Return the ranks that all comparisons leave open, and the letters of the tie groups.

    Rows stand at the system and where `at` says; the letters are called as their rows are. More
    than 60 systems have none: too many groups to be read, and to be found.
    """
    place = {name: i for i, name in enumerate(systems)}
    better = np.zeros((len(systems), len(systems)), bool)
    two_sided = replace(question.claim, kind="difference", alternative="two-sided")
    for c in found:
        a, b = place[c.names[0]], place[c.names[1]]
        verdict = two_sided.by_tests(c.lead(two_sided), c.against, c.contra)
        better[b, a] = verdict == SUPPORTED
        better[a, b] = verdict == CONTRADICTED
    gains = question.claim.up * scores
    all_at_once = (question.correct or MAX_T) in ("holm", MAX_T)
    level = 1 - question.claim.alpha if all_at_once else None
    order, rows = _rank_rows(systems, gains, rank_intervals(better), level, at)
    if len(systems) > MOST_LETTERED:
        return rows, {}
    marks = letters(tie_groups(better, order), len(systems))
    return rows, {spelled(row.at): marks[i] for row, i in zip(rows, order.tolist(), strict=True)}


def joint_ranking_rows(
    low: Floats, high: Floats, question: Question, systems: tuple[str, ...], scores: Floats
) -> list[Row]:
    """Return the ranks that intervals of the scores leave open, where not all pairs are compared.

    `low` and `high` hold for all systems at once.
    """
    up = question.claim.up
    ends = (low, high) if up == 1 else (-high, -low)
    ranks = rank_intervals_of_scores(*ends)
    return _rank_rows(systems, up * scores, ranks, 1 - question.claim.alpha, {})[1]


def _rank_rows(
    systems: tuple[str, ...], gains: Floats, ends: tuple[Ints, Ints], level: float | None, at: At
) -> tuple[Ints, list[Row]]:
    """Return the systems in the order of their scores, and a row for each."""
    largest = float(np.abs(gains).max(initial=0.0)) or 1.0
    gains = np.round(gains / largest, 12)  # means that differ by rounding alone are equal
    order, ascending = np.argsort(-gains, kind="stable"), np.sort(gains)
    better = len(gains) - np.searchsorted(ascending, gains, side="right")
    best, worst = ends
    rows = [
        Row(
            quantity="rank",
            at={"system": systems[i], **at},
            estimate=float(1 + better[i]),  # equal scores share a rank
            low=float(best[i]),
            high=float(worst[i]),
            level=level,
            kind=None if level is None else "confidence",
        )
        for i in order.tolist()
    ]
    return order, rows
