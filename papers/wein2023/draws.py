"""True p of fresh studies, and estimated p of test sets, for all metrics and samplers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from typing import NamedTuple

import numpy as np

from claimwise.core import block_rng
from claimwise.data import Answers, Counts
from claimwise.run import map_blocks
from claimwise.worlds import ResponseWorld
from papers.base import Effort
from papers.wein2023.chance import quantile
from papers.wein2023.expected_p import Share, of_test_set, of_world
from papers.wein2023.setting import (
    ANSWERS,
    EPSILONS,
    ITEMS,
    OF_ONE,
    SAMPLERS,
    metrics_of,
)

Places = dict[tuple[str, str], Share]  # by metric and sampler
ONE_SET, MANY_SETS = 125, 126  # streams of the seed


class Mean(NamedTuple):
    """A mean over test sets with its interval, and their standard deviation."""

    mean: float
    low: float
    high: float
    spread: float


def fresh(
    world: ResponseWorld,
    studies: int,
    effort: Effort,
    metrics: Sequence[str],
    single: Sequence[str],
) -> Places:
    """Return the true p of each metric and sampler, which differ by the answers that they keep."""
    found = of_world(
        world,
        metrics,
        single,
        items=ITEMS,
        answers=ANSWERS,
        studies=studies,
        seed=effort.seed,
        workers=effort.workers,
    )
    rows = {}
    for sampler in SAMPLERS:
        kept, scored = (1, single) if sampler in OF_ONE else (ANSWERS, metrics)
        for metric in scored:
            rows[metric, sampler] = found[metric, kept]
    return rows


def one_set(
    world: ResponseWorld, rng: np.random.Generator, resamples: int, workers: int = 1
) -> Places:
    """Return the estimated p of all samplers from one new test set."""
    answers: Answers = world.draw(ITEMS, Counts.of(ANSWERS), rng, 1).study(0)
    seed = int(rng.integers(2**32))
    rows: Places = {}
    for sampler in SAMPLERS:
        found = of_test_set(
            answers, metrics_of(sampler), sampler, resamples=resamples, seed=seed, workers=workers
        )
        rows |= {(metric, sampler): share for metric, share in found.items()}
    return rows


def first_set(world: ResponseWorld, epsilon: str, resamples: int, effort: Effort) -> Places:
    """Return the estimates of the one test set that stands for the paper's."""
    rng = block_rng(effort.seed, ONE_SET, EPSILONS.index(epsilon))
    return one_set(world, rng, resamples, effort.workers)


def _numbers(
    world: ResponseWorld, resamples: int, rng: np.random.Generator, size: int
) -> dict[tuple[str, str], float]:
    return {place: row.estimate for place, row in one_set(world, rng, resamples).items()}


def many_sets(
    world: ResponseWorld, epsilon: str, sets: int, resamples: int, effort: Effort
) -> dict[tuple[str, str], np.ndarray]:
    """Return what each of many test sets estimates, (sets,), by metric and sampler."""
    task: Callable[..., dict[tuple[str, str], float]] = partial(_numbers, world, resamples)
    stream = MANY_SETS + 256 * EPSILONS.index(epsilon)
    found = list(
        map_blocks(task, sets, seed=effort.seed, stream=stream, block=1, workers=effort.workers)
    )
    return {place: np.array([one[place] for one in found]) for place in found[0]}


def mean_of(values: np.ndarray) -> Mean:
    """Return the mean of numbers that are not negative, as if they were normal."""
    mean, spread, sets = float(values.mean()), float(values.std(ddof=1)), len(values)
    reach = quantile(0.025, sets) * spread / sqrt(sets)
    return Mean(mean, max(0.0, mean - reach), mean + reach, spread)
