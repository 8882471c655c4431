"""What do raters, or runs, add to the variance of a mean over items?

Scores of raters by items, (..., R, N), as a two-way table without repeats: y = mean + rater +
item + rest. The mean is that of the items' means, so each item counts once, and a score y_ri has
the weight w_ri = 1 / (N n_i), where n_i raters scored the item.

    what raters add    s2_rater * sum_r (sum_i w_ri)^2 + s2_rest * sum_ri w_ri^2

Where every rater scored every item this is the mean square of raters over R N. Where cells are
missing, the two variances are those of Henderson's third method (fitting constants): unbiased
whatever is missing, equal to restricted maximum likelihood where nothing is, and without a search
that could fail. The degrees of freedom are those of as many raters as would weigh the same,
1 / sum_r (sum_i w_ri)^2, less one: ten raters of whom one scored half of the items are fewer.

Where no item has two raters, raters are clusters of items, and the variance is theirs (CR2).

References
----------
Henderson (1953), Estimation of variance and covariance components, Biometrics 9, 226-252.
Searle, Casella and McCulloch (1992), Variance components, section 5.5.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from claimwise.kernels.arrays import ArrayLike, Floats
from claimwise.kernels.mean_interval import adjusted_variance

FEWEST_DF = 0.2  # of raters, nearly all of whose scores are one rater's: t is then endless


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What raters add to the variance of a mean, with its degrees of freedom.

    `residual` is how much of it the variance of the items' means holds, too.
    """

    variance: Floats
    residual: Floats
    df: Floats
    count: int  # of raters


def part(x: ArrayLike) -> Part:
    """Return what raters add to the mean of scores (..., raters, items).

    Scores may be missing (NaN) in a single table, but not all of a rater or of an item.

    >>> complete = part([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0]])
    >>> float(complete.variance), float(complete.residual), float(complete.df)
    (0.25, 0.0, 1.0)
    """
    x = np.asarray(x, np.float64)
    r, n = x.shape[-2:]
    if r == 1:
        nothing = np.full(x.shape[:-2], np.nan)
        return Part(nothing, nothing, np.zeros(()), 1)
    if np.isnan(x).any():
        return _incomplete(x)
    mean, rows, columns = x.mean(axis=(-1, -2)), x.mean(axis=-1), x.mean(axis=-2)
    rest = x - rows[..., None] - columns[..., None, :] + mean[..., None, None]
    residual = (rest**2).sum(axis=(-1, -2)) / ((r - 1) * (n - 1))
    return Part(rows.var(axis=-1, ddof=1) / r, residual / (r * n), np.asarray(r - 1.0), r)


def _incomplete(x: Floats) -> Part:
    """Return the part of raters who did not score every item."""
    there = ~np.isnan(x)
    (r, n), cells = x.shape, int(there.sum())
    of_item = there.sum(axis=0)
    filled = np.where(there, x, 0.0)
    means = filled.sum(axis=0) / of_item
    # Raters after items: what is left of the raters' indicators where the items' are taken out.
    after = np.diag(there.sum(axis=1)) - (there / of_item) @ there.T
    right = filled.sum(axis=1) - there @ means
    effects, _, rank, _ = np.linalg.lstsq(after, right, rcond=1e-10)
    between = float(effects @ right)
    free = cells - n - int(rank)
    if free < 1:
        return _clusters(x, there)
    within = float((np.where(there, x - means, 0.0) ** 2).sum())
    rest = max(within - between, 0.0) / free
    of_rater = (between - rank * rest) / (cells - n)
    weight = there / (n * of_item)
    own = weight.sum(axis=1)
    concentration, noise = float(own @ own), rest * float((weight**2).sum())
    # The items' means differ also since other raters scored them.
    shared = max(of_rater, 0.0) * max(float((1 / of_item).mean()) - concentration, 0.0) / (n - 1)
    df = max(min(1 / concentration - 1, float(rank)), FEWEST_DF)
    variance = max(of_rater * concentration + noise, 0.0)
    return Part(np.asarray(variance), np.asarray(noise + shared), np.asarray(df), r)


def _clusters(x: Floats, there: Floats) -> Part:
    """Return the part of raters who scored items of their own: it holds all of the items'."""
    rater, item = np.nonzero(there)
    values = x[rater, item]
    _, variance, df = adjusted_variance(values, rater)
    of_items = np.asarray(values.var(ddof=1) / len(values))
    return Part(np.asarray(variance), of_items, np.asarray(max(df, FEWEST_DF)), len(x))
