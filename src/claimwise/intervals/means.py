"""By how much does B score higher than A? Intervals from estimated standard errors."""

from __future__ import annotations

from claimwise.core import Procedure
from claimwise.core.references import STUDENT, WELCH
from claimwise.data import Differences, IndependentScores
from claimwise.intervals.base import Ends, interval
from claimwise.kernels import mean_interval


@interval(
    "t",
    outcome="numeric",
    paired=True,
    says=Procedure("Student's t interval of the mean difference", (STUDENT,), short="t interval"),
)
def t(data: Differences, level: float) -> Ends:
    """Student's t interval for the mean difference over the same items."""
    return mean_interval.student(data.d, level)


@interval(
    "welch",
    outcome="numeric",
    paired=False,
    says=Procedure("Welch's t interval", (WELCH,), short="Welch interval"),
)
def welch(data: IndependentScores, level: float) -> Ends:
    """Interval for the difference of two means, each with a variance of its own."""
    return mean_interval.welch(data.a, data.b, level)


@interval(
    "pooled-t",
    outcome="numeric",
    paired=False,
    says=Procedure(
        "Student's t interval with pooled variance", (STUDENT,), short="pooled t interval"
    ),
)
def pooled_t(data: IndependentScores, level: float) -> Ends:
    """Interval for the difference of two means with one variance for both.

    Unfit for groups that differ both in size and in spread, where it covers too little or too
    much: use welch.
    """
    return mean_interval.pooled(data.a, data.b, level)
