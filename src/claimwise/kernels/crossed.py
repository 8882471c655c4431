"""A mean difference over items and over raters or runs that are themselves a sample.

Every rater (or run) has a shift of its own that all items share, and every item one that all
raters share. The items' mean squares alone do not see the first, and call a difference of these
raters one of all raters. With R raters who score all N items of both systems, the variance of the
mean difference is

    (MS_raters + MS_items - MS_residual) / (R N)

whose parts have R - 1 and N - 1 degrees of freedom. Satterthwaite's degrees of freedom find too
much where R is 2 or 3 (up to 12% and 8% at a level of 5%: a small mean square is taken for a sure
one). Cochran's weighted quantiles do not: the limit is the mean of the two t quantiles, each with
the share of the variance that it stands for.

References
----------
Cochran (1964), Approximate significance levels of the Behrens-Fisher test, Biometrics 20, 191-195.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats

STEPS = 80  # halvings of an interval of log p: more than doubles can tell
LEAST = -700.0  # log of the smallest p that is looked for


@dataclass(frozen=True, slots=True, eq=False)
class Crossed:
    """A mean with the parts of its variance: `share` of a part, with its degrees of freedom.

    Parts are on the last axis of `share` and `df`; shares sum to 1.
    """

    mean: Floats
    variance: Floats
    share: Floats
    df: Floats

    def interval(self, level: float) -> tuple[Floats, Floats]:
        """Return the ends that keep at least this level; NaN where nothing varies."""
        reach = np.sqrt(self.variance) * _limit(self.share, self.df, (1 - level) / 2)
        return self.mean - reach, self.mean + reach

    def tail(self, margin: float = 0.0) -> Floats:
        """Return the p-value against a mean of at most the margin: small where it is larger.

        It is the one-sided level at which the limit is the distance from the margin.
        """
        with np.errstate(invalid="ignore", divide="ignore"):
            away = (self.mean - margin) / np.sqrt(self.variance)
        beyond = np.abs(away)
        low, high = np.full(beyond.shape, LEAST), np.full(beyond.shape, np.log(0.5))
        for _ in range(STEPS):
            middle = (low + high) / 2
            too_far = _limit(self.share, self.df, np.exp(middle)) > beyond
            low, high = np.where(too_far, middle, low), np.where(too_far, high, middle)
        half = np.exp((low + high) / 2)
        return np.where(np.isnan(away), np.nan, np.where(away >= 0, half, 1 - half))


def raters(d: ArrayLike) -> Crossed:
    """Return the mean of differences (..., raters, items), both a sample.

    Also for runs that both systems share: the same seed, the same fold.

    >>> d = np.array([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]])
    >>> one = raters(d)
    >>> float(one.mean), round(float(one.variance), 6)  # 1/4 between raters, 1/3 between items
    (2.5, 0.583333)
    """
    d = np.asarray(d, np.float64)
    mean, of_raters, of_items, residual = _parts(d)
    left = np.maximum(of_items - residual, 0.0)
    return _crossed(mean, of_raters[..., None], left, of_items, [d.shape[-2] - 1], d.shape[-1] - 1)


def runs(a: ArrayLike, b: ArrayLike) -> Crossed:
    """Return the mean of B minus that of A, scores (..., runs, items), each system's runs its own.

    The item term holds what the runs leave in the items' means, and so does the run term: the
    residual is taken off once. Where both systems have as many runs their terms share Welch's
    degrees of freedom; where they do not, these find too much (12% with 2 runs against 10), and
    each term keeps its own. With 2 runs each, of which those of one system vary twenty times as
    much as the other's, a level of 5% is up to 7%.
    """
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    (mean_a, runs_a, _, left_a), (mean_b, runs_b, _, left_b) = _parts(a), _parts(b)
    d = b.mean(axis=-2) - a.mean(axis=-2)
    n = d.shape[-1]
    of_items = d.var(axis=-1, ddof=1) / n
    left = np.maximum(of_items - left_a - left_b, 0.0)
    terms, df = np.stack([runs_a, runs_b], axis=-1), [a.shape[-2] - 1, b.shape[-2] - 1]
    if df[0] != df[1]:
        return _crossed(mean_b - mean_a, terms, left, of_items, df, n - 1)
    total = terms.sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        welch = df[0] * total**2 / (terms**2).sum(axis=-1)
    welch = np.where(total > 0, welch, float(2 * df[0]))
    return _crossed(mean_b - mean_a, total[..., None], left, of_items, [welch], n - 1)


def _parts(x: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the mean of (..., R, N), and mean squares of rows, columns and the rest over R N."""
    r, n = x.shape[-2:]
    mean, rows, columns = x.mean(axis=(-1, -2)), x.mean(axis=-1), x.mean(axis=-2)
    rest = x - rows[..., None] - columns[..., None, :] + mean[..., None, None]
    residual = (rest**2).sum(axis=(-1, -2)) / ((r - 1) * (n - 1))
    of_rows, of_columns = rows.var(axis=-1, ddof=1) / r, columns.var(axis=-1, ddof=1) / n
    return mean, of_rows, of_columns, residual / (r * n)


def _crossed(
    mean: Floats, terms: Floats, left: Floats, floor: Floats, df: list[ArrayLike], df_items: int
) -> Crossed:
    """Put terms together; the variance is no less than that of the items alone."""
    total = terms.sum(axis=-1)
    variance = np.maximum(total + left, floor)
    with np.errstate(invalid="ignore", divide="ignore"):
        own = terms / variance[..., None]
    share = np.concatenate([own, 1 - own.sum(axis=-1, keepdims=True)], axis=-1)
    columns = [np.broadcast_to(np.asarray(one, np.float64), mean.shape) for one in (*df, df_items)]
    variance = np.where(variance > 0, variance, np.nan)
    return Crossed(np.asarray(mean), variance, share, np.stack(columns, axis=-1))


def _limit(share: Floats, df: Floats, tail: ArrayLike) -> Floats:
    """Return the weighted mean of t quantiles, in standard errors, for a one-sided tail."""
    quantiles = -special.stdtrit(df, np.asarray(tail, np.float64)[..., None])
    return np.asarray((share * quantiles).sum(axis=-1))
