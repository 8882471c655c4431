"""By how much does B score higher than A? Intervals from estimated standard errors."""

from __future__ import annotations

from claimwise.data import Differences, IndependentScores
from claimwise.intervals.base import Ends, interval
from claimwise.kernels import mean_interval


@interval("t", outcome="numeric", paired=True, reference="Student (1908), Biometrika 6, 1-25")
def t(data: Differences, level: float) -> Ends:
    """Student's t interval for the mean difference over the same items."""
    return mean_interval.student(data.d, level)


@interval("welch", outcome="numeric", paired=False, reference="Welch (1947), Biometrika 34, 28-35")
def welch(data: IndependentScores, level: float) -> Ends:
    """Interval for the difference of two means, each with a variance of its own."""
    return mean_interval.welch(data.a, data.b, level)


@interval(
    "pooled-t", outcome="numeric", paired=False, reference="Student (1908), Biometrika 6, 1-25"
)
def pooled_t(data: IndependentScores, level: float) -> Ends:
    """Interval for the difference of two means with one variance for both.

    Unfit for groups that differ both in size and in spread, where it covers too little or too
    much: use welch.
    """
    return mean_interval.pooled(data.a, data.b, level)
