"""Kendall's tau-b of many samples at once, against scipy on each of them."""

import numpy as np
import pytest
from scipy import stats

from claimwise.kernels import kendall
from claimwise.kernels.kendall import PairSums


@pytest.mark.parametrize("grouped", [False, True])
def test_value_agrees_with_scipy_on_resamples(grouped, monkeypatch):
    monkeypatch.setattr(kendall, "ROWS", 7)  # several parts, the last one short
    rng = np.random.default_rng(3)
    x, y = rng.integers(0, 8, 25).astype(float), rng.integers(0, 9, 25) / 4
    group = rng.integers(0, 6, 25) if grouped else np.arange(25)
    group = np.unique(group, return_inverse=True)[1]
    groups = group.max() + 1
    pairs = PairSums.of(x, y, group)
    weights = rng.multinomial(groups, np.full(groups, 1 / groups), size=20).astype(float)
    ours = pairs.tau_b(weights)
    for times, tau in zip(weights, ours, strict=True):
        rows = np.concatenate(
            [np.tile(np.flatnonzero(group == g), int(times[g])) for g in range(groups)]
        )
        assert tau == pytest.approx(stats.kendalltau(x[rows], y[rows]).statistic, abs=1e-12)


def test_a_sample_of_equal_points_has_no_tau():
    pairs = PairSums.of(np.array([1.0, 2.0, 3.0]), np.array([1.0, 1.0, 2.0]), np.arange(3))
    tau = pairs.tau_b(np.array([[3.0, 0, 0], [1.0, 1.0, 0], [1.0, 1.0, 1.0]]))
    assert np.isnan(tau).tolist() == [True, True, False]
