"""Sums over items drawn with replacement: the core of every bootstrap of a mean.

The draws depend on the seed, the stream and the number of the block alone, so that a study
gets the same answer alone, in a batch, and however the work is cut. Compiled: import this
file only when it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from claimwise.core import block_rng
from claimwise.kernels.arrays import Floats
from claimwise.kernels.compiled import compiled

BLOCK = 1000  # resamples in a block; another size is another set of draws
CHUNK = 4_000_000  # indices held at one time
LANES = 64  # columns summed side by side, so that the table stays in the cache


@compiled
def _gather(draws: NDArray[np.uint32], table: Floats, sums: Floats) -> None:
    """Set each row of `sums` to the sum of those rows of `table` that a row of `draws` names.

    Each column is added up item after item, whatever stands beside it: so its sum is the same
    to the last bit in every batch.
    """
    rows, n = draws.shape
    columns = table.shape[1]
    for first in range(0, columns, LANES):
        width = min(LANES, columns - first)
        part = table[:, first : first + width].copy()
        total = np.zeros(width)
        for row in range(rows):
            total[:] = 0.0
            for i in range(n):
                item = draws[row, i]
                for column in range(width):
                    total[column] += part[item, column]
            sums[row, first : first + width] = total


@compiled
def _gather_one(draws: NDArray[np.uint32], values: Floats, sums: Floats) -> None:
    """Do the same for a single column, three times as fast."""
    for row in range(draws.shape[0]):
        total = 0.0
        for i in range(draws.shape[1]):
            total += values[draws[row, i]]
        sums[row] = total


def draws(n: int, resamples: int, seed: int, stream: int) -> Iterator[NDArray[np.uint32]]:
    """Yield the items drawn, n for each resample, some resamples at a time."""
    at_once = max(1, CHUNK // n)
    for block in range(-(-resamples // BLOCK)):
        rng = block_rng(seed, stream, block)
        left = min(BLOCK, resamples - block * BLOCK)
        while left:
            rows = min(at_once, left)
            yield rng.integers(0, n, size=(rows, n), dtype=np.uint32)
            left -= rows


def resampled_sums(columns: Floats, resamples: int, seed: int, stream: int) -> Floats:
    """Return, for each column of values (columns, n), its sums over resampled items.

    All columns are summed over the same draws. The answer has shape (columns, resamples).
    """
    table = np.ascontiguousarray(columns.T)
    sums = np.empty((resamples, table.shape[1]))
    done = 0
    for some in draws(table.shape[0], resamples, seed, stream):
        here = slice(done, done + len(some))
        if table.shape[1] == 1:
            _gather_one(some, table[:, 0], sums[here, 0])
        else:
            _gather(some, table, sums[here])
        done += len(some)
    return np.ascontiguousarray(sums.T)
