"""Intervals for means from estimated standard errors: items on the last axis.

Where the items do not vary, or there is only one, nothing is known of the standard error and
the interval is undefined (NaN); a width of zero would read as certainty.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats, Ints

# Sums of deviations that are smaller than this share of their terms are rounding.
ROUNDING = 1e-12


def t_quantile(df: ArrayLike, level: float) -> Floats:
    """Return the distance, in standard errors, that Student's t keeps at this level.

    >>> round(float(t_quantile(10, 0.95)), 6)
    2.228139
    """
    return np.asarray(-special.stdtrit(np.asarray(df, np.float64), (1 - level) / 2))


def mean_variance(values: Floats) -> tuple[Floats, Floats]:
    """Return the mean and the unbiased variance; exactly 0 for equal values, NaN for one.

    >>> [x.tolist() for x in mean_variance(np.array([[0.1, 0.1, 0.1], [1.0, 2.0, 3.0]]))]
    [[0.1, 2.0], [0.0, 1.0]]
    """
    n = values.shape[-1]
    mean = np.asarray(values.mean(axis=-1))
    constant = values.min(axis=-1) == values.max(axis=-1)
    # Equal values may differ from their computed mean by rounding, and seem to vary.
    mean = np.where(constant, values[..., 0], mean)
    if n == 1:
        return mean, np.full_like(mean, np.nan)
    deviations = values - mean[..., None]
    return mean, np.asarray(np.einsum("...i,...i->...", deviations, deviations) / (n - 1))


def student(values: Floats, level: float) -> tuple[Floats, Floats]:
    """Student's t interval for the mean.

    >>> low, high = student(np.array([1.0, 2.0, 3.0, 4.0]), 0.95)
    >>> round(float(low), 6), round(float(high), 6)
    (0.44574, 4.55426)
    """
    n = values.shape[-1]
    mean, variance = mean_variance(values)
    return _around(mean, variance / n, np.asarray(n - 1.0), level)


def welch(a: Floats, b: Floats, level: float) -> tuple[Floats, Floats]:
    """Interval for mean(b) - mean(a); each group has its own variance (Welch-Satterthwaite)."""
    (mean_a, variance_a), (mean_b, variance_b) = mean_variance(a), mean_variance(b)
    n_a, n_b = a.shape[-1], b.shape[-1]
    of_a, of_b = variance_a / n_a, variance_b / n_b
    total = of_a + of_b
    # As shares of the total, so that tiny variances do not underflow when squared.
    safe = np.where(total > 0, total, np.nan)
    spread = (of_a / safe) ** 2 / max(n_a - 1, 1) + (of_b / safe) ** 2 / max(n_b - 1, 1)
    return _around(mean_b - mean_a, total, 1 / spread, level)


def pooled(a: Floats, b: Floats, level: float) -> tuple[Floats, Floats]:
    """Interval for mean(b) - mean(a) with one variance for both groups (Student's t)."""
    (mean_a, variance_a), (mean_b, variance_b) = mean_variance(a), mean_variance(b)
    n_a, n_b = a.shape[-1], b.shape[-1]
    df = n_a + n_b - 2
    # A group of one item has no squares of its own but shares the other group's variance.
    squares = sum(
        np.zeros_like(mean_a) if n == 1 else variance * (n - 1)
        for variance, n in ((variance_a, n_a), (variance_b, n_b))
    )
    variance = squares / df if df else np.full_like(mean_a, np.nan)
    return _around(
        mean_b - mean_a, np.asarray(variance * (1 / n_a + 1 / n_b)), np.asarray(float(df)), level
    )


def cluster_sums(values: Floats, cluster: Ints) -> tuple[Floats, Floats]:
    """Return the sum of the values in each cluster, and the clusters' sizes.

    >>> [x.tolist() for x in cluster_sums(np.array([1.0, 2.0, 4.0]), np.array([1, 0, 1]))]
    [[2.0, 5.0], [1.0, 2.0]]
    """
    order = np.argsort(cluster, kind="stable")
    sizes = np.unique(cluster, return_counts=True)[1]  # a code that no item has is no cluster
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    return np.add.reduceat(values[..., order], starts, axis=-1), sizes.astype(np.float64)


def cluster_deviations(values: Floats, cluster: Ints) -> tuple[Floats, Floats, Floats]:
    """Return the mean, each cluster's sum of deviations from it, and the clusters' sizes.

    Sums that are nothing but rounding are exactly 0.
    """
    mean, _ = mean_variance(values)
    deviations = values - mean[..., None]
    sums, sizes = cluster_sums(deviations, cluster)
    reach, _ = cluster_sums(np.abs(deviations), cluster)
    return mean, np.where(np.abs(sums) > ROUNDING * reach, sums, 0.0), sizes


def clustered(values: Floats, cluster: Ints, level: float) -> tuple[Floats, Floats]:
    """Interval for the mean over items; clusters, not items, are independent.

    The variance is the sum of the squared sums of deviations, cluster by cluster, over n^2,
    times G / (G - 1) (Liang and Zeger 1986); t with G - 1 degrees of freedom.
    """
    mean, sums, sizes = cluster_deviations(values, cluster)
    groups, n = len(sizes), sizes.sum()
    variance = (sums**2).sum(axis=-1) / n**2 * groups / max(groups - 1, 1)
    return _around(mean, variance, np.asarray(groups - 1.0), level)


def clustered_adjusted(values: Floats, cluster: Ints, level: float) -> tuple[Floats, Floats]:
    """The same for clusters of unequal size: CR2 variance, degrees of freedom to match.

    Each cluster's squared sum is divided by 1 - size / n, which makes the variance unbiased
    for independent items, and t has the degrees of freedom at which its spread is that of a
    chi-square then (Bell and McCaffrey 2002). With equal clusters it is `clustered`.
    """
    mean, variance, df = adjusted_variance(values, cluster)
    return _around(mean, variance, np.asarray(df), level)


def adjusted_variance(values: Floats, cluster: Ints) -> tuple[Floats, Floats, float]:
    """Return the mean, its CR2 variance (NaN for one cluster) and the degrees of freedom."""
    mean, sums, sizes = cluster_deviations(values, cluster)
    n = sizes.sum()
    if len(sizes) == 1:
        return mean, np.full(mean.shape, np.nan), float("nan")
    weight = 1 / (1 - sizes / n)
    return mean, (weight * sums**2).sum(axis=-1) / n**2, bell_mccaffrey_df(sizes)


def bell_mccaffrey_df(sizes: Floats) -> float:
    """Return the degrees of freedom of the CR2 variance of a mean over clusters of these sizes.

    The sums of deviations have covariance D = diag(m) - m m' / n, up to a factor; with weights
    W = diag(n / (n - m)) the answer is trace(W D)^2 / trace(W D W D), and trace(W D) = n.

    >>> round(bell_mccaffrey_df(np.array([5.0, 5.0, 5.0, 5.0])), 12)
    3.0
    """
    n = sizes.sum()
    weight = 1 / (1 - sizes / n)
    crossed = (weight * sizes**2).sum() ** 2 - (weight**2 * sizes**4).sum()
    return float(n**2 / ((sizes**2).sum() + crossed / n**2))


def _around(centre: Floats, variance: Floats, df: Floats, level: float) -> tuple[Floats, Floats]:
    known = (variance > 0) & (df > 0)
    error = np.sqrt(np.where(known, variance, np.nan))
    reach = t_quantile(np.where(df > 0, df, 1.0), level) * error
    return np.asarray(centre - reach), np.asarray(centre + reach)
