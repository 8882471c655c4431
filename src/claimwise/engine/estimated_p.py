"""What single test sets say of the expected p: one's own, or many from a world; each resampled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from claimwise.data.responses import Counts
from claimwise.engine.monte_carlo import mean_so_far
from claimwise.engine.simulate import Run, beside, gathered
from claimwise.kernels.arrays import Floats
from claimwise.kernels.expected_p import ExpectedP, expected_p
from claimwise.kernels.response_samplers import Sampler
from claimwise.metrics.responses import ResponseMetric
from claimwise.power.resampling import Resampling, turned_differences
from claimwise.worlds.responses import ResponseWorld

SETS = 4  # in a block


def drawn_counts(sampler: Sampler, counts: Counts) -> Counts:
    """Return how many answers a resampled study has: the truth that its p estimates has as many.

    >>> drawn_counts(Sampler.of("all,sample(1)"), Counts(5, 5, 5)), drawn_counts(
    ...     Sampler.of("bootstrap,all"), Counts(5, 3, 3)
    ... )
    (Counts(gold=1, a=1, b=1), Counts(gold=5, a=3, b=3))
    """
    return Counts(*(sampler.width(k) for k in counts))


def estimated_p(
    again: Resampling, metrics: tuple[ResponseMetric, ...], resamples: int, rng: np.random.Generator
) -> list[ExpectedP]:
    """Return the expected p that one test set estimates, by each metric.

    It is drawn again so often with its difference, and so often such that A and B answer alike.
    """
    with_effect, without = (
        _resampled(again, metrics, resamples, rng, null=null) for null in (False, True)
    )
    return [
        expected_p(alpha, beta, direction="oriented")
        for alpha, beta in zip(with_effect, without, strict=True)
    ]


def estimated_ps(
    world: ResponseWorld,
    items: int,
    counts: Counts,
    metrics: Sequence[ResponseMetric],
    sampler: Sampler,
    *,
    sets: int,
    resamples: int,
    seed: int,
    stream: int = 0,
    workers: int = 1,
) -> dict[str, Floats]:
    """Return the expected p that each of several test sets estimates, by metric: (sets,).

    Parameters
    ----------
    world, items, counts
        What the test sets are drawn from.
    sampler, resamples
        How each is resampled, and how often, with its difference and without.
    sets, seed, stream, workers
        Test sets, and their random numbers: the same with any number of workers.
    """
    found = gathered(
        partial(_block, world, items, counts, tuple(metrics), sampler, resamples),
        np.empty((len(metrics), 0)),
        Run(sets, seed, workers),
        add=beside,
        stream=stream,
        block=SETS,
        label="resampling test sets",
        tell=lambda found: mean_so_far(f"estimated p by {metrics[0].name}", found[0]),
    )
    return {metric.name: ps for metric, ps in zip(metrics, found, strict=True)}


def _block(
    world: ResponseWorld,
    items: int,
    counts: Counts,
    metrics: tuple[ResponseMetric, ...],
    sampler: Sampler,
    resamples: int,
    rng: np.random.Generator,
    size: int,
) -> Floats:
    drawn = world.draw(items, counts, rng, size)
    found = np.empty((len(metrics), size))
    for i in range(size):
        again = Resampling.of(drawn.study(i), sampler)
        found[:, i] = [one.p for one in estimated_p(again, metrics, resamples, rng)]
    return found


def _resampled(
    again: Resampling,
    metrics: tuple[ResponseMetric, ...],
    resamples: int,
    rng: np.random.Generator,
    *,
    null: bool,
) -> Floats:
    """Return the differences of resampled studies: (metrics, resamples)."""
    parts = [
        turned_differences(metrics, again.draw(rng, min(again.block, resamples - k), null=null))
        for k in range(0, resamples, again.block)
    ]
    return np.concatenate(parts, axis=-1)
