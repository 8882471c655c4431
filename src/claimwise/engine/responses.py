"""Simulated studies of several answers to each item: scores, and p-values of each test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import nan
from typing import TypeAlias

import numpy as np

from claimwise.core import ParameterError, check_count, check_one_of, option
from claimwise.data.responses import Answers, Counts
from claimwise.engine.monte_carlo import mean_so_far
from claimwise.engine.simulate import Run, gathered, listed
from claimwise.htest import Test
from claimwise.kernels.arrays import Flags, Floats, Ints
from claimwise.kernels.tails import significant
from claimwise.metrics.responses import ResponseMetric, ResponseStudies, scores
from claimwise.worlds.response_even import is_observed
from claimwise.worlds.responses import ResponseWorld

ALTERNATIVES = ("two-sided", "less", "greater", "better", "worse")
OF_RESPONDERS = ("responder-permutation", "responder-bootstrap", "two-way-bootstrap")
AT_ONCE = 3_000_000  # answers that are simulated at once
LARGEST_BLOCK = 250  # studies
# Of one block and metric: scores of A and B, p-values by test. No metric, which cannot be kept.
Scored: TypeAlias = tuple[Floats, Floats, dict[str, Floats]]


@dataclass(frozen=True, slots=True, eq=False)
class Studies:
    """Simulated studies under one metric: scores of A and B (R,), p-values of each test (R,)."""

    metric: ResponseMetric
    a: Floats
    b: Floats
    pvalues: Mapping[str, Floats]

    @property
    def differences(self) -> Floats:
        """The observed differences, B minus A; NaN where a score is undefined."""
        return self.b - self.a

    @property
    def gains(self) -> Floats:
        """By how much B is better than A: differences, turned round where lower is better."""
        return self.differences if self.metric.better == "higher" else -self.differences

    @property
    def difference(self) -> float:
        """The mean difference over the studies: what is true at this size."""
        kept = self.differences[~np.isnan(self.differences)]
        return float(kept.mean()) if len(kept) else nan

    @property
    def defined(self) -> int:
        """Studies in which both systems have a score."""
        return int((~np.isnan(self.differences)).sum())

    def significant(self, test: str, alpha: float) -> Flags:
        """Return which studies the test finds a difference in; those without a p-value do not."""
        p = self.pvalues[test]
        return significant(np.where(np.isnan(p), 1.0, p), alpha)


def side(metric: ResponseMetric, alternative: str) -> str:
    """Return the alternative of B minus A: better and worse depend on the metric's direction.

    >>> from claimwise.metrics.responses import find_response_metric
    >>> side(find_response_metric("mae"), "better")
    'less'
    """
    check_one_of("alternative", alternative, ALTERNATIVES)
    if alternative not in ("better", "worse"):
        return alternative
    return "greater" if (alternative == "better") == (metric.better == "higher") else "less"


def check_resamples(tests: Sequence[Test], resamples: int, alpha: float) -> int:
    """Return the number of resamples, if p-values can be as small as alpha with them."""
    resamples = check_count("resamples", resamples)
    if any(test.resampled for test in tests) and 1 / (resamples + 1) > alpha:
        raise ParameterError(
            "resamples",
            f"enough for a p-value of {alpha:g}",
            f"{resamples:,}",
            "Give some hundreds.",
        )
    return resamples


def check_responders(tests: Sequence[Test], world: ResponseWorld, counts: Counts) -> None:
    """Refuse tests of responders where these are not known, or only one answered for a system."""
    for test in tests:
        if test.name not in OF_RESPONDERS:
            continue
        if is_observed(world):
            raise ParameterError(
                option("procedure", test.name),
                "a world with raters and runs",
                "answers resampled from a file that does not say who gave them",
                "claimwise fit responses makes such a world.",
            )
        if min(counts.a, counts.b) < 2:
            raise ParameterError(
                option("procedure", test.name),
                "several runs of A and of B",
                f"{counts.words()} answers",
            )


def check_items(value: object) -> int:
    """Return a number of items, of which a study needs at least two."""
    items = check_count("items", value)
    if items < 2:
        raise ParameterError("items", "at least two of them", f"{items}")
    return items


def block_size(items: int, counts: Counts) -> int:
    """Return how many studies are simulated at once: a matter of memory alone."""
    return int(np.clip(AT_ONCE // (items * sum(counts)), 1, LARGEST_BLOCK))


def simulate_responses(
    world: ResponseWorld,
    items: int,
    counts: Counts,
    metrics: Sequence[ResponseMetric],
    *,
    tests: Sequence[Test] = (),
    alternative: str = "two-sided",
    replicates: int,
    resamples: int = 500,
    seed: int,
    stream: int = 0,
    mixed: bool = False,
    workers: int = 1,
    label: str = "simulating studies",
) -> dict[str, Studies]:
    """Simulate studies, and score and test each of them under every metric.

    Parameters
    ----------
    world, items, counts
        What is simulated: items, and answers of each source to each.
    metrics, tests, alternative, resamples
        How each study is scored and tested; all on the same answers.
    replicates, seed, stream, workers
        Studies, and their random numbers: the same with any number of workers.
    mixed : bool
        Whether each answer of A and of B is, by a fair coin, A's or B's.

    Returns
    -------
    dict
        Studies by the name of the metric.
    """
    first = metrics[0].name
    nothing: list[dict[str, Scored]] = []
    parts = gathered(
        partial(_block, world, items, counts, metrics, tests, alternative, resamples, mixed),
        nothing,
        Run(replicates, seed, workers),
        add=listed,
        stream=stream,
        block=block_size(items, counts),
        label=label,
        tell=lambda parts: mean_so_far(
            f"difference by {first}", np.concatenate([p[first][1] - p[first][0] for p in parts])
        ),
    )
    return {m.name: _joined(m, [part[m.name] for part in parts]) for m in metrics}


def _joined(metric: ResponseMetric, parts: Sequence[Scored]) -> Studies:
    a, b, pvalues = zip(*parts, strict=True)
    together = {name: np.concatenate([part[name] for part in pvalues]) for name in pvalues[0]}
    return Studies(metric, np.concatenate(a), np.concatenate(b), together)


def _block(
    world: ResponseWorld,
    items: int,
    counts: Counts,
    metrics: Sequence[ResponseMetric],
    tests: Sequence[Test],
    alternative: str,
    resamples: int,
    mixed: bool,
    rng: np.random.Generator,
    size: int,
) -> dict[str, Scored]:
    draw = world.draw_mixed if mixed else world.draw
    answers = draw(items, counts, rng, size)
    seed = int(rng.integers(2**62))
    who = None if is_observed(world) else columns_of(answers)
    return {
        metric.name: _scored(metric, answers, who, tests, alternative, resamples, seed)
        for metric in metrics
    }


def columns_of(answers: Answers) -> tuple[Ints, Ints, Ints]:
    """Return who gave each answer of a simulated study: a rater, or a run, for each place.

    Runs of A and of B are different ones.
    """
    found, first = [], 0
    for source in answers:
        places = np.arange(first, first + source.shape[-1], dtype=np.int64)
        found.append(np.broadcast_to(places, source.shape[-2:]))
        first += source.shape[-1]
    return found[0], found[1], found[2]


def _scored(
    metric: ResponseMetric,
    answers: Answers,
    responders: tuple[Ints, Ints, Ints] | None,
    tests: Sequence[Test],
    alternative: str,
    resamples: int,
    seed: int,
) -> Scored:
    both = scores(metric, answers)
    pvalues = {}
    if tests:
        studies = ResponseStudies.of(metric, answers, responders)
        where = side(metric, alternative)
        pvalues = {
            test.name: test.evaluate(studies, where, seed=seed, resamples=resamples)
            for test in tests
        }
    return both[..., 0], both[..., 1], pvalues
