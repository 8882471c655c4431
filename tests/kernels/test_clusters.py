"""Cluster sums and robust variances, written out and against statsmodels."""

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st

from claimwise.kernels.clusters import cluster_sizes, cluster_sums, mean_variance

codes = st.lists(st.integers(0, 5), min_size=2, max_size=30)


@given(codes)
def test_value_sums_and_sizes_written_out(cluster):
    d = np.random.default_rng(1).normal(size=(2, len(cluster)))
    labels = sorted(set(cluster))
    want = np.array([[x[np.array(cluster) == g].sum() for g in labels] for x in d])
    assert cluster_sums(d, np.array(cluster)) == pytest.approx(want)
    assert cluster_sizes(np.array(cluster)).tolist() == [cluster.count(g) for g in labels]


@given(codes)
def test_value_variance_is_the_sum_of_products_within_clusters(cluster):
    """Miller (2024): the usual variance plus the cross products of items in one cluster."""
    n, groups = len(cluster), len(set(cluster))
    d = np.random.default_rng(2).normal(size=n)
    got, found = mean_variance(d, np.array(cluster))
    assert found == groups
    if groups < 2:
        assert np.isnan(got)
        return
    e = d - d.mean()
    same = np.equal.outer(cluster, cluster)
    want = (np.outer(e, e) * same).sum() / n**2 * groups / (groups - 1)
    assert got == pytest.approx(want, rel=1e-9)


def test_value_agrees_with_statsmodels():
    rng = np.random.default_rng(4)
    cluster = rng.integers(0, 25, size=200)
    d = rng.normal(size=25)[cluster] + rng.normal(size=200)
    fit = sm.OLS(d, np.ones(200)).fit(
        cov_type="cluster", cov_kwds={"groups": cluster, "use_correction": False}
    )
    variance, groups = mean_variance(d, cluster)
    assert variance * (groups - 1) / groups == pytest.approx(fit.bse[0] ** 2, rel=1e-10)


def test_value_single_items_give_the_usual_variance():
    d = np.random.default_rng(4).normal(size=(3, 40))
    variance, _ = mean_variance(d, np.arange(40)[::-1])
    assert variance == pytest.approx(d.var(axis=1, ddof=1) / 40, rel=1e-12)


def test_undefined_without_spread_between_clusters():
    assert np.isnan(mean_variance(np.full(6, 0.2), np.array([0, 0, 1, 1, 2, 2]))[0])
    # Items vary, but every cluster has the same mean: all sums of deviations are 0.
    assert np.isnan(mean_variance(np.array([0.1, 0.3, 0.1, 0.3]), np.array([0, 0, 1, 1]))[0])
