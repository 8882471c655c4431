"""Tests of several answers on data like yours: do they hold alpha, and what do they find?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import copysign, nan, sqrt
from typing import Any

import numpy as np

from claimwise.calibrate.cases import Case, cases_of
from claimwise.calibrate.recommend import recommend
from claimwise.core import (
    ParameterError,
    Result,
    Row,
    check_alpha,
    check_count,
    check_number,
    check_one_of,
    label,
    provenance,
    root_seed,
    sentence,
)
from claimwise.data.responses import Counts
from claimwise.htest import Test, find_test
from claimwise.kernels.arrays import Floats
from claimwise.kernels.expected_p import expected_p
from claimwise.kernels.response_samplers import Sampler
from claimwise.metrics.responses import ResponseMetric, find_response_metrics
from claimwise.power.expected_p import estimated_ps
from claimwise.power.monte_carlo import LEVEL, NORMAL, share_row
from claimwise.power.responses import ALTERNATIVES, Studies, check_resamples, simulate_responses
from claimwise.worlds.response_file import find_response_world
from claimwise.worlds.responses import ResponseWorld

WHO = "calibrate responses"
HTEST = "htest"  # of Wein et al. (2023): an expected p, asked whether it could serve as a p-value
TESTED, MIXED, SETS = range(3)  # streams of the seed


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    items: int
    counts: Counts
    metrics: tuple[ResponseMetric, ...]
    tests: tuple[Test, ...]
    procedures: tuple[str, ...]
    sampler: Sampler
    alternative: str
    alpha: float
    replicates: int
    resamples: int
    sets: int
    draws: int
    seed: int
    workers: int


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
    rng: Any = 0,
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
        `honest` (1 where no world shows more false positives than alpha) and `recommended`.
    """
    found = (
        world
        if isinstance(world, ResponseWorld)
        else find_response_world(world, gold=gold, a=a, b=b, columns=columns)
    )
    names = _names(procedure)
    asked = _Asked(
        items=check_count("items", items),
        counts=Counts.of(responses),
        metrics=find_response_metrics(metric),
        tests=tuple(find_test(name, outcome="responses") for name in names if name != HTEST),
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
    errors: Any = [] if epsilon_b is None else np.atleast_1d(np.asarray(epsilon_b, dtype=float))
    cases = cases_of(
        found,
        None if epsilon_a is None else check_number("epsilon-a", epsilon_a),
        [check_number("epsilon-b", float(e)) for e in errors],
    )
    rows = [row for number, case in enumerate(cases) for row in _case_rows(asked, case, number)]
    advice, notes = recommend(rows, asked.metrics, names, cases, asked.alpha)
    return Result(
        method="calibration",
        rows=(*rows, *advice),
        notes=(*notes, *_heed(asked, cases)),
        provenance=provenance(_settings(asked, found, cases), seed=asked.seed),
    )


def _names(procedure: str | Sequence[str]) -> tuple[str, ...]:
    texts = procedure.split(",") if isinstance(procedure, str) else list(procedure)
    names = tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))
    if not names:
        raise ParameterError(sentence("procedure", "at least one name", repr(procedure)))
    return names


def _case_rows(asked: _Asked, case: Case, number: int) -> list[Row]:
    """Return what each procedure finds in one world."""
    tested = simulate_responses(
        case.world,
        asked.items,
        asked.counts,
        asked.metrics,
        tests=asked.tests,
        alternative=asked.alternative,
        replicates=asked.replicates,
        resamples=asked.resamples,
        seed=asked.seed,
        stream=number << 2 | TESTED,
        workers=asked.workers,
        label=f"systems that are {case.truth} ({case.where})",
    )
    mixed: dict[str, Studies] = {}
    if case.differ:
        mixed = simulate_responses(
            case.world,
            asked.items,
            asked.counts,
            asked.metrics,
            replicates=asked.replicates,
            seed=asked.seed,
            stream=number << 2 | MIXED,
            mixed=True,
            workers=asked.workers,
        )
    published: dict[str, Floats] = {}
    if HTEST in asked.procedures:
        published = estimated_ps(
            case.world,
            asked.items,
            asked.counts,
            asked.metrics,
            asked.sampler,
            sets=asked.sets,
            resamples=asked.draws,
            seed=asked.seed,
            stream=number << 2 | SETS,
            workers=asked.workers,
        )
    rows: list[Row] = []
    for metric in asked.metrics:
        studies, name = tested[metric.name], label(metric.name)
        truth = nan
        if case.differ:
            direction = "less" if studies.difference < 0 else "greater"
            without = mixed[metric.name].differences
            found = expected_p(studies.differences, without, direction=direction)
            truth = found.p
            rows.append(_mean_row(f"true_p[{name}, {case.where}]", found.p, found.error, asked))
        for procedure in asked.procedures:
            ps = published[metric.name] if procedure == HTEST else studies.pvalues[procedure]
            rows += _procedure_rows(asked, case, studies, procedure, ps, truth)
    return rows


def _procedure_rows(
    asked: _Asked, case: Case, studies: Studies, procedure: str, ps: Floats, truth: float
) -> list[Row]:
    name = f"{label(studies.metric.name)}, {procedure}, {case.where}"
    defined = ~np.isnan(ps)
    hit = defined & (np.where(defined, ps, 1.0) <= asked.alpha * (1 + 1e-12))
    of = int(defined.sum())
    if not case.differ:
        return [share_row(f"false_positives[{name}]", int(hit.sum()), of, asked.items)]
    one_sided = ps
    if procedure != HTEST:
        sign = copysign(1.0, studies.difference)
        right = sign * studies.differences > 0
        hit = hit & right
        if asked.alternative == "two-sided":
            one_sided = np.where(right, ps / 2, 1 - ps / 2)
    kept = one_sided[defined]
    rows = [share_row(f"power[{name}]", int(hit.sum()), of, asked.items)]
    if len(kept) > 1:
        error = float(kept.std(ddof=1)) / sqrt(len(kept))
        rows.append(_mean_row(f"estimated_p[{name}]", float(kept.mean()), error, asked))
        off = np.abs(kept - truth)
        error = float(off.std(ddof=1)) / sqrt(len(off))
        rows.append(_mean_row(f"p_error[{name}]", float(off.mean()), error, asked))
    return rows


def _mean_row(estimand: str, mean: float, error: float, asked: _Asked) -> Row:
    reach = NORMAL * error
    return Row(
        estimand=estimand,
        estimate=mean,
        low=max(0.0, mean - reach),
        high=min(1.0, mean + reach),
        level=LEVEL,
        kind="monte carlo",
        n=asked.items,
    )


def _heed(asked: _Asked, cases: Sequence[Case]) -> list[str]:
    notes = list(asked.counts.caution())
    for test in asked.tests:
        notes.append(f"Null hypothesis of {test.name}: {test.null}.")
    if HTEST in asked.procedures:
        notes.append(
            "htest is the share of pairs of resamples in which the one without a difference is at "
            "least as extreme, on the side to which the study points: an expected p, without a "
            "difference about 0.3 to 0.5 on average, and no p-value. "
            f"Its rows rest on {asked.sets:,} studies."
        )
    if any(case.differ for case in cases):
        notes.append(
            "true_p is the expected one-sided p of a study; estimated_p the mean of what the "
            "studies say (p-values of two-sided tests are halved to their side), p_error their "
            "mean absolute distance from it, most of which is the chance of a single study."
        )
    return notes


def _settings(asked: _Asked, world: ResponseWorld, cases: Sequence[Case]) -> dict[str, Any]:
    return {
        "verb": WHO,
        **world.settings(),
        "metrics": [metric.name for metric in asked.metrics],
        "procedures": list(asked.procedures),
        "cases": [[case.truth, case.where] for case in cases],
        "items": asked.items,
        "responses": asked.counts.words(),
        "sampler": asked.sampler.name,
        "alternative": asked.alternative,
        "alpha": asked.alpha,
        "replicates": asked.replicates,
        "resamples": asked.resamples,
        "sets": asked.sets,
        "draws": asked.draws,
    }
