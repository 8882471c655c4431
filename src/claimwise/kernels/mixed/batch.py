"""Many responses on one design: every fit, one after the other; threads may share them out."""

from __future__ import annotations

import math

import numpy as np

from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.mixed import deviance, laplace
from claimwise.kernels.mixed.deviance import Linear, curvature, satterthwaite
from claimwise.kernels.mixed.few_levels import few_levels
from claimwise.kernels.mixed.laplace import Ordinal, information
from claimwise.kernels.mixed.layout import Layout

fit_linear = deviance.fit
fit_ordinal = laplace.fit
ZERO = 1e-3  # standard deviations of an ordinal model below this are taken for 0
CLOSED = -8.0  # logarithm of a step between thresholds below which nobody used the category
FAILED = 3  # no likelihood at the start, or no minimum where the search ended


def linear_batch(
    layout: Layout,
    x: Floats,
    responses: Floats,
    reml: bool,
    entries: Ints,
    start: Floats,
    inverse: Floats,
    contrasts: Floats,
    tolerance: float,
    most: int,
) -> tuple[Floats, Floats, Floats, Floats, Floats, Floats, Ints, Ints]:
    """Fit each response; return theta, b, its covariance, sigma, df, deviance, status, work.

    `contrasts` (c, p) are those whose degrees of freedom are wanted. NaN, and FAILED, where a
    response has no likelihood.
    """
    studies, (n, p), k = len(responses), x.shape, len(entries)
    thetas, betas = np.full((studies, k), np.nan), np.full((studies, p), np.nan)
    covariances = np.full((studies, p, p), np.nan)
    sigmas, values = np.full(studies, np.nan), np.full(studies, np.nan)
    dfs = np.full((studies, len(contrasts)), np.nan)
    statuses, work = np.zeros(studies, np.int64), np.zeros(studies, np.int64)
    for s in range(studies):
        data = Linear.of(layout, x, responses[s], reml=reml)
        end, found = fit_linear(layout, data, entries, start, inverse, tolerance, most)
        thetas[s], values[s], statuses[s], work[s] = end.x, end.value, end.status, end.evaluations
        if not math.isfinite(end.value):
            statuses[s] = FAILED
            continue
        sigmas[s] = math.sqrt(found.rss / (n - p if reml else n))
        betas[s] = found.beta
        covariances[s] = sigmas[s] ** 2 * found.covariance
        if len(contrasts):
            hessian, slopes = curvature(layout, data, entries, end.x, found, central=False)
            for c in range(len(contrasts)):
                dfs[s, c] = satterthwaite(hessian, slopes, covariances[s], contrasts[c])
    return thetas, betas, covariances, sigmas, dfs, values, statuses, work


def ordinal_batch(
    layout: Layout,
    x: Floats,
    responses: Ints,
    link: int,
    cuts: Floats,
    entries: Ints,
    start: Floats,
    inverse: Floats,
    mode: Floats,
    levels: Floats,
    tolerance: float,
    most: int,
) -> tuple[Floats, Floats, Floats, Floats, Floats, Ints, Ints]:
    """Fit each response; return parameters, covariance, df, factors, log-likelihood, status, work.

    `mode` is where the search for the random effects begins. The covariance is that of the
    thresholds as searched and the coefficients; NaN, and FAILED, where there is none. Degrees of
    freedom of the coefficients, and the factors of their variances, allow for few `levels`.
    """
    studies, k = len(responses), len(start)
    fixed = cuts.shape[1] + x.shape[1]
    found = np.empty((studies, k))
    covariances = np.full((studies, fixed, fixed), np.nan)
    dfs, factors = (np.full((studies, x.shape[1]), np.nan) for _ in range(2))
    values = np.empty(studies)
    statuses, work = np.zeros(studies, np.int64), np.zeros(studies, np.int64)
    for s in range(studies):
        data = Ordinal(x, responses[s], link, cuts)
        u = mode.copy()
        end = fit_ordinal(layout, data, entries, start, inverse, u, tolerance, most)
        parameters = found[s] = end.x
        values[s], statuses[s], work[s] = -end.value, end.status, end.evaluations
        if not math.isfinite(end.value):
            statuses[s] = FAILED
            continue
        hessian = information(layout, data, entries, parameters, u, False)
        gone = np.zeros(k, bool)  # parameters at their edge, in which the likelihood is flat
        gone[fixed:] = (entries[:, 1] == entries[:, 2]) & (np.abs(parameters[fixed:]) < ZERO)
        gone[1 : cuts.shape[1]] = parameters[1 : cuts.shape[1]] < CLOSED
        kept = ~gone
        try:
            root = np.linalg.cholesky(hessian[np.ix_(kept, kept)])
            inverse_root = np.linalg.inv(root)
        except np.linalg.LinAlgError:
            statuses[s] = FAILED
            continue
        covariance = np.zeros((k, k))
        covariance[np.ix_(kept, kept)] = inverse_root.T @ inverse_root
        covariances[s] = covariance[:fixed, :fixed]
        for j in range(x.shape[1]):
            at = cuts.shape[1] + j
            dfs[s, j], factors[s, j] = few_levels(
                layout, data, entries, parameters, u, hessian, at, kept, levels
            )
    return found, covariances, dfs, factors, values, statuses, work
