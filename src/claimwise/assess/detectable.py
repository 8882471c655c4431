"""What a study of this size could have shown: the smallest detectable difference."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from math import exp, inf, isnan, log, nan, sqrt

import numpy as np
from scipy import special

from claimwise.assess.claims import Claim
from claimwise.assess.evidence import Data, Evidence
from claimwise.assess.fit import data_for, fitting_test
from claimwise.assess.outcomes import Wanted, detectable_count
from claimwise.assess.question import Question
from claimwise.core import At, ClaimwiseError, Note, Row, assumed, meaning
from claimwise.data import Differences, IndependentCounts, IndependentScores, PairCounts
from claimwise.htest import Test
from claimwise.intervals import Interval
from claimwise.kernels.crossed import Crossed
from claimwise.kernels.mean_interval import adjusted_variance
from claimwise.kernels.root import root

# Tests whose smallest p-value is that of all signs being equal.
BY_SIGNS = ("permutation", "cluster-permutation", "sign-scores", "wilcoxon")

FAR = 1_000.0  # critical values of t beyond which its noncentral form is not computed


def detectable(
    evidence: Evidence,
    question: Question,
    test: Test | None,
    interval: Interval | None,
    at: At,
    among: int = 1,
) -> tuple[list[Row], list[Note]]:
    """Return the difference that this study would find with the power asked for.

    At the agreement, rate or spread observed: what varies from study to study least. The
    observed difference itself is not used: power at the observed difference says nothing that
    the p-value has not said. Where `among` comparisons share alpha, the question has the part of
    this one. Where neither test nor interval was asked for, it is that of the test that fits.
    """
    by = ""
    if test is None and interval is None:
        with suppress(ClaimwiseError):
            test = fitting_test(evidence, question)[0]
            by = f"by the test {test.name}, "
    claim = question.claim
    data = evidence.data if test is None else data_for(test, evidence)
    if isinstance(data, PairCounts | IndependentCounts) and claim.kind != "equivalence":
        value = detectable_count(data, test, interval, Wanted(claim, question.power))
        paired = isinstance(data, PairCounts)
        how = "at the observed agreement" if paired else "with A at its observed rate"
    else:
        error, df = standard_error(data)
        value, how = detectable_at(error, df, question), "at the observed spread"
        if (evidence.verdicts and abs(value) > 1) or _never(test, data, claim):
            value = inf  # no share differs by more than all
    row = Row(quantity="mde", at=at, estimate=value, n=evidence.n)
    if isnan(value):
        what = "differences" if evidence.paired else "scores"
        said = f"What could have been detected is not defined: the {what} do not vary."
        return [row], [meaning(said, about="mde")]
    share = f" and with alpha shared by {among} comparisons" if among > 1 else ""
    said = f"Detectable difference: {by}{how}{share}, not at the observed difference."
    return [row], [assumed(said, about="mde")]


def _never(test: Test | None, data: Data, claim: Claim) -> bool:
    """Whether so few items cannot be significant: half of all signs is the most that p falls."""
    if test is None or test.name not in BY_SIGNS or not isinstance(data, Differences):
        return False
    sides = 2 if claim.kind == "difference" and claim.alternative == "two-sided" else 1
    units = data.clusters if test.clustered else data.n
    return sides * 0.5**units > claim.alpha


def detectable_at(error: float, df: float, question: Question) -> float:
    """Return the true difference at which the claim would be supported with this power."""
    if isnan(error) or not error > 0:
        return nan
    claim = question.claim
    two_sided = claim.kind == "difference" and claim.alternative == "two-sided"
    tail = claim.alpha / 2 if two_sided else claim.alpha
    if claim.kind == "equivalence":
        # The margin that could be shown for systems that do not differ at all.
        return (_quantile(claim.alpha, df) + _quantile((1 - question.power) / 2, df)) * error
    step = _shift(tail, question.power, df) * error
    if claim.kind == "difference":
        return -step if claim.alternative == "less" else step
    edge = claim.margin if claim.kind == "superiority" else -claim.margin
    return claim.up * (edge + step)


def detectable_crossed(
    crossed: Crossed, question: Question, among: int = 1, *, verdicts: bool
) -> tuple[float, Note]:
    """Return the difference that raters, or runs, and items like these would find.

    As of a t test whose critical value is that of the analysis: with one level alone it is one.
    Where `among` comparisons share alpha, the question has the part of one.
    """
    claim = question.claim
    two_sided = claim.kind == "difference" and claim.alternative == "two-sided"
    limit = float(crossed.limit(claim.alpha / 2 if two_sided else claim.alpha))
    df = _df_of(limit, claim.alpha / 2 if two_sided else claim.alpha)
    value = detectable_at(float(np.sqrt(crossed.variance)), df, question)
    if verdicts and abs(value) > 1:
        value = inf  # no share differs by more than all
    share = f" and with alpha shared by {among} comparisons" if among > 1 else ""
    said = (
        "Detectable difference: with as many items, raters and runs, at the observed "
        f"spread{share}, not at the observed difference."
    )
    return value, assumed(said, about="mde")


def _df_of(limit: float, tail: float) -> float:
    """Return the degrees of freedom of the t distribution with this critical value."""
    if limit <= _quantile(tail, 1e6):
        return inf

    def above(log_df: float) -> float:
        return _quantile(tail, exp(log_df)) - limit

    lowest = log(0.2)  # below any that occurs
    return 0.2 if above(lowest) < 0 else exp(root(above, lowest, log(1e6)))


def _quantile(tail: float, df: float) -> float:
    return float(-special.ndtri(tail) if df == inf else -special.stdtrit(df, tail))


@lru_cache(maxsize=256)
def _shift(tail: float, power: float, df: float) -> float:
    """Return the true difference, in standard errors, that a t test finds with this power.

    Pairs of systems on the same items have the same degrees of freedom: one search serves all.
    """
    critical = _quantile(tail, df)
    if df > 1_000:
        return critical + float(special.ndtri(power))
    if critical > FAR:  # the normal error is nothing beside it, that of the spread is all
        return critical * sqrt(float(special.chdtri(df, 1 - power)) / df)

    def short(shift: float) -> float:
        return float(1 - special.nctdtr(df, shift, critical)) - power

    return root(short, 0.0, 2 * critical + 20)


def standard_error(data: Data) -> tuple[float, float]:
    """Return the standard error of the difference, if there is none, and its degrees of freedom."""
    if isinstance(data, PairCounts):
        return sqrt((int(data.wins) + int(data.losses)) / data.n**2), inf
    if isinstance(data, IndependentCounts):
        rate = (int(data.a) + int(data.b)) / (data.n_a + data.n_b)
        return sqrt(rate * (1 - rate) * (1 / data.n_a + 1 / data.n_b)), inf
    if isinstance(data, Differences):
        return _paired_error(data)
    return _separate_error(data)


def _paired_error(data: Differences) -> tuple[float, float]:
    if data.cluster is None:
        if data.n < 2:
            return nan, nan
        return float(data.d.std(ddof=1)) / sqrt(data.n), data.n - 1
    _, variance, df = adjusted_variance(data.d, data.cluster)
    return sqrt(float(variance)), df


def _separate_error(data: IndependentScores) -> tuple[float, float]:
    n_a, n_b = data.a.shape[-1], data.b.shape[-1]
    if min(n_a, n_b) < 2:
        return nan, nan
    v_a, v_b = float(data.a.var(ddof=1)) / n_a, float(data.b.var(ddof=1)) / n_b
    if v_a + v_b == 0:
        return 0.0, inf
    return sqrt(v_a + v_b), (v_a + v_b) ** 2 / (v_a**2 / (n_a - 1) + v_b**2 / (n_b - 1))
