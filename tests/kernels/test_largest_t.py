"""The largest |t| of several estimates of one model: Tukey's range, laws, and simulation."""

from itertools import combinations

import numpy as np
import pytest
from scipy import special, stats

from claimwise.kernels.largest_t import largest_t


def all_pairs(k):
    """Return the contrasts of all pairs of k systems."""
    rows = np.zeros((k * (k - 1) // 2, k))
    for i, (a, b) in enumerate(combinations(range(k), 2)):
        rows[i, [a, b]] = -1, 1
    return rows


@pytest.mark.parametrize("df", [2.0, 4.0, 11.5, 60.0])
@pytest.mark.parametrize(("k", "digits"), [(2, 1e-9), (3, 1e-6), (4, 3e-3), (6, 3e-3), (10, 5e-3)])
def test_value_independent_systems_are_tukeys_range(k, digits, df):
    found = largest_t(all_pairs(k) @ all_pairs(k).T, df)
    t = np.array([1.0, 2.0, 3.0, 5.0])
    want = stats.studentized_range.sf(t * np.sqrt(2), k, df)
    assert found.pvalue(t) == pytest.approx(want, rel=digits)
    critical = stats.studentized_range.ppf(0.95, k, df) / np.sqrt(2)
    assert found.critical(0.95) == pytest.approx(critical, rel=digits)


def test_value_one_estimate_is_student_and_normal():
    t = np.array([0.0, 0.5, 2.0, 8.0])
    assert largest_t(np.array([[3.0]]), 5.0).pvalue(-t) == pytest.approx(2 * stats.t.sf(t, 5))
    assert largest_t(np.array([[3.0]])).pvalue(t) == pytest.approx(2 * special.ndtr(-t))
    same = np.ones((4, 4))  # four times the same estimate: one test
    assert largest_t(same, 7.0).pvalue(t) == pytest.approx(2 * stats.t.sf(t, 7))


def test_value_independent_estimates_are_sidaks():
    t = np.array([1.5, 2.5, 4.0])
    want = 1 - (1 - 2 * special.ndtr(-t)) ** 5
    assert largest_t(np.eye(5)).pvalue(t) == pytest.approx(want, rel=1e-2)


def test_law_scale_sign_and_edges():
    rng = np.random.default_rng(1)
    root = rng.normal(size=(4, 3))
    covariance, t = root @ root.T, [0.3, 1.7, 2.9]
    found = largest_t(covariance, 9.0)
    scale = np.diag([1.0, -10.0, 0.1, 1e6])
    again = largest_t(scale @ covariance @ scale, 9.0)
    assert again.pvalue(t) == pytest.approx(found.pvalue(t), rel=2e-2)
    assert found.pvalue([0.0, np.inf]).tolist() == [1.0, 0.0]
    assert np.isnan(found.pvalue([np.nan])).all()
    one = 2 * stats.t.sf(np.array(t), 9)
    assert (found.pvalue(t) >= one * (1 - 1e-9)).all()
    assert (found.pvalue(t) <= 4 * one).all()


@pytest.mark.parametrize("df", [6.0, np.inf])
def test_chance_the_critical_value_is_passed_as_often_as_promised(df):
    rng = np.random.default_rng(2)
    root = rng.normal(size=(7, 4))
    covariance = root @ root.T
    critical = largest_t(covariance, df).critical(0.9)
    z = rng.normal(size=(100_000, 4)) @ root.T / np.sqrt(np.diag(covariance))
    if np.isfinite(df):
        z /= np.sqrt(rng.chisquare(df, size=(len(z), 1)) / df)
    share = (np.abs(z).max(axis=1) > critical).mean()
    assert share == pytest.approx(0.1, abs=4.5 * np.sqrt(0.09 / len(z)))
