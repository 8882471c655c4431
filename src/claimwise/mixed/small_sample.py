"""Degrees of freedom for ordinal models: few raters say little about their own spread."""

from __future__ import annotations

from math import inf

import numpy as np

from claimwise.kernels.arrays import Floats
from claimwise.mixed.ordinal import BOUNDARY, OrdinalFit
from claimwise.run.threads import one_thread

STEP = 0.02  # in standard errors, along which the curvature's change is measured


def ordinal_df(fit: OrdinalFit, column: int) -> float:
    """Return Satterthwaite's degrees of freedom of one coefficient, on the latent scale.

    They are 2 V^2 / (g' A g): V is the variance of the coefficient for known random-effect
    parameters, g its slope by them, and A their covariance. Fit for a Wald test by Student's t
    where some factor with slopes has few levels. Unfit where the model lacks slopes that the
    data have, or where the variance of the slopes is estimated as 0: then they are too many.
    Infinite where the variance does not depend on the random effects, NaN where the curvature
    is not that of a maximum.
    """
    k = fit.model.structure.parameters
    fixed = len(fit.searched) - k
    at = len(fit.alpha) + column
    if not np.isfinite(fit.covariance[at, at]):
        return float("nan")
    free = _free(fit)
    try:
        inverse = np.linalg.inv(fit.hessian[:fixed, :fixed])
        covariance = np.linalg.inv(fit.hessian[np.ix_(free, free)])[fixed:, fixed:]
    except np.linalg.LinAlgError:
        return float("nan")
    variance = float(inverse[at, at])
    if not variance > 0:
        return float("nan")
    along = np.zeros(len(fit.searched))
    along[:fixed] = inverse[at] / np.sqrt(variance)
    # The slope of 1 / V by theta is the curvature along `along` as theta moves: a third
    # derivative, in which the order does not matter, so that three gradients give all of it.
    relative = -_second_difference(fit, along)[fixed:]
    kept = relative[free[fixed:]]
    spread = float(kept @ covariance @ kept)
    if spread < 0:
        return float("nan")
    return 2.0 / spread if spread > 0 else inf


def _second_difference(fit: OrdinalFit, along: Floats) -> Floats:
    """Return the second derivative of the gradient along a direction of the parameters."""
    from claimwise.kernels.mixed.deviance import empty_triangles
    from claimwise.kernels.mixed.laplace import laplace

    model, structure = fit.model, fit.model.structure
    data = model.data(fit.y)
    lam = empty_triangles(structure.layout)

    def gradient(step: float) -> Floats:
        parameters = fit.searched + step * along
        mode = fit.u.copy()
        return np.asarray(
            laplace(structure.layout, data, parameters, structure.entries, lam, mode)[1]
        )

    with one_thread():
        return (gradient(STEP) - 2 * gradient(0.0) + gradient(-STEP)) / STEP**2


def _free(fit: OrdinalFit) -> np.typing.NDArray[np.bool_]:
    """Return which parameters are not standard deviations at 0."""
    entries = fit.model.structure.entries
    at_zero = (entries[:, 1] == entries[:, 2]) & (np.abs(fit.theta) < BOUNDARY)
    return np.concatenate([np.ones(len(fit.searched) - len(at_zero), bool), ~at_zero])
