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
