"""Several runs of each item: what of the variance is the items', and what is the runs'."""

from __future__ import annotations

import numpy as np

from claimwise.kernels.arrays import ArrayLike, Floats, Ints


def item_stats(scores: Floats) -> tuple[Floats, Ints, Floats]:
    """Return the mean of each item, its number of runs, and its sum of squares about the mean.

    `scores` has the runs on its last axis, padded with NaN where an item has fewer.
    """
    there = ~np.isnan(scores)
    runs = there.sum(axis=-1)
    mean = np.where(there, scores, 0.0).sum(axis=-1) / np.where(runs > 0, runs, 1)
    mean = np.where(runs > 0, mean, np.nan)
    away = np.where(there, scores - mean[..., None], 0.0)
    return np.asarray(mean), runs.astype(np.int64), np.asarray((away**2).sum(axis=-1))


def variance_terms(
    mean_a: ArrayLike,
    mean_b: ArrayLike,
    runs_a: ArrayLike,
    runs_b: ArrayLike,
    within_a: ArrayLike,
    within_b: ArrayLike,
) -> tuple[Floats, Floats, Floats]:
    """Split the variance of the items' mean differences: items, runs of A, runs of B.

    All arguments have the items on the last axis: mean score over the item's runs, number of
    runs, and sum of squared deviations from that mean. The three terms add up to the variance
    of the differences of means, whose n-th part is the squared standard error of the mean
    difference; with unlimited runs only the first term would be left:

        s^2 = w^2 + s_A^2 / K_A + s_B^2 / K_B

    Each is unbiased, also where runs are unequal in number and where some items are noisier than
    others; an item with one run takes the average noise of those with more. Unbiased means
    that the first term can come out below 0, where there is little but noise. A term is NaN
    where no item has two runs of that system (and the first, where either is).

    References
    ----------
    Miller (2024), Adding error bars to evals, arXiv:2411.00640, section 3.
    """
    d = np.asarray(mean_b, np.float64) - np.asarray(mean_a, np.float64)
    n = d.shape[-1]
    total = d.var(axis=-1, ddof=1) if n > 1 else np.full(d.shape[:-1], np.nan)
    noise_a, noise_b = _noise(runs_a, within_a), _noise(runs_b, within_b)
    return np.asarray(total - noise_a - noise_b), noise_a, noise_b


def run_variance(runs: ArrayLike, within: ArrayLike) -> Floats:
    """Return the mean over items of the variance of one run, given the item.

    NaN where no item has two runs. What a run has in common over items is not in it.
    """
    k, squares = np.broadcast_arrays(np.asarray(runs, np.float64), np.asarray(within, np.float64))
    several = np.asarray(k > 1)
    variance = np.where(several, squares / np.where(several, k - 1, 1.0), 0.0)
    known = several.sum(axis=-1)
    return np.asarray(np.where(known > 0, variance.sum(axis=-1) / np.maximum(known, 1), np.nan))


def _noise(runs: ArrayLike, within: ArrayLike) -> Floats:
    """Return the mean over items of the variance of an item's mean, given the item."""
    k, squares = np.broadcast_arrays(np.asarray(runs, np.float64), np.asarray(within, np.float64))
    several = k > 1
    variance = np.where(several, squares / np.where(several, k - 1, 1.0), 0.0)
    average = run_variance(k, squares)
    each = np.where(several, variance, average[..., None]) / k
    return np.asarray(each.mean(axis=-1))
