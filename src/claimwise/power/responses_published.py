"""The expected p of Wein et al. (2023), of one test set and of a world: reported as what it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from claimwise.core import Result, Row, check_count, label, provenance, qualified, root_seed
from claimwise.data.responses import Answers, Counts
from claimwise.kernels.arrays import Floats
from claimwise.kernels.binomial_interval import normal_quantile
from claimwise.kernels.expected_p import ExpectedP
from claimwise.kernels.expected_p import expected_p as share_of_pairs
from claimwise.kernels.response_samplers import Reference, Sampler
from claimwise.metrics.responses import ResponseMetric, find_response_metrics
from claimwise.power.published_differences import (
    ONE,
    Differences,
    reference_differences,
    world_differences,
)
from claimwise.worlds.responses import ResponseWorld

LEVEL = 0.95
NO_P_VALUE = (
    "An expected p is the share of pairs, one study with the effect and one without, in which the "
    "one without is at least as extreme: the mean p-value of such studies, and no p-value itself. "
    "It is near 0.5 where there is no effect, and 0.05 of it is stricter than a p-value of 0.05."
)
CHOSEN = (
    "Which side counts as extreme was chosen from the same simulated studies, as published: "
    "without an effect the expected p is thus at most 0.5, but for noise."
)
Metrics = str | Sequence[str] | Sequence[ResponseMetric]


def expected_p(
    answers: Answers,
    metric: Metrics,
    sampler: str | Sampler = "bootstrap,all",
    *,
    kind: str = "continuous",
    resamples: int = 1000,
    direction: str = "oriented",
    ties: str = "counted",
    rng: int | None = None,
    workers: int = 1,
) -> Result:
    """What is the expected p of a comparison, by one test set that is drawn again and again?

    The hypothesis test of Wein et al. (2023). Fit for repeating what they did; for a p-value use
    a test.

    Parameters
    ----------
    answers : Answers
        Of gold, A and B to the same items: (items, K) each.
    metric : str or list
        One or several; all see the same samples.
    sampler : str
        Items, all or bootstrap, and answers, all, first or sample(k).
    kind : str
        Of answers: continuous, ordinal or categorical.
    resamples : int
        Studies with the effect, and as many without.
    direction : {"oriented", "greater", "less"}
        Whether B is better, worse, or what the medians say.
    ties : {"counted", "half", "strict"}
        Whether an equal difference is as extreme.
    rng, workers
        Seed, and processes.

    Returns
    -------
    Result
        A row ``expected p[metric=NAME]`` for each metric.

    Examples
    --------
    >>> import numpy as np
    >>> from claimwise.data import Answers
    >>> noise = np.random.default_rng(1).normal(0, 0.1, (3, 100, 5))
    >>> answers = Answers(noise[0], noise[1], noise[2] + 0.2)  # B is off by 0.2
    >>> expected_p(answers, "mae", resamples=100, rng=1).only.estimate
    0.0
    """
    metrics, drawn = _metrics(metric), Sampler.of(sampler)
    resamples, seed = check_count("resamples", resamples), root_seed(rng)
    for one in metrics:
        one.check(kind, answers)
    notes = Reference.of(*answers).check(drawn)
    found = reference_differences(
        answers, metrics, drawn, resamples=resamples, seed=seed, workers=workers
    )
    settings = {
        "verb": "expected p",
        "sampler": drawn.name,
        "resamples": resamples,
        "direction": direction,
        "ties": ties,
    }
    rows, more = _rows(metrics, found, answers.items, {}, direction=direction, ties=ties)
    return _result("expected p", rows, (*notes, *more), direction, settings, seed)


def true_p(
    world: ResponseWorld,
    metrics: Metrics,
    *,
    items: int,
    counts: int | Mapping[str, int] | Counts,
    replicates: int = 1000,
    direction: str = "oriented",
    ties: str = "counted",
    single: bool | Metrics = False,
    rng: int | None = None,
    workers: int = 1,
) -> Result:
    """What is the expected p of studies that are drawn afresh from a world?

    The "true p" of Wein et al. (2023). Fit for asking by which metric a difference would show best,
    before there are data; for the power of a test use `claimwise.plan.responses`.

    Parameters
    ----------
    world : ResponseWorld
        Such as `claimwise.worlds.find_response_world("published").at(epsilon_b=0.1)`.
    metrics : str or list
        All score the same studies.
    items, counts : int
        Items of a study, and answers of each source to each.
    replicates : int
        Studies with the effect, and as many without.
    direction, ties
        As in `expected_p`.
    single : bool, str or list
        Also with the first answer to each item alone, under all metrics or under these.
    rng, workers
        Seed, and processes.

    Returns
    -------
    Result
        A row ``expected p[metric=NAME]`` for each metric, or with `single`
        ``expected p[metric=NAME, responses=K]``.

    Examples
    --------
    >>> from claimwise.worlds import find_response_world
    >>> world = find_response_world("published").at(epsilon_b=0.3)
    >>> true_p(world, "mae", items=100, counts=5, replicates=200, rng=1).only.estimate < 0.05
    True
    """
    wanted, of = _metrics(metrics), Counts.of(counts)
    alone: tuple[ResponseMetric, ...] = ()
    if single and of != ONE:
        alone = wanted if single is True else _metrics(single)
    items, replicates = check_count("items", items), check_count("replicates", replicates)
    seed = root_seed(rng)
    pair = world_differences(
        world,
        wanted,
        items,
        of,
        replicates=replicates,
        seed=seed,
        workers=workers,
        single=alone,
    )
    rows: list[Row] = []
    notes: list[str] = []
    for found, k, scored in zip(pair, (of, ONE), (wanted, alone), strict=True):
        if scored:
            at = {"responses": k.words().replace(", ", " ")} if single else {}
            new, more = _rows(scored, found, items, at, direction=direction, ties=ties)
            rows += new
            notes += more
    settings = {
        "verb": "true p",
        **world.settings(),
        "items": items,
        "responses": of.words(),
        "replicates": replicates,
        "direction": direction,
        "ties": ties,
    }
    return _result("true p", rows, tuple(notes), direction, settings, seed)


def _metrics(asked: Metrics) -> tuple[ResponseMetric, ...]:
    if not isinstance(asked, str) and all(isinstance(one, ResponseMetric) for one in asked):
        return tuple(asked)  # type: ignore[arg-type]
    return find_response_metrics(asked)  # type: ignore[arg-type]


def _rows(
    metrics: Sequence[ResponseMetric],
    found: Differences,
    items: int,
    at: Mapping[str, str],
    *,
    direction: str,
    ties: str,
) -> tuple[list[Row], list[str]]:
    """Return a row for each metric, and what to heed."""
    rows, notes = [], []
    for metric, alpha, beta in zip(metrics, found.alpha, found.beta, strict=True):
        share = share_of_pairs(alpha, beta, direction=direction, ties=ties)
        where = label(f"metric={metric.name}", *(f"{key}={value}" for key, value in at.items()))
        rows.append(_row(qualified("expected p", where), share, items))
        undefined = int(np.isnan(alpha).sum() + np.isnan(beta).sum())
        if undefined:
            notes.append(
                f"{metric.name} is undefined in {undefined:,} of {len(alpha) + len(beta):,} "
                "studies, which are left out."
            )
        if _constant(beta):
            notes.append(f"{metric.name} has the same difference in every study without an effect.")
    return rows, notes


def _constant(values: Floats) -> bool:
    there = values[~np.isnan(values)]
    return len(there) > 1 and bool((there == there[0]).all())


def _row(estimand: str, share: ExpectedP, items: int) -> Row:
    if np.isnan(share.error):
        return Row(estimand=estimand, estimate=share.p, n=items)
    reach = normal_quantile(LEVEL) * share.error
    return Row(
        estimand=estimand,
        estimate=share.p,
        n=items,
        low=max(0.0, share.p - reach),
        high=min(1.0, share.p + reach),
        level=LEVEL,
        kind="monte carlo",
    )


def _result(
    method: str,
    rows: Sequence[Row],
    notes: tuple[str, ...],
    direction: str,
    settings: Mapping[str, object],
    seed: int,
) -> Result:
    chosen = (CHOSEN,) if direction == "oriented" else ()
    return Result(
        method=method,
        rows=tuple(rows),
        notes=(NO_P_VALUE, *chosen, *notes),
        provenance=provenance(dict(settings), seed=seed),
    )
