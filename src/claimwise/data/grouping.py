"""Rows in groups, by arithmetic on whole numbers: repetitions, means."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from claimwise.data.coding import factor

Ints = NDArray[np.int64]
LARGEST = 1 << 62


def repeated(
    key: Ints, groups: int, finer: Sequence[tuple[NDArray[np.int32], int]]
) -> tuple[int, int] | None:
    """Return two rows that agree in everything, the earliest such second row; or None.

    `key` is below `groups`; each column of `finer` comes with the number of its labels, and
    its code -1 counts as one more.
    """
    counts = np.bincount(key, minlength=1) if groups <= 8 * len(key) + 1024 else None
    if counts is not None and counts.max(initial=0) <= 1:
        return None
    for codes, labels in finer:
        if groups > LARGEST // (labels + 1):
            codes_so_far, first = factor(key)
            key, groups = codes_so_far.astype(np.int64), len(first)
        key = key * (labels + 1) + codes + 1
        groups *= labels + 1
    order = np.argsort(key, kind="stable")
    same = np.flatnonzero(key[order[1:]] == key[order[:-1]])
    if not len(same):
        return None
    at = same[np.argmin(order[same + 1])]
    return int(order[at]), int(order[at + 1])


def group_means(
    group: Ints, groups: int, score: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.float64]]:
    """Return the mean of each group, its number of scores, and its sum of squares.

    NaN is no score. Equal scores have exactly their own value as mean and 0 as sum of squares,
    and the order of the rows does not matter: ties between systems must stay ties.
    """
    scored = ~np.isnan(score)
    if not scored.all():
        group, score = group[scored], score[scored]
    counts = np.bincount(group, minlength=groups)
    mean = np.full(groups, np.nan)
    if counts.max(initial=0) <= 1:
        mean[group] = score
        return mean, counts.astype(np.int32), np.zeros(groups)
    order = np.argsort(score, kind="stable")
    group, score = group[order], score[order]
    highest = np.empty(groups)
    highest[group] = score  # ascending: the last one written is the highest
    lowest = np.empty(groups)
    lowest[group[::-1]] = score[::-1]
    there = counts > 0
    sums = np.bincount(group, weights=score, minlength=groups)
    mean[there] = sums[there] / counts[there]
    constant = there & (lowest == highest)
    mean[constant] = lowest[constant]
    away = score - mean[group]
    within = np.bincount(group, weights=away * away, minlength=groups)
    return mean, counts.astype(np.int32), within.astype(np.float64)
