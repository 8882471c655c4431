"""Several data sets: all together, over the data sets, and on how many of them."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt

import numpy as np
from scipy import special

from claimwise.assess.claims import Hypothesis
from claimwise.assess.detectable import detectable_at
from claimwise.assess.evidence import Data
from claimwise.assess.one import Comparison, opposed
from claimwise.assess.question import Question
from claimwise.choose import SMALL_COUNT
from claimwise.core import At, Note, Row, assumed, caution, dropped, meaning, register
from claimwise.core.procedure import OTHER_ITEMS, Procedure
from claimwise.core.references import FARRINGTON
from claimwise.core.words import p_words
from claimwise.data import Differences, IndependentCounts, IndependentScores
from claimwise.htest import find_test
from claimwise.kernels import student, unpaired_proportions
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.crossed import Crossed
from claimwise.kernels.mean_interval import t_quantile
from claimwise.kernels.multiplicity import partial_conjunction
from claimwise.kernels.tails import combine

ZOU = "Zou and Donner (2008), Stat. Med. 27, 1693-1702"
COMBINED: At = {"over": "combined"}
FEWEST_FOR_TESTS = 3  # data sets, below which tests over data sets can find nothing
AS_GIVEN = assumed("Combined: each data set weighs by its items; the data sets are taken as given.")


def combine_parts(parts: list[Comparison], question: Question) -> tuple[Comparison, list[Row]]:
    """Combine data sets of unpaired scores, each weighted by its number of items.

    The difference is the weighted mean of the data sets' differences: unlike data sets are
    never pooled under one rate or mean. Returns also the row of what could have been detected.
    """
    data = [p.evidence.data for p in parts if p.evidence is not None]
    sizes = np.array([p.n for p in parts], np.float64)
    weights = sizes / sizes.sum()
    total = float(weights @ np.array([p.estimate for p in parts]))
    found = Comparison(COMBINED, parts[0].names, total, int(sizes.sum()))
    counts = [c for c in data if isinstance(c, IndependentCounts)]
    if len(counts) == len(parts):
        error, df = _combine_counts(found, parts, counts, weights, question)
    else:
        error, df = _combine_scores(found, data, weights, question)
    found.notes.append(AS_GIVEN)
    value = detectable_at(error, df, question)
    if len(counts) == len(parts) and abs(value) > 1:
        value = inf
    return found, [Row(quantity="mde", at=COMBINED, estimate=value, n=found.n)]


def _combine_counts(
    found: Comparison,
    parts: list[Comparison],
    data: list[IndependentCounts],
    weights: Floats,
    question: Question,
) -> tuple[float, float]:
    """Test by a z with the variances that the hypothesis implies in each data set.

    The interval combines the data sets' own by their squared arms (MOVER: Zou and Donner 2008).
    """
    if "test" in question.ways:
        small = any(_smallest_expected(c) < SMALL_COUNT for c in data)
        exact = small and not question.claim.threshold
        found.test = parts[0].test
        found.test_label = "stratified-exact" if exact else "stratified-score"

        def p(h: Hypothesis) -> float:
            if exact:
                return _exact_p(h.alternative, data)
            return _stratified_p(h, found.estimate, weights, data)

        _fill(found, question, p)
        if small and not exact:
            said = "Some counts are small, and the combined test is a z test."
            found.notes.append(caution(said, found.called))
    if "interval" in question.ways:
        found.interval = parts[0].interval
        found.low, found.high = _mover(
            found.estimate, weights, [(p.estimate, p.low, p.high) for p in parts]
        )
        found.judging = _mover(found.estimate, weights, [(p.estimate, *p.judging) for p in parts])
    variances = [_restricted_variance(c, 0.0) for c in data]
    return sqrt(float((weights**2) @ np.array(variances))), inf


def _smallest_expected(counts: IndependentCounts) -> float:
    right, n = int(counts.a) + int(counts.b), counts.n_a + counts.n_b
    return min(right, n - right) * min(counts.n_a, counts.n_b) / n


@register(
    "stratified test",
    "stratified-exact",
    says=Procedure(
        "an exact test over all data sets, given the total of right answers in each",
        ("Mantel and Haenszel (1959), J. Natl. Cancer Inst. 22, 719-748",),
        (OTHER_ITEMS,),
        short="stratified exact test",
    ),
)
def _exact_p(alternative: str, data: list[IndependentCounts]) -> float:
    """Test by B's right answers in all, given each data set's total of right answers.

    Exact: a sum of independent hypergeometric counts, as in Fisher's test for one data set.
    Two-sided: twice the smaller tail.
    """
    pmf, lowest, observed = np.ones(1), 0, 0
    for c in data:
        right = int(c.a) + int(c.b)
        b = np.arange(max(0, right - c.n_a), min(right, c.n_b) + 1)
        logs = _log_choose(c.n_b, b) + _log_choose(c.n_a, right - b)
        part = np.exp(logs - logs.max())
        pmf = np.convolve(pmf, part / part.sum())
        lowest, observed = lowest + int(b[0]), observed + int(c.b)
    at = observed - lowest
    lower, upper = np.asarray(pmf[: at + 1].sum()), np.asarray(pmf[at:].sum())
    return float(np.minimum(1.0, combine(lower, upper, alternative)))


def _log_choose(n: int, k: Ints) -> Floats:
    return np.asarray(special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1))


def _fill(found: Comparison, question: Question, p: Callable[[Hypothesis], float]) -> None:
    claim = question.claim
    found.against = [p(h) for h in claim.hypotheses()]
    found.contra = [p(h) for h in claim.contradictions()]
    better = Hypothesis(0.0, "greater" if claim.up == 1 else "less")
    two_sided = claim.alternative == "two-sided"
    found.directed = p(better) if two_sided else max(found.against)


def _mover(
    total: float, weights: Floats, parts: list[tuple[float, float, float]]
) -> tuple[float, float]:
    estimate, low, high = (np.array(column) for column in zip(*parts, strict=True))
    below = sqrt(float((weights**2) @ ((estimate - low) ** 2)))
    above = sqrt(float((weights**2) @ ((high - estimate) ** 2)))
    return total - below, total + above


def _combine_scores(
    found: Comparison, data: list[Data], weights: Floats, question: Question
) -> tuple[float, float]:
    """Welch's test and interval, with each data set's own variances and Satterthwaite's df."""
    terms = []  # variance of a mean, times its squared weight; and its degrees of freedom
    for weight, part in zip(weights, data, strict=True):
        for column in _columns(part):
            n = len(column)
            terms.append((weight**2 * float(student.spread(column)) / n, n - 1))
    variance = sum(v for v, _ in terms)
    error, df = float("nan"), float("nan")
    if variance > 0:
        error, df = sqrt(variance), variance**2 / sum(v**2 / k for v, k in terms)
    if "test" in question.ways:
        found.test, found.test_label = find_test("welch"), "stratified-welch"

        def p(h: Hypothesis) -> float:
            t = (found.estimate - h.margin) / error
            return float(student.pvalue(t, df, h.alternative))

        _fill(found, question, p)
    if "interval" in question.ways:
        from claimwise.intervals import find_interval

        found.interval, found.interval_label = find_interval("welch"), "stratified-welch"

        def ends(level: float) -> tuple[float, float]:
            reach = float(t_quantile(df, level)) * error
            return found.estimate - reach, found.estimate + reach

        found.low, found.high = ends(question.claim.interval_level)
        found.judging = ends(question.claim.judging_level)
    return error, df


def _columns(data: Data) -> tuple[Floats, Floats]:
    if isinstance(data, IndependentScores):
        return data.a, data.b
    counts = data if isinstance(data, IndependentCounts) else None
    if counts is None:
        return np.empty(0), np.empty(0)
    sides = ((int(counts.a), counts.n_a), (int(counts.b), counts.n_b))
    a, b = (np.repeat([1.0, 0.0], [right, n - right]) for right, n in sides)
    return a, b


@register(
    "stratified test",
    "stratified-score",
    says=Procedure(
        "a z test over all data sets, each weighted by its items, with the variances that the "
        "hypothesis implies",
        (FARRINGTON, ZOU),
        (OTHER_ITEMS,),
        short="stratified z",
    ),
)
def _stratified_p(
    hypothesis: Hypothesis, total: float, weights: Floats, data: list[IndependentCounts]
) -> float:
    variances = np.array([_restricted_variance(c, hypothesis.margin) for c in data])
    error = sqrt(float((weights**2) @ variances))
    if error == 0:
        return 1.0 if total == hypothesis.margin else float("nan")
    z = (total - hypothesis.margin) / error
    tails = np.asarray(special.ndtr(z)), np.asarray(special.ndtr(-z))
    return float(combine(*tails, hypothesis.alternative))


def _restricted_variance(counts: IndependentCounts, margin: float) -> float:
    """Variance of a difference whose true value is the margin (Farrington and Manning 1990)."""
    p, q = unpaired_proportions.restricted(counts.a, counts.n_a, counts.b, counts.n_b, margin)
    return float(p * (1 - p) / counts.n_a + q * (1 - q) / counts.n_b)


def over_datasets(parts: list[Comparison], question: Question) -> tuple[list[Row], list[Note]]:
    """Ask about data sets rather than items: is B better on data sets like these?"""
    d = Differences.of(np.array([p.estimate for p in parts]))
    m, rows, notes = d.n, [], []
    better = int((question.claim.up * d.d > 0).sum())
    rows.append(Row(quantity="datasets_better", estimate=better, n=m))
    if m >= FEWEST_FOR_TESTS:
        for name in ("sign-scores", "wilcoxon"):
            test = find_test(name)
            hypotheses = question.claim.hypotheses()
            p = max(float(test.evaluate(d, h.alternative, margin=h.margin)) for h in hypotheses)
            rows.append(
                Row(
                    quantity="over_datasets",
                    at={"analysis": name},
                    estimate=float(np.mean(d.d)),
                    n=m,
                    pvalue=None if p != p else p,
                )
            )
    else:
        said = f"Tests over data sets need at least {FEWEST_FOR_TESTS}; found {m}."
        notes.append(dropped(said))
    return rows, notes


def clustered_by_dataset(
    differences: np.ndarray,
    dataset: np.ndarray,
    question: Question,
    verdict: float,
    crossed: Crossed | None = None,
) -> tuple[list[Row], list[Note]]:
    """Pool the items with data sets as clusters: what holds for data sets not seen here.

    Where that is another `verdict` than the one on these data sets, a caution says so. In `crossed`
    raters or runs are a sample, too.
    """
    from claimwise.intervals import find_interval

    data = Differences.of(differences, dataset)
    if data.clusters < FEWEST_FOR_TESTS:
        return [], []
    hypotheses = question.claim.hypotheses()
    test = find_test("cluster-cr2")

    def pvalue(h: Hypothesis) -> float:
        if crossed is not None:
            return float(crossed.pvalue(h.alternative, h.margin))
        return float(test.evaluate(data, h.alternative, margin=h.margin))

    against = [pvalue(h) for h in hypotheses]
    p = max(against)
    level = question.claim.interval_level
    low, high = find_interval("cluster-cr2").evaluate(data, level)
    if crossed is not None:
        low, high = crossed.interval(level)
    row = Row(
        quantity="difference",
        at={"over": "datasets as clusters"},
        estimate=float(data.effect() if crossed is None else crossed.mean),
        n=data.clusters,
        low=float(low),
        high=float(high),
        level=level,
        kind="confidence",
        pvalue=None if p != p else p,
    )
    notes = [
        meaning(
            f"Data sets as clusters (cluster-cr2, {data.clusters} data sets): for a claim about "
            "data sets beyond these."
        )
    ]
    contra = [pvalue(h) for h in question.claim.contradictions()]
    beyond = question.claim.by_tests(question.claim.up * row.estimate, against, contra)
    if "test" in question.ways and verdict and beyond != verdict and p == p:
        notes.append(
            caution(
                f"The verdict is about these {data.clusters} data sets. For data sets like these, "
                f"taken as a sample, it stays open ({p_words(p)}, data sets as clusters).",
                "datasets as clusters",
            )
        )
    return [row], notes


def losing_row(parts: list[Comparison], question: Question) -> list[Row]:
    """Return on how many data sets the opposite of a two-sided claim's direction holds: B worse."""
    if question.claim.alternative != "two-sided" or any(not p.against for p in parts):
        return []
    pvalues = [opposed(part, question) for part in parts]
    if any(p != p for p in pvalues):
        return []
    half = question.claim.alpha / 2 * (1 + 1e-12)
    largest = int((partial_conjunction(pvalues) <= half).sum())
    return [Row(quantity="worse_on_at_least", estimate=largest, n=len(parts))]


def conjunction_rows(parts: list[Comparison], question: Question) -> list[Row]:
    """Return on how many data sets the claim holds, with the confidence of the test.

    Row ``better_on_at_least``: the largest u with "the claim holds on at least u of the m data
    sets" at alpha; the rows at so many of them give the p-value of each u.
    """
    if any(not p.against for p in parts):
        return []
    pvalues = partial_conjunction([p.directed for p in parts])
    m = len(parts)
    # The p-values are one-sided; a two-sided claim spends half of alpha on either side.
    sides = 2 if question.claim.alternative == "two-sided" else 1
    largest = int((pvalues <= question.claim.alpha / sides * (1 + 1e-12)).sum())
    rows = [Row(quantity="better_on_at_least", estimate=largest, n=m)]
    for u, p in enumerate(pvalues, start=1):
        at = {"datasets": f"{u} of {m}"}
        rows.append(Row(quantity="better_on_at_least", at=at, estimate=u, n=m, pvalue=float(p)))
    return rows
