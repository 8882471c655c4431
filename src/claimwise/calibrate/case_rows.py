"""What each procedure finds in one world: shares of findings, and how far p-values are off."""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, nan, sqrt

import numpy as np

from claimwise.calibrate.cases import Case
from claimwise.calibrate.histogram import BINS, bin_rows, bins_of
from claimwise.core import At, Row
from claimwise.data.responses import Counts
from claimwise.htest import Test
from claimwise.kernels.arrays import Floats
from claimwise.kernels.expected_p import expected_p
from claimwise.kernels.response_samplers import Sampler
from claimwise.metrics.responses import ResponseMetric
from claimwise.power.estimated_p import estimated_ps
from claimwise.power.monte_carlo import LEVEL, NORMAL, expected_row, share_row
from claimwise.power.responses import Studies, side, simulate_responses
from claimwise.worlds.responses import ResponseWorld

HTEST = "htest"  # of Wein et al. (2023): an expected p, asked whether it could serve as a p-value
TESTED, MIXED, SETS = range(3)  # streams of the seed


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
    rows: list[Row] = []
    for metric in asked.metrics:
        studies = tested[metric.name]
        truth = nan
        if case.differ:
            direction = "less" if studies.difference < 0 else "greater"
            without = mixed[metric.name].differences
            found = expected_p(studies.differences, without, direction=direction)
            truth = found.p
            rows.append(
                expected_row(
                    "true_p",
                    found.p,
                    found.error,
                    asked.items,
                    asked.replicates,
                    {"metric": metric.name, **case.at},
                )
            )
        for procedure in asked.procedures:
            ps = published[metric.name] if procedure == HTEST else studies.pvalues[procedure]
            rows += _procedure_rows(asked, case, studies, procedure, ps, truth)
    return rows


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
