"""How far raters agree: from the model's variances, and by Krippendorff's alpha."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import isnan

import numpy as np

from claimwise.core import At, Note, Row, meaning
from claimwise.data.role_names import plays
from claimwise.kernels.alpha import krippendorff
from claimwise.kernels.alpha_interval import krippendorff_interval
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.icc import icc, latent_residual
from claimwise.mixed.design import Column, Factor, Labels
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.rows import Fit

INTERCEPT = "(Intercept)"
MOST = 200_000  # ratings for which alpha's interval is made: it takes seconds beyond


def agreement_rows(
    fit: Fit, columns: Mapping[str, Column], outcome: str, level: float
) -> tuple[list[Row], list[Note]]:
    """Return intraclass correlations and Krippendorff's alpha, where it is clear who rates what.

    Fit for a model with a factor of raters and another one of items. The intraclass correlation
    is the share of the variance of one rating that is due to items (agreement), and the same
    without differences between raters' levels (consistency); on the latent scale for an ordinal
    model. With random slopes it is that of ratings under the reference, which its row then names:
    ``icc[agreement, baseline]``. Alpha takes the texts, items under a system, as units.
    """
    rater = next((f for f in fit.model.design.factors if plays(f.name, "rater")), None)
    others = [f for f in fit.model.design.factors if f is not rater]
    if rater is None or len(others) != 1:
        return [], []
    item = others[0]
    shares = _intraclass(fit, rater, item, columns)
    by, unit = _units(fit, rater, item, columns)
    alpha = _alpha(fit, rater.codes, unit, columns[outcome], level)
    defined = not isnan(alpha.estimate)
    if not shares and not defined:
        return [alpha], []
    note = f"Agreement: {rater.name} as raters, {item.name} as items"
    if defined and by:
        note += f"; for alpha, each {item.name} under each {' and '.join(by)} is a unit of its own"
    elif defined:
        note += f"; for alpha, each {item.name} is a unit"
    return [*shares, alpha], [meaning(f"{note}.")]


def _intraclass(fit: Fit, rater: Factor, item: Factor, columns: Mapping[str, Column]) -> list[Row]:
    variances = {}
    for factor, covariance in zip(fit.model.design.factors, fit.covariances(), strict=True):
        if INTERCEPT not in factor.columns:
            return []
        at = factor.columns.index(INTERCEPT)
        variances[factor.name] = float(covariance[at, at])
    residual = fit.sigma**2 if isinstance(fit, LinearFit) else latent_residual(fit.model.link)
    where = _reference(fit, columns)
    return [
        Row(
            quantity="icc",
            at={"by": kind, **where},
            estimate=icc(variances[item.name], variances[rater.name], residual, kind=kind),
            n=fit.model.design.n,
        )
        for kind in ("agreement", "consistency")
    ]


def _reference(fit: Fit, columns: Mapping[str, Column]) -> At:
    """Return where the random slopes are all 0: columns at their first levels, or at 0."""
    slopes = dict.fromkeys(
        name
        for effects in fit.model.design.formula.random
        for term in effects.terms
        for name in term
    )
    sloped = [
        name for name in columns if name in slopes or _named_by_level(columns[name], name, slopes)
    ]
    if len(sloped) == 1 and isinstance(column := columns[sloped[0]], Labels):
        return {sloped[0]: column.levels[0]}
    return {name: _first(name, columns[name]) for name in sloped}


def _named_by_level(column: Column, name: str, slopes: Collection[str]) -> bool:
    """Whether slopes are of single levels, as a model that was made simpler has them."""
    return isinstance(column, Labels) and any(f"{name}{level}" in slopes for level in column.levels)


def _first(name: str, column: Column) -> str | int:
    return f"{name}={column.levels[0]}" if isinstance(column, Labels) else 0


def _alpha(fit: Fit, rater: Ints, unit: Ints, outcome: Column, level: float) -> Row:
    values = _values(outcome)
    measure = "interval" if isinstance(fit, LinearFit) else "ordinal"
    estimate = krippendorff(unit, rater, values, measure)
    low = high = float("nan")
    if len(values) <= MOST and not isnan(estimate):
        low, high = krippendorff_interval(unit, rater, values, measure, confidence=level)
    known = not isnan(low) and not isnan(high)
    return Row(
        quantity="alpha",
        at={"by": measure},
        estimate=estimate,
        low=low,
        high=high,
        level=level if known else None,
        kind="confidence" if known else None,
        n=len(values),
    )


def _units(
    fit: Fit, rater: Factor, item: Factor, columns: Mapping[str, Column]
) -> tuple[list[str], Ints]:
    """Return what was rated: an item under each label of the fixed effects, and which these are.

    What is the same in all ratings of a rater, such as gender, says who rated and not what; only
    a column that is called system or the like may differ between raters alone.
    """
    by, key = [], item.codes
    for name in dict.fromkeys(name for term, _ in fit.model.design.terms for name in term):
        column = columns[name]
        if not isinstance(column, Labels) or not _varies(column.codes, item.codes):
            continue
        if _varies(column.codes, rater.codes) or plays(name, "system"):
            by.append(name)
            key = np.unique(key * len(column.levels) + column.codes, return_inverse=True)[1]
    return by, np.asarray(key, np.int64)


def _varies(codes: Ints, within: Ints) -> bool:
    """Whether some group has two different codes."""
    pairs = np.unique(within * (int(codes.max()) + 1) + codes)
    return len(pairs) > len(np.unique(within))


def _values(column: Column) -> Floats:
    if not isinstance(column, Labels):
        return column
    try:
        return np.array([float(level) for level in column.levels])[column.codes]
    except ValueError:
        return column.codes.astype(np.float64)
