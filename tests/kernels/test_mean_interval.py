"""Means, variances and clusters, against SciPy and by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from claimwise.kernels import mean_interval as kernel

samples = hnp.arrays(int, st.integers(2, 40), elements=st.integers(-9999, 9999)).map(
    lambda x: x / 97
)


@given(samples, st.sampled_from([0.5, 0.9, 0.999]))
def test_value_student_agrees_with_scipy(values, level):
    low, high = kernel.student(values, level)
    if values.min() == values.max():
        assert np.isnan([low, high]).all()
        return
    want = stats.ttest_1samp(values, 0.0).confidence_interval(level)
    assert (float(low), float(high)) == pytest.approx((want.low, want.high), rel=1e-9, abs=1e-9)


@given(samples, samples)
def test_value_two_groups_agree_with_scipy(a, b):
    if a.min() == a.max() or b.min() == b.max():
        return
    for ours, equal in ((kernel.welch, False), (kernel.pooled, True)):
        want = stats.ttest_ind(b, a, equal_var=equal).confidence_interval(0.95)
        low, high = ours(a, b, 0.95)
        assert (float(low), float(high)) == pytest.approx((want.low, want.high), rel=1e-8, abs=1e-9)


def test_value_welch_with_one_constant_group_has_the_other_groups_degrees():
    b = np.array([1.0, 2.0, 4.0, 8.0])
    low, high = kernel.welch(np.full(5, 0.1), b, 0.95)
    alone = kernel.student(b, 0.95)
    assert (float(low) + 0.1, float(high) + 0.1) == pytest.approx([float(x) for x in alone])


def test_value_tiny_scores_do_not_underflow():
    a, b = np.array([1.0, 2.0, 4.0]), np.array([3.0, 3.5, 7.0, 1.0])
    plain, tiny = kernel.welch(a, b, 0.95), kernel.welch(a * 1e-120, b * 1e-120, 0.95)
    assert np.array(tiny) * 1e120 == pytest.approx(np.array(plain), rel=1e-9)


def test_equal_scores_have_no_variance_whatever_rounding_says():
    values = np.full((3, 7), 0.1)
    assert values.var(axis=-1, ddof=1).max() > 0  # so a test for zero alone would miss it
    mean, variance = kernel.mean_variance(values)
    assert mean.tolist() == [0.1] * 3
    assert variance.tolist() == [0.0] * 3


def test_value_cluster_sums_by_hand_also_with_codes_that_no_item_has():
    sums, sizes = kernel.cluster_sums(
        np.array([[1.0, 2, 4, 8], [1, 1, 1, 1]]), np.array([5, 0, 5, 2])
    )
    assert sums.tolist() == [[2, 8, 5], [1, 1, 2]]
    assert sizes.tolist() == [1, 1, 2]
    d, gaps = np.array([1.0, 2, 4, 8]), np.array([5, 0, 5, 2])
    for of in (kernel.clustered, kernel.clustered_adjusted):
        assert np.array(of(d, gaps, 0.9)) == pytest.approx(np.array(of(d, gaps // 2, 0.9)))


def test_value_degrees_of_freedom_by_matrices():
    sizes = np.array([1.0, 1, 4, 10, 3])
    n = sizes.sum()
    covariance = np.diag(sizes) - np.outer(sizes, sizes) / n
    product = np.diag(1 / (1 - sizes / n)) @ covariance
    want = np.trace(product) ** 2 / np.trace(product @ product)
    assert kernel.bell_mccaffrey_df(sizes) == pytest.approx(want, rel=1e-12)
    assert np.trace(product) == pytest.approx(n)
