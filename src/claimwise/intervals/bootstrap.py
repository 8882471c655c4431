"""Bootstrap intervals for mean scores: items are drawn again from those observed."""

from __future__ import annotations

from claimwise.core import Procedure
from claimwise.core.references import DAVISON, EFRON_1979, EFRON_1987, HALL
from claimwise.data import Differences, IndependentScores
from claimwise.intervals.base import Ends, interval
from claimwise.kernels import bootstrap_interval


@interval(
    "percentile",
    outcome="numeric",
    paired=True,
    resampled=True,
    says=Procedure("the percentile bootstrap interval", (EFRON_1979,), short="percentile interval"),
)
def percentile(data: Differences, level: float, *, seed: int, resamples: int) -> Ends:
    """Quantiles of the resampled means. Too narrow for few items: use t or studentised."""
    return bootstrap_interval.percentile(data.d, level, seed=seed, resamples=resamples)


@interval(
    "bca",
    outcome="numeric",
    paired=True,
    resampled=True,
    says=Procedure("the BCa bootstrap interval", (EFRON_1987,), short="BCa interval"),
)
def bca(data: Differences, level: float, *, seed: int, resamples: int) -> Ends:
    """Quantiles of the resampled means, moved for bias and skewness.

    Too narrow for few items: use t or studentised.
    """
    return bootstrap_interval.bca_mean(data.d, level, seed=seed, resamples=resamples)


@interval(
    "studentised",
    outcome="numeric",
    paired=True,
    resampled=True,
    says=Procedure(
        "the studentised bootstrap interval", (EFRON_1979, HALL), short="studentised interval"
    ),
)
def studentised(data: Differences, level: float, *, seed: int, resamples: int) -> Ends:
    """Bootstrap-t: the t interval with quantiles taken from the resamples themselves.

    Fit for skewed differences. Wide, or undefined, where few items differ at all: a resample
    without any of them has no standard error.
    """
    return bootstrap_interval.studentised(data.d, level, seed=seed, resamples=resamples)


@interval(
    "unpaired-percentile",
    outcome="numeric",
    paired=False,
    resampled=True,
    says=Procedure(
        "the percentile bootstrap interval of two samples",
        (f"{DAVISON}, section 5.3",),
        short="percentile interval",
    ),
)
def unpaired_percentile(
    data: IndependentScores, level: float, *, seed: int, resamples: int
) -> Ends:
    """Quantiles of the resampled differences of two means; each group is resampled by itself."""
    return bootstrap_interval.unpaired(
        data.a, data.b, level, seed=seed, resamples=resamples, corrected=False
    )


@interval(
    "unpaired-bca",
    outcome="numeric",
    paired=False,
    resampled=True,
    says=Procedure(
        "the BCa bootstrap interval of two samples",
        (f"{DAVISON}, section 5.3",),
        short="BCa interval",
    ),
)
def unpaired_bca(data: IndependentScores, level: float, *, seed: int, resamples: int) -> Ends:
    """The same, moved for bias and skewness."""
    return bootstrap_interval.unpaired(
        data.a, data.b, level, seed=seed, resamples=resamples, corrected=True
    )
