"""Clusters that nobody named: whether a column can hold those of the items."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np

from claimwise.core import DataError, inferred, option
from claimwise.core.check import NO_CLUSTERS
from claimwise.data.outputs import Outputs
from claimwise.data.scores import Scores

Read = TypeVar("Read", Scores, Outputs)


def recognised_clusters(scores: Scores, *, wanted: bool) -> Scores:
    """Leave out clusters that nobody named and that cannot be clusters of these items.

    A column called cluster is taken at its word; one called group or document may mean
    something else, and is left out, with a note, where it says nothing.
    """
    column = scores.cluster
    if column is None or (wanted and any(n == "cluster: column cluster" for n in scores.inferred)):
        return scores
    if not wanted:
        return _without(scores)
    why = _none(len(column.used()), len(np.unique(scores.item.codes)))
    return _without(scores, why) if why else scores


def recognised_output_clusters(outputs: Outputs, cluster: str | None) -> Outputs:
    """Leave out clusters that nobody wants, or that are none."""
    if outputs.cluster is None:
        return outputs
    if cluster == NO_CLUSTERS:
        return _without(outputs)
    why = _none(outputs.clusters, outputs.n)
    if why and cluster is not None:
        raise DataError(
            option("cluster"), "clusters of several items, at least two", why, "Leave it out."
        )
    return _without(outputs, why) if why else outputs


def _none(groups: int, items: int) -> str:
    """Say why groups of items cannot be clusters; an empty text if they can."""
    if 1 < groups < items:
        return ""
    return "one value for all items" if groups == 1 else "another value for every item"


def _without(data: Read, why: str = "") -> Read:
    """Return what was read without its clusters; says why, if there is a reason to be said."""
    said = f"A column that could hold clusters has {why}: it is not used."
    return replace(
        data,
        cluster=None,
        inferred=tuple(line for line in data.inferred if not line.startswith("cluster: ")),
        notes=(*data.notes, inferred(said)) if why else data.notes,
    )
