"""Ranks, and the tests made of them, against SciPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from claimwise.data import Differences, IndependentScores
from claimwise.htest import find_test
from claimwise.kernels import ranks

SIDES = ["two-sided", "less", "greater"]
WILCOXON, MANN_WHITNEY = find_test("wilcoxon"), find_test("mann-whitney")
whole = st.lists(st.integers(-6, 6), min_size=1, max_size=30)


@given(st.lists(st.integers(-4, 4).map(lambda x: x / 10), min_size=1, max_size=25))
def test_value_midranks_agree_with_scipy(values):
    got, ties = ranks.midranks(np.array(values))
    assert got == pytest.approx(stats.rankdata(values))
    _, counts = np.unique(values, return_counts=True)
    assert ties == (counts**3 - counts).sum()


def test_values_that_differ_by_rounding_are_tied():
    d = np.array([0.1 + 0.2, 0.3, -0.3, 0.1 + 0.2 - 0.3, 1.0])
    found = ranks.signed_ranks(d)
    assert found.ranks.tolist() == [2, 2, -2, 0, 4]
    assert found.n == 4
    assert found.ties == 3**3 - 3
    assert ranks.signs(d).tolist() == [1, 1, -1, 0, 1]
    assert ranks.signs(np.zeros(3)).tolist() == [0, 0, 0]


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("n", [1, 2, 5, 17, 50, 51, 200])
def test_value_wilcoxon_without_ties(n, alternative):
    d = np.random.default_rng(n).normal(0.2, 1, size=n)
    method = "exact" if n <= 50 else "asymptotic"
    want = stats.wilcoxon(d, alternative=alternative, method=method, correction=False).pvalue
    assert WILCOXON.evaluate(Differences.of(d), alternative) == pytest.approx(want, rel=1e-10)


@pytest.mark.parametrize("alternative", SIDES)
@given(d=whole)
@settings(max_examples=12)
def test_value_wilcoxon_with_ties_and_zeros(alternative, d):
    """SciPy's default: all signs of the ranks for few differences, the normal law for more."""
    left = [x for x in d if x]
    got = float(WILCOXON.evaluate(Differences.of(d), alternative))
    if not left:
        assert got == 1
        return
    tied = len({abs(x) for x in left}) < len(left)
    method = "auto" if tied else "exact"
    want = stats.wilcoxon(left, alternative=alternative, method=method, correction=False).pvalue
    assert got == pytest.approx(float(want), rel=1e-9)


@pytest.mark.parametrize(("n", "method"), [(13, "auto"), (14, "asymptotic")])
def test_value_up_to_13_tied_differences_are_exact(n, method):
    """SciPy's default tries all signs up to 13 as well."""
    d = np.r_[np.arange(1, n), n - 1] * np.where(np.arange(n) % 4 == 0, -1, 1)
    got = WILCOXON.evaluate(Differences.of(d), "two-sided")
    want = stats.wilcoxon(d, method=method, correction=False).pvalue
    other = stats.wilcoxon(d, method="asymptotic", correction=False).pvalue
    assert got == pytest.approx(want, rel=1e-12)
    assert (got == pytest.approx(other, rel=1e-3)) == (n == 14)


def test_value_zeros_are_dropped_before_the_exact_distribution():
    d = np.array([0.0, 0, 0, 1, 2, -3, 4, 5])
    got = WILCOXON.evaluate(Differences.of(d), "greater")
    assert got == pytest.approx(np.mean([w >= 12 for w in subset_sums(5)]))


def subset_sums(n):
    sums = [0]
    for rank in range(1, n + 1):
        sums += [s + rank for s in sums]
    return sums


@given(st.integers(0, 10))
def test_value_signed_rank_distribution_by_hand(n):
    share = ranks.signed_rank_shares(n)
    counts = np.bincount(subset_sums(n), minlength=len(share))
    assert share == pytest.approx(counts / 2**n, rel=1e-14)


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("sizes", [(1, 1), (3, 4), (8, 30), (30, 8), (50, 50), (51, 20), (90, 70)])
def test_value_mann_whitney_without_ties(sizes, alternative):
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=sizes[0]), rng.normal(0.2, 1, size=sizes[1])
    method = "exact" if max(sizes) <= 50 else "asymptotic"
    want = stats.mannwhitneyu(b, a, alternative=alternative, method=method).pvalue
    got = MANN_WHITNEY.evaluate(IndependentScores.of(a, b), alternative)
    assert got == pytest.approx(want, rel=1e-9)


@pytest.mark.parametrize("alternative", SIDES)
@given(
    a=st.lists(st.integers(0, 5), min_size=12, max_size=30), b=whole.filter(lambda x: len(x) > 11)
)
@settings(max_examples=40)
def test_value_mann_whitney_with_ties(alternative, a, b):
    want = stats.mannwhitneyu(b, a, alternative=alternative, method="asymptotic").pvalue
    got = float(MANN_WHITNEY.evaluate(IndependentScores.of(a, b), alternative))
    if len(set(a) | set(b)) == 1:
        assert got == 1
    else:
        assert got == pytest.approx(float(want), rel=1e-9)


@pytest.mark.parametrize("alternative", ["less", "greater"])
def test_value_few_tied_scores_are_split_in_every_way(alternative):
    a, b = [1, 2, 2, 3], [2, 3, 3, 4, 5]
    every = stats.PermutationMethod(n_resamples=10_000)
    want = stats.mannwhitneyu(b, a, alternative=alternative, method=every).pvalue
    got = MANN_WHITNEY.evaluate(IndependentScores.of(a, b), alternative)
    assert got == pytest.approx(want, rel=1e-12)


def test_mixed_batches_take_each_study_by_its_own_way():
    d = np.zeros((4, 60))
    d[0] = np.random.default_rng(1).normal(size=60)  # too many for counting
    d[1, :20] = np.arange(1, 21)  # zeros dropped, no ties
    d[2, :6] = [1, 1, 2, -2, 3, 3]  # few and tied
    for alternative in SIDES:
        batch = WILCOXON.evaluate(Differences.of(d), alternative)
        single = [float(WILCOXON.evaluate(Differences.of(x), alternative)) for x in d]
        assert batch.tolist() == single
    assert batch[3] == 1
