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

What raters or runs add is a `Part` of its own (`kernels.crossed_parts`), so that several of them
(raters and runs, the runs of A and those of B) can be put together: what the items' means hold of
each already, its residual, is taken off once.

References
----------
Cochran (1964), Approximate significance levels of the Behrens-Fisher test, Biometrics 20, 191-195.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats
from claimwise.kernels.crossed_parts import Part, part

STEPS = 80  # halvings of an interval of log p: more than doubles can tell
LEAST = -700.0  # log of the smallest p that is looked for


@dataclass(frozen=True, slots=True, eq=False)
class Crossed:
    """A mean with the parts of its variance: `share` of a part, with its degrees of freedom.

    Parts are on the last axis of `share` and `df`; shares sum to 1, and the last one is the
    items'.
    """

    mean: Floats
    variance: Floats
    share: Floats
    df: Floats

    def interval(self, level: float) -> tuple[Floats, Floats]:
        """Return the ends that keep at least this level; NaN where nothing varies."""
        reach = np.sqrt(self.variance) * self.limit((1 - level) / 2)
        return self.mean - reach, self.mean + reach

    def limit(self, tail: float) -> Floats:
        """Return how many standard errors leave this much beyond them, on one side."""
        return _limit(self.share, self.df, tail)

    def tail(self, margin: float = 0.0) -> Floats:
        """Return the p-value against a mean of at most the margin: small where it is larger.

        It is the one-sided level at which the limit is the distance from the margin. A weighted
        mean of quantiles lies between the parts' own, and so this level between their own tails:
        no tail is asked for that is farther out, where quantiles of fractional df go wrong.
        """
        with np.errstate(invalid="ignore", divide="ignore"):
            away = (self.mean - margin) / np.sqrt(self.variance)
        beyond = np.abs(away)
        with np.errstate(divide="ignore"):
            own = np.log(special.stdtr(self.df, -beyond[..., None]))
        own = np.where(self.share == 0, np.nan, np.maximum(own, LEAST))
        low, high = np.fmin.reduce(own, axis=-1), np.fmax.reduce(own, axis=-1)
        for _ in range(STEPS):
            middle = (low + high) / 2
            too_far = _limit(self.share, self.df, np.exp(middle)) > beyond
            low, high = np.where(too_far, middle, low), np.where(too_far, high, middle)
        half = np.exp((low + high) / 2)
        return np.where(np.isnan(away), np.nan, np.where(away >= 0, half, 1 - half))

    def pvalue(self, alternative: str = "two-sided", margin: float = 0.0) -> Floats:
        """Return the p-value of a mean equal to the margin, or on one side of it.

        The lower side is that of the mirrored mean: 1 minus the upper one has no small values.
        """
        if alternative == "greater":
            return self.tail(margin)
        lower = replace(self, mean=-self.mean).tail(-margin)
        if alternative == "less":
            return lower
        return np.asarray(np.minimum(1.0, 2 * np.minimum(self.tail(margin), lower)))


def raters(d: ArrayLike) -> Crossed:
    """Return the mean of differences (..., raters, items), both a sample.

    Also for runs that both systems share: the same seed, the same fold.

    >>> d = np.array([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]])
    >>> one = raters(d)
    >>> float(one.mean), round(float(one.variance), 6)  # 1/4 between raters, 1/3 between items
    (2.5, 0.583333)
    """
    d = np.asarray(d, np.float64)
    n = d.shape[-1]
    of_items = d.mean(axis=-2).var(axis=-1, ddof=1) / n
    return together(d.mean(axis=(-1, -2)), [part(d)], of_items, n - 1)


def runs(a: ArrayLike, b: ArrayLike) -> Crossed:
    """Return the mean of B minus that of A, scores (..., runs, items), each system's runs its own.

    The item term holds what the runs leave in the items' means, and so does the run term: the
    residual is taken off once. With 2 runs each, of which those of one system vary twenty times as
    much as the other's, a level of 5% is up to 7%.
    """
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    d = b.mean(axis=-2) - a.mean(axis=-2)
    n = d.shape[-1]
    of_items = d.var(axis=-1, ddof=1) / n
    return together(d.mean(axis=-1), apart(part(a), part(b)), of_items, n - 1)


def apart(a: Part, b: Part) -> list[Part]:
    """Return the parts of two systems whose raters or runs have nothing to do with each other.

    Where both have as many, their terms share Welch's degrees of freedom; where they do not,
    these find too much (12% with 2 runs against 10), and each keeps its own. Of a system with
    one run nothing is known, and the other's are taken to vary like it.
    """
    if a.count == 1 or b.count == 1:
        known = b if a.count == 1 else a
        more = 1.0 + known.count  # what one run varies by, and the mean of so many
        return [replace(known, variance=more * known.variance, residual=more * known.residual)]
    if not np.allclose(a.df, b.df):
        return [a, b]
    total = a.variance + b.variance
    with np.errstate(invalid="ignore", divide="ignore"):
        welch = a.df * total**2 / (a.variance**2 + b.variance**2)
    df = np.where(total > 0, welch, a.df + b.df)
    return [Part(total, a.residual + b.residual, df, a.count + b.count)]


def together(mean: Floats, parts: Sequence[Part], of_items: Floats, df: float) -> Crossed:
    """Put parts and items together; the variance is no less than that of the items alone.

    `of_items` is the variance of the mean as the items' means alone would have it.
    """
    mean, of_items = np.asarray(mean), np.asarray(of_items)
    terms = np.stack([np.broadcast_to(one.variance, mean.shape) for one in parts], axis=-1)
    left = np.maximum(of_items - sum((one.residual for one in parts), np.zeros(())), 0.0)
    variance = np.maximum(terms.sum(axis=-1) + left, of_items)
    with np.errstate(invalid="ignore", divide="ignore"):
        own = terms / variance[..., None]
    share = np.concatenate([own, 1 - own.sum(axis=-1, keepdims=True)], axis=-1)
    columns = [np.broadcast_to(one.df, mean.shape) for one in parts]
    columns.append(np.full(mean.shape, float(df)))
    variance = np.where(variance > 0, variance, np.nan)
    return Crossed(mean, variance, share, np.stack(columns, axis=-1))


def _limit(share: Floats, df: Floats, tail: ArrayLike) -> Floats:
    """Return the weighted mean of t quantiles, in standard errors, for a one-sided tail."""
    quantiles = -special.stdtrit(df, np.asarray(tail, np.float64)[..., None])
    quantiles = np.where(quantiles >= 0, quantiles, np.inf)  # too far out to be told
    return np.asarray(np.where(share == 0, 0.0, share * quantiles).sum(axis=-1))
