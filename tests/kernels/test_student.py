"""t tests against SciPy, and where they are not defined."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimwise.kernels import student

SIDES = ["two-sided", "less", "greater"]
numbers = st.lists(st.floats(-100, 100).map(lambda x: round(x, 3)), min_size=2, max_size=20)


def spread_out(*samples):
    return all(len(set(x)) > 1 for x in samples)


@given(numbers, st.floats(-1, 1))
def test_value_one_sample(d, margin):
    if not spread_out(d):
        return
    for alternative in SIDES:
        want = stats.ttest_1samp(d, margin, alternative=alternative).pvalue
        got = student.one_sample(np.array(d), margin, alternative)
        assert got == pytest.approx(want, rel=1e-8, abs=1e-300)


@given(numbers, numbers, st.floats(-1, 1))
def test_value_two_samples(a, b, margin):
    if not spread_out(a, b):
        return
    for alternative in SIDES:
        for ours, equal in ((student.pooled, True), (student.welch, False)):
            moved = np.array(b) - margin
            want = stats.ttest_ind(moved, a, equal_var=equal, alternative=alternative).pvalue
            got = ours(np.array(a), np.array(b), margin, alternative)
            assert got == pytest.approx(want, rel=1e-7, abs=1e-300)


@pytest.mark.parametrize(
    "d",
    [[0.3], [0.3] * 7, [0.0] * 4, [0.1 + 0.2, 0.3, 0.3], [1e-300] * 3],
    ids=["one item", "equal", "zero", "equal but for rounding", "tiny"],
)
def test_undefined_without_spread(d):
    for alternative in SIDES:
        assert np.isnan(student.one_sample(np.array(d), 0.0, alternative))
        assert np.isnan(student.pooled(np.array(d), np.array(d) + 1, 0.0, alternative))
        assert np.isnan(student.welch(np.array(d), np.array(d) + 1, 0.0, alternative))


def test_equal_differences_stay_undefined_under_a_margin():
    """Taking 0.3 off leaves rounding errors, which are no spread."""
    d = np.array([0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2])
    assert np.isnan(student.one_sample(d, 0.3, "two-sided"))


def test_one_item_of_a_system_has_no_spread_of_its_own():
    a, b = np.array([0.5]), np.array([0.1, 0.4, 0.7])
    assert np.isnan(student.welch(a, b, 0.0, "two-sided"))
    want = stats.ttest_ind(b, a, equal_var=True).pvalue
    assert student.pooled(a, b, 0.0, "two-sided") == pytest.approx(want)


def test_one_constant_system_is_no_obstacle():
    a, b = np.full(5, 0.5), np.array([0.1, 0.4, 0.7, 0.9])
    want = stats.ttest_1samp(b, 0.5).pvalue  # all the spread, and its degrees of freedom, are B's
    assert student.welch(a, b, 0.0, "two-sided") == pytest.approx(want)


def test_p_is_never_zero():
    assert student.pvalue(1e200, 500, "greater") > 0
    assert student.pvalue(-1e200, 500, "two-sided") > 0
    assert np.isnan(student.pvalue(np.nan, 5, "less"))
