"""Comparisons that are judged together: one level for all, so that p and interval belong together.

Each comparison is made by its own test and interval, at the level that all of them leave it; its
p-value then becomes the one among all. So the corrected p is at most alpha just where the
comparison alone is significant at its share of alpha, and its interval, of the level that matches,
is one of intervals that hold all at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf, isnan, nan

import numpy as np

from claimwise.assess.claims import Claim
from claimwise.assess.evidence import cluster_codes
from claimwise.assess.one import Comparison
from claimwise.assess.over_levels import takes_levels
from claimwise.assess.question import Question
from claimwise.assess.sources import PairedSource, Source, items_of
from claimwise.core import Note, caution, option
from claimwise.data import Hits
from claimwise.kernels.arrays import Floats
from claimwise.kernels.clusters import cluster_sums
from claimwise.kernels.families import (
    BOTH_SIDES,
    MOST_KNOWN,
    ONE_SIDED,
    TWO_SIDED,
    Family,
    family_of,
)

MAX_T = "max-t"


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """Comparisons under one question that are judged together.

    Any analysis of a pair joins in that has a p-value and an interval which say the same: make it
    with `alone`, then `correct` its p-value. Of comparisons whose dependence is not known give
    ``Family(count)``: Sidak's inequality, one-sided Bonferroni's.
    """

    family: Family
    question: Question

    @property
    def alone(self) -> Question:
        """The question that each comparison answers alone: with its share of alpha."""
        claim, family = self.question.claim, self.family
        sides = sides_of(claim)
        alpha = family.alone(claim.alpha, sides)
        level = claim.level
        if level is not None:
            half = 1 if sides == TWO_SIDED else 2
            level = 1 - half * family.alone((1 - level) / half, sides)
        shared = replace(claim, alpha=alpha, level=level)
        return replace(self.question, claim=shared, together=True)

    def correct(self, found: Sequence[Comparison]) -> None:
        """Replace the p-values of single comparisons by those among all."""
        sides = sides_of(self.question.claim)
        # A claim of several hypotheses needs all of them, so its p-value is the largest; any one
        # contradiction is enough, so theirs is the smallest.
        against = self.family.pvalues([_largest(c.against) for c in found], sides)
        contra = self.family.pvalues([min(c.contra) if c.contra else nan for c in found], sides)
        for c, p, q in zip(found, against.tolist(), contra.tolist(), strict=True):
            if c.against:
                c.against, c.contra = [p], [q] if c.contra else []
            c.corrected = MAX_T

    def out_of_reach(self, found: Sequence[Comparison]) -> list[Note]:
        """Say where resamples are too few for any p-value to be small enough."""
        alpha, resamples = self.alone.claim.alpha, self.question.resamples
        names = sorted({str(c.test_name) for c in found if c.simulated and c.against})
        if not names or alpha * (resamples + 1) >= 1:
            return []
        said = (
            f"{self.family.count:,} comparisons leave each an alpha of {alpha:.2g}, and by "
            f"{resamples:,} resamples no p-value of {', '.join(names)} is as small: nothing can "
            "be found. Leave out "
        )
        return [caution(said + option("test") + ", or give more " + option("resamples") + ".")]


def one_of_several(question: Question, together: Together | None) -> Question:
    """Return the question that one of several comparisons answers.

    Whatever the correction, each is judged by the test that says what its interval says: a
    corrected p-value is then never below the one without a correction.
    """
    return replace(question, together=True) if together is None else together.alone


def sides_of(claim: Claim) -> str:
    """Return of which kind the tests of a claim are."""
    if claim.kind == "equivalence":
        return BOTH_SIDES
    two_sided = claim.kind == "difference" and claim.alternative == "two-sided"
    return TWO_SIDED if two_sided else ONE_SIDED


def _largest(pvalues: list[float]) -> float:
    return nan if not pvalues or any(isnan(p) for p in pvalues) else max(pvalues)


def together_of(
    source: Source,
    pairs: Sequence[tuple[str, str]],
    dataset: str | None,
    question: Question,
    among: int,
) -> Together:
    """Return pairs of systems on one data set, or on all, to be judged together.

    Pairs that were chosen out of more, `among` of all, are judged among all of them. Items alone
    do not say how comparisons depend on each other where raters or runs are a sample.
    """
    names = tuple(dict.fromkeys(name for pair in pairs for name in pair))
    if among > len(pairs):  # chosen by the scores, out of all pairs of systems
        names, pairs = source.systems, list(combinations(source.systems, 2))
    if len(pairs) > MOST_KNOWN or takes_levels(source, question):
        return Together(Family(among), question)
    place = {name: i for i, name in enumerate(names)}
    places = [(place[a], place[b]) for a, b in pairs]
    covariance, units = _covariance(source, names, dataset)
    return Together(family_of(covariance, places, among, units), question)


def _covariance(
    source: Source, names: tuple[str, ...], dataset: str | None
) -> tuple[Floats, float]:
    """Return the covariance of the systems' mean scores, up to a factor, and from how many units.

    Of systems with items of their own the covariance of two is 0, and not found from items.
    """
    if isinstance(source, PairedSource):
        table = source.common(source.systems)
        rows = slice(None) if dataset is None else items_of(table, dataset)
        values = table.values[rows][:, [table.systems.index(name) for name in names]]
        values = values - values.mean(axis=0)
        if table.cluster is not None:
            codes = cluster_codes(table.cluster.codes.astype(np.int64), table.dataset)
            values = cluster_sums(values.T, codes[rows]).T if codes is not None else values
        return np.asarray(values.T @ values), len(values)
    first, *others = names
    alone = [source.evidence(first, name, dataset).alone for name in others]
    own = [_variance(one) for one in (alone[0][0], *(other for _, other in alone))]
    return np.diag(own), inf


def _variance(sample: object) -> float:
    """Return the variance of a system's own mean; of shares never 0."""
    if isinstance(sample, Hits):
        rate = (int(sample.hits) + 0.5) / (sample.n + 1)
        return rate * (1 - rate) / sample.n
    values = sample.d  # type: ignore[attr-defined]
    return float(values.var(ddof=1)) / len(values) if len(values) > 1 else nan
