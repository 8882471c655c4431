"""Sums of item statistics under random swaps of two systems, and under resampling of the items.

A corpus metric is a function of sums over items. If A and B are exchangeable on every item, each
item could as well have had the outputs of the other system: a resample swaps each unit with
probability one half. All of it is a matrix of weights times a matrix of statistics, made block by
block. A unit is an item, a cluster of items, or a type: equal items that are only counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import block_rng
from claimwise.kernels.arrays import Floats, Ints

SWAPS, DRAWS = 111, 112  # streams of the seed; others serve other kernels
BLOCK = 256  # resamples that share a stream
UNITS = 1 << 16  # units whose random bits are held at once
CELLS = 1 << 22  # weights that are held at once
EXACT = float(1 << 24)  # whole numbers up to here are exact in single precision

# The eight bits of every byte, as numbers.
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.float32)


def swapped_sums(
    gain: Floats, resamples: int, seed: int, counts: Ints | None = None, stream: int = 0
) -> Iterator[tuple[int, Floats]]:
    """Yield (number of the first resample, sums of what the swapped units gain), block by block.

    Parameters
    ----------
    gain : array (units, columns)
        What swapping a unit adds to each sum. All columns get the same swaps.
    resamples, seed : int
        The swaps depend on the seed, the block and the units' places alone.
    counts : array (units,), optional
        How many items each unit stands for, each of them swapped by itself; one by default.
    stream : int
        Which of several independent sets of swaps: studies of a simulation have one each.

    Yields
    ------
    (int, array (some, columns))
    """
    most = np.abs(gain) if counts is None else np.abs(gain) * counts[:, None]
    table = _compact(gain, float(most.sum(axis=0).max(initial=0.0)))
    for number, first in enumerate(range(0, resamples, BLOCK)):
        size = min(BLOCK, resamples - first)
        rng = block_rng(seed, stream << 8 | SWAPS, number)
        sums = np.zeros((size, gain.shape[1]))
        if counts is None:
            for start in range(0, len(gain), UNITS):
                part = table[start : start + UNITS]
                sums += _times(_bits(rng, size, len(part)), part)
        else:
            sums += _times(_halves(rng, size, counts), table)
        yield first, sums


def resampled_sums(
    values: Floats, resamples: int, seed: int, counts: Ints | None = None, stream: int = 0
) -> Iterator[tuple[int, Floats]]:
    """Yield (number of the first resample, sums over units drawn with replacement).

    As many units are drawn as there are; of types as many items as they stand for.
    """
    drawn = len(values) if counts is None else int(counts.sum())
    table = _compact(values, drawn * np.abs(values).max(initial=0.0))
    for first, weights in draw_weights(len(values), resamples, seed, counts, stream):
        yield first, _times(weights, table)


def draw_weights(
    units: int, resamples: int, seed: int, counts: Ints | None = None, stream: int = 0
) -> Iterator[tuple[int, Floats]]:
    """Yield (number of the first resample, how often each unit was drawn), block by block."""
    at_once = max(1, CELLS // units)
    for number, begin in enumerate(range(0, resamples, BLOCK)):
        rng = block_rng(seed, stream << 8 | DRAWS, number)
        stop = min(begin + BLOCK, resamples)
        for first in range(begin, stop, at_once):
            rows = min(at_once, stop - first)
            if counts is not None:
                total = int(counts.sum())
                yield first, rng.multinomial(total, counts / total, size=rows).astype(np.float64)
                continue
            picks = rng.integers(0, units, size=(rows, units), dtype=np.uint32).astype(np.int64)
            picks += np.arange(rows)[:, None] * units
            drawn = np.bincount(picks.ravel(), minlength=rows * units)
            yield first, drawn.reshape(rows, units).astype(np.float64)


def swap_bits(
    units: int, resamples: int, seed: int, stream: int = 0
) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """Yield (number of the first resample, which units are swapped): those of `swapped_sums`."""
    for number, first in enumerate(range(0, resamples, BLOCK)):
        size = min(BLOCK, resamples - first)
        rng = block_rng(seed, stream << 8 | SWAPS, number)
        parts = [
            _bits(rng, size, min(UNITS, units - start)) > 0 for start in range(0, units, UNITS)
        ]
        yield first, np.concatenate(parts, axis=1)


def _bits(rng: np.random.Generator, rows: int, units: int) -> NDArray[np.float32]:
    """Return random zeros and ones."""
    words = -(-units // 64)
    raw = rng.bit_generator.random_raw(rows * words)
    return _BITS[raw.view(np.uint8)].reshape(rows, 64 * words)[:, :units]


def _halves(rng: np.random.Generator, rows: int, counts: Ints) -> Floats:
    """Return how many of each unit's items are swapped: each with probability one half."""
    words = -(-counts // 64)
    last = counts - 64 * (words - 1)  # bits that are used of a unit's last word
    used = np.full(int(words.sum()), 64)
    ends = np.cumsum(words) - 1
    there = words > 0
    used[ends[there]] = last[there]
    raw = rng.bit_generator.random_raw(rows * len(used)).reshape(rows, len(used))
    raw >>= (64 - used).astype(np.uint64)
    swapped = np.zeros((rows, len(counts)))
    if len(used):
        starts = (ends - words + 1)[there]
        swapped[:, there] = np.add.reduceat(np.bitwise_count(raw).astype(np.int64), starts, axis=1)
    return swapped


def _compact(table: Floats, most: float) -> NDArray[np.floating]:
    """Return the table in single precision where all sums are exact in it, and so twice as fast.

    `most` is what no sum exceeds.
    """
    whole = most < EXACT and bool((table == np.rint(table)).all())
    return table.astype(np.float32) if whole else table


def _times(weights: NDArray[np.floating], table: NDArray[np.floating]) -> Floats:
    """Return the product, on one thread: a second one would change the last bits."""
    with _threads().limit(limits=1):
        return np.asarray(weights.astype(table.dtype, copy=False) @ table, dtype=np.float64)


@cache
def _threads() -> Any:
    """Return the switch of the threads; finding the libraries again for each block is slow."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
