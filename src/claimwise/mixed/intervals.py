"""Intervals and tests of coefficients beyond Wald's: profile likelihood, parametric bootstrap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf, isfinite, isnan, nan, sqrt

import numpy as np
from scipy import special

from claimwise.core import ParameterError, block_rng, check_count, check_share, root_seed, sentence
from claimwise.kernels.arrays import Floats, Ints
from claimwise.mixed.batch import fit_many
from claimwise.mixed.compare import refit_without, without
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.ordinal import LINKS, MOST, OrdinalFit
from claimwise.mixed.rows import Fit, coefficients, quantile
from claimwise.mixed.simulate import simulate
from claimwise.run.threads import one_thread

FARTHEST = 10.0  # standard errors from the estimate within which a profile must close
CLOSE = 1e-7  # of the way to a limit: it is found
ROUNDS = 60  # steps until a limit lies between two points
TOLERANCE = 1e-9  # of the log-likelihood where a coefficient is held
WRONG = 1e-3  # a statistic below minus this: the fit was not the maximum
AWAY = 0.05  # from a deviation of 0, where the slope is 0 by symmetry
BLOCK = 128  # responses that are simulated at a time
INTERVAL, TEST = 0, 1  # streams of random numbers

Statistic = Callable[[float], float]  # of holding a coefficient at a value; NaN without a fit


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """A percentile interval, and how far simulation left it uncertain.

    `error` is the Monte Carlo standard error of the ends, the larger of the two; `failed` counts
    the resamples whose fit did not arrive, which are left out.
    """

    low: float
    high: float
    error: float
    resamples: int
    failed: int


@dataclass(frozen=True, slots=True)
class BootstrapTest:
    """A likelihood-ratio test whose null distribution was simulated.

    `error` is the Monte Carlo standard error of the p-value; `failed` counts the resamples of
    which one of the two fits did not arrive, which are left out.
    """

    statistic: float
    pvalue: float
    error: float
    resamples: int
    failed: int


def profile_interval(fit: Fit, column: int, level: float) -> tuple[float, float]:
    """Return the values of a coefficient that a likelihood-ratio test does not reject.

    Fit for coefficients whose likelihood is skewed, where Wald's interval is not. Unfit for few
    raters or items: like Wald's it knows no degrees of freedom; use `bootstrap_interval`. Linear
    models are taken by maximum likelihood, as a restricted likelihood knows no coefficients. An
    end is NaN where the likelihood does not fall far enough within 10 standard errors, or where
    no fit arrives on the way.
    """
    _check_columns("profile_interval", fit, (column,))
    reach = quantile(check_share("level", level), inf)
    large = _by_ml(fit)
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


def _by_ml(fit: Fit) -> Fit:
    """Return a fit by maximum likelihood."""
    if isinstance(fit, LinearFit) and fit.model.reml:
        return fit.model.on(fit.model.design, reml=False).fit(fit.y, fit.theta + 1e-3)
    return fit


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
    inverse = _inverse(fit.hessian[np.ix_(others, others)], np.diag(model.guess())[others])
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
        start[at] = value
        moved = start.copy()
        moved[others] += along * (value - fit.searched[at])
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
    data = kernel.Ordinal(model.design.x, fit.y, LINKS.index(model.link), model.thresholds.cuts)
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


def _inverse(hessian: Floats, rough: Floats) -> Floats:
    """Return the inverse of a Hessian; flat directions, as at the edge, get a rough guess."""
    scale = np.sqrt(rough)
    values, vectors = np.linalg.eigh(hessian * scale * scale[:, None])
    return np.asarray((vectors / np.maximum(values, 0.1)) @ vectors.T * scale * scale[:, None])


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


def bootstrap_interval(
    fit: Fit, column: int, level: float, *, resamples: int = 999, seed: int = 0, workers: int = 1
) -> Bootstrap:
    """Return the percentile interval of a coefficient over responses that the fit simulates.

    Fit for designs with few raters or items, if the model is right: it takes the estimated
    deviations as true, so that with three raters it is too short still. Unfit for models that do
    not converge, and for categories so rare that many responses lack them. The answer is the same
    for any number of workers.
    """
    _check_columns("bootstrap_interval", fit, (column,))
    _refuse_quadrature("bootstrap_interval", fit)
    check_share("level", level)
    parts = [
        _fitted(fit, responses, workers)[0][:, column]
        for responses in _responses(fit, resamples, seed, INTERVAL)
    ]
    values = np.concatenate(parts)
    kept = np.sort(values[np.isfinite(values)])
    failed = resamples - len(kept)
    if not len(kept):
        return Bootstrap(nan, nan, nan, resamples, failed)
    tails = ((1 - level) / 2, (1 + level) / 2)
    low, high = np.quantile(kept, tails)
    error = max(quantile_error(kept, tail) for tail in tails)
    return Bootstrap(float(low), float(high), error, resamples, failed)


def quantile_error(values: Floats, share: float) -> float:
    """Return the standard error of a quantile of sorted values.

    Maritz and Jarrett (1978), J. Am. Stat. Assoc. 73, 194-196: the order statistic at the
    quantile, resampled without simulation.

    >>> round(quantile_error(np.arange(1.0, 4.0), 0.5), 4)
    0.7201
    """
    n = len(values)
    rank = int(np.clip(np.ceil(share * n), 1, n))
    weights = np.diff(special.betainc(rank, n - rank + 1, np.linspace(0.0, 1.0, n + 1)))
    centred = values - float(weights @ values)
    return sqrt(float(weights @ centred**2))


def bootstrap_pvalue(
    fit: Fit, columns: tuple[int, ...], *, resamples: int = 999, seed: int = 0, workers: int = 1
) -> BootstrapTest:
    """Test whether some coefficients are all 0, by responses simulated without them.

    The p-value is (count + 1) / (resamples + 1), over the resamples that could be fitted: it is
    never 0, and valid for any number of them if the model without the columns is true with its
    estimated deviations and thresholds. Linear models are compared by maximum likelihood. The
    answer is the same for any number of workers.
    """
    _check_columns("bootstrap_pvalue", fit, columns)
    _refuse_quadrature("bootstrap_pvalue", fit)
    large = _by_ml(fit)
    small = refit_without(large, columns)
    observed = max(0.0, 2 * float(large.loglik - small.loglik))
    parts = []
    for responses in _responses(small, resamples, seed, TEST):
        above = _fitted(large, responses, workers)[1]
        below = _fitted(small, responses, workers)[1]
        parts.append(2 * (above - below))
    statistics = np.concatenate(parts)
    statistics = statistics[np.isfinite(statistics)]
    failed = resamples - len(statistics)
    if not len(statistics) or not isfinite(observed):
        return BootstrapTest(observed, nan, nan, resamples, failed)
    # Ties by a hair count: both likelihoods are exact to some 1e-7 only.
    count = int((statistics >= observed - 1e-6).sum())
    pvalue = (count + 1) / (len(statistics) + 1)
    error = sqrt(pvalue * (1 - pvalue) / (len(statistics) + 1))
    return BootstrapTest(observed, pvalue, error, resamples, failed)


def _responses(fit: Fit, resamples: int, seed: int, stream: int) -> Iterator[Floats | Ints]:
    """Simulate responses block by block, each a function of the seed and its place alone."""
    check_count("resamples", resamples)
    root = root_seed(seed)
    for block, begin in enumerate(range(0, resamples, BLOCK)):
        yield simulate(fit, min(BLOCK, resamples - begin), block_rng(root, stream, block))


def _fitted(fit: Fit, responses: Floats | Ints, workers: int) -> tuple[Floats, Floats]:
    """Return coefficients and log-likelihood of each response; NaN where its fit failed.

    A response whose curvature cannot be inverted, such as one that lacks a category, is one
    failure more and does not end the run: halves are tried until it is alone.
    """
    try:
        found = fit_many(fit, responses, workers=workers)
    except np.linalg.LinAlgError:
        count = len(responses)
        if count == 1:
            return np.full((1, len(fit.coefficients)), nan), np.full(1, nan)
        first, second = (
            _fitted(fit, half, workers)
            for half in (responses[: count // 2], responses[count // 2 :])
        )
        return np.concatenate([first[0], second[0]]), np.concatenate([first[1], second[1]])
    values = np.where(found.converged[:, None], found.coefficients, nan)
    return values, np.where(found.converged, found.loglik, nan)


def _check_columns(who: str, fit: Fit, columns: tuple[int, ...]) -> None:
    count = len(fit.model.design.names)
    if not columns or len(set(columns)) < len(columns) or not set(columns) <= set(range(count)):
        raise ParameterError(
            sentence(who, f"different columns of x between 0 and {count - 1}", f"{columns}")
        )


def _refuse_quadrature(who: str, fit: Fit) -> None:
    """Refuse a fit by quadrature: many responses are fitted by Laplace's approximation."""
    if isinstance(fit, OrdinalFit) and fit.model.nodes > 1:
        found = f"{fit.model.nodes} nodes"
        raise ParameterError(
            sentence(who, "a fit by Laplace's approximation", found, "Leave nodes out of the fit.")
        )
