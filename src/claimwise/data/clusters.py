"""Clusters that nobody named: whether a column can hold those of the items."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from claimwise.data.scores import Scores


def recognised_clusters(scores: Scores, *, wanted: bool) -> Scores:
    """Leave out clusters that nobody named and that cannot be clusters of these items.

    A column called cluster is taken at its word; one called group or document may mean
    something else, and is left out, with a note, where it says nothing.
    """
    column = scores.cluster
    if column is None or (wanted and any(n == "cluster: column cluster" for n in scores.inferred)):
        return scores
    kept = tuple(note for note in scores.inferred if not note.startswith("cluster: "))
    if not wanted:
        return replace(scores, cluster=None, inferred=kept)
    groups = len(column.used())
    items = len(np.unique(scores.item.codes))
    if 1 < groups < items:
        return scores
    what = "one value for all items" if groups == 1 else "another value for every item"
    note = f"A column that could hold clusters has {what}: it is not used."
    return replace(scores, cluster=None, inferred=kept, notes=(*scores.notes, note))
