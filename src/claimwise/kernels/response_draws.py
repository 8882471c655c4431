"""Answers drawn with replacement. Compiled: import this file only when it is needed.

A word of 32 random bits times n, over 2^32, is a place among n; no place is off 1 / n by more
than 2^-32.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.compiled import compiled

Words = NDArray[np.uint32]


@compiled
def _place(word: int, n: int) -> int:
    return (np.uint64(word) * np.uint64(n)) >> np.uint64(32)  # type: ignore[return-value]


@compiled
def draw(
    values: Floats, counts: Ints, filled: Ints, picks: Ints, words: Words, out: Floats
) -> None:
    """Fill `out` (studies, items, k) with answers to the picked items; NaN beyond `filled`.

    `values` (items, K) has `counts` answers to each item; `picks` (studies or 1, items); `words`
    (studies, items, k). If `out` has one place for several words, it gets the mean.
    """
    studies, items, k = words.shape
    mean = out.shape[2] < k
    for study in range(studies):
        of = study if len(picks) > 1 else 0
        for i in range(items):
            item = picks[of, i]
            n, some = counts[item], min(k, filled[item])
            total = 0.0
            for j in range(some):
                value = values[item, _place(words[study, i, j], n)]
                if mean:
                    total += value
                else:
                    out[study, i, j] = value
            if mean:
                out[study, i, 0] = total / some  # of nothing, NaN
            else:
                out[study, i, some:] = np.nan


@compiled
def draw_twice(
    values: Floats,
    counts: Ints,
    had: Ints,
    picks: Ints,
    first: Words,
    second: Words,
    out: Floats,
) -> None:
    """Fill `out` with answers drawn from the `had` ones that were drawn from `values`.

    `first` (studies, items, K) draws from `values`, `second` (studies, items, k) from what was
    drawn. If `out` has one place for several, it gets the mean.
    """
    studies, items, k = second.shape
    mean = out.shape[2] < k
    for study in range(studies):
        of = study if len(picks) > 1 else 0
        for i in range(items):
            item = picks[of, i]
            n, m = counts[item], had[item]
            some = k if m > 0 else 0
            total = 0.0
            for j in range(some):
                word = first[study, i, _place(second[study, i, j], m)]
                value = values[item, _place(word, n)]
                if mean:
                    total += value
                else:
                    out[study, i, j] = value
            if mean:
                out[study, i, 0] = total / some
            else:
                out[study, i, some:] = np.nan
