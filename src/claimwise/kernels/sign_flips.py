"""Sums under random signs: the null distribution of a paired difference. Compiled: import late.

If A and B are exchangeable on every item, each difference could as well have had the other
sign. One random byte decides the signs of eight items: their 256 possible sums stand in a
table, and a resample costs one look-up for eight items. Blocks of resamples have a stream each.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from claimwise.core import block_rng
from claimwise.kernels.arrays import Floats
from claimwise.kernels.compiled import compiled
from claimwise.kernels.convolution import common_unit, magnitudes, upper_tail, work
from claimwise.kernels.streams import SignedSizes, pattern_stream

STREAM = 101  # of the seed; others serve other kernels
BLOCK = 2048  # resamples that share a stream
GROUPS = 512  # groups of eight items whose random bytes are held at once
ENUMERATED = 16  # up to this many nonzero differences, every one of the 2^n flips is made
AFFORDABLE = 20_000_000  # multiplications of an exact convolution: some 10 ms
TIE = 1e-12  # of the sum of magnitudes: sums this close are equal but for rounding
TINY = float(np.finfo(np.float64).tiny)  # stands for any probability below it; p is never 0

EQUAL, ENUMERATE, CONVOLVE, SAMPLE = 0, 1, 2, 3  # ways to a p-value


def pvalue(values: Floats, alternative: str, resamples: int, seed: int) -> Floats:
    """Return P(sum under random signs is as extreme as the observed one), study by study.

    `values` holds the items on its last axis. Two-sided: the size of the sum counts. Exact for
    up to 16 nonzero values, and for whole multiples of a common unit where that is quick;
    elsewhere (count + 1) / (resamples + 1). Without a nonzero value it is 1.
    """
    signed = SignedSizes.of(values)
    sides = 2 if alternative == "two-sided" else 1
    # Random signs make both tails alike, so that every p-value is an upper tail.
    sums = signed.sums
    observed = np.abs(sums) if sides == 2 else sums if alternative == "greater" else -sums
    ways, found = _ways(signed.sizes, resamples), np.ones(len(sums))
    for way, exact in ((ENUMERATE, _enumerated), (CONVOLVE, _convolved)):
        some = ways == way
        if some.any():
            found[some] = exact(signed.sizes[some], observed[some], sides)
    for row in np.flatnonzero(ways == SAMPLE):
        stream = pattern_stream(signed.bits[row], STREAM)
        found[row] = _sampled(signed.sizes[row], observed[row], sides, resamples, seed, stream)
    return np.asarray(found.reshape(values.shape[:-1]))


def sampled(values: Floats, resamples: int) -> NDArray[np.bool_]:
    """Return for which studies `pvalue` draws resamples, rather than being exact."""
    sizes = SignedSizes.of(values).sizes
    return np.asarray((_ways(sizes, resamples) == SAMPLE).reshape(values.shape[:-1]))


def flip_sums(values: Floats, resamples: int, seed: int) -> Floats:
    """Return the sums of each column under the same random signs of the rows.

    From `values` of shape (n, k) to (resamples, k). Columns may be systems: the differences
    of all k(k-1)/2 pairs are differences of these k sums.
    """
    sums = np.empty((resamples, values.shape[1]))
    for first, block in flip_blocks(values.T, resamples, seed):
        sums[first : first + block.shape[1]] = block.T
    return sums


def flip_blocks(
    rows: Floats, resamples: int, seed: int, stream: int = STREAM
) -> Iterator[tuple[int, Floats]]:
    """Yield (number of the first resample, sums) block after block.

    `rows` has shape (systems, items), the sums (systems, resamples): items get the same signs
    for all systems.
    """
    items = rows.shape[1]
    for number, first in enumerate(range(0, resamples, BLOCK)):
        size = min(BLOCK, resamples - first)
        words = -(-size // 8)
        raw = block_rng(seed, stream, number).bit_generator.random_raw
        sums = np.zeros((len(rows), 8 * words))
        for start in range(0, items, 8 * GROUPS):
            part = np.ascontiguousarray(rows[:, start : start + 8 * GROUPS])
            groups = -(-part.shape[1] // 8)
            _add(part, raw(groups * words).reshape(groups, words), sums)
        yield first, sums[:, :size]


@compiled
def _add(part: Floats, words: NDArray[np.uint64], sums: Floats) -> None:
    """Add each group's sum, as one byte of `words` flips it, to each resample."""
    rows, items = part.shape
    table = np.zeros(256)
    for group in range(words.shape[0]):
        start, stop = 8 * group, min(8 * group + 8, items)
        for row in range(rows):
            table[0] = 0.0
            for i in range(start, stop):
                table[0] -= part[row, i]
            size = 1
            for i in range(start, start + 8):
                twice = 2.0 * part[row, i] if i < stop else 0.0
                for j in range(size):
                    table[size + j] = table[j] + twice
                size *= 2
            for w in range(words.shape[1]):
                word = words[group, w]
                for k in range(8):
                    sums[row, 8 * w + k] += table[word & np.uint64(255)]
                    word >>= np.uint64(8)


def _sampled(
    sizes: Floats, observed: float, sides: int, resamples: int, seed: int, stream: int
) -> float:
    """Return the p-value of one study by random flips."""
    used = np.ascontiguousarray(sizes[None, np.searchsorted(sizes, 0.0, side="right") :])
    least = observed - TIE * sizes.sum()
    count = 0
    for _, sums in flip_blocks(used, resamples, seed, stream):
        count += int(((np.abs(sums) if sides == 2 else sums) >= least).sum())
    return (count + 1.0) / (resamples + 1.0)


@compiled
def _ways(sizes: Floats, resamples: int) -> NDArray[np.int64]:
    """Return how the p-value of each study is to be had."""
    ways = np.empty(len(sizes), np.int64)
    for row in range(len(sizes)):
        nonzero = 0
        for size in sizes[row]:
            nonzero += size > 0.0
        ways[row] = EQUAL if nonzero == 0 else ENUMERATE if nonzero <= ENUMERATED else SAMPLE
        if ways[row] == SAMPLE:
            unit = common_unit(sizes[row])
            if unit > 0.0:
                values, counts = magnitudes(sizes[row], unit)
                if work(values, counts) <= max(AFFORDABLE, 0.25 * nonzero * resamples):
                    ways[row] = CONVOLVE
    return ways


@compiled
def _enumerated(sizes: Floats, observed: Floats, sides: int) -> Floats:
    """Return the share of all sign flips whose sum reaches the observed one."""
    found = np.empty(len(sizes))
    sums = np.empty(1 << ENUMERATED)
    for row in range(len(sizes)):
        whole = sizes[row].sum()
        sums[0] = -whole
        filled = 1
        for size in sizes[row]:
            if size > 0.0:
                for j in range(filled):
                    sums[filled + j] = sums[j] + 2.0 * size
                filled *= 2
        least = observed[row] - TIE * whole
        count = 0
        for j in range(filled):
            count += (abs(sums[j]) if sides == 2 else sums[j]) >= least
        found[row] = count / filled
    return found


@compiled
def _convolved(sizes: Floats, observed: Floats, sides: int) -> Floats:
    """Return the same where all sizes are whole multiples of a unit, by counting."""
    found = np.empty(len(sizes))
    for row in range(len(sizes)):
        unit = common_unit(sizes[row])
        values, counts = magnitudes(sizes[row], unit)
        total = round(observed[row] / unit)
        found[row] = min(1.0, max(TINY, sides * upper_tail(values, counts, total)))
    return found
