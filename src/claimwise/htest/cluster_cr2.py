"""Items in clusters of unequal size: the t test that belongs to the CR2 interval."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, sentence
from claimwise.data import Differences
from claimwise.htest.base import htest
from claimwise.kernels import mean_interval, student


@htest(
    "cluster-cr2",
    paired=True,
    size="asymptotic",
    null="A and B have the same mean score",
    outcome="numeric",
    margin=True,
    clustered=True,
)
def cluster_cr2(data: Differences, alternative: str, *, margin: float = 0.0) -> NDArray[np.float64]:
    """T test of the mean over items, fit for clusters of unequal size.

    CR2 variance with degrees of freedom to match (Bell and McCaffrey 2002, Surv. Methodol. 28,
    169-181); with clusters of one size it is cluster-t. Not defined (NaN) for one cluster, or
    where the clusters do not differ.
    """
    if data.cluster is None:
        raise DataError(
            sentence(
                "cluster-cr2",
                "the cluster of each item",
                "none",
                "Name the column of clusters, or use the test for single items.",
            )
        )
    mean, variance, df = mean_interval.adjusted_variance(data.d, data.cluster)
    known = variance > 0
    error = np.sqrt(np.where(known, variance, np.nan))
    return student.pvalue((mean - margin) / error, df if df > 0 else 1.0, alternative)
