"""Rank correlations and distances of samples, for many swaps and resamples of the same items.

To sort each resample anew would be slow, and it is not needed: all values are put in order once,
and what is swapped or drawn changes only which of them count, and how often. One pass along the
order gives the ranks, or the cumulated shares. Compiled: import this file late.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from claimwise.kernels.arrays import Flags, Floats
from claimwise.kernels.compiled import compiled
from claimwise.kernels.ranks import TIE

Places = NDArray[np.int32]


class Ranked(NamedTuple):
    """The order of gold's values and of those of A and B together, one for each item."""

    gold: Places  # items in the order of gold
    gold_tied: Flags  # whether a value ties with the one before
    item: Places  # of the values of A and B
    is_b: Flags
    tied: Flags

    @classmethod
    def of(cls, gold: Floats, a: Floats, b: Floats) -> Ranked:
        """Put values (items,) in order; those that differ by rounding alone are tied."""
        first = np.argsort(gold, kind="stable").astype(np.int32)
        both = np.concatenate([a, b])
        order = np.argsort(both, kind="stable").astype(np.int32)
        n = len(gold)
        return cls(first, _tied(gold[first]), order % n, order >= n, _tied(both[order]))

    def scores(self, weights: Floats, swapped: Flags) -> Floats:
        """Return the correlations of A and of B with gold: (resamples, 2).

        `weights` says how often each item is there, `swapped` whether A and B change places on
        it: (resamples, items) each, or (1, items) for all resamples. NaN where all are tied.
        """
        return _rank_correlations(*self, weights, swapped)


def _tied(ordered: Floats) -> Flags:
    near = TIE * np.abs(ordered).max(initial=0.0)
    return np.concatenate([[False], np.diff(ordered) <= near])


@compiled
def _rank_correlations(
    gold: Places,
    gold_tied: Flags,
    item: Places,
    is_b: Flags,
    tied: Flags,
    weights: Floats,
    swapped: Flags,
) -> Floats:
    n, rows = len(gold), max(len(weights), len(swapped))
    found = np.empty((rows, 2))
    x = np.empty(n)
    for row in range(rows):
        weight = weights[min(row, len(weights) - 1)]
        swap = swapped[min(row, len(swapped) - 1)]
        middle = (weight.sum() + 1) / 2
        below = xx = 0.0
        start = 0
        while start < n:
            stop, here = start, 0.0
            while stop < n and (stop == start or gold_tied[stop]):
                here += weight[gold[stop]]
                stop += 1
            rank = below + (here + 1) / 2 - middle
            for i in range(start, stop):
                x[gold[i]] = rank
            xx += here * rank * rank
            below += here
            start = stop
        below_a = below_b = yy_a = yy_b = xy_a = xy_b = 0.0
        start = 0
        while start < 2 * n:
            stop = start
            here_a = here_b = x_a = x_b = 0.0
            while stop < 2 * n and (stop == start or tied[stop]):
                one = item[stop]
                # No branches: a processor cannot foresee random swaps.
                to_b = weight[one] * (is_b[stop] != swap[one])
                to_a = weight[one] - to_b
                here_a += to_a
                here_b += to_b
                x_a += to_a * x[one]
                x_b += to_b * x[one]
                stop += 1
            rank_a = below_a + (here_a + 1) / 2 - middle
            rank_b = below_b + (here_b + 1) / 2 - middle
            xy_a += rank_a * x_a
            xy_b += rank_b * x_b
            yy_a += here_a * rank_a * rank_a
            yy_b += here_b * rank_b * rank_b
            below_a += here_a
            below_b += here_b
            start = stop
        found[row, 0] = xy_a / (np.sqrt(xx) * np.sqrt(yy_a)) if xx > 0 and yy_a > 0 else np.nan
        found[row, 1] = xy_b / (np.sqrt(xx) * np.sqrt(yy_b)) if xx > 0 and yy_b > 0 else np.nan
    return found


class Sampled(NamedTuple):
    """The order of all answers of gold, A and B together."""

    item: Places
    source: NDArray[np.int8]  # 0 for gold, 1 for A, 2 for B
    gap: Floats  # to the next value
    counts: Floats  # answers of each source to each item: (3, items)

    @classmethod
    def of(cls, gold: Floats, a: Floats, b: Floats) -> Sampled:
        """Put answers (items, K) in order; NaN are not there."""
        values = np.concatenate([one.ravel() for one in (gold, a, b)])
        parts = [
            np.repeat(np.arange(len(one), dtype=np.int32), one.shape[1]) for one in (gold, a, b)
        ]
        source = np.repeat(np.arange(3, dtype=np.int8), [one.size for one in (gold, a, b)])
        order = np.argsort(values, kind="stable")
        order = order[: int((~np.isnan(values)).sum())]
        counts = np.stack([(~np.isnan(one)).sum(axis=1) for one in (gold, a, b)])
        gap = np.append(np.diff(values[order]), 0.0)
        return cls(np.concatenate(parts)[order], source[order], gap, counts.astype(np.float64))

    def scores(self, weights: Floats, swapped: Flags) -> Floats:
        """Return the distances of A's and of B's answers from gold's: (resamples, 2).

        As `Ranked.scores`; NaN where a sample is empty.
        """
        return _sample_distances(*self, weights, swapped)


@compiled
def _sample_distances(
    item: Places,
    source: NDArray[np.int8],
    gap: Floats,
    counts: Floats,
    weights: Floats,
    swapped: Flags,
) -> Floats:
    n, rows = counts.shape[1], max(len(weights), len(swapped))
    found = np.empty((rows, 2))
    for row in range(rows):
        weight = weights[min(row, len(weights) - 1)]
        swap = swapped[min(row, len(swapped) - 1)]
        all_gold = all_a = all_b = 0.0
        for i in range(n):
            all_gold += weight[i] * counts[0, i]
            all_a += weight[i] * counts[2 if swap[i] else 1, i]
            all_b += weight[i] * counts[1 if swap[i] else 2, i]
        below_gold = below_a = below_b = 0.0
        apart_a = apart_b = 0.0
        each_gold, each_a, each_b = 1.0 / all_gold, 1.0 / all_a, 1.0 / all_b
        for i in range(len(item)):
            one = item[i]
            of_gold = weight[one] * (source[i] == 0)
            of_b = (weight[one] - of_gold) * ((source[i] == 2) != swap[one])
            below_gold += of_gold
            below_b += of_b
            below_a += weight[one] - of_gold - of_b
            share = below_gold * each_gold
            apart_a += abs(below_a * each_a - share) * gap[i]
            apart_b += abs(below_b * each_b - share) * gap[i]
        found[row, 0], found[row, 1] = apart_a, apart_b
    return found
