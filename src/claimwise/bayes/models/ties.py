"""Scores of which most are equal: Student's t then believes in no spread at all."""

from __future__ import annotations

import numpy as np

from claimwise.bayes.models.groups import Groups
from claimwise.core import DataError, option
from claimwise.kernels.arrays import Floats


def most_equal(scores: Floats) -> tuple[float, int]:
    """Return the most frequent score, and how often it is there.

    >>> most_equal(np.array([0.0, 0.5, 0.0, -1.0]))
    (0.0, 2)
    """
    values, times = np.unique(scores, return_counts=True)
    best = int(np.argmax(times))
    return float(values[best]), int(times[best])


def is_tied(scores: Floats) -> bool:
    """Whether more than half of the scores are equal.

    With m equal ones of n, the likelihood of t with one degree of freedom grows without bound as
    the scale goes to 0 as soon as m > n - m: the equal ones gain more than all others lose.
    """
    return 2 * most_equal(scores)[1] > scores.size


def refuse_constant(groups: Groups) -> None:
    """Refuse a system whose scores are all equal: nothing tells how they spread."""
    for name, column in zip(groups.names, groups.values, strict=True):
        if not groups.paired and np.ptp(column) == 0:
            raise DataError(
                "The metric model",
                "scores of each system that vary",
                f"{column[0]:g} for all {column.size} of {name}",
                "Assess these by test and interval, or by "
                + option("model", "ordinal")
                + " or binary.",
            )


def refuse_ties(groups: Groups) -> None:
    """Refuse scores, or differences of pairs, that the robust t model cannot have."""
    columns = dict(zip(groups.names, groups.values, strict=True))
    if groups.paired:
        a, b = groups.two("The paired metric model")
        columns = {"the differences": b - a}
    for name, column in columns.items():
        if not is_tied(column):
            continue
        value, times = most_equal(column)
        raise DataError(
            "The robust t model (metric)",
            "scores of which at most half are equal",
            f"{value:g} for {times} of {column.size} of {name}",
            "Use " + option("model", "metric-normal") + ", or ordinal for a few levels.",
        )
