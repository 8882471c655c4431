"""Sums of item statistics under random swaps of two systems, and under resampling of the items.

A corpus metric is a function of sums over items. If A and B are exchangeable on every item, each
item could as well have had the outputs of the other system: a resample swaps each unit with
probability one half. All of it is a matrix of weights times a matrix of statistics, made block by
block. A unit is an item, a cluster of items, or a type: equal items that are only counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def swaps_made(units: int, resamples: int) -> int:
    """Return how many swaps are made: every one, if these are fewer than the resamples.

    >>> swaps_made(3, 10_000), swaps_made(100, 10_000)
    (8, 10000)
    """
    return 1 << units if units < 63 and 1 << units < resamples else resamples


def _every(units: int) -> NDArray[np.float32]:
    """Return every set of units as zeros and ones."""
    sets = np.arange(1 << units, dtype=np.int64)
    return (sets[:, None] >> np.arange(units) & 1).astype(np.float32)


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
        Where every swap is fewer than the resamples (`swaps_made`), every one.
    """
    units = len(gain) if counts is None else int(counts.sum())
    if swaps_made(units, resamples) < resamples:
        each = gain if counts is None else np.repeat(gain, counts, axis=0)
        yield 0, _times(_every(units), np.asarray(each, np.float64))
        return
    if counts is not None:
        for first, of_studies in counted_sums(gain, counts[None, :], resamples, seed, (stream,)):
            yield first, of_studies[0]
        return
    table = _compact(gain, float(np.abs(gain).sum(axis=0).max(initial=0.0)))
    for number, first in enumerate(range(0, resamples, BLOCK)):
        size = min(BLOCK, resamples - first)
        rng = block_rng(seed, stream << 8 | SWAPS, number)
        sums = np.zeros((size, gain.shape[1]))
        for start in range(0, len(gain), UNITS):
            part = table[start : start + UNITS]
            sums += _times(_bits(rng, size, len(part)), part)
        yield first, sums


def counted_sums(
    gain: Floats, counts: Ints, resamples: int, seed: int, streams: Sequence[int]
) -> Iterator[tuple[int, Floats]]:
    """Yield (number of the first resample, sums for each study), of studies with the same types.

    Parameters
    ----------
    gain : array (units, columns)
        What swapping an item of each type adds to each sum. Types that gain nothing cost nothing.
    counts : array (studies, units)
        How many items of each type a study has, each of them swapped by itself.
    resamples, seed : int
    streams : sequence of int
        The number of each study: it has the same swaps alone and among others.

    Yields
    ------
    (int, array (studies, some, columns))
    """
    moved = gain.any(axis=1) & counts.any(axis=0)
    gain, counts = gain[moved], counts[:, moved]
    most = (np.abs(gain) * counts.max(axis=0)[:, None]).sum(axis=0).max(initial=0.0)
    table = _compact(gain, float(most))
    for number, first in enumerate(range(0, resamples, BLOCK)):
        size = min(BLOCK, resamples - first)
        rngs = [block_rng(seed, stream << 8 | SWAPS, number) for stream in streams]
        swapped = _halves(rngs, size, counts)
        sums = _times(swapped.reshape(len(counts) * size, len(gain)), table)
        yield first, sums.reshape(len(counts), size, gain.shape[1])


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
    if swaps_made(units, resamples) < resamples:
        yield 0, _every(units) > 0
        return
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


def _halves(rngs: Sequence[np.random.Generator], rows: int, counts: Ints) -> Floats:
    """Return how many of each unit's items are swapped: each with probability one half.

    An item is a random bit, and the bits are counted 64 at a time. A study draws as many words as
    its own counts need, whatever stands beside it: (studies, rows, units).
    """
    words = (-(-counts // 64)).max(axis=0, initial=0)
    unit = np.repeat(np.arange(len(words)), words)
    starts = np.cumsum(words) - words
    place = np.arange(len(unit)) - starts[unit]  # of a word among those of its unit
    used = np.clip(counts[:, unit] - 64 * place, 0, 64)
    raw = np.zeros((len(counts), rows, len(unit)), np.uint64)
    for study, rng, there in zip(raw, rngs, used > 0, strict=True):
        bits = rng.bit_generator.random_raw(rows * int(there.sum())).reshape(rows, -1)
        study[:, there] = bits
    raw >>= (64 - used).astype(np.uint64)[:, None, :]
    ones = np.bitwise_count(raw).astype(np.float64)
    if len(unit) == len(words):  # one word for every unit
        return ones
    swapped = np.zeros((len(counts), rows, len(words)))
    swapped[:, :, words > 0] = np.add.reduceat(ones, starts[words > 0], axis=2)
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
