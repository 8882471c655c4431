"""Friedman's test and Nemenyi's difference: SciPy, and Demsar's (2006) critical values."""

import numpy as np
import pytest
from scipy import stats

from claimwise.kernels.friedman import critical_difference, friedman, mean_ranks, nemenyi

# Four systems on 14 data sets, with ties.
SCORES = np.array(
    [
        [0.763, 0.768, 0.771, 0.798],
        [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898],
        [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685],
        [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962],
        [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.975, 0.975],
        [0.957, 0.978, 0.946, 0.970],
    ]
)


def test_value_mean_ranks_equal_scipy_with_ties():
    ranks, _ = mean_ranks(SCORES)
    assert ranks == pytest.approx(stats.rankdata(-SCORES, axis=1).mean(axis=0))


def test_value_friedman_equals_scipy_with_ties():
    expected = stats.friedmanchisquare(*SCORES.T)
    assert friedman(SCORES) == pytest.approx((expected.statistic, expected.pvalue))


def test_value_critical_difference_as_published():
    assert critical_difference(4, 14, 0.05) == pytest.approx(1.25, abs=5e-3)
    assert critical_difference(4, 14, 0.10) == pytest.approx(1.12, abs=5e-3)


def test_law_nemenyi_is_at_alpha_exactly_at_the_critical_difference():
    scores = np.tile([3.0, 2.0, 1.0], (8, 1))
    pairs = [(i, j) for i in range(3) for j in range(3)]
    p = nemenyi(scores, pairs).reshape(3, 3)
    ranks, _ = mean_ranks(scores)
    for alpha in (0.01, 0.05, 0.2):
        critical = critical_difference(3, 8, alpha)
        assert (p[0, 2] < alpha) == (ranks[2] - ranks[0] > critical)
    assert np.diag(p) == pytest.approx(np.ones(3))
    assert p == pytest.approx(p.T)


def test_all_tied_everywhere_is_undefined():
    assert all(np.isnan(friedman(np.ones((4, 3)))))


def test_direction_the_best_system_has_the_smallest_rank():
    ranks, _ = mean_ranks([[0.9, 0.1], [0.8, 0.2], [0.3, 0.7]])
    assert ranks[0] < ranks[1]
