"""Rows of what was counted in simulated studies, with their Monte Carlo intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan, sqrt

import numpy as np

from claimwise.core import Row
from claimwise.kernels import binomial_interval
from claimwise.kernels.arrays import Floats

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


def told(row: Row, *, digits: int = 3) -> str:
    """Say the estimate so far, with its interval, while a simulation goes on.

    >>> told(share_row("power", 43, 100, 50))
    'power 0.430 (0.331 to 0.533)'
    """
    if isnan(row.estimate):
        return ""
    ends = "" if isnan(row.low) else f" ({row.low:.{digits}f} to {row.high:.{digits}f})"
    return f"{row.estimand} {row.estimate:.{digits}f}{ends}"


@dataclass(slots=True)
class Running:
    """The mean of what comes in parts, with its Monte Carlo interval; NaN is left out.

    >>> found = Running()
    >>> found.add(np.array([1.0, 2.0])); found.add(np.array([3.0]))
    >>> found.mean, round(found.error, 6)
    (2.0, 0.57735)
    """

    count: int = 0
    mean: float = nan
    squares: float = 0.0  # about the mean

    def add(self, values: Floats) -> None:
        """Take in one more part."""
        kept = values[~np.isnan(values)]
        if not len(kept):
            return
        mean, count = float(kept.mean()), self.count + len(kept)
        off = mean - self.mean if self.count else 0.0
        self.squares += float(((kept - mean) ** 2).sum())
        self.squares += off**2 * self.count * len(kept) / count
        self.mean = self.mean + off * len(kept) / count if self.count else mean
        self.count = count

    @property
    def error(self) -> float:
        """The standard error of the mean; NaN of fewer than two values."""
        return sqrt(self.squares / (self.count - 1) / self.count) if self.count > 1 else nan

    def told(self, name: str) -> str:
        """Say the mean so far, with its interval, to digits that the interval leaves."""
        if isnan(self.error):
            return ""
        reach = NORMAL * self.error
        low, high = self.mean - reach, self.mean + reach
        return f"{name} {self.mean:.4g} ({low:.4g} to {high:.4g})"
