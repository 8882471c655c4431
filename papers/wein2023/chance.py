"""How far numbers of Wein et al. (2023) lie from ours by chance alone.

About 250 different true p are judged together, and those of one table come from the same studies.
So a true p may lie 4 Monte Carlo errors away, which by chance one in 16,000 does; that one of all
of them does so has a chance of less than 2%. An estimated p is of a single test set, and is judged
against the spread of many, and of its own resamples.
"""

from __future__ import annotations

from math import nan, sqrt

from papers.base import Value
from papers.wein2023.setting import PRECISION

THEIRS, FEWER = 1000, 100  # published studies, and resamples by which estimates of EMDs were made
FEW = 1e-3  # below, the simulated standard error rests on a handful of studies
ERRORS = 4.0
TAIL = 0.00135  # of a normal beyond three standard deviations


def model_error(p: float, studies: int) -> float:
    """Return the standard error of an expected p by the exponential model.

    Hanley and McNeil (1982), for an area of 1 - p and as many studies with an effect as without.
    """
    area = 1.0 - p
    first, second = area / (2 - area), 2 * area**2 / (1 + area)
    rest = (studies - 1) * (first + second - 2 * area**2)
    return sqrt(max(0.0, p * area + rest)) / studies


def error_between(value: Value, theirs: float) -> float:
    """Return the standard error of the gap between a true p of ours and the published one.

    Both have the chance of their simulated studies, and the published one that of its last digit.
    """
    if value.estimate < FEW:
        larger = max(value.estimate, theirs)
        ours, published = (model_error(larger, m) for m in (value.studies, THEIRS))
    else:
        ours = (value.high - value.estimate) / 1.96
        published = ours * sqrt(value.studies / THEIRS)
    return sqrt(ours**2 + published**2 + PRECISION**2)


def spread_of(value: Value) -> float:
    """Return the standard deviation over test sets, from the interval of their mean."""
    return (value.high - value.estimate) * sqrt(value.studies) / quantile(0.025, value.studies)


def quantile(tail: float, sets: int) -> float:
    """Return the quantile of Student's t for so many test sets, with `tail` beyond it."""
    from scipy.special import stdtrit

    return float(-stdtrit(sets - 1, tail)) if sets > 1 else nan


def of_one_draw(value: Value) -> float:
    """Return how far one more draw may lie from the mean of so many: three deviations, or more.

    With few test sets their spread is itself uncertain; Student's t heeds that.
    """
    reach = quantile(TAIL, value.studies) * spread_of(value) * sqrt(1 + 1 / value.studies)
    return max(reach, PRECISION)
