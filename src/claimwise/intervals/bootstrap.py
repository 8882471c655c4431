"""Bootstrap intervals for mean scores: items are drawn again from those observed."""

from __future__ import annotations

from claimwise.data import Differences, IndependentScores
from claimwise.intervals.base import Ends, interval
from claimwise.kernels import bootstrap_interval


@interval(
    "percentile",
    outcome="numeric",
    paired=True,
    resampled=True,
    reference="Efron (1979), Ann. Stat. 7, 1-26",
)
def percentile(data: Differences, level: float, *, seed: int, resamples: int) -> Ends:
    """Quantiles of the resampled means. Too narrow for few items: use t or studentised."""
    return bootstrap_interval.percentile(data.d, level, seed=seed, resamples=resamples)


@interval(
    "bca",
    outcome="numeric",
    paired=True,
    resampled=True,
    reference="Efron (1987), J. Am. Stat. Assoc. 82, 171-185",
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
    reference="Efron (1979), Ann. Stat. 7, 1-26; Hall (1988), Ann. Stat. 16, 927-953",
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
    reference="Davison and Hinkley (1997), Bootstrap Methods, section 5.3",
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
    reference="Davison and Hinkley (1997), Bootstrap Methods, section 5.3",
)
def unpaired_bca(data: IndependentScores, level: float, *, seed: int, resamples: int) -> Ends:
    """The same, moved for bias and skewness."""
    return bootstrap_interval.unpaired(
        data.a, data.b, level, seed=seed, resamples=resamples, corrected=True
    )
