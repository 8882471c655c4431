"""What is the expected p of Wein et al. (2023), of fresh studies and of one test set?

The share of pairs, one study with the effect and one without, in which the one without is at least
as extreme. All metrics score the same studies. Differences are B minus A, turned so that a greater
one is better for B; which side is extreme is chosen from the studies, as published.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import isnan, nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from claimwise.data import Answers, Counts
from claimwise.metrics.responses import ResponseMetric, find_response_metrics
from claimwise.power import Resampling, expected_p, turned_differences
from claimwise.run import map_blocks
from claimwise.worlds import ResponseWorld
from papers.wein2023 import metrics as _registered  # noqa: F401

Floats = NDArray[np.float64]
Both = tuple[Floats, Floats]  # studies with the effect and without: (metrics, studies)
# Streams of the seed: resampled with the effect and without, fresh with and without.
ALTERNATIVE, NULL, WORLD, MIXED = 121, 122, 123, 124
CELLS = 1 << 18  # answers that are held at once
REACH = 1.959963984540054  # standard errors of an interval of 95%


class Share(NamedTuple):
    """A share of pairs, with its Monte Carlo interval."""

    estimate: float
    low: float = nan
    high: float = nan

    @classmethod
    def of(cls, alpha: Floats, beta: Floats) -> Share:
        """Return the share of differences without the effect that are as extreme as those with."""
        p, error, _ = expected_p(alpha, beta, direction="oriented")
        if isnan(error):
            return cls(p)
        return cls(p, max(0.0, p - REACH * error), min(1.0, p + REACH * error))


def of_test_set(
    answers: Answers,
    metrics: Sequence[str],
    sampler: str,
    *,
    resamples: int,
    seed: int,
    workers: int = 1,
) -> dict[str, Share]:
    """Return what one test set estimates, by metric, if a sampler draws it again and again."""
    scored = find_response_metrics(metrics)
    alpha, beta = resampled(answers, scored, sampler, resamples, seed, workers)
    return {m: Share.of(x, y) for m, x, y in zip(metrics, alpha, beta, strict=True)}


def of_world(
    world: ResponseWorld,
    metrics: Sequence[str],
    single: Sequence[str],
    *,
    items: int,
    answers: int,
    studies: int,
    seed: int,
    workers: int = 1,
) -> dict[tuple[str, int], Share]:
    """Return the "true p" of studies that are drawn afresh, by metric and answers to an item.

    Of the metrics with all answers, and of `single` with the first answer to each item alone.
    """
    pair = fresh_differences(
        world,
        find_response_metrics(metrics),
        find_response_metrics(single),
        items=items,
        answers=answers,
        studies=studies,
        seed=seed,
        workers=workers,
    )
    found = {}
    for (alpha, beta), k, names in zip(pair, (answers, 1), (metrics, single), strict=True):
        for name, x, y in zip(names, alpha, beta, strict=True):
            found[name, k] = Share.of(x, y)
    return found


def resampled(
    answers: Answers,
    metrics: Sequence[ResponseMetric],
    sampler: str,
    resamples: int,
    seed: int,
    workers: int = 1,
) -> Both:
    """Return the differences in studies that a sampler draws from one test set (items, K)."""
    drawn = Resampling.of(answers, sampler)
    found = []
    for null in (False, True):
        blocks = map_blocks(
            partial(_resampled_block, drawn, tuple(metrics), null),
            resamples,
            seed=seed,
            stream=NULL if null else ALTERNATIVE,
            block=drawn.block,
            workers=workers,
        )
        found.append(np.concatenate(list(blocks), axis=-1))
    return found[0], found[1]


def _resampled_block(
    drawn: Resampling,
    metrics: tuple[ResponseMetric, ...],
    null: bool,
    rng: np.random.Generator,
    size: int,
) -> Floats:
    means = all(metric.means for metric in metrics)
    return turned_differences(metrics, drawn.draw(rng, size, null=null, means=means))


def fresh_differences(
    world: ResponseWorld,
    metrics: Sequence[ResponseMetric],
    single: Sequence[ResponseMetric],
    *,
    items: int,
    answers: int,
    studies: int,
    seed: int,
    workers: int = 1,
) -> tuple[Both, Both]:
    """Return the differences in fresh studies, and those of `single` with first answers alone.

    Without an effect, each answer of A and of B is A's or B's by a fair coin.
    """
    found = []
    for null in (False, True):
        blocks = map_blocks(
            partial(_fresh_block, world, tuple(metrics), tuple(single), items, answers, null),
            studies,
            seed=seed,
            stream=MIXED if null else WORLD,
            block=max(1, CELLS // (items * 3 * answers)),
            workers=workers,
        )
        parts = zip(*blocks, strict=True)
        found.append([np.concatenate(part, axis=-1) for part in parts])
    (alpha, alpha_first), (beta, beta_first) = found
    return (alpha, beta), (alpha_first, beta_first)


def _fresh_block(
    world: ResponseWorld,
    metrics: tuple[ResponseMetric, ...],
    single: tuple[ResponseMetric, ...],
    items: int,
    answers: int,
    null: bool,
    rng: np.random.Generator,
    size: int,
) -> tuple[Floats, Floats]:
    draw = world.draw_mixed if null else world.draw
    drawn = draw(items, Counts.of(answers), rng, size)
    first = Answers(*(source[..., :1] for source in drawn))
    return turned_differences(metrics, drawn), turned_differences(single, first)
