"""Clusters that nobody named: whether a column can hold those of the items."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from claimwise.core import DataError, inferred, option
from claimwise.data.outputs import Outputs
from claimwise.data.scores import Scores

NO_CLUSTERS = "none"  # in place of a column: leave out those that were recognised


def recognised_clusters(scores: Scores, *, wanted: bool) -> Scores:
    """Leave out clusters that nobody named and that cannot be clusters of these items.

    A column called cluster is taken at its word; one called group or document may mean
    something else, and is left out, with a note, where it says nothing.
    """
    column = scores.cluster
    if column is None or (wanted and any(n == "cluster: column cluster" for n in scores.inferred)):
        return scores
    kept = tuple(line for line in scores.inferred if not line.startswith("cluster: "))
    if not wanted:
        return replace(scores, cluster=None, inferred=kept)
    groups = len(column.used())
    items = len(np.unique(scores.item.codes))
    if 1 < groups < items:
        return scores
    what = "one value for all items" if groups == 1 else "another value for every item"
    note = inferred(f"A column that could hold clusters has {what}: it is not used.")
    return replace(scores, cluster=None, inferred=kept, notes=(*scores.notes, note))


def recognised_output_clusters(outputs: Outputs, cluster: str | None) -> Outputs:
    """Leave out clusters that nobody wants, or that are none."""
    if outputs.cluster is None:
        return outputs
    if cluster == NO_CLUSTERS:
        kept = tuple(line for line in outputs.inferred if not line.startswith("cluster: "))
        return replace(outputs, cluster=None, inferred=kept)
    if 1 < outputs.clusters < outputs.n:
        return outputs
    what = "one value for all items" if outputs.clusters == 1 else "another value for every item"
    if cluster is not None:
        raise DataError(
            option("cluster"), "clusters of several items, at least two", what, "Leave it out."
        )
    kept = tuple(line for line in outputs.inferred if not line.startswith("cluster: "))
    note = inferred(f"A column that could hold clusters has {what}: it is not used.")
    return replace(outputs, cluster=None, inferred=kept, notes=(*outputs.notes, note))
