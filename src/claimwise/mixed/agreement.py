"""How far raters agree: from the model's variances, and by Krippendorff's alpha."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from claimwise.core import Row
from claimwise.data.roles import ALIASES
from claimwise.kernels.alpha import krippendorff
from claimwise.kernels.alpha_interval import krippendorff_interval
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.icc import icc, latent_residual
from claimwise.mixed.design import Column, Labels
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.rows import Fit

INTERCEPT = "(Intercept)"
MOST = 200_000  # ratings for which alpha's interval is made: it takes seconds beyond


def agreement_rows(
    fit: Fit, columns: Mapping[str, Column], outcome: str, level: float
) -> tuple[list[Row], list[str]]:
    """Return intraclass correlations and Krippendorff's alpha, where it is clear who rates what.

    Fit for a model with a factor of raters and another one of items. The intraclass correlation
    is that of ratings under the reference system: the share of the variance of one rating that
    is due to items (agreement), and the same without differences between raters' levels
    (consistency); on the latent scale for an ordinal model. Alpha takes the texts, items under a
    system, as units.
    """
    rater = next((f for f in fit.model.design.factors if f.name.lower() in ALIASES["rater"]), None)
    others = [f for f in fit.model.design.factors if f is not rater]
    if rater is None or len(others) != 1:
        return [], []
    item = others[0]
    rows = [
        *_intraclass(fit, rater.name, item.name),
        *_alpha(fit, rater.name, item.name, columns, outcome, level),
    ]
    notes = [
        f"Agreement: {rater.name} as raters, {item.name} as items; for alpha, each {item.name} "
        "under each system is a unit of its own."
    ]
    return rows, notes if rows else []


def _intraclass(fit: Fit, rater: str, item: str) -> list[Row]:
    variances = {}
    for factor, covariance in zip(fit.model.design.factors, fit.covariances(), strict=True):
        if INTERCEPT not in factor.columns:
            return []
        at = factor.columns.index(INTERCEPT)
        variances[factor.name] = float(covariance[at, at])
    residual = fit.sigma**2 if isinstance(fit, LinearFit) else latent_residual(fit.model.link)
    return [
        Row(
            estimand=f"icc[{kind}]",
            estimate=icc(variances[item], variances[rater], residual, kind=kind),
            n=fit.model.design.n,
        )
        for kind in ("agreement", "consistency")
    ]


def _alpha(
    fit: Fit, rater: str, item: str, columns: Mapping[str, Column], outcome: str, level: float
) -> list[Row]:
    unit = _units(item, rater, outcome, columns)
    codes, values = _codes(columns[rater]), _values(columns[outcome])
    measure = "interval" if isinstance(fit, LinearFit) else "ordinal"
    estimate = krippendorff(unit, codes, values, measure)
    low = high = float("nan")
    if len(values) <= MOST and estimate == estimate:
        low, high = krippendorff_interval(unit, codes, values, measure, confidence=level)
    known = low == low and high == high
    return [
        Row(
            estimand=f"alpha[{measure}]",
            estimate=estimate,
            low=low,
            high=high,
            level=level if known else None,
            kind="confidence" if known else None,
            n=len(values),
        )
    ]


def _units(item: str, rater: str, outcome: str, columns: Mapping[str, Column]) -> Ints:
    """Return what was rated: an item together with every other label but the rater."""
    key = _codes(columns[item]).astype(np.int64)
    for name, column in columns.items():
        if name not in (item, rater, outcome):
            codes = _codes(column)
            key = np.unique(key * (int(codes.max()) + 1) + codes, return_inverse=True)[1]
    return np.asarray(key, np.int64)


def _codes(column: Column) -> Ints:
    if isinstance(column, Labels):
        return column.codes
    return np.unique(column, return_inverse=True)[1].astype(np.int64)


def _values(column: Column) -> Floats:
    if not isinstance(column, Labels):
        return column
    try:
        return np.array([float(level) for level in column.levels])[column.codes]
    except ValueError:
        return column.codes.astype(np.float64)
