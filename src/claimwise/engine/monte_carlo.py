"""Rows of what was counted in simulated studies, with their Monte Carlo intervals."""

from __future__ import annotations

from math import inf, isnan, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from claimwise.core import At, Row
from claimwise.kernels import binomial_interval
from claimwise.kernels.arrays import Floats

LEVEL = 0.95
NORMAL = 1.959963984540054  # half-width of a normal interval of that level


def share_row(
    quantity: str, hits: int, of: int, n: int, *, at: At | None = None, inflation: float = 1.0
) -> Row:
    """Return a share with its exact interval; undefined of nothing.

    `inflation` is by how much the variance exceeds that of independent studies.
    """
    if not of:
        return Row(quantity=quantity, at=at or {}, estimate=float("nan"), n=n)
    low, high = binomial_interval.clopper_pearson(hits / inflation, of / inflation, LEVEL)
    return Row(
        quantity=quantity,
        at=at or {},
        estimate=hits / of,
        low=float(low),
        high=float(high),
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )


def ratio_row(
    quantity: str,
    sizes: float,
    squares: float,
    of: int,
    truth: float,
    n: int,
    at: At | None = None,
) -> Row:
    """Return the mean size of significant effects over the true size, with a normal interval.

    `sizes` and `squares` are sums over the `of` significant studies.
    """
    if not of or not truth:
        return Row(quantity=quantity, at=at or {}, estimate=float("nan"), n=n)
    mean = sizes / of
    if of == 1:
        return Row(quantity=quantity, at=at or {}, estimate=mean / truth, n=n)
    variance = max(0.0, squares / of - mean**2) * of / (of - 1)
    reach = NORMAL * sqrt(variance / of)
    return Row(
        quantity=quantity,
        at=at or {},
        estimate=mean / truth,
        low=(mean - reach) / truth,
        high=(mean + reach) / truth,
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )


def estimated_ratio_row(
    quantity: str,
    tested: Floats,
    found: NDArray[np.bool_],
    untested: Floats,
    n: int,
    at: At | None = None,
) -> Row:
    """Return the mean size of significant effects over a true size that is itself simulated.

    The true size is the mean of all effects, `tested` and `untested`; `found` says which of the
    tested ones are significant. The interval is Fieller's: it heeds that the divisor is estimated
    too, from partly the same studies. Where the divisor is not told from 0 it has no upper end.
    """
    known = ~np.isnan(tested)
    tested, found = tested[known], found[known]
    every = np.concatenate([tested, untested[~np.isnan(untested)]])
    of = int(found.sum())
    if not of or not len(every) or not every.mean():
        return Row(quantity=quantity, at=at or {}, estimate=nan, n=n)
    sign, size = (1.0 if every.mean() > 0 else -1.0), float(abs(every.mean()))
    sizes = np.abs(tested[found])
    mean = float(sizes.mean())
    if of == 1:
        return Row(quantity=quantity, at=at or {}, estimate=mean / size, n=n)
    above, below = float(sizes.var(ddof=1) / of), float(every.var(ddof=1) / len(every))
    shared = float(((sizes - mean) * (sign * tested[found] - size)).sum()) / (of * len(every))
    low, high = _fieller(mean, size, above, below, shared)
    return Row(
        quantity=quantity,
        at=at or {},
        estimate=mean / size,
        low=low,
        high=high,
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )


def _fieller(
    above: float, below: float, variance_above: float, variance_below: float, covariance: float
) -> tuple[float, float]:
    """Return the ends of the sizes of a ratio r that a normal test of above - r below keeps.

    >>> [round(end, 3) for end in _fieller(2.0, 1.0, 0.01, 0.0, 0.0)]
    [1.804, 2.196]
    >>> _fieller(2.0, 0.1, 0.01, 1.0, 0.0)[1]
    inf
    """
    square = NORMAL**2
    a = below**2 - square * variance_below
    b = above * below - square * covariance
    c = above**2 - square * variance_above
    if a <= 0 and (a == 0 or c <= 0):  # the divisor may be 0, and so may the ratio
        return 0.0, inf
    reach = sqrt(max(0.0, b**2 - a * c))
    ends = ((b - reach) / a, (b + reach) / a)
    if a < 0:  # the divisor may be 0 and have either sign: all ratios but those between the ends
        return min(abs(end) for end in ends), inf
    return max(0.0, ends[0]), ends[1]


def expected_row(
    quantity: str, p: float, error: float, n: int, studies: int, at: At | None = None
) -> Row:
    """Return a probability with a normal Monte Carlo interval, within 0 and 1.

    Where not one of so many studies was as extreme, the interval goes up to what they leave open.
    """
    if isnan(p) or isnan(error):
        return Row(quantity=quantity, at=at or {}, estimate=p, n=n)
    open_ = 1 - (1 - LEVEL) ** (1 / studies) if p == 0 else 0.0
    return Row(
        quantity=quantity,
        at=at or {},
        estimate=p,
        low=max(0.0, p - NORMAL * error),
        high=max(open_, min(1.0, p + NORMAL * error)),
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )


def so_far(row: Row, *, digits: int = 3) -> str:
    """Say the estimate so far, with its interval, while a simulation goes on.

    >>> so_far(share_row("power", 43, 100, 50))
    'power 0.430 (0.331 to 0.533)'
    """
    if isnan(row.estimate):
        return ""
    ends = "" if isnan(row.low) else f" ({row.low:.{digits}f} to {row.high:.{digits}f})"
    return f"{row.estimand} {row.estimate:.{digits}f}{ends}"


def mean_so_far(name: str, values: Floats) -> str:
    """Say the mean so far, with its interval, to digits that the interval leaves; NaN is left out.

    >>> mean_so_far("difference", np.array([1.0, 2.0, np.nan, 3.0]))
    'difference 2 (0.8684 to 3.132)'
    """
    kept = values[~np.isnan(values)]
    if len(kept) < 2:
        return ""
    mean, reach = float(kept.mean()), NORMAL * float(kept.std(ddof=1)) / sqrt(len(kept))
    return f"{name} {mean:.4g} ({mean - reach:.4g} to {mean + reach:.4g})"
