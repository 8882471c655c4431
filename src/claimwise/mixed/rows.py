"""A fitted mixed model as rows: coefficients, thresholds, deviations, tests."""

from __future__ import annotations

from dataclasses import replace
from math import inf, sqrt

import numpy as np
from scipy import special

from claimwise.core import At, Note, Row, caution, counted, meaning
from claimwise.kernels.arrays import Floats
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.ordinal import OrdinalFit

Fit = LinearFit | OrdinalFit
FEW = 12  # levels below which Wald's z of an ordinal model is too bold


def coefficient_rows(fit: Fit, level: float) -> list[Row]:
    """Return each coefficient with its interval and p-value: t (linear) or Wald's z (ordinal)."""
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
    """Return a contrast of the coefficients, and for linear models its degrees of freedom."""
    estimates, covariance = coefficients(fit)
    estimate = float(contrast @ estimates)
    variance = float(contrast @ covariance @ contrast)
    error = sqrt(variance) if variance >= 0 else float("nan")
    df = fit.df(contrast) if isinstance(fit, LinearFit) else inf
    reach = quantile(level, df) * error
    n = fit.model.design.n
    rows = [
        Row(
            quantity=quantity,
            at=at,
            estimate=estimate,
            low=estimate - reach,
            high=estimate + reach,
            level=level,
            kind="confidence",
            pvalue=two_sided(estimate / error, df) if error > 0 else None,
            n=n,
        ),
        Row(quantity="standard_error", at=at, estimate=error, n=n),
    ]
    if isinstance(fit, LinearFit):
        rows.append(Row(quantity="df", at=at, estimate=df, n=n))
    return rows


def small_sample_rows(fit: OrdinalFit) -> tuple[list[Row], list[Note]]:
    """Return p-values of an ordinal model's coefficients by t, and a note where raters are few.

    Wald's z takes the variances of the random effects for known. With Satterthwaite's degrees of
    freedom on the latent scale the level is kept with six raters too.
    """
    rows = []
    names = fit.model.design.names
    for contrast, name in zip(np.eye(len(names)), names, strict=True):
        df, p = small_sample(fit, contrast)
        if p is not None:
            at = {"term": name}
            rows.append(Row(quantity="df", at=at, estimate=df, n=fit.model.design.n))
            rows.append(Row(quantity="small_sample", at=at, estimate=p, pvalue=p))
    fewest = min(fit.model.design.factors, key=lambda factor: len(factor.levels))
    few = counted(len(fewest.levels), fewest.name)
    notes = []
    if rows and len(fewest.levels) < 4:
        notes.append(
            caution(
                f"With {few} no test keeps its level (with 3 raters t finds 7% false positives at "
                "0.05, with 2 raters 12%, Wald's z more): collect ratings from more of them."
            )
        )
    elif rows and has_few(fit):
        notes.append(
            meaning(
                f"With {few}, Wald's z finds too much (some 7% false positives at 0.05 with 6 to 8 "
                "raters), so verdicts go by t with Satterthwaite's degrees of freedom."
            )
        )
    return rows, notes


def has_few(fit: Fit) -> bool:
    """Whether some factor has so few levels that Wald's z is too bold."""
    return min(len(factor.levels) for factor in fit.model.design.factors) < FEW


def small_sample(fit: OrdinalFit, contrast: Floats) -> tuple[float, float | None]:
    """Return degrees of freedom of a contrast of the coefficients, and its p-value by t.

    None where there is none: for fits by quadrature, and without standard errors.
    """
    from claimwise.mixed.small_sample import ordinal_df

    estimates, covariance = coefficients(fit)
    variance = float(contrast @ covariance @ contrast)
    if fit.model.nodes > 1 or not variance > 0:
        return float("nan"), None
    df = ordinal_df(*_as_coefficient(fit, contrast))
    if df != df:
        return df, None
    return df, two_sided(float(contrast @ estimates) / sqrt(variance), df)


def _as_coefficient(fit: OrdinalFit, contrast: Floats) -> tuple[OrdinalFit, int]:
    """Return the same fit in other coordinates, in which the contrast is one coefficient."""
    model, at = fit.model, len(fit.alpha)
    weights = contrast / model.spread  # the search sees columns of spread 1
    place = int(np.abs(weights).argmax())
    forth = np.eye(len(weights))
    forth[place] = weights
    everything = np.eye(len(fit.searched))
    inside = slice(at, at + len(weights))
    everything[inside, inside] = forth
    back = np.linalg.inv(everything)
    turned = replace(
        fit,
        model=replace(model, x=np.ascontiguousarray(model.x @ back[inside, inside])),
        searched=everything @ fit.searched,
        hessian=back.T @ fit.hessian @ back,
    )
    return turned, place


def quantile(level: float, df: float) -> float:
    """Return how many standard errors an interval of this level reaches to either side."""
    tail = (1 - level) / 2
    return float(-special.ndtri(tail) if df == inf else -special.stdtrit(df, tail))


def two_sided(t: float, df: float) -> float:
    """Return the p-value of a t or z."""
    if df == inf:
        return float(2 * special.ndtr(-abs(t)))
    return float(2 * special.stdtr(df, -abs(t)))


def threshold_rows(fit: OrdinalFit, level: float) -> list[Row]:
    """Return the thresholds, as the form names them."""
    rows = []
    for j, name in enumerate(fit.model.thresholds.names):
        error = float(np.sqrt(fit.covariance[j, j]))
        reach = quantile(level, inf) * error
        rows.append(
            Row(
                quantity="threshold",
                at={"cut": name},
                estimate=float(fit.alpha[j]),
                low=float(fit.alpha[j]) - reach,
                high=float(fit.alpha[j]) + reach,
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
