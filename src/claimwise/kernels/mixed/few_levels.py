"""Few raters: the degrees of freedom of an ordinal model's coefficient, and its variance by them.

An ordinal model is fitted by maximum likelihood, which finds the variance between L raters too
small by (L - 1) / L on average and, by its curvature, known as if there were one rater more.
Linear models have REML for that. Here both are put right to first order: with V the variance of a
coefficient for given random effects and theta_f the triangle of factor f, the share of V that is
the factor's is

    s_f = sum_k theta_k dlog V / dtheta_k / 2    (V is of second degree in theta),

so that V times 1 + sum_f s_f / (L_f - 1) is what variances larger by L_f / (L_f - 1) would make.
With one factor that makes all of V this is the t test of the raters' mean differences.
"""

from __future__ import annotations

import math

import numpy as np

from claimwise.kernels.arrays import Flags, Floats, Ints
from claimwise.kernels.mixed.deviance import empty_triangles
from claimwise.kernels.mixed.laplace import Ordinal, laplace
from claimwise.kernels.mixed.layout import Layout

STEP = 0.02  # in standard errors, along which the curvature's change is measured


def few_levels(
    layout: Layout,
    data: Ordinal,
    entries: Ints,
    parameters: Floats,
    u: Floats,
    hessian: Floats,
    at: int,
    free: Flags,
    levels: Floats,
) -> tuple[float, float]:
    """Return degrees of freedom of a parameter, and by what its variance is to be multiplied.

    Satterthwaite's, on the latent scale: 2 V^2 / (g' A g), g being the slope of V by theta and A
    the covariance of theta, its rows and columns larger by the root of L / (L - 1). `free` says
    which parameters are not at an edge, as standard deviations at 0 are; `levels` over how many
    levels each entry of theta varies. Infinite where the variance does not depend on theta, NaN
    where the curvature is not that of a maximum.
    """
    fixed = len(parameters) - len(entries)
    known = np.flatnonzero(free[:fixed])
    try:
        inverse = np.linalg.inv(hessian[np.ix_(known, known)])
        covariance = np.linalg.inv(hessian[np.ix_(free, free)])[len(known) :, len(known) :]
    except np.linalg.LinAlgError:
        return math.nan, math.nan
    place = int(np.searchsorted(known, at))
    variance = float(inverse[place, place])
    if not variance > 0:
        return math.nan, math.nan
    along = np.zeros(len(parameters))
    along[known] = inverse[place] / math.sqrt(variance)
    # The slope of 1 / V by theta is the curvature along `along` as theta moves: a third
    # derivative, in which the order does not matter, so that three gradients give all of it.
    relative = -_second_difference(layout, data, entries, parameters, u, along)[fixed:]
    more = levels / (levels - 1)
    kept = (relative * np.sqrt(more))[free[fixed:]]
    spread = float(kept @ covariance @ kept)
    if spread < 0:
        return math.nan, math.nan
    df = 2.0 / spread if spread > 0 else math.inf
    grown = float((relative * parameters[fixed:] * (more - 1)).sum()) / 2
    return df, 1.0 + max(0.0, grown)


def _second_difference(
    layout: Layout, data: Ordinal, entries: Ints, parameters: Floats, u: Floats, along: Floats
) -> Floats:
    """Return the second derivative of the gradient along a direction of the parameters."""
    lam = empty_triangles(layout)

    def gradient(step: float) -> Floats:
        moved = parameters + step * along
        return np.asarray(laplace(layout, data, moved, entries, lam, u.copy())[1])

    return (gradient(STEP) - 2 * gradient(0.0) + gradient(-STEP)) / STEP**2
