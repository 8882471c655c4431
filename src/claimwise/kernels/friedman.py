"""Many systems over many data sets: Friedman's test and Nemenyi's critical difference."""

from __future__ import annotations

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats


def mean_ranks(scores: ArrayLike) -> tuple[Floats, float]:
    """Return each system's mean rank over the data sets (1 is best), and the tie correction.

    `scores` has a row for each data set, a column for each system; higher is better.
    """
    x = np.asarray(scores, np.float64)
    m, k = x.shape
    # The rank of x is one more than the number above it, plus half of the others equal to it.
    ordered = [np.sort(row) for row in x]
    until = np.array([np.searchsorted(o, row, "right") for o, row in zip(ordered, x, strict=True)])
    below = np.array([np.searchsorted(o, row, "left") for o, row in zip(ordered, x, strict=True)])
    equal = until - below
    ranks = (k - until) + (equal + 1) / 2
    ties = (equal**2 - 1).sum()  # the sum over tied groups of t^3 - t
    return np.asarray(ranks.mean(axis=0)), 1 - float(ties) / (m * k * (k * k - 1))


def friedman(scores: ArrayLike) -> tuple[float, float]:
    """Return Friedman's chi-square, corrected for ties, and its p-value.

    Friedman (1937), J. Am. Stat. Assoc. 32, 675-701. NaN when all systems tie everywhere.
    """
    ranks, correction = mean_ranks(scores)
    m, k = np.asarray(scores).shape
    if correction <= 0:
        return float("nan"), float("nan")
    chi2 = 12 * m / (k * (k + 1)) * float(((ranks - (k + 1) / 2) ** 2).sum()) / correction
    return chi2, float(special.chdtrc(k - 1, chi2))


def critical_difference(k: int, m: int, alpha: float) -> float:
    """Return the difference of two mean ranks that is significant at alpha (Nemenyi 1963).

    Demsar (2006), J. Mach. Learn. Res. 7, 1-30: for 4 systems on 14 data sets, 1.25.

    >>> round(critical_difference(4, 14, 0.05), 2)
    1.25
    """
    from scipy.stats import studentized_range

    q = float(studentized_range.ppf(1 - alpha, k, np.inf)) / np.sqrt(2)
    return float(q * np.sqrt(k * (k + 1) / (6 * m)))


def nemenyi(scores: ArrayLike, pairs: ArrayLike) -> Floats:
    """Return the p-value of pairs of systems, by their places, corrected for all pairs."""
    from scipy.stats import studentized_range

    ranks, _ = mean_ranks(scores)
    m, k = np.asarray(scores).shape
    spread = np.sqrt(k * (k + 1) / (6 * m))
    first, second = np.asarray(pairs, np.int64).reshape(-1, 2).T
    q = np.abs(ranks[first] - ranks[second]) / spread * np.sqrt(2)
    # The tail is a double integral: mean ranks repeat, and each distance is worked out once.
    distances, where = np.unique(q, return_inverse=True)
    tails = np.where(distances == 0, 1.0, studentized_range.sf(distances, k, np.inf))
    return np.asarray(tails[where])
