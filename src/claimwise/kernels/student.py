"""Student's t: one mean, or two, against their own spread."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import special

from claimwise.kernels.arrays import ArrayLike, Floats

CONSTANT = 1e-12  # a spread below this share of the largest value is rounding, not data
TINY = float(np.finfo(np.float64).tiny)


def pvalue(t: ArrayLike, df: ArrayLike, alternative: str) -> Floats:
    """Return the tail of Student's distribution; NaN stays NaN.

    >>> round(float(pvalue(2.262157, 9, "two-sided")), 6)
    0.05
    """
    t = np.asarray(t, np.float64)
    sides, beyond = (2, np.abs(t)) if alternative == "two-sided" else (1, t)
    beyond = -beyond if alternative == "less" else beyond
    return np.asarray(np.maximum(TINY, sides * special.stdtr(df, -beyond)))


def one_sample(d: Floats, margin: float, alternative: str) -> Floats:
    """Is the mean of d above, or below, the margin? NaN where d does not vary."""
    n = d.shape[-1]
    if n < 2:
        return np.full(d.shape[:-1], np.nan)
    error = np.sqrt(spread(d) / n)
    return pvalue(_ratio(d.mean(axis=-1) - margin, error), n - 1, alternative)


def pooled(a: Floats, b: Floats, margin: float, alternative: str) -> Floats:
    """Two means, one common variance. NaN where neither varies."""
    n_a, n_b = a.shape[-1], b.shape[-1]
    df = n_a + n_b - 2
    if df < 1:
        return np.full(np.broadcast_shapes(a.shape[:-1], b.shape[:-1]), np.nan)
    variance = ((n_a - 1) * spread(a) + (n_b - 1) * spread(b)) / df
    error = np.sqrt(variance * (1 / n_a + 1 / n_b))
    return pvalue(_ratio(b.mean(axis=-1) - a.mean(axis=-1) - margin, error), df, alternative)


def welch(a: Floats, b: Floats, margin: float, alternative: str) -> Floats:
    """Two means, two variances; degrees of freedom by Welch and Satterthwaite."""
    n_a, n_b = a.shape[-1], b.shape[-1]
    if min(n_a, n_b) < 2:
        return np.full(np.broadcast_shapes(a.shape[:-1], b.shape[:-1]), np.nan)
    of_a, of_b = spread(a) / n_a, spread(b) / n_b
    error = np.sqrt(of_a + of_b)
    df = _ratio((of_a + of_b) ** 2, of_a**2 / (n_a - 1) + of_b**2 / (n_b - 1))
    return pvalue(_ratio(b.mean(axis=-1) - a.mean(axis=-1) - margin, error), df, alternative)


def spread(x: Floats) -> Floats:
    """Return the variance: 0 for a single value, and where values differ by rounding alone."""
    if x.shape[-1] < 2:
        return np.zeros(x.shape[:-1])
    return np.asarray(np.where(constant(x), 0.0, x.var(axis=-1, ddof=1)))


def constant(x: Floats) -> NDArray[np.bool_]:
    """Return whether all values of a study are equal but for rounding."""
    high, low = x.max(axis=-1), x.min(axis=-1)
    return np.asarray(high - low <= CONSTANT * np.maximum(np.abs(high), np.abs(low)))


def _ratio(above: Floats, below: Floats) -> Floats:
    """Return above / below, NaN where that is not defined."""
    below = np.asarray(below, np.float64)
    return np.asarray(np.where(below > 0, above / np.where(below > 0, below, 1.0), np.nan))
