"""A fitted mixed model as rows: coefficients, thresholds, deviations, tests."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan, sqrt

import numpy as np
from scipy import special

from claimwise.core import At, Note, Row, caution, counted
from claimwise.kernels.arrays import Floats
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.ordinal import OrdinalFit
from claimwise.mixed.separation import finite_thresholds, is_finite
from claimwise.mixed.small_sample import FEW, Few, small_sample

Fit = LinearFit | OrdinalFit
ROUNDING = 1e-12  # of the largest rating: a difference below is 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A contrast of the coefficients: NaN where the model has no finite one."""

    value: float
    error: float  # as the likelihood has it
    few: Few
    n: int

    @property
    def df(self) -> float:
        """Degrees of freedom of Student's t."""
        return self.few.df

    @property
    def spread(self) -> float:
        """The standard error by which t goes: of an ordinal model, allowing for few raters."""
        return self.error * sqrt(self.few.factor)

    @property
    def t(self) -> float:
        """The estimate over its standard error."""
        return self.value / self.spread if self.error > 0 else nan

    @property
    def pvalue(self) -> float | None:
        """Two-sided, by Student's t; None without a standard error."""
        return None if isnan(self.t) else two_sided(self.t, self.df)

    @property
    def pvalue_z(self) -> float | None:
        """Two-sided, by Wald's z, which takes the spread of raters and items for known."""
        return None if isnan(self.t) else two_sided(self.value / self.error, inf)

    def row(self, quantity: str, at: At, level: float, tail: float | None = None) -> Row:
        """Return the estimate with its interval and p-value.

        `tail` is the chance that t lies beyond the interval's end, where that is not (1 - level) /
        2: the interval then holds together with others.
        """
        reach = self.spread * t_quantile((1 - level) / 2 if tail is None else tail, self.df)
        return Row(
            quantity=quantity,
            at=at,
            estimate=self.value,
            low=self.value - reach,
            high=self.value + reach,
            level=level,
            kind="confidence",
            pvalue=self.pvalue,
            n=self.n,
        )


def estimate_of(fit: Fit, contrast: Floats) -> Estimate:
    """Return a contrast of the coefficients, its standard error and its degrees of freedom."""
    n = fit.model.design.n
    if isinstance(fit, OrdinalFit) and not is_finite(fit, contrast):
        return Estimate(nan, nan, Few(nan, nan), n)
    estimates, covariance = coefficients(fit)
    variance = float(contrast @ covariance @ contrast)
    error = sqrt(variance) if variance >= 0 else nan
    value = float(contrast @ estimates)
    if isinstance(fit, LinearFit) and abs(value) <= ROUNDING * float(np.abs(fit.y).max()):
        value = 0.0
    return Estimate(value, error, small_sample(fit, contrast) if error > 0 else Few(nan, nan), n)


def coefficient_rows(fit: Fit, level: float) -> list[Row]:
    """Return each coefficient with its interval and p-value by t; of ordinal models also by z."""
    rows = []
    names = fit.model.design.names
    for contrast, name in zip(np.eye(len(names)), names, strict=True):
        rows += contrast_rows(fit, "coefficient", {"term": name}, contrast, level)
    return rows


def coefficients(fit: Fit) -> tuple[Floats, Floats]:
    """Return the coefficients of x and their covariance."""
    if isinstance(fit, LinearFit):
        return fit.coefficients, fit.covariance
    at = len(fit.alpha)
    return fit.coefficients, fit.covariance[at:, at:]


def contrast_rows(fit: Fit, quantity: str, at: At, contrast: Floats, level: float) -> list[Row]:
    """Return a contrast of the coefficients, its standard error and its degrees of freedom."""
    found = estimate_of(fit, contrast)
    rows = [
        found.row(quantity, at, level),
        Row(quantity="standard_error", at=at, estimate=found.error, n=found.n),
        Row(quantity="df", at=at, estimate=found.df, n=found.n),
    ]
    if isinstance(fit, OrdinalFit):
        rows.append(Row(quantity="corrected_error", at=at, estimate=found.spread, n=found.n))
    return [*rows, *wald_rows(fit, at, found)]


def wald_rows(fit: Fit, at: At, found: Estimate) -> list[Row]:
    """Return the p-value by Wald's z, as other programs have it; none for linear models."""
    p = found.pvalue_z
    if isinstance(fit, LinearFit) or p is None:
        return []
    return [Row(quantity="wald_p", at=at, estimate=p, pvalue=p, n=found.n)]


def few_notes(fit: Fit) -> list[Note]:
    """Say what few raters or items mean for the tests."""
    fewest = min(fit.model.design.factors, key=lambda factor: len(factor.levels))
    levels = len(fewest.levels)
    few = counted(levels, fewest.name)
    if levels < FEW:
        said = (
            f"With {few} next to nothing is known of how they differ: t has at most "
            f"{counted(levels - 1, 'degree')} of freedom where they may differ about the systems. "
            "Only large differences can be found; collect ratings from more of them."
        )
        return [caution(said)]
    return []


def quantile(level: float, df: float) -> float:
    """Return how many standard errors an interval of this level reaches to either side."""
    return t_quantile((1 - level) / 2, df)


def t_quantile(tail: float, df: float) -> float:
    """Return what t exceeds with this chance."""
    return float(-special.ndtri(tail) if df == inf else -special.stdtrit(df, tail))


def two_sided(t: float, df: float) -> float:
    """Return the p-value of a t or z."""
    if df == inf:
        return float(2 * special.ndtr(-abs(t)))
    return float(2 * special.stdtr(df, -abs(t)))


def threshold_rows(fit: OrdinalFit, level: float) -> list[Row]:
    """Return the thresholds, as the form names them; NaN where one has no finite estimate."""
    rows = []
    estimates = np.where(finite_thresholds(fit), fit.alpha, nan).tolist()
    for j, (name, estimate) in enumerate(zip(fit.model.thresholds.names, estimates, strict=True)):
        reach = quantile(level, inf) * float(np.sqrt(fit.covariance[j, j]))
        rows.append(
            Row(
                quantity="threshold",
                at={"cut": name},
                estimate=estimate,
                low=estimate - reach,
                high=estimate + reach,
                level=level,
                kind="confidence",
                n=fit.model.design.n,
            )
        )
    return rows


def variance_rows(fit: Fit) -> list[Row]:
    """Return the standard deviation of each random effect, and their correlations."""
    rows = []
    for factor, covariance in zip(fit.model.design.factors, fit.covariances(), strict=True):
        sds = np.sqrt(np.diag(covariance))
        group, named, n = factor.name, factor.columns, len(factor.levels)
        for name, sd in zip(named, sds, strict=True):
            at = {"group": group, "term": name}
            rows.append(Row(quantity="sd", at=at, estimate=float(sd), n=n))
        for r, c in factor.entries:
            if r != c:
                both = sds[r] * sds[c]
                value = float(covariance[r, c] / both) if both > 0 else float("nan")
                at = {"group": group, "term": named[c], "other": named[r]}
                rows.append(Row(quantity="correlation", at=at, estimate=value, n=n))
    if isinstance(fit, LinearFit):
        at = {"group": "residual"}
        rows.append(Row(quantity="sd", at=at, estimate=fit.sigma, n=fit.model.design.n))
    return rows
