"""Moments of answers with the noise of few answers taken off.

The mean of K answers varies more than the item's mean does, and a standard deviation of K answers
is noisy and on average too low. Both are set right here, as for normal answers: what is estimated
is how means and spreads vary between items, not how their estimates do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from claimwise.data.responses import Answers
from claimwise.kernels.arrays import Floats
from claimwise.metrics.responses import item_means

SOURCES = ("gold", "a", "b")


class ItemStatistics(NamedTuple):
    """Of each item, (..., items): mean, variance within (NaN of one answer), answers."""

    mean: Floats
    variance: Floats
    answers: Floats


def item_statistics(values: Floats) -> ItemStatistics:
    """Return the statistics of one source's answers, (..., items, K)."""
    count = (~np.isnan(values)).sum(axis=-1).astype(np.float64)
    mean = item_means(values)
    squares = np.nansum(np.square(values - mean[..., None]), axis=-1)
    same = np.nanmax(values, axis=-1) == np.nanmin(values, axis=-1)  # but for rounding
    variance = np.where(same, 0.0, squares) / np.where(count > 1, count - 1, np.nan)
    return ItemStatistics(mean, variance, count)


def power_of_chi(df: Floats, power: int) -> Floats:
    """Return E s^power / sigma^power of a standard deviation s with so many degrees of freedom.

    >>> round(float(power_of_chi(np.array(4.0), 1)), 6)  # c4 of five answers
    0.939986
    """
    from scipy.special import gammaln

    logs = gammaln((df + power) / 2) - gammaln(df / 2)
    return np.asarray((2 / df) ** (power / 2) * np.exp(logs))


class Moments(NamedTuple):
    """What a world is fitted by; each (...), over studies or resamples.

    `mean`, `variance`, `skew`: of items' means. `spread`, `spread_variance`, `spread_skew`: of
    their standard deviations. `ratio_a`, `ratio_b`: variance of a system's answers over gold's.
    `bias`, `error`: mean and variance of a system's items' means less gold's. A variance may come
    out below 0, where there is less than noise would make.
    """

    mean: Floats
    variance: Floats
    skew: Floats
    spread: Floats
    spread_variance: Floats
    spread_skew: Floats
    ratio_a: Floats
    ratio_b: Floats
    bias_a: Floats
    bias_b: Floats
    error_a: Floats
    error_b: Floats


def moments(found: tuple[ItemStatistics, ItemStatistics, ItemStatistics]) -> Moments:
    """Return the moments of gold, A and B."""
    gold, *systems = found
    with np.errstate(all="ignore"):
        mean = gold.mean.mean(axis=-1)
        raw = gold.mean.var(axis=-1, ddof=1)
        variance = raw - _noise(gold).mean(axis=-1)
        third = np.power(gold.mean - mean[..., None], 3).mean(axis=-1)
        skew = _skewness(third, variance)
        first, second, cube = (_power(gold, power) for power in (1, 2, 3))
        spread_variance = second - first**2
        central = cube - 3 * first * second + 2 * first**3
        spread_skew = _skewness(central, spread_variance)
        ratios, biases, errors = [], [], []
        for one in systems:
            within = np.nanmean(one.variance, axis=-1) if _several(one) else second
            ratios.append(np.where(second > 0, within / second, np.nan))
            off = one.mean - gold.mean
            noise = _noise(one if _several(one) else one._replace(variance=gold.variance))
            biases.append(off.mean(axis=-1))
            both = noise + _noise(gold)
            errors.append(off.var(axis=-1, ddof=1) - both.mean(axis=-1))
    return Moments(
        mean,
        variance,
        skew,
        first,
        spread_variance,
        spread_skew,
        *ratios,
        *biases,
        *errors,
    )


def answer_moments(answers: Answers) -> Moments:
    """Return the moments of answers, (..., items, K)."""
    gold, a, b = (item_statistics(source) for source in answers)
    return moments((gold, a, b))


def _skewness(third: Floats, variance: Floats) -> Floats:
    """Return the skewness; 0 where there is nothing that could be skewed."""
    found = third / np.power(np.where(variance > 0, variance, np.nan), 1.5)
    return np.where(np.isfinite(found), found, 0.0)


def _several(one: ItemStatistics) -> bool:
    """Whether any item has several answers, so that their variance can be seen."""
    return bool((one.answers > 1).any())


def _noise(one: ItemStatistics) -> Floats:
    """Return the variance of each item's mean; of a single answer by the mean of the others."""
    usual = np.nanmean(one.variance, axis=-1)[..., None]
    return np.where(np.isnan(one.variance), usual, one.variance) / one.answers


def _power(one: ItemStatistics, power: int) -> Floats:
    """Return the mean of a power of the items' standard deviations."""
    table = np.full(int(one.answers.max()) + 1, np.nan)  # by the number of answers
    table[2:] = power_of_chi(np.arange(1.0, len(table) - 1), power)
    found = np.power(one.variance, power / 2) / table[one.answers.astype(np.int64)]
    return np.asarray(np.nanmean(found, axis=-1))


def shift_sd(values: Floats) -> float:
    """Return how far raters (or runs) lie apart: columns of (items, K), each one person's.

    The mean of a column less the items' means varies by the shifts of raters, and by the noise
    of its answers, which is taken off.
    """
    if values.shape[1] < 2:
        return 0.0
    mean = item_means(values)[:, None]
    within = item_statistics(values).variance
    count = (~np.isnan(values)).sum(axis=0)
    if count.min() < 2 or not np.isfinite(within).any():
        return 0.0
    own = np.nanmean(values - mean, axis=0)
    noise = float(np.nanmean(within)) * float(np.mean(1 / count))
    return float(np.sqrt(max(0.0, own.var(ddof=1) - noise)))
