"""Several data sets: all together, over the data sets, and on how many of them."""

from __future__ import annotations

from math import sqrt

import numpy as np
from scipy import special

from claimwise.assess.claims import Hypothesis
from claimwise.assess.one import Comparison
from claimwise.assess.question import Question
from claimwise.core import Row, qualified
from claimwise.data import Differences, IndependentCounts
from claimwise.htest import find_test
from claimwise.kernels.multiplicity import partial_conjunction
from claimwise.kernels.tails import combine

COMBINED = "combined"
FEWEST_FOR_TESTS = 3  # data sets, below which tests over data sets can find nothing


def combine_totals(parts: list[Comparison], question: Question) -> Comparison:
    """Combine totals of several data sets, each weighted by its number of items.

    The difference is the weighted mean of the data sets' differences, the test a z test with
    the variances that the hypothesis implies in each, the interval a combination of the data
    sets' own intervals by their squared arms (MOVER: Zou and Donner 2008, Stat. Med. 27,
    1693-1702). Rates of unlike data sets are never pooled under one rate.
    """
    counts = [p.evidence.data for p in parts if p.evidence is not None]
    data = [c for c in counts if isinstance(c, IndependentCounts)]
    sizes = np.array([c.n_a + c.n_b for c in data], np.float64)
    weights = sizes / sizes.sum()
    differences = np.array([p.estimate for p in parts])
    total = float(weights @ differences)
    found = Comparison(COMBINED, parts[0].names, total, int(sizes.sum()))
    if "test" in question.ways:
        found.test = parts[0].test
        claim = question.claim
        found.against = [_stratified_p(h, total, weights, data) for h in claim.hypotheses()]
        found.contra = [_stratified_p(h, total, weights, data) for h in claim.contradictions()]
    if "interval" in question.ways:
        found.interval = parts[0].interval
        below = np.array([p.estimate - p.low for p in parts])
        above = np.array([p.high - p.estimate for p in parts])
        found.low = total - sqrt(float((weights**2) @ (below**2)))
        found.high = total + sqrt(float((weights**2) @ (above**2)))
    found.notes.append(
        "Combined: each data set weighs by its number of items; the data sets are taken as given."
    )
    return found


def _stratified_p(
    hypothesis: Hypothesis, total: float, weights: np.ndarray, data: list[IndependentCounts]
) -> float:
    variances = np.array([_variance(c, pooled=not hypothesis.margin) for c in data])
    error = sqrt(float((weights**2) @ variances))
    if error == 0:
        return 1.0 if total == hypothesis.margin else float("nan")
    z = (total - hypothesis.margin) / error
    tails = np.asarray(special.ndtr(z)), np.asarray(special.ndtr(-z))
    return float(combine(*tails, hypothesis.alternative))


def _variance(counts: IndependentCounts, *, pooled: bool) -> float:
    p, q = int(counts.a) / counts.n_a, int(counts.b) / counts.n_b
    if pooled:
        p = q = (int(counts.a) + int(counts.b)) / (counts.n_a + counts.n_b)
    return p * (1 - p) / counts.n_a + q * (1 - q) / counts.n_b


def over_datasets(parts: list[Comparison], question: Question) -> tuple[list[Row], list[str]]:
    """Ask about data sets rather than items: is B better on data sets like these?"""
    d = Differences.of(np.array([p.estimate for p in parts]))
    m, rows, notes = d.n, [], []
    better = int((question.claim.up * d.d > 0).sum())
    rows.append(Row(estimand="datasets_better", estimate=better, n=m))
    if m >= FEWEST_FOR_TESTS:
        alternative = question.claim.alternative or (
            "greater" if question.claim.up == 1 else "less"
        )
        for name in ("sign-scores", "wilcoxon"):
            p = float(find_test(name).evaluate(d, alternative))
            rows.append(
                Row(
                    estimand=qualified("over_datasets", name),
                    estimate=float(np.mean(d.d)),
                    n=m,
                    pvalue=None if p != p else p,
                )
            )
    else:
        notes.append(f"Tests over data sets need at least {FEWEST_FOR_TESTS}; found {m}.")
    return rows, notes


def clustered_by_dataset(
    differences: np.ndarray, dataset: np.ndarray, question: Question
) -> tuple[list[Row], list[str]]:
    """Pool the items with data sets as clusters: what holds for data sets not seen here."""
    from claimwise.intervals import find_interval

    data = Differences.of(differences, dataset)
    if data.clusters < FEWEST_FOR_TESTS:
        return [], []
    hypotheses = question.claim.hypotheses()
    test = find_test("cluster-cr2")
    p = max(float(test.evaluate(data, h.alternative, margin=h.margin)) for h in hypotheses)
    level = question.claim.interval_level
    low, high = find_interval("cluster-cr2").evaluate(data, level)
    row = Row(
        estimand=qualified("difference", "datasets as clusters"),
        estimate=float(data.effect()),
        n=data.clusters,
        low=float(low),
        high=float(high),
        level=level,
        kind="confidence",
        pvalue=None if p != p else p,
    )
    note = (
        f"Data sets as clusters (cluster-cr2, {data.clusters} data sets): for a claim about data "
        "sets beyond these."
    )
    return [row], [note]


def conjunction_rows(parts: list[Comparison], question: Question) -> list[Row]:
    """Return on how many data sets the claim holds, with the confidence of the test.

    Row ``better_on_at_least``: the largest u with "the claim holds on at least u of the m data
    sets" at alpha; the rows with a qualifier give the p-value of each u.
    """
    if any(not p.against for p in parts):
        return []
    pvalues = partial_conjunction([p.directed for p in parts])
    m = len(parts)
    largest = int((pvalues <= question.claim.alpha * (1 + 1e-12)).sum())
    rows = [Row(estimand="better_on_at_least", estimate=largest, n=m)]
    for u, p in enumerate(pvalues, start=1):
        name = qualified("better_on_at_least", f"{u} of {m}")
        rows.append(Row(estimand=name, estimate=u, n=m, pvalue=float(p)))
    return rows
