"""The binomial kernels against SciPy, integer arithmetic and their own laws."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.kernels import binomial, binomial_interval


@pytest.mark.parametrize("n", [1, 2, 15, 16, 17, 60])
def test_value_pmf_agrees_with_integer_arithmetic(n):
    k = np.arange(n + 1)
    by_hand = [comb(n, int(i)) / 2**n for i in k]
    assert binomial.pmf(k, n, 0.5) == pytest.approx(by_hand, rel=1e-13)


@pytest.mark.parametrize(("n", "p"), [(2000, 0.1), (390_965, 0.057), (10_000, 0.999)])
def test_value_pmf_agrees_with_scipy_and_sums_to_one(n, p):
    k = binomial.support(n, p)
    assert binomial.pmf(k, n, p) == pytest.approx(stats.binom.pmf(k, n, p), rel=1e-11, abs=1e-30)
    assert binomial.pmf(k, n, p).sum() == pytest.approx(1, abs=1e-13)


@pytest.mark.parametrize("p", [0.0, 1.0])
def test_value_pmf_at_certainty(p):
    assert binomial.pmf([0, 1, 2, 3], 3, p) == pytest.approx(stats.binom.pmf([0, 1, 2, 3], 3, p))


def test_value_pmf_is_zero_outside_the_range():
    assert binomial.pmf([-1, 4], 3, 0.4).tolist() == [0, 0]


@given(st.integers(0, 300), st.integers(-2, 303), st.floats(0, 1))
def test_value_tails_agree_with_scipy(n, k, p):
    assert binomial.at_least(k, n, p) == pytest.approx(stats.binom.sf(k - 1, n, p), abs=1e-12)
    assert binomial.at_most(k, n, p) == pytest.approx(stats.binom.cdf(k, n, p), abs=1e-12)


@given(st.integers(1, 500), st.floats(0.001, 0.999))
def test_law_support_leaves_nothing_out(n, p):
    k = binomial.support(n, p)
    assert stats.binom.cdf(k[0] - 1, n, p) + stats.binom.sf(k[-1], n, p) < 1e-15


@pytest.mark.parametrize(("hits", "n"), [(0, 10), (3, 10), (10, 10), (812, 10_000)])
def test_value_clopper_pearson_agrees_with_scipy(hits, n):
    want = stats.binomtest(hits, n).proportion_ci(0.95, "exact")
    got = binomial_interval.clopper_pearson(hits, n, 0.95)
    assert [float(x) for x in got] == pytest.approx([want.low, want.high], abs=1e-12)


@pytest.mark.parametrize("p", [0.0, 0.004, 0.37, 0.999, 1.0])
def test_law_tails_summed_in_rows_are_those_found_one_by_one(p):
    n = np.array([[1], [40], [41], [700]])
    k = np.vstack([np.arange(-2, 8), np.arange(0, 50, 5), np.arange(30, 40), np.arange(0, 800, 80)])
    got = binomial.at_least_in_rows(k, n, p)
    assert got == pytest.approx(binomial.at_least(k, n, p), rel=1e-11, abs=1e-16)


def test_law_the_support_of_several_sizes_holds_that_of_each():
    n = np.array([3, 60, 5000])
    every = binomial.support(n, 0.2)
    assert every.tolist() == list(range(every[0], every[-1] + 1))
    assert all(set(binomial.support(int(size), 0.2)) <= set(every) for size in n)
    assert binomial.support(3, 0.2).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("p", [0.0, 0.3, 0.5, 0.55, 0.9, 1.0])
@pytest.mark.parametrize("first", [0, 1, 40, 5000])
def test_value_tails_of_totals_that_follow_one_another_are_those_of_each(first, p):
    n = np.arange(first, first + binomial.MANY + 30)
    for k in (n // 2 + 1, (3 * n) // 5, n + 1, n * 0 + 7, np.minimum(n, 3 * (n // 3))):
        each = binomial.at_least(k, n, p)
        along = binomial.at_least_along(k, n, p)
        assert along == pytest.approx(each, rel=1e-11, abs=1e-15)
        assert along.min() >= 0
        assert along.max() <= 1
