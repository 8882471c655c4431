"""Items that come in clusters, such as several questions on one passage."""

from __future__ import annotations

from claimwise.core import DataError, Procedure
from claimwise.core.references import BELL, DAVISON, LIANG
from claimwise.data import Differences
from claimwise.data.counts import Counts
from claimwise.intervals.base import Ends, interval
from claimwise.kernels import bootstrap_interval, mean_interval


@interval(
    "cluster-t",
    outcome="numeric",
    paired=True,
    clustered=True,
    says=Procedure(
        "a t interval with a cluster-robust standard error",
        (LIANG,),
        short="cluster-robust interval",
    ),
)
def cluster_t(data: Differences, level: float) -> Ends:
    """Mean difference over items with a cluster-robust standard error, t with G - 1 df.

    Unfit for clusters of very unequal size, where it is too narrow: use cluster-cr2.
    """
    return mean_interval.clustered(data.d, _clusters("cluster-t", data), level)


@interval(
    "cluster-cr2",
    outcome="numeric",
    paired=True,
    clustered=True,
    says=Procedure(
        "a t interval with the CR2 cluster-robust standard error",
        (BELL,),
        short="cluster-robust interval (CR2)",
    ),
)
def cluster_cr2(data: Differences, level: float) -> Ends:
    """The same, allowing for clusters of unequal size; recommended for clustered items.

    With clusters of one size it is cluster-t.
    """
    return mean_interval.clustered_adjusted(data.d, _clusters("cluster-cr2", data), level)


@interval(
    "cluster-bootstrap",
    outcome="numeric",
    paired=True,
    clustered=True,
    resampled=True,
    says=Procedure(
        "the bootstrap interval with clusters resampled",
        (f"{DAVISON}, section 3.8",),
        short="cluster bootstrap interval",
    ),
)
def cluster_bootstrap(data: Differences, level: float, *, seed: int, resamples: int) -> Ends:
    """Whole clusters are drawn again; the mean is over the items of the clusters drawn.

    Too narrow for fewer than 40 clusters or so: use cluster-cr2.
    """
    clusters = _clusters("cluster-bootstrap", data)
    return bootstrap_interval.clustered(data.d, clusters, level, seed=seed, resamples=resamples)


def _clusters(who: str, data: Differences) -> Counts:
    if data.cluster is None:
        raise DataError(
            who,
            "the cluster of each item",
            "items without clusters",
            "Give cluster= as well, or use t.",
        )
    return data.cluster
