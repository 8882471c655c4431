"""Means of items drawn with replacement. Compiled: import this file only when it is needed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from claimwise.core import block_rng
from claimwise.kernels.arrays import Floats
from claimwise.kernels.compiled import compiled
from claimwise.kernels.streams import SignedSizes, pattern_stream
from claimwise.kernels.student import constant

STREAM = 102
BLOCK = 1024  # resamples that share a stream
PICKS = 1 << 20  # items drawn at once
TIE = 1e-12  # of the sum of magnitudes: sums this close are equal but for rounding


def pvalue(d: Floats, alternative: str, resamples: int, seed: int) -> Floats:
    """How often is the mean of resampled items as far from its centre as that centre is from 0?

    (count + 1) / (resamples + 1). The bootstrap distribution is moved to the null before
    it is compared, never after taking sizes. NaN where the items do not vary about something
    other than 0; 1 where all are 0.
    """
    rows = d.reshape(-1, d.shape[-1])
    signed = SignedSizes.of(rows)
    found = np.array(
        [
            _share(signed.sizes[i], signed.bits[i], signed.sums[i], alternative, resamples, seed)
            for i in range(len(rows))
        ]
    )
    undefined = constant(rows) & (signed.sizes[:, -1] > 0)
    return np.asarray(np.where(undefined, np.nan, found).reshape(d.shape[:-1]))


def _share(
    sizes: Floats,
    bits: NDArray[np.bool_],
    total: float,
    alternative: str,
    resamples: int,
    seed: int,
) -> float:
    """Return the p-value of one study, seen from the better system."""
    values = np.where(bits, sizes, -sizes)[None]
    size, near = abs(total), TIE * sizes.sum()
    up = (total >= 0) == (alternative == "greater")  # whether the better system is asked about
    count = 0
    for sums in sum_blocks(values, resamples, seed, pattern_stream(bits, STREAM)):
        moved = sums - size
        if alternative == "two-sided":
            count += int((np.abs(moved) >= size - near).sum())
        else:
            count += int((moved >= size - near if up else moved <= size + near).sum())
    return (count + 1.0) / (resamples + 1.0)


def resampled_means(d: Floats, resamples: int, seed: int) -> Floats:
    """Return the means of resampled items: from shape (..., n) to (..., resamples).

    All studies of a batch are resampled alike.
    """
    rows = d.reshape(-1, d.shape[-1])
    sums = np.concatenate(list(sum_blocks(rows, resamples, seed)), axis=1)
    return np.asarray(sums.reshape(*d.shape[:-1], resamples) / d.shape[-1])


def sum_blocks(rows: Floats, resamples: int, seed: int, stream: int = STREAM) -> Iterator[Floats]:
    """Yield the sums of resampled items, shape (studies, resamples), block after block."""
    n = rows.shape[1]
    rows = np.ascontiguousarray(rows)
    at_once = max(1, PICKS // n)
    for number, first in enumerate(range(0, resamples, BLOCK)):
        rng = block_rng(seed, stream, number)
        sums = np.empty((len(rows), min(BLOCK, resamples - first)))
        for start in range(0, sums.shape[1], at_once):
            some = min(at_once, sums.shape[1] - start)
            picks = rng.integers(0, n, size=(some, n), dtype=np.uint32)
            _add(rows, picks, sums[:, start : start + some])
        yield sums


@compiled
def _add(rows: Floats, picks: NDArray[np.uint32], sums: Floats) -> None:
    for resample in range(picks.shape[0]):
        for row in range(rows.shape[0]):
            total = 0.0
            for i in range(picks.shape[1]):
                total += rows[row, picks[resample, i]]
            sums[row, resample] = total
