"""Two systems on different items, their labels shuffled. Compiled: import it when needed.

Only the sum of the smaller group matters: the rest follows. All studies of a batch are shuffled
alike and a study's scores are sorted first, so that a p-value depends on the seed and on the
scores alone, not on their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numba import njit
from numpy.typing import NDArray

from claimwise.core import block_rng
from claimwise.kernels.arrays import Floats

STREAM = 103
BLOCK = 1024  # resamples that share a stream
DRAWS = 1 << 20  # random numbers held at once
LARGEST_EXACT = 20_000  # ways to split the items up to which every one is tried
TIE = 1e-12  # of the sum of magnitudes: sums this close are equal but for rounding


def sampled(n_a: int, n_b: int) -> bool:
    """Return whether `pvalue` draws shuffles, rather than trying them all."""
    k, n = min(n_a, n_b), n_a + n_b
    # The first two spare the count, which has thousands of digits for large samples.
    return k > 8 or n > LARGEST_EXACT or comb(n, k) > LARGEST_EXACT


def pvalue(a: Floats, b: Floats, alternative: str, resamples: int, seed: int) -> Floats:
    """Return how often shuffled labels give a difference of means as extreme as the observed.

    Two-sided: the size of the difference counts. Exact where there are at most 20,000
    ways to split the items; elsewhere (count + 1) / (resamples + 1).
    """
    shape = np.broadcast_shapes(a.shape[:-1], b.shape[:-1])
    n_a, n_b = a.shape[-1], b.shape[-1]
    a = np.broadcast_to(a, (*shape, n_a)).reshape(-1, n_a)
    b = np.broadcast_to(b, (*shape, n_b)).reshape(-1, n_b)
    both = np.concatenate([a, b], axis=1)
    middle = both.mean(axis=1, keepdims=True)
    rows = np.sort(both - middle, axis=1)
    of_b = (b - middle).sum(axis=1)
    # The smaller group, or of two equal ones the better: then swapping A and B changes nothing.
    chose_b = np.full(len(rows), n_b < n_a) if n_a != n_b else of_b >= 0
    observed = np.where(chose_b, of_b, -of_b)  # the sum of all is 0
    sign = np.where(chose_b, 1.0, -1.0) * (-1.0 if alternative == "less" else 1.0)
    near = TIE * np.abs(rows).sum(axis=1)
    counts, tried = np.zeros(len(rows), np.int64), 0
    for sums in _group_sums(rows, min(n_a, n_b), resamples, seed):
        if alternative == "two-sided":
            counts += (np.abs(sums) >= (np.abs(observed) - near)[:, None]).sum(axis=1)
        else:
            least = observed * sign - near
            counts += (sums * sign[:, None] >= least[:, None]).sum(axis=1)
        tried += sums.shape[1]
    extra = 1.0 if sampled(n_a, n_b) else 0.0  # trying all includes the observed split
    return np.asarray(((counts + extra) / (tried + extra)).reshape(shape))


def _group_sums(rows: Floats, k: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield sums of k of the items of each row: of every k, or of random ones."""
    rows = np.ascontiguousarray(rows)
    n = rows.shape[1]
    if not sampled(k, n - k):
        yield _sums(rows, _every(n, k))
        return
    at_once = max(1, DRAWS // k)
    for number, first in enumerate(range(0, resamples, BLOCK)):
        rng = block_rng(seed, STREAM, number)
        order = np.arange(n, dtype=np.int32)
        size = min(BLOCK, resamples - first)
        for start in range(0, size, at_once):
            some = min(at_once, size - start)
            yield _shuffled_sums(rows, order, rng.random((some, k)))


@lru_cache(maxsize=8)
def _every(n: int, k: int) -> NDArray[np.int32]:
    """Return every choice of k out of n."""
    return np.array(list(combinations(range(n), k)), np.int32)


@njit(cache=True)
def _sums(rows: Floats, choices: NDArray[np.int32]) -> Floats:
    sums = np.empty((rows.shape[0], choices.shape[0]))
    for row in range(rows.shape[0]):
        for choice in range(choices.shape[0]):
            total = 0.0
            for i in choices[choice]:
                total += rows[row, i]
            sums[row, choice] = total
    return sums


@njit(cache=True)
def _shuffled_sums(rows: Floats, order: NDArray[np.int32], uniform: Floats) -> Floats:
    """Put k random items first (Fisher and Yates), again and again, and sum them."""
    n, k = len(order), uniform.shape[1]
    sums = np.empty((rows.shape[0], uniform.shape[0]))
    for resample in range(uniform.shape[0]):
        for i in range(k):
            j = i + int(uniform[resample, i] * (n - i))
            order[i], order[j] = order[j], order[i]
        for row in range(rows.shape[0]):
            total = 0.0
            for i in range(k):
                total += rows[row, order[i]]
            sums[row, resample] = total
    return sums
