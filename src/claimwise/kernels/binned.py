"""Distances of bin counts. Compiled: import this file only when it is needed."""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.compiled import compiled


@compiled
def _count(values: Floats, edges: Floats, counts: Ints) -> None:
    bins = len(counts)
    counts[:] = 0
    for value in values:
        if not edges[0] <= value <= edges[bins]:
            continue  # outside, or NaN
        place = min(int(value * bins), bins - 1)
        # A product is rounded: the edges decide.
        if value < edges[place]:
            place -= 1
        elif place < bins - 1 and value >= edges[place + 1]:
            place += 1
        counts[place] += 1


@compiled
def _sort(counts: Ints) -> None:
    """Sort in place, by insertion: there are few, and a general sort takes longer to begin."""
    for k in range(1, len(counts)):
        count, j = counts[k], k
        while j > 0 and counts[j - 1] > count:
            counts[j] = counts[j - 1]
            j -= 1
        counts[j] = count


@compiled
def counts_apart(gold: Floats, system: Floats, edges: Floats) -> Floats:
    """Return for each row the mean difference of its sorted bin counts, `edges` from 0 to 1."""
    found = np.empty(len(gold))
    bins = len(edges) - 1
    one, other = np.empty(bins, np.int64), np.empty(bins, np.int64)
    for row in range(len(gold)):
        _count(gold[row], edges, one)
        _count(system[row], edges, other)
        _sort(one)
        _sort(other)
        total = 0
        for k in range(bins):
            total += abs(one[k] - other[k])
        found[row] = total / bins
    return found
