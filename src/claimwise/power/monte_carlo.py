"""Rows of what was counted in simulated studies, with their Monte Carlo intervals."""

from __future__ import annotations

from math import isnan, sqrt

from claimwise.core import Row
from claimwise.kernels import binomial_interval

LEVEL = 0.95
NORMAL = 1.959963984540054  # half-width of a normal interval of that level


def share_row(estimand: str, hits: int, of: int, n: int, *, inflation: float = 1.0) -> Row:
    """Return a share with its exact interval; undefined of nothing.

    `inflation` is by how much the variance exceeds that of independent studies.
    """
    if not of:
        return Row(estimand=estimand, estimate=float("nan"), n=n)
    low, high = binomial_interval.clopper_pearson(hits / inflation, of / inflation, LEVEL)
    return Row(
        estimand=estimand,
        estimate=hits / of,
        low=float(low),
        high=float(high),
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )


def ratio_row(estimand: str, sizes: float, squares: float, of: int, truth: float, n: int) -> Row:
    """Return the mean size of significant effects over the true size, with a normal interval.

    `sizes` and `squares` are sums over the `of` significant studies.
    """
    if not of or not truth:
        return Row(estimand=estimand, estimate=float("nan"), n=n)
    mean = sizes / of
    if of == 1:
        return Row(estimand=estimand, estimate=mean / truth, n=n)
    variance = max(0.0, squares / of - mean**2) * of / (of - 1)
    reach = NORMAL * sqrt(variance / of)
    return Row(
        estimand=estimand,
        estimate=mean / truth,
        low=(mean - reach) / truth,
        high=(mean + reach) / truth,
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )


def expected_row(estimand: str, p: float, error: float, n: int, studies: int) -> Row:
    """Return a probability with a normal Monte Carlo interval, within 0 and 1.

    Where not one of so many studies was as extreme, the interval goes up to what they leave open.
    """
    if isnan(p) or isnan(error):
        return Row(estimand=estimand, estimate=p, n=n)
    open_ = 1 - (1 - LEVEL) ** (1 / studies) if p == 0 else 0.0
    return Row(
        estimand=estimand,
        estimate=p,
        low=max(0.0, p - NORMAL * error),
        high=max(open_, min(1.0, p + NORMAL * error)),
        level=LEVEL,
        kind="monte carlo",
        n=n,
    )
