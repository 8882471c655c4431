"""Items in clusters: several questions on one passage, several turns of one talk.

Items of a cluster are alike, so n items hold less than n items' worth of evidence. Both tests
take the cluster as the unit; with one item in each they are the tests for single items.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError
from claimwise.core.procedure import CLUSTERS, Procedure
from claimwise.core.references import BELL, FISHER, LIANG, MILLER, PITMAN
from claimwise.data import Differences
from claimwise.htest.base import RESAMPLES, htest
from claimwise.kernels import mean_interval, student
from claimwise.kernels.clusters import cluster_sums, mean_variance


def _clusters(who: str, data: Differences) -> NDArray[np.int64]:
    if data.cluster is None:
        raise DataError(
            who,
            "the cluster of each item",
            "none",
            "Name the column of clusters, or use the test for single items.",
        )
    return data.cluster


def _sums(data: Differences) -> NDArray[np.float64]:
    return cluster_sums(data.d, _clusters("cluster-permutation", data))


def _sampled(data: Differences, resamples: int) -> NDArray[np.bool_]:
    from claimwise.kernels import sign_flips

    return sign_flips.sampled(_sums(data), resamples)


@htest(
    "cluster-permutation",
    paired=True,
    size="at most alpha",
    null="in every cluster, A and B could as well have had each other's scores",
    outcome="numeric",
    margin=True,
    resampled=True,
    clustered=True,
    sampled=_sampled,
    says=Procedure(
        "a permutation test of the mean difference, the systems swapped in whole clusters",
        (FISHER, PITMAN),
        (CLUSTERS,),
        short="permutation of clusters",
    ),
)
def cluster_permutation(
    data: Differences,
    alternative: str,
    *,
    margin: float = 0.0,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> NDArray[np.float64]:
    """Mean difference under random signs of whole clusters.

    Fit for any scores, whatever the likeness within clusters, if clusters are independent.
    Every cluster counts by its sum, so large ones weigh more, as they do in the mean over
    items. Exact for up to 16 clusters that differ; with 5 or fewer no two-sided p-value is
    below 0.05.
    """
    from claimwise.kernels import sign_flips

    return sign_flips.pvalue(_sums(data.shifted(margin)), alternative, resamples, seed)


@htest(
    "cluster-t",
    paired=True,
    size="asymptotic",
    null="A and B have the same mean score",
    outcome="numeric",
    margin=True,
    clustered=True,
    says=Procedure(
        "a t test with a cluster-robust standard error",
        (LIANG, MILLER),
        (CLUSTERS,),
        short="cluster-robust t",
    ),
)
def cluster_t(data: Differences, alternative: str, *, margin: float = 0.0) -> NDArray[np.float64]:
    """T test of the mean over items with a cluster-robust standard error.

    Cross products within clusters count, times G / (G - 1) for G clusters, on G - 1 degrees of
    freedom. Fit for some tens of clusters. Unfit for few clusters, or some that hold most of the
    items: there it finds too much, and cluster-permutation does not. Not defined (NaN) for one
    cluster, or without spread.
    """
    variance, clusters = mean_variance(data.d, _clusters("cluster-t", data))
    t = (data.effect() - margin) / np.sqrt(variance)
    return student.pvalue(t, max(clusters - 1, 1), alternative)


@htest(
    "cluster-cr2",
    paired=True,
    size="asymptotic",
    null="A and B have the same mean score",
    outcome="numeric",
    margin=True,
    clustered=True,
    says=Procedure(
        "a t test with the CR2 cluster-robust standard error and degrees of freedom to match",
        (BELL,),
        (CLUSTERS,),
        short="cluster-robust t (CR2)",
    ),
)
def cluster_cr2(data: Differences, alternative: str, *, margin: float = 0.0) -> NDArray[np.float64]:
    """T test of the mean over items, fit for clusters of unequal size.

    CR2 variance with degrees of freedom to match; with clusters of one size it is cluster-t. Not
    defined (NaN) for one cluster, or where the clusters do not differ.
    """
    clusters = _clusters("cluster-cr2", data)
    mean, variance, df = mean_interval.adjusted_variance(data.d, clusters)
    error = np.sqrt(np.where(variance > 0, variance, np.nan))
    return student.pvalue((mean - margin) / error, df if df > 0 else 1.0, alternative)
