"""Two systems on different items, their labels shuffled. Compiled: import it when needed.

Only the sum of the smaller group matters: the rest follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from claimwise.core import block_rng
from claimwise.kernels.arrays import Floats
from claimwise.kernels.compiled import compiled
from claimwise.kernels.decimals import LARGEST, decimals, whole
from claimwise.kernels.streams import pattern_stream

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
    found = [
        _share(one, other, alternative, resamples, seed) for one, other in zip(a, b, strict=True)
    ]
    return np.array(found).reshape(shape)


def _share(a: Floats, b: Floats, alternative: str, resamples: int, seed: int) -> float:
    """Return the p-value of one study."""
    a, b = _about_their_mean(a, b)
    # The smaller group, or of two equal ones the better: then swapping A and B changes nothing.
    of_b = len(b) < len(a) or (len(a) == len(b) and b.sum() >= a.sum())
    chosen, rest = (b, a) if of_b else (a, b)
    order = np.argsort(np.concatenate([rest, chosen]), kind="stable")
    scores = np.concatenate([rest, chosen])[order]
    stream = pattern_stream(order >= len(rest), STREAM)
    observed, near = chosen.sum(), TIE * np.abs(scores).sum()
    up = of_b == (alternative == "greater")  # whether the sum of the chosen is to be large
    count, tried = 0, 0
    for sums in _group_sums(scores, len(chosen), resamples, seed, stream):
        if alternative == "two-sided":
            count += int((np.abs(sums) >= abs(observed) - near).sum())
        else:
            count += int((sums >= observed - near if up else sums <= observed + near).sum())
        tried += len(sums)
    extra = 1.0 if sampled(len(a), len(b)) else 0.0  # trying all includes the observed split
    return (count + extra) / (tried + extra)


def _about_their_mean(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Return the scores less their common mean, sorted.

    Those with a few decimals become whole numbers, n x minus the sum of all x, with exact sums: a
    tie is then a tie, however far the scores are from 0.
    """
    both = np.concatenate([a, b])
    places = decimals(both)
    if places is not None:
        lowest = whole(both.min(), places)
        units_a, units_b = whole(a, places) - lowest, whole(b, places) - lowest
        n, total = len(both), units_a.sum() + units_b.sum()
        if n * total < LARGEST:
            return np.sort(n * units_a - total), np.sort(n * units_b - total)
    middle = both.mean()
    return np.sort(a - middle), np.sort(b - middle)


def _group_sums(scores: Floats, k: int, resamples: int, seed: int, stream: int) -> Iterator[Floats]:
    """Yield sums of k of the scores: of every k, or of random ones."""
    n = len(scores)
    if not sampled(k, n - k):
        yield _sums(scores, _every(n, k))
        return
    at_once = max(1, DRAWS // k)
    for number, first in enumerate(range(0, resamples, BLOCK)):
        rng = block_rng(seed, stream, number)
        order = np.arange(n, dtype=np.int32)
        size = min(BLOCK, resamples - first)
        for start in range(0, size, at_once):
            some = min(at_once, size - start)
            yield _shuffled_sums(scores, order, rng.random((some, k)))


@lru_cache(maxsize=8)
def _every(n: int, k: int) -> NDArray[np.int32]:
    """Return every choice of k out of n."""
    return np.array(list(combinations(range(n), k)), np.int32)


@compiled
def _sums(scores: Floats, choices: NDArray[np.int32]) -> Floats:
    sums = np.empty(choices.shape[0])
    for choice in range(choices.shape[0]):
        total = 0.0
        for i in choices[choice]:
            total += scores[i]
        sums[choice] = total
    return sums


@compiled
def _shuffled_sums(scores: Floats, order: NDArray[np.int32], uniform: Floats) -> Floats:
    """Put k random items first (Fisher and Yates), again and again, and sum them."""
    n, k = len(order), uniform.shape[1]
    sums = np.empty(uniform.shape[0])
    for resample in range(uniform.shape[0]):
        total = 0.0
        for i in range(k):
            j = i + int(uniform[resample, i] * (n - i))
            order[i], order[j] = order[j], order[i]
            total += scores[order[i]]
        sums[resample] = total
    return sums
