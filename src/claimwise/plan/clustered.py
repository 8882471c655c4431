"""Two systems on items that come in clusters: what could a comparison of accuracies show?"""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import Note, Result, provenance
from claimwise.engine.simulate import simulate_power
from claimwise.htest import find_test
from claimwise.worlds.clustered_accuracy import ClusteredAccuracy

REPLICATES = 2000


def accuracy_in_clusters(
    *,
    n: int,
    difference: float,
    agreement: float,
    clusters: int,
    icc: float,
    test: str,
    resamples: int,
    alternative: str = "two-sided",
    alpha: float = 0.05,
    power: float = 0.8,
    replicates: int | None = None,
    rng: int = 0,
) -> Result:
    """Simulate studies whose items come in clusters, analysed by a test of clusters.

    `icc` is the correlation between the differences of two items of a cluster.
    """
    size = max(1, round(n / clusters))
    replicates = replicates or REPLICATES
    simulated = simulate_power(
        ClusteredAccuracy(difference, agreement, size, icc),
        find_test(test, paired=True, clustered=True),
        n,
        alpha=alpha,
        alternative=alternative,
        replicates=replicates,
        rng=rng,
        resamples=resamples,
    )
    settings = {
        "test": test,
        "alternative": alternative,
        "alpha": alpha,
        "by": "simulation",
        "target": power,
        "replicates": replicates,
        "n": n,
        "difference": difference,
        "unit": "items",
    }
    note = Note(
        f"Assumed: clusters of {size} items, a correlation of {icc:g} between the "
        f"differences of two items of a cluster, agreement {agreement:g}. What could be "
        "detected, and how many items suffice, is not searched for.",
        kind="assumed",
    )
    return replace(
        simulated,
        kind="plan",
        notes=(note, *simulated.notes),
        provenance=provenance(settings, seed=rng),
    )
