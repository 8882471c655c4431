"""Rows in groups, by arithmetic on whole numbers: first rows, repetitions, means."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
LARGEST = 1 << 62


def compress(key: Ints) -> tuple[Ints, Ints]:
    """Number the groups of equal keys 0, 1, ... by first appearance; return also first rows.

    >>> number, first = compress(np.array([7, 3, 7]))
    >>> number.tolist(), first.tolist()
    ([0, 1, 0], [0, 1])
    """
    span = int(key.max(initial=-1)) + 1
    if span <= 8 * len(key) + 1024:  # a table of all keys is small: no need to sort
        first_row = np.full(span, -1, np.int64)
        first_row[key[::-1]] = np.arange(len(key) - 1, -1, -1)  # the last one written is the first
        first = np.sort(first_row[first_row >= 0])
        number = np.empty(span, np.int64)
        number[key[first]] = np.arange(len(first))
        return number[key], first
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty(len(first), np.int64)
    number[order] = np.arange(len(first))
    return number[inverse], first[order]


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
            key, first = compress(key)
            groups = len(first)
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
