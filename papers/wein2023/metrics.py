"""Earth mover's distances and wins as Wein et al. (2023) computed them.

Their code makes a histogram of the answers on 0 to 1, and then takes the distance between the two
lists of counts as if the counts were answers. So it does not matter in which bin an answer lies:
gold answers of 0.1 and system answers of 0.9 are at distance 0. For a study of your own use
mean-emd, emd-means and emd-responses.

Their wins compare errors as the computer has them. Of answers on a scale many errors are equal but
for rounding, and one system or the other wins these items, by the order in which answers were
added. For a study of your own use wins and wins-vectorised, in which nobody wins a tie.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from claimwise.data import Answers
from claimwise.metrics.responses import ResponseMetric, item_means, response_metric

Floats = NDArray[np.float64]
_compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")


def _mean(sums: Floats) -> Floats:
    return np.asarray(sums[..., 0] / sums[..., 1])


def _with_ones(values: Floats) -> Floats:
    return np.stack([values, np.ones_like(values)], axis=-1)


@_compiled  # type: ignore[untyped-decorator]
def _sorted_counts(values: Floats, edges: Floats) -> NDArray[np.int64]:
    bins = len(edges) - 1
    counts = np.zeros(bins, np.int64)
    for value in values:
        if not edges[0] <= value <= edges[bins]:
            continue  # outside, or NaN
        place = min(int(value * bins), bins - 1)
        # A product is rounded: the edges decide.
        if value < edges[place]:
            place -= 1
        elif place < bins - 1 and value >= edges[place + 1]:
            place += 1
        counts[place] += 1
    for k in range(1, bins):  # sorted by insertion: a general sort takes longer to begin
        count, j = counts[k], k
        while j > 0 and counts[j - 1] > count:
            counts[j] = counts[j - 1]
            j -= 1
        counts[j] = count
    return counts


@_compiled  # type: ignore[untyped-decorator]
def _rows_apart(gold: Floats, system: Floats, edges: Floats) -> Floats:
    found = np.empty(len(gold))
    for row in range(len(gold)):
        apart = _sorted_counts(gold[row], edges) - _sorted_counts(system[row], edges)
        found[row] = np.abs(apart).sum() / len(apart)
    return found


def counts_apart(gold: Floats, system: Floats, bins: int) -> Floats:
    """Return the distance between the counts of equal bins from 0 to 1 as if they were answers.

    A bin has its lower edge, the last one both; values outside, and NaN, are in none.
    """
    shape = np.broadcast_shapes(gold.shape[:-1], system.shape[:-1])
    rows = (
        np.ascontiguousarray(np.broadcast_to(one, (*shape, one.shape[-1])), dtype=np.float64)
        for one in (gold, system)
    )
    first, second = (one.reshape(-1, one.shape[-1]) for one in rows)
    return np.asarray(_rows_apart(first, second, np.linspace(0.0, 1.0, bins + 1)).reshape(shape))


@response_metric("mean-emd-published")
def mean_emd_published(name: str, *, bins: str = "5") -> ResponseMetric:
    """Return the mean over items of the distance of bin counts, which ignores where bins lie."""

    def item_stats(answers: Answers) -> Floats:
        pair = [counts_apart(answers.gold, one, int(bins)) for one in (answers.a, answers.b)]
        return _with_ones(np.stack(pair, axis=-2))

    return ResponseMetric(name, "lower", item_stats, _mean, mean=True, limits=(0.0, inf))


def _of_all(
    name: str, bins: str, values: Callable[[Floats], Floats], **more: Any
) -> ResponseMetric:
    def score_answers(gold: Floats, system: Floats) -> Floats:
        return counts_apart(values(gold), values(system), int(bins))

    return ResponseMetric(name, "lower", score_answers=score_answers, limits=(0.0, inf), **more)


@response_metric("emd-means-published")
def emd_means_published(name: str, *, bins: str = "50") -> ResponseMetric:
    """Return the distance of bin counts of the item means, which ignores where bins lie."""
    return _of_all(name, bins, item_means, means=True)


@response_metric("emd-responses-published")
def emd_responses_published(name: str, *, bins: str = "50") -> ResponseMetric:
    """Return the distance of bin counts of all answers, which ignores where bins lie."""
    return _of_all(name, bins, lambda one: one.reshape(*one.shape[:-2], -1))


def _won_by_rounding(gold: Floats, a: Floats, b: Floats) -> Floats:
    """Return who wins each item, (..., 2, items), where a difference in the last bit is one."""
    lead = np.abs(b - gold) - np.abs(a - gold)
    found = np.stack([lead > 0, lead < 0], axis=-2).astype(np.float64)
    return np.where(np.isnan(lead)[..., None, :], np.nan, found)


def _share_of_wins(
    name: str, item_stats: Callable[[Answers], Floats], **more: Any
) -> ResponseMetric:
    known: dict[str, Any] = {"mean": True, "limits": (0.0, 1.0), "pairwise": True}
    return ResponseMetric(name, "higher", item_stats, _mean, **known, **more)


@response_metric("wins-published")
def wins_published(name: str) -> ResponseMetric:
    """Return the share of items that a system wins, ties broken by rounding."""
    return _share_of_wins(
        name,
        lambda answers: _with_ones(_won_by_rounding(*(item_means(one) for one in answers))),
        means=True,
    )


@response_metric("wins-vectorised-published")
def wins_vectorised_published(name: str) -> ResponseMetric:
    """Return the share of answers, paired by place, that a system wins, ties broken by rounding."""

    def item_stats(answers: Answers) -> Floats:
        found = _won_by_rounding(*(one.reshape(*one.shape[:-2], -1) for one in answers))
        shape = (*found.shape[:-1], answers.items, answers.counts.gold)
        return _with_ones(found.reshape(shape).mean(axis=-1))

    return _share_of_wins(name, item_stats, aligned=True)
