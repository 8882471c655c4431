"""Intervals of coefficients by profile likelihood."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite, isnan, nan, sqrt

import numpy as np

from claimwise.core import check_share
from claimwise.kernels.arrays import Floats
from claimwise.kernels.mixed.search import curvature_inverse
from claimwise.mixed.compare import by_ml, check_columns, without
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.ordinal import MOST, OrdinalFit
from claimwise.mixed.rows import Fit, coefficients, quantile
from claimwise.run.threads import one_thread

FARTHEST = 10.0  # standard errors from the estimate within which a profile must close
CLOSE = 1e-7  # of the way to a limit: it is found
ROUNDS = 60  # steps until a limit lies between two points
TOLERANCE = 1e-9  # of the log-likelihood where a coefficient is held
WRONG = 1e-3  # a statistic below minus this: the fit was not the maximum
AWAY = 0.05  # from a deviation of 0, where the slope is 0 by symmetry

Statistic = Callable[[float], float]  # of holding a coefficient at a value; NaN without a fit


def profile_interval(fit: Fit, column: int, level: float) -> tuple[float, float]:
    """Return the values of a coefficient that a likelihood-ratio test does not reject.

    Fit for coefficients whose likelihood is skewed, where Wald's interval is not. Unfit for few
    raters or items: like Wald's it knows no degrees of freedom; use `bootstrap_interval`. Linear
    models are taken by maximum likelihood, as a restricted likelihood knows no coefficients. An
    end is NaN where the likelihood does not fall far enough within 10 standard errors, or where
    no fit arrives on the way.
    """
    check_columns("profile_interval", fit, (column,))
    reach = quantile(check_share("level", level), inf)
    large = by_ml(fit)
    estimates, covariance = coefficients(large)
    estimate, variance = float(estimates[column]), float(covariance[column, column])
    if not variance > 0:
        return nan, nan
    error = sqrt(variance)
    with one_thread():
        if isinstance(large, LinearFit):
            statistic = _held_linear(large, column)
        else:
            statistic = _held_ordinal(large, column)
        low = estimate - error * _closing(lambda z: statistic(estimate - error * z), reach)
        high = estimate + error * _closing(lambda z: statistic(estimate + error * z), reach)
    return low, high


def _held_linear(fit: LinearFit, column: int) -> Statistic:
    """Return the likelihood ratio of holding a coefficient: its part is taken off the response."""
    design = fit.model.design
    model = fit.model.on(without(design, (column,)), reml=False)
    start = fit.theta + 1e-3

    def statistic(value: float) -> float:
        held = model.fit(fit.y - value * design.x[:, column], start)
        return held.deviance - fit.deviance if held.converged else nan

    return statistic


def _held_ordinal(fit: OrdinalFit, column: int) -> Statistic:
    """Return the likelihood ratio of holding a coefficient: the search moves all the others."""
    from claimwise.kernels.mixed.search import DONE, minimise

    model = fit.model
    entries = model.structure.entries
    objective = _objective(fit)
    at = len(fit.alpha) + column
    others = np.delete(np.arange(fit.parameters), at)
    inverse = curvature_inverse(fit.hessian[np.ix_(others, others)], np.diag(model.guess())[others])
    # By how much the others move with the coefficient, to first order.
    along = -inverse @ fit.hessian[others, at]
    diagonal = np.flatnonzero(entries[:, 1] == entries[:, 2]) - len(entries)

    def search_from(everything: Floats) -> float:
        small = diagonal[np.abs(everything[diagonal]) < AWAY]
        everything[small] = AWAY
        u = fit.u.copy()

        def negative(x: Floats) -> tuple[float, Floats]:
            everything[others] = x
            value, gradient = objective(everything, u)
            return value, gradient[others]

        found = minimise(negative, everything[others], inverse, TOLERANCE, MOST)
        return 2 * (found.value + fit.loglik) if found.status == DONE else nan

    def statistic(value: float) -> float:
        start = fit.searched.copy()
        start[at] = value * model.spread[column]
        moved = start.copy()
        moved[others] += along * (start[at] - fit.searched[at])
        found = search_from(moved)
        return search_from(start) if isnan(found) else found

    return statistic


def _objective(fit: OrdinalFit) -> Callable[[Floats, Floats], tuple[float, Floats]]:
    """Return minus the log-likelihood that was fitted, and its gradient, by parameters and mode."""
    from claimwise.kernels.mixed import laplace as kernel
    from claimwise.kernels.mixed import quadrature
    from claimwise.kernels.mixed.deviance import empty_triangles

    model = fit.model
    layout, entries = model.structure.layout, model.structure.entries
    data = model.data(fit.y)
    if model.nodes == 1:
        lam = empty_triangles(layout)
        return lambda parameters, u: kernel.laplace(layout, data, parameters, entries, lam, u)
    points, weights = np.polynomial.hermite.hermgauss(model.nodes)
    grid = quadrature.Grid(points, np.log(weights / weights.sum()) + points**2)

    def by_quadrature(parameters: Floats, u: Floats) -> tuple[float, Floats]:
        found = quadrature.value(layout, data, parameters, entries, grid, u)
        if not isfinite(found):
            return found, np.zeros(len(parameters))
        return found, quadrature.slopes(layout, data, parameters, entries, grid, u)

    return by_quadrature


def _closing(statistic: Statistic, reach: float) -> float:
    """Return how many standard errors away the root of the statistic reaches `reach`.

    The root is nearly a straight line, so that the first guess is Wald's limit and the next ones
    lie on the line through the estimate. Where no fit arrives, as far out when a standard error
    is huge, the search comes back halfway.
    """

    def excess(z: float) -> float:
        found = statistic(z)
        # Better than the fit itself: that was not the maximum, and is no place to start from.
        return sqrt(max(0.0, found)) - reach if found > -WRONG else nan

    inside, barrier, outside = 0.0, inf, min(reach, FARTHEST)
    for _ in range(ROUNDS):
        over = excess(outside)
        if over >= 0:
            return _between(excess, inside, outside)
        if isnan(over):
            barrier = outside
        elif outside >= FARTHEST:
            return nan
        else:
            inside = outside
        if barrier < inf:
            outside = (inside + barrier) / 2
        else:
            line = 1.05 * outside * reach / max(over + reach, 1e-9)
            outside = min(max(line, 1.1 * outside), 2 * outside, FARTHEST)
    return nan


def _between(excess: Callable[[float], float], inside: float, outside: float) -> float:
    """Return the root between two points; NaN where no fit arrives on the way."""
    from scipy.optimize import brentq

    seen: list[float] = []

    def watched(z: float) -> float:
        seen.append(excess(z))
        return seen[-1] if not isnan(seen[-1]) else 0.0  # 0 ends the search

    found = float(brentq(watched, inside, outside, xtol=CLOSE * outside))
    return nan if np.isnan(seen).any() else found
