"""Tests of several answers on data like yours: do they hold alpha, and what do they find?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from claimwise.calibrate.asked import listed
from claimwise.calibrate.case_rows import HTEST, Asked, case_rows
from claimwise.calibrate.cases import Case, cases_of
from claimwise.calibrate.recommend import recommend
from claimwise.core import (
    DEFAULT_SEED,
    Note,
    Result,
    assumed,
    check_alpha,
    check_count,
    check_number,
    check_one_of,
    meaning,
    provenance,
    root_seed,
)
from claimwise.core import names as registered
from claimwise.data.responses import Counts
from claimwise.htest import Test, find_test
from claimwise.kernels.response_samplers import Reference, Sampler
from claimwise.metrics.responses import find_response_metrics
from claimwise.power.responses import ALTERNATIVES, check_items, check_resamples, check_responders
from claimwise.worlds.response_file import find_response_world
from claimwise.worlds.response_words import simulated_from
from claimwise.worlds.responses import ResponseWorld

WHO = "calibrate responses"


def responses(
    *,
    world: Any = "published",
    epsilon_a: float | None = None,
    epsilon_b: float | Sequence[float] | None = None,
    items: int = 200,
    responses: Any = 5,
    metric: str | Sequence[str] = "mae,wins",
    procedure: str | Sequence[str] = "item-swap,item-bootstrap,response-permutation,htest",
    sampler: str = "bootstrap,all",
    alternative: str = "two-sided",
    alpha: float = 0.05,
    replicates: int = 1000,
    resamples: int = 500,
    sets: int = 200,
    draws: int = 200,
    gold: str | None = None,
    a: str | None = None,
    b: str | None = None,
    columns: Mapping[str, str] | None = None,
    rng: Any = DEFAULT_SEED,
    workers: int = 1,
) -> Result:
    """Say which metric and which procedure to use on data like these.

    Every procedure is run on many simulated studies: on systems that are alike, on systems that
    are equally good but not alike, and on systems that differ.

    Parameters
    ----------
    world : str or ResponseWorld
        As in `claimwise.plan.responses`; a file of your own answers is drawn from anew.
    epsilon_a, epsilon_b : float or list, optional
        How far each system is off the gold standard. For every error of B that differs from A's,
        both systems off by as much are looked at too.
    items, responses : int
        Items, and answers of each source to each (a number, or numbers of gold, a and b).
    metric, procedure : str or list
        What is compared. ``htest`` is the published expected p, asked whether it could serve as a
        p-value.
    sampler, draws
        How htest resamples a test set, and how often.
    alternative, alpha
        As in `claimwise.plan.responses`.
    replicates, sets : int
        Simulated studies; htest is slower, and has as many studies as `sets`.
    resamples : int
        Within each study.
    gold, a, b, columns
        Which sources and columns of a file of answers.
    rng, workers
        Seed, and processes.

    Returns
    -------
    Result
        `false_positives` and `power` of each metric, procedure and world; `true_p` (the expected
        one-sided p), `estimated_p` (its mean over studies) and `p_error` (mean absolute error);
        `p_histogram` (the share of p-values in each twentieth, where nothing differs); `honest`
        (1 where no world shows more false positives than alpha) and `recommended`.
    """
    found = (
        world
        if isinstance(world, ResponseWorld)
        else find_response_world(world, gold=gold, a=a, b=b, columns=columns)
    )
    names = listed("procedure", procedure)
    asked = Asked(
        items=check_items(items),
        counts=Counts.of(responses),
        metrics=find_response_metrics(metric),
        tests=tuple(_test(name) for name in names if name != HTEST),
        procedures=names,
        sampler=Sampler.of(sampler),
        alternative=check_one_of("alternative", alternative, ALTERNATIVES),
        alpha=check_alpha(alpha),
        replicates=check_count("replicates", replicates),
        resamples=check_count("resamples", resamples),
        sets=check_count("sets", sets),
        draws=check_count("draws", draws),
        seed=root_seed(rng),
        workers=check_count("workers", workers),
    )
    check_resamples(asked.tests, asked.resamples, asked.alpha)
    one = found.draw(2, asked.counts, np.random.default_rng(0), 1)
    for wanted in asked.metrics:
        wanted.check(found.kind, one)
    check_responders(asked.tests, found, asked.counts)
    if HTEST in names:
        Reference.of(*one.study(0)).check(asked.sampler)
    errors: Any = [] if epsilon_b is None else np.atleast_1d(np.asarray(epsilon_b, dtype=float))
    if epsilon_a is not None:
        found = found.at(epsilon_a=check_number("epsilon-a", epsilon_a))
    cases = cases_of(found, None, [check_number("epsilon-b", float(e)) for e in errors])
    rows = [row for number, case in enumerate(cases) for row in case_rows(asked, case, number)]
    metrics = [metric.name for metric in asked.metrics]
    advice, notes = recommend(rows, metrics, names, cases, asked.alpha)
    return Result(
        kind="calibration",
        method="calibration",
        rows=(*rows, *advice),
        notes=(*notes, *_heed(asked, cases)),
        provenance=provenance(_settings(asked, found, cases), seed=asked.seed),
    )


def _test(name: str) -> Test:
    known = [*registered("test", outcome="responses"), HTEST]
    return find_test(check_one_of("procedure", name, known))


def _heed(asked: Asked, cases: Sequence[Case[ResponseWorld]]) -> list[Note]:
    notes = list(asked.counts.caution())
    for test in asked.tests:
        notes.append(assumed(f"Null hypothesis of {test.name}: {test.null}."))
    if HTEST in asked.procedures:
        notes.append(
            meaning(
                "htest is the share of pairs of resamples in which the one without a difference is "
                "at least as extreme, on the side to which the study points: an expected p, "
                "without a difference about 0.3 to 0.5 on average, and no p-value. "
                f"Its rows rest on {asked.sets:,} studies."
            )
        )
    if any(case.differ for case in cases):
        notes.append(
            meaning(
                "The expected p is one-sided; the estimated p is the mean of what the studies say "
                "(p-values of two-sided tests are halved to their side), and the error of p their "
                "mean absolute distance from it, most of which is the chance of a single study."
            )
        )
    return notes


def _settings(
    asked: Asked, world: ResponseWorld, cases: Sequence[Case[ResponseWorld]]
) -> dict[str, Any]:
    return {
        "verb": WHO,
        **world.settings(),
        "metrics": [metric.name for metric in asked.metrics],
        "procedures": list(asked.procedures),
        "cases": [[case.truth, case.where] for case in cases],
        "simulated": simulated_from(world, of_b=False),
        "items": asked.items,
        "responses": asked.counts.words(),
        "answers": asked.counts._asdict(),
        "sampler": asked.sampler.name,
        "alternative": asked.alternative,
        "alpha": asked.alpha,
        "replicates": asked.replicates,
        "resamples": asked.resamples,
        "sets": asked.sets,
        "draws": asked.draws,
    }
