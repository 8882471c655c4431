"""Means of items drawn with replacement. Compiled: import this file only when it is needed.

All studies of a batch are resampled alike, and a study's items are sorted first, so that a
p-value depends on the seed and on the study's differences alone, not on their order.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numba import njit
from numpy.typing import NDArray

from claimwise.core import block_rng
from claimwise.kernels.arrays import Floats
from claimwise.kernels.student import constant

STREAM = 102
BLOCK = 1024  # resamples that share a stream
PICKS = 1 << 20  # items drawn at once
STUDIES = 64  # studies whose sums are held at once
TIE = 1e-12  # of the sum of magnitudes: sums this close are equal but for rounding


def pvalue(d: Floats, alternative: str, resamples: int, seed: int) -> Floats:
    """How often is the mean of resampled items as far from its centre as that centre is from 0?

    (count + 1) / (resamples + 1). The bootstrap distribution is moved to the null before
    it is compared, never after taking sizes. NaN where the items do not vary about something
    other than 0; 1 where all are 0.
    """
    rows = d.reshape(-1, d.shape[-1])
    total = rows.sum(axis=1)
    # Seen from the better system: then swapping the systems changes nothing but the words.
    flipped = total < 0
    rows = np.sort(np.where(flipped[:, None], -rows, rows), axis=1)
    total = np.abs(total)
    sign = np.where(flipped, -1.0, 1.0) * (-1.0 if alternative == "less" else 1.0)
    near = TIE * np.abs(rows).sum(axis=1)
    counts = np.zeros(len(rows), np.int64)
    for start in range(0, len(rows), STUDIES):
        part = slice(start, start + STUDIES)
        for sums in sum_blocks(rows[part], resamples, seed):
            moved = sums - total[part, None]
            if alternative == "two-sided":
                moved, least = np.abs(moved), total[part] - near[part]
            else:
                moved = moved * sign[part, None]
                least = total[part] * sign[part] - near[part]
            counts[part] += (moved >= least[:, None]).sum(axis=1)
    found = (counts + 1.0) / (resamples + 1.0)
    undefined = constant(rows) & (near > 0)
    return np.asarray(np.where(undefined, np.nan, found).reshape(d.shape[:-1]))


def resampled_means(d: Floats, resamples: int, seed: int) -> Floats:
    """Return the means of resampled items: from shape (..., n) to (..., resamples)."""
    rows = d.reshape(-1, d.shape[-1])
    sums = np.concatenate(list(sum_blocks(rows, resamples, seed)), axis=1)
    return np.asarray(sums.reshape(*d.shape[:-1], resamples) / d.shape[-1])


def sum_blocks(rows: Floats, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield the sums of resampled items, shape (studies, resamples), block after block."""
    n = rows.shape[1]
    rows = np.ascontiguousarray(rows)
    at_once = max(1, PICKS // n)
    for number, first in enumerate(range(0, resamples, BLOCK)):
        rng = block_rng(seed, STREAM, number)
        sums = np.empty((len(rows), min(BLOCK, resamples - first)))
        for start in range(0, sums.shape[1], at_once):
            some = min(at_once, sums.shape[1] - start)
            picks = rng.integers(0, n, size=(some, n), dtype=np.uint32)
            _add(rows, picks, sums[:, start : start + some])
        yield sums


@njit(cache=True)
def _add(rows: Floats, picks: NDArray[np.uint32], sums: Floats) -> None:
    for resample in range(picks.shape[0]):
        for row in range(rows.shape[0]):
            total = 0.0
            for i in range(picks.shape[1]):
                total += rows[row, picks[resample, i]]
            sums[row, resample] = total
