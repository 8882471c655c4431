"""What each procedure finds in one world: shares of findings, and how far p-values are off."""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, nan, sqrt

import numpy as np

from claimwise.calibrate.cases import Case
from claimwise.calibrate.histogram import BINS, bin_rows, bins_of
from claimwise.core import At, Row
from claimwise.data.responses import Counts
from claimwise.engine.estimated_p import drawn_counts, estimated_ps
from claimwise.engine.monte_carlo import LEVEL, NORMAL, expected_row, share_row
from claimwise.engine.responses import Studies, side, simulate_responses
from claimwise.htest import Test
from claimwise.kernels.arrays import Floats
from claimwise.kernels.expected_p import expected_p
from claimwise.kernels.response_samplers import Sampler
from claimwise.metrics.responses import ResponseMetric
from claimwise.worlds.responses import ResponseWorld

HTEST = "htest"  # of Wein et al. (2023): an expected p, asked whether it could serve as a p-value
TESTED, MIXED, SETS, DRAWN = range(4)  # streams of the seed


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How studies are made, scored and tested."""

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


def case_rows(asked: Asked, case: Case[ResponseWorld], number: int) -> list[Row]:
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
    drawn = _as_drawn(asked, case, number)
    rows: list[Row] = []
    for metric in asked.metrics:
        studies = tested[metric.name]
        truth = of_sampler = nan
        if case.differ:
            at = {"metric": metric.name, **case.at}
            row = _truth(asked, studies, mixed[metric.name], at)
            truth = of_sampler = row.estimate
            rows.append(row)
            if drawn:
                at = {**at, "sampler": asked.sampler.name}
                row = _truth(asked, drawn[0][metric.name], drawn[1][metric.name], at)
                of_sampler = row.estimate
                rows.append(row)
        for procedure in asked.procedures:
            published_p = procedure == HTEST
            ps = published[metric.name] if published_p else studies.pvalues[procedure]
            expected = of_sampler if published_p else truth
            rows += _procedure_rows(asked, case, studies, procedure, ps, expected)
    return rows


def _as_drawn(
    asked: Asked, case: Case[ResponseWorld], number: int
) -> tuple[dict[str, Studies], dict[str, Studies]] | None:
    """Return studies with and without the difference, of as many answers as the sampler draws.

    None where htest is not asked for, where nothing differs, and where it draws all answers.
    """
    counts = drawn_counts(asked.sampler, asked.counts)
    if HTEST not in asked.procedures or not case.differ or counts == asked.counts:
        return None
    with_effect, without = (
        simulate_responses(
            case.world,
            asked.items,
            counts,
            asked.metrics,
            replicates=asked.replicates,
            seed=asked.seed,
            stream=(number << 2 | DRAWN) << 8 | mixed,
            mixed=mixed,
            workers=asked.workers,
            label="studies of as many answers as the sampler draws",
        )
        for mixed in (False, True)
    )
    return with_effect, without


def _truth(asked: Asked, studies: Studies, mixed: Studies, at: At) -> Row:
    """Return the expected p of such studies, on the side of their mean difference."""
    direction = "less" if studies.difference < 0 else "greater"
    found = expected_p(studies.differences, mixed.differences, direction=direction)
    return expected_row("true_p", found.p, found.error, asked.items, asked.replicates, at)


def _procedure_rows(
    asked: Asked,
    case: Case[ResponseWorld],
    studies: Studies,
    procedure: str,
    ps: Floats,
    truth: float,
) -> list[Row]:
    at = {"metric": studies.metric.name, "analysis": procedure, **case.at}
    defined = ~np.isnan(ps)
    hit = defined & (np.where(defined, ps, 1.0) <= asked.alpha * (1 + 1e-12))
    of = int(defined.sum())
    if not case.differ:
        found = share_row("false_positives", int(hit.sum()), of, asked.items, at=at)
        return [found, *histogram_rows(at, ps[defined], asked.items)]
    one_sided = ps
    if procedure != HTEST:
        sign = copysign(1.0, studies.difference)
        right = sign * studies.differences > 0
        hit = hit & right
        if asked.alternative == "two-sided":
            one_sided = np.where(right, ps / 2, 1 - ps / 2)
        elif side(studies.metric, asked.alternative) == ("less" if sign > 0 else "greater"):
            defined = np.zeros_like(defined)  # of the side that is not looked at
    kept = one_sided[defined]
    rows = [share_row("power", int(hit.sum()), of, asked.items, at=at)]
    if len(kept) > 1:
        error = float(kept.std(ddof=1)) / sqrt(len(kept))
        rows.append(_mean_row("estimated_p", at, float(kept.mean()), error, asked))
        off = np.abs(kept - truth)
        error = float(off.std(ddof=1)) / sqrt(len(off))
        rows.append(_mean_row("p_error", at, float(off.mean()), error, asked))
    return rows


def histogram_rows(at: At, ps: Floats, items: int) -> list[Row]:
    """Return the share of p-values in each twentieth; nothing of no p-values."""
    if not len(ps):
        return []
    return bin_rows(at, np.bincount(bins_of(ps), minlength=BINS) / len(ps), items)


def _mean_row(quantity: str, at: At, mean: float, error: float, asked: Asked) -> Row:
    reach = NORMAL * error
    return Row(
        quantity=quantity,
        at=at,
        estimate=mean,
        low=max(0.0, mean - reach),
        high=min(1.0, mean + reach),
        level=LEVEL,
        kind="monte carlo",
        n=asked.items,
    )
