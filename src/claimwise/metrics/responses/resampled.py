"""Answers resampled within each item, the items held fixed: dealt out anew, or drawn again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from claimwise.core import block_rng
from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats, Ints
from claimwise.metrics.responses.base import ResponseMetric, item_means, scores

SPLITS, REDRAWS = 113, 114  # streams of the seed; others serve other kernels
BLOCK = 256  # resamples that share a stream
CELLS = 1 << 19  # answers that are held at once: with more, memory is given back and asked for anew


def blocks(
    resamples: int, cells: int, seed: int, stream: int
) -> Iterator[tuple[slice, np.random.Generator]]:
    """Yield (which resamples, their generator); `cells` are those of one resample."""
    at_once = max(1, CELLS // max(cells, 1))
    for number, begin in enumerate(range(0, resamples, BLOCK)):
        rng = block_rng(seed, stream, number)
        stop = min(begin + BLOCK, resamples)
        for first in range(begin, stop, at_once):
            yield slice(first, min(first + at_once, stop)), rng


def together(answers: Answers) -> Answers:
    """Return the answers with those that are there first in each item."""
    return Answers(*(_first(one) for one in answers))


def _first(values: Floats) -> Floats:
    gaps = np.isnan(values)
    if not gaps.any():
        return values
    order = np.argsort(gaps, axis=-1, kind="stable")
    return np.take_along_axis(values, order, axis=-1)


def _there(values: Floats) -> Ints:
    return np.asarray((~np.isnan(values)).sum(axis=-1), dtype=np.int64)


def split_scores(
    metric: ResponseMetric, answers: Answers, resamples: int, seed: int, stream: int = 0
) -> Floats:
    """Return scores of A and B as their answers to each item are mixed and dealt out anew.

    Of one study, (items, K). Each has as many answers to an item as before; gold stays as it is.
    (resamples, 2).
    """
    from claimwise.kernels.splits import random_split_means, random_splits  # compiled

    gold, a, b = answers
    pool = _first(np.concatenate([a, b], axis=1))
    n_a, n_b = _there(a), _there(b)
    found = np.empty((resamples, 2))
    for here, rng in blocks(resamples, gold.size + 2 * pool.size, seed, stream << 8 | SPLITS):
        rows = here.stop - here.start
        uniform: Floats = rng.random(size=(rows, *a.shape))
        if metric.means:  # means alone are much quicker
            means = np.empty((2, rows, len(gold)))
            random_split_means(pool, n_a, n_b, uniform, *means)
            given = (np.broadcast_to(item_means(gold), means[0].shape), *means)
            found[here] = scores(metric, Answers(*(one[..., None] for one in given)))
            continue
        new_a, new_b = (np.empty((rows, *one.shape)) for one in (a, b))
        random_splits(pool, n_a, n_b, uniform, new_a, new_b)
        wide = np.broadcast_to(gold, (rows, *gold.shape))
        found[here] = scores(metric, Answers(wide, new_a, new_b))
    return found


def redrawn_scores(
    metric: ResponseMetric, answers: Answers, resamples: int, seed: int, stream: int = 0
) -> Floats:
    """Return scores of A and B as the answers of every source are drawn again within each item.

    Of one study, (items, K). With replacement, and as many as there are; (resamples, 2).
    """
    given = together(answers)
    counts = [_there(one) for one in given]
    found = np.empty((resamples, 2))
    cells = sum(one.size for one in given)
    for here, rng in blocks(resamples, cells, seed, stream << 8 | REDRAWS):
        rows = here.stop - here.start
        drawn = [_again(one, n, rows, rng) for one, n in zip(given, counts, strict=True)]
        found[here] = scores(metric, Answers(*drawn))
    return found


def _again(values: Floats, counts: Ints, rows: int, rng: np.random.Generator) -> Floats:
    items, k = values.shape
    picks = (rng.random((rows, items, k)) * counts[:, None]).astype(np.int64)
    picks += np.arange(items)[:, None] * k
    found = values.ravel()[picks]
    gaps = np.arange(k) >= counts[:, None]
    if gaps.any():
        found[:, gaps] = np.nan
    return np.asarray(found)


def widening(answers: Answers) -> float:
    """Return by how much too little redrawn answers vary: sqrt(K / (K - 1)) for K answers each.

    Of several numbers of answers as if all varied alike: the mean of 1 / K over that of
    (K - 1) / K^2, for the system where it is more, or all together if gold needs more still. A
    gold answer moves both systems, and so B minus A up to twice as far. Single gold answers are
    taken as fixed. Infinite where a system has one answer to each item.
    """
    gold, a, b = (_there(one) for one in answers)
    (of_gold, of_a, of_b), seen = zip(*(_variances(k) for k in (gold[gold > 1], a, b)), strict=True)
    if not (seen[1] and seen[2]):
        return float("inf")
    everybody = (4 * of_gold + of_a + of_b) / (4 * seen[0] + seen[1] + seen[2])
    return float(np.sqrt(max(of_a / seen[1], of_b / seen[2], everybody)))


def _variances(counts: Ints) -> tuple[float, float]:
    """Return the variance of means of so many answers, and that of redrawn ones, in sum."""
    k = counts.astype(np.float64)
    return float((1 / k).sum()), float(((k - 1) / k**2).sum())
