"""A model against a smaller one: likelihood ratios, and simpler random effects."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy import special

from claimwise.core import ParameterError
from claimwise.mixed.design import Design
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.rows import Fit


def without(design: Design, columns: tuple[int, ...]) -> Design:
    """Return a design that lacks some columns of x."""
    kept = [j for j in range(design.x.shape[1]) if j not in columns]
    place = {old: new for new, old in enumerate(kept)}
    terms = [
        (term, tuple(place[j] for j in of_term if j in place)) for term, of_term in design.terms
    ]
    return replace(
        design,
        x=np.ascontiguousarray(design.x[:, kept]),
        names=tuple(design.names[j] for j in kept),
        terms=tuple((term, of_term) for term, of_term in terms if of_term),
    )


def by_ml(fit: Fit) -> Fit:
    """Return a fit by maximum likelihood."""
    if isinstance(fit, LinearFit) and fit.model.reml:
        return fit.model.on(fit.model.design, reml=False).fit(fit.y, fit.theta + 1e-3)
    return fit


def refit_without(fit: Fit, columns: tuple[int, ...]) -> Fit:
    """Fit the same response without some columns of x; linear models by ML."""
    design = without(fit.model.design, columns)
    if isinstance(fit, LinearFit):
        return fit.model.on(design, reml=False).fit(fit.y, fit.theta + 1e-3)
    model = fit.model.on(design)
    a = len(fit.alpha)
    kept = [j for j in range(len(fit.searched)) if j < a or j - a not in columns]
    start = fit.searched[kept]
    start[a + design.x.shape[1] :] += 1e-3  # away from 0, where the slope is 0 by symmetry
    return model.fit(fit.y, start)


def likelihood_ratio(fit: Fit, columns: tuple[int, ...]) -> tuple[float, int, float]:
    """Return chi-square, degrees of freedom and p of leaving some columns of x out."""
    large, small = by_ml(fit), refit_without(fit, columns)
    statistic = max(0.0, 2 * (large.loglik - small.loglik))
    return statistic, len(columns), float(special.chdtrc(len(columns), statistic))


def check_columns(who: str, fit: Fit, columns: tuple[int, ...]) -> None:
    """Refuse columns of x that are not there, or are named twice."""
    count = len(fit.model.design.names)
    if not columns or len(set(columns)) < len(columns) or not set(columns) <= set(range(count)):
        raise ParameterError(who, f"different columns of x between 0 and {count - 1}", f"{columns}")
