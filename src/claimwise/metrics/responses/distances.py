"""Distances of distributions: of each item's answers, of all item means, of all answers.

The earth mover's distance (Wasserstein-1) is the least total way by which the answers of one
sample must be moved to become those of the other, for a mass of one.
"""

from __future__ import annotations

from math import inf

import numpy as np

from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats
from claimwise.metrics.items import mean_score
from claimwise.metrics.responses.base import ResponseMetric, item_means, response_metric
from claimwise.metrics.responses.errors import with_ones


def rows_of(*sources: Floats) -> tuple[tuple[int, ...], list[Floats]]:
    """Return the shape of studies and items, and the answers as rows (items, K) for a kernel."""
    shape = np.broadcast_shapes(*(source.shape[:-1] for source in sources))
    wide = (np.broadcast_to(source, (*shape, source.shape[-1])) for source in sources)
    return shape, [
        np.ascontiguousarray(one.reshape(-1, one.shape[-1]), dtype=np.float64) for one in wide
    ]


def item_emds(answers: Answers) -> Floats:
    """Return the earth mover's distance of A and of B from gold on each item: (..., 2, items)."""
    from claimwise.kernels import item_distances  # compiled

    found = []
    for one in (answers.a, answers.b):
        shape, rows = rows_of(answers.gold, one)
        found.append(item_distances.item_emds(*rows).reshape(shape))
    return np.stack(found, axis=-2)


@response_metric("mean-emd")
def mean_emd(name: str) -> ResponseMetric:
    """Return the mean over items of the earth mover's distance between gold and system answers."""
    return ResponseMetric(
        name,
        "lower",
        lambda answers: with_ones(item_emds(answers)),
        mean_score,
        mean=True,
        limits=(0.0, inf),
    )


def sample_distance(gold: Floats, system: Floats) -> Floats:
    """Return the earth mover's distance of two samples, each along the last axis.

    Values that are NaN are not there; the distance is NaN where a sample is empty.

    >>> float(sample_distance(np.array([0.0, 1.0]), np.array([1.0, 3.0])))
    1.5
    """
    same = gold.shape[-1] == system.shape[-1]
    if same and not (np.isnan(gold).any() or np.isnan(system).any()):
        apart = np.abs(np.sort(gold, axis=-1) - np.sort(system, axis=-1))
        return np.asarray(apart.mean(axis=-1))
    from claimwise.kernels import item_distances

    shape, rows = rows_of(gold, system)
    return np.asarray(item_distances.item_emds(*rows).reshape(shape))


def score_emd_means(gold: Floats, system: Floats) -> Floats:
    """Return the distance between the item means of gold and of a system."""
    of_gold, of_system = item_means(gold), item_means(system)
    gone = np.isnan(of_gold).any(axis=-1) | np.isnan(of_system).any(axis=-1)
    return np.where(gone, np.nan, sample_distance(of_gold, of_system))


def score_emd_responses(gold: Floats, system: Floats) -> Floats:
    """Return the distance between all answers of gold and all of a system."""
    return sample_distance(*(one.reshape(*one.shape[:-2], -1) for one in (gold, system)))


@response_metric("emd-means")
def emd_means(name: str) -> ResponseMetric:
    """Return the earth mover's distance between the items' mean answers of gold and system."""
    return ResponseMetric(
        name,
        "lower",
        score_answers=score_emd_means,
        means=True,
        limits=(0.0, inf),
        ordered="emd",
    )


@response_metric("emd-responses")
def emd_responses(name: str) -> ResponseMetric:
    """Return the earth mover's distance between all answers of gold and all of the system."""
    return ResponseMetric(
        name, "lower", score_answers=score_emd_responses, limits=(0.0, inf), ordered="emd"
    )
