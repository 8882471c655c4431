"""A caution where scores are too few and too skewed for their mean to be judged at alpha."""

from __future__ import annotations

import numpy as np

from claimwise.assess.evidence import Data
from claimwise.core import Note, as_words, caution, option
from claimwise.data import Differences, IndependentScores
from claimwise.htest import Test
from claimwise.intervals import Interval
from claimwise.kernels.arrays import Floats
from claimwise.kernels.clusters import cluster_sums

SKEWED = 1.0  # skewness of the scores below which a sample cannot tell
OF_THE_MEAN = 0.1  # skewness of the mean from which on false findings are well above alpha
STUDENTISED = "studentised"  # the interval that allows for skewness
BY_RANKS = ("sign-scores", "wilcoxon", "mann-whitney")  # which do not judge by the mean


def skewness_note(
    data: Data, by: Test | Interval, called: str, *, levels: bool = False
) -> list[Note]:
    """Warn of a mean that is skewed itself: tests and intervals find too much there.

    The studentised interval finds less of what is not there; with `levels`, raters or runs as a
    sample, it is not used.

    The mean of n values has the skewness of one of them over the root of n. Differences of
    right/wrong scores are left out: without a true difference they are symmetric.
    """
    if by.name in BY_RANKS:
        return []
    found = _few_and_skewed(data, clustered=by.clustered)
    if not found:
        return []
    on = f" ({called})" if called else ""
    n, unit, skew = found
    said = (
        f"{n:,} {unit}{on} with a skewness of {skew:.2g} are few for a judgement of their "
        "mean: expect more false findings than alpha."
    )
    if unit != "differences" or by.name == STUDENTISED or levels:
        return [caution(said, called)]
    how = option("interval", STUDENTISED) + " and " + option("assess", "interval")
    return [caution(as_words(said + " Fewer with ") + how + ".", called)]


def skewed_posterior(data: Data, called: str) -> list[Note]:
    """Warn of a posterior of the mean difference that is too sure of it."""
    found = _few_and_skewed(data, clustered=False)
    if not found:
        return []
    n, unit, skew = found
    on = f" ({called})" if called else ""
    said = (
        f"{n:,} {unit}{on} with a skewness of {skew:.2g} are few for a posterior of their mean. "
        "Intervals of 0.95 held 92%, 94% and 94% of the truth with 20, 60 and 120 simulated "
        "differences that were exponential (skewness 2), and 87%, 91% and 93% with log-normal ones "
        "(skewness 6)."
    )
    return [caution(said, called)]


def _few_and_skewed(data: Data, *, clustered: bool) -> tuple[int, str, float] | None:
    """Return how many of what are how skewed, where that is too much for their number."""
    if isinstance(data, Differences):
        values, unit = data.d, "differences"
        if clustered and data.cluster is not None:
            values, unit = cluster_sums(values - values.mean(), data.cluster), "clusters"
        elif np.isin(values, (-1.0, 0.0, 1.0)).all():
            return None
        n, (skew, of_mean) = len(values), _skewness([values])
    elif isinstance(data, IndependentScores):
        if np.isin(data.a, (0.0, 1.0)).all() and np.isin(data.b, (0.0, 1.0)).all():
            return None
        n, unit = min(len(data.a), len(data.b)), "scores of a system"
        skew, of_mean = _skewness([data.b, data.a])
    else:
        return None
    return None if abs(skew) < SKEWED or of_mean < OF_THE_MEAN else (n, unit, skew)


def _skewness(samples: list[Floats]) -> tuple[float, float]:
    """Return the largest skewness of a sample, and the size of that of the mean (difference)."""
    skews, third, variance = [0.0], 0.0, 0.0
    for side, values in zip((1, -1), samples, strict=False):
        n = len(values)
        if n < 3 or np.ptp(values) == 0:
            continue
        centred = values - values.mean()
        square = float(centred @ centred) / (n - 1)
        cube = float((centred**3).sum()) * n / ((n - 1) * (n - 2))
        skews.append(cube / square**1.5)
        third += side * cube / n**2
        variance += square / n
    of_mean = abs(third) / variance**1.5 if variance > 0 else 0.0
    return max(skews, key=abs), of_mean
