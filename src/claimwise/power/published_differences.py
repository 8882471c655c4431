"""Differences of metrics in studies with an effect and without, as Wein et al. (2023) make them.

Of one test set by its samplers, or of fresh studies from a world. All metrics score the same
studies. Differences are B minus A, turned so that a greater one is better for B.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from claimwise.data.responses import Answers, Counts
from claimwise.kernels.arrays import Floats
from claimwise.kernels.response_samplers import (
    ALTERNATIVE,
    CELLS,
    NULL,
    Reference,
    Sampler,
    block_size,
    draw_alternative,
    draw_null,
)
from claimwise.metrics.responses import ResponseMetric, item_means, scores
from claimwise.power.monte_carlo import Running
from claimwise.run import map_blocks
from claimwise.worlds.response_means import draw_means, has_normal_means
from claimwise.worlds.response_world import ResponseWorld
from claimwise.worlds.responses import NormalResponses

ONE = Counts(1, 1, 1)
WORLD, MIXED = 123, 124  # streams of the seed


class Differences(NamedTuple):
    """Of studies with the effect and of those without: each (metrics, studies)."""

    alpha: Floats
    beta: Floats


def turned_differences(metrics: Sequence[ResponseMetric], answers: Answers) -> Floats:
    """Return how much better B is than A, by each metric in each study: (metrics, studies)."""
    means = None
    if len(metrics) > 1 and any(metric.means for metric in metrics):  # once for all of them
        means = Answers(*(item_means(source)[..., None] for source in answers))
    found = []
    for metric in metrics:
        of = scores(metric, means if metric.means and means is not None else answers)
        difference = of[..., 1] - of[..., 0]
        found.append(difference if metric.better == "higher" else -difference)
    return np.stack(found)


def reference_differences(
    answers: Answers,
    metrics: Sequence[ResponseMetric],
    sampler: Sampler,
    *,
    resamples: int,
    seed: int,
    workers: int = 1,
) -> Differences:
    """Return the differences in studies that a sampler draws from one test set (items, K)."""
    reference = Reference.of(*answers)
    found = []
    for null in (False, True):
        blocks = map_blocks(
            partial(_reference_block, reference, sampler, tuple(metrics), null),
            resamples,
            seed=seed,
            stream=NULL if null else ALTERNATIVE,
            block=block_size(reference, sampler),
            workers=workers,
            tell=_teller(metrics, running := Running()),
        )
        parts = []
        for part in blocks:
            parts.append(part)
            running.add(part[0])
        found.append(np.concatenate(parts, axis=-1))
    return Differences(*found)


def world_differences(
    world: ResponseWorld,
    metrics: Sequence[ResponseMetric],
    items: int,
    counts: Counts,
    *,
    replicates: int,
    seed: int,
    workers: int = 1,
    single: Sequence[ResponseMetric] = (),
) -> tuple[Differences, Differences]:
    """Return the differences in fresh studies, and those of `single` with first answers alone.

    Items are drawn anew for every study. Without an effect, each answer of A and of B is A's or
    B's by a fair coin.
    """
    found = []
    for null in (False, True):
        blocks = map_blocks(
            partial(_world_block, world, tuple(metrics), tuple(single), items, counts, null),
            replicates,
            seed=seed,
            stream=MIXED if null else WORLD,
            block=max(1, CELLS // (items * sum(counts))),
            workers=workers,
            tell=_teller([*metrics, *single], running := Running()),
        )
        parts = []
        for part in blocks:
            parts.append(part)
            running.add(np.concatenate(part)[0])
        found.append([np.concatenate(part, axis=-1) for part in zip(*parts, strict=True)])
    (alpha, alpha_first), (beta, beta_first) = found
    return Differences(alpha, beta), Differences(alpha_first, beta_first)


def _teller(metrics: Sequence[ResponseMetric], running: Running) -> Callable[[], str]:
    return lambda: running.told(f"B better by {metrics[0].name}:")


def _reference_block(
    reference: Reference,
    sampler: Sampler,
    metrics: tuple[ResponseMetric, ...],
    null: bool,
    rng: np.random.Generator,
    size: int,
) -> Floats:
    draw = draw_null if null else draw_alternative
    means = all(metric.means for metric in metrics)
    return turned_differences(metrics, Answers(*draw(reference, sampler, rng, size, means=means)))


def _world_block(
    world: ResponseWorld,
    metrics: tuple[ResponseMetric, ...],
    single: tuple[ResponseMetric, ...],
    items: int,
    counts: Counts,
    null: bool,
    rng: np.random.Generator,
    size: int,
) -> tuple[Floats, Floats]:
    if not single and all(m.means for m in metrics) and has_normal_means(world, counts):
        assert isinstance(world, NormalResponses)
        answers = draw_means(world, items, counts, rng, size, mixed=null)
        return turned_differences(metrics, answers), np.empty((0, size))
    draw = world.draw_mixed if null else world.draw
    answers = draw(items, counts, rng, size)
    first = Answers(*(source[..., :1] for source in answers))
    none = np.empty((0, size))
    return (
        turned_differences(metrics, answers) if metrics else none,
        turned_differences(single, first) if single else none,
    )
