"""Items that belong together: their sums, and the variance of a mean that allows for them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.student import constant


def cluster_sums(values: Floats, cluster: Ints) -> Floats:
    """Return the sum of each cluster's items, clusters on the last axis.

    >>> cluster_sums(np.array([1.0, 2.0, 4.0]), np.array([1, 0, 1])).tolist()
    [2.0, 5.0]
    """
    order = np.argsort(cluster, kind="stable")
    sorted_ = cluster[order]
    starts = np.flatnonzero(np.r_[True, sorted_[1:] != sorted_[:-1]])
    return np.asarray(np.add.reduceat(values[..., order], starts, axis=-1))


def cluster_sizes(cluster: Ints) -> Ints:
    """Return how many items each cluster has, in the order of `cluster_sums`."""
    sizes: NDArray[np.int64] = np.unique(cluster, return_counts=True)[1].astype(np.int64)
    return sizes


def mean_variance(values: Floats, cluster: Ints) -> tuple[Floats, int]:
    """Return the cluster-robust variance of the mean, and the number of clusters.

    Deviations from the mean are summed within clusters, squared, summed and divided by n
    squared: all cross products within a cluster count, those between clusters do not
    [1]_, [2]_. The factor G / (G - 1) makes it the usual variance of a mean where every
    cluster has one item. NaN for one cluster, or where the values do not vary.

    References
    ----------
    .. [1] Liang and Zeger (1986), Biometrika 73, 13-22.
    .. [2] Miller (2024), Adding error bars to evals, arXiv:2411.00640, section 2.2.
    """
    n = values.shape[-1]
    sums = cluster_sums(values - values.mean(axis=-1, keepdims=True), cluster)
    clusters = sums.shape[-1]
    if clusters < 2:
        return np.full(values.shape[:-1], np.nan), clusters
    variance = clusters / (clusters - 1) * (sums**2).sum(axis=-1) / n**2
    # Rounding leaves something of the order of 1e-32 where the sums are truly 0.
    noise = (1e-14 * np.abs(values).max(axis=-1)) ** 2
    undefined = constant(values) | (variance <= noise / n)
    return np.asarray(np.where(undefined, np.nan, variance)), clusters
