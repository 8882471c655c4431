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
    above = (x[:, None, :] > x[:, :, None]).sum(axis=-1)
    equal = (x[:, None, :] == x[:, :, None]).sum(axis=-1)
    ranks = above + (equal + 1) / 2
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


def nemenyi(scores: ArrayLike) -> Floats:
    """Return the p-value of each pair of systems, corrected for all pairs."""
    from scipy.stats import studentized_range

    ranks, _ = mean_ranks(scores)
    m, k = np.asarray(scores).shape
    spread = np.sqrt(k * (k + 1) / (6 * m))
    q = np.abs(ranks[:, None] - ranks[None, :]) / spread * np.sqrt(2)
    return np.asarray(np.where(q == 0, 1.0, studentized_range.sf(q, k, np.inf)))
