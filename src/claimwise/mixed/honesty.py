"""What a fit must say of itself: did the search arrive, is it on the boundary, is it shaky?"""

from __future__ import annotations

import numpy as np

from claimwise.core import Note, Words, caution, meaning
from claimwise.kernels.arrays import Flags
from claimwise.mixed.linear import BOUNDARY as LINEAR_BOUNDARY
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.ordinal import BOUNDARY as ORDINAL_BOUNDARY
from claimwise.mixed.ordinal import OrdinalFit
from claimwise.mixed.rows import Fit, coefficients
from claimwise.mixed.separation import separation_notes

ILL = 1e6  # condition of the Hessian from which on standard errors are doubtful
PERFECT = 1 - 1e-4  # a correlation beyond this is 1


def singular(fit: Fit) -> list[str]:
    """Return the factors whose random effects are estimated at the edge of what is possible."""
    edge = LINEAR_BOUNDARY if isinstance(fit, LinearFit) else ORDINAL_BOUNDARY
    found = []
    triangles = fit.model.structure.unscaled(fit.theta)
    for factor, lower in zip(fit.model.design.factors, triangles, strict=True):
        if (np.diag(lower) < edge).any():
            found.append(factor.name)
    return found


def condition(fit: Fit) -> float:
    """Return the condition number of the Hessian, after scaling its diagonal to 1.

    Deviations at 0 are left out: there the likelihood is flat by symmetry.
    """
    free = _free(fit)
    hessian = fit.hessian[np.ix_(free, free)]
    scale = np.sqrt(np.abs(np.diag(hessian)))
    if not (scale > 0).all() or not np.isfinite(hessian).all():
        return float("inf")
    values = np.abs(np.linalg.eigvalsh(hessian / scale / scale[:, None]))
    return float(values.max() / values.min()) if values.min() > 0 else float("inf")


def _free(fit: Fit) -> Flags:
    """Return which parameters of the Hessian are not deviations at 0."""
    edge = LINEAR_BOUNDARY if isinstance(fit, LinearFit) else ORDINAL_BOUNDARY
    entries = fit.model.structure.entries
    at_zero = (entries[:, 1] == entries[:, 2]) & (np.abs(fit.theta) < edge)
    if isinstance(fit, LinearFit):
        return np.concatenate([~at_zero, [True]])
    return np.concatenate([np.ones(len(fit.hessian) - len(at_zero), bool), ~at_zero])


def fit_notes(fit: Fit, remedy: str | Words | None = None) -> list[Note]:
    """Return what to heed about a fit; `remedy` is what to do where it is not finite."""
    notes: list[str] = []
    if isinstance(fit, OrdinalFit) and (separated := separation_notes(fit, remedy)):
        return [*separated, *fit.model.design.notes]  # nothing else of it is to be read
    largest = float(np.abs(fit.gradient).max()) if len(fit.gradient) else 0.0
    if not fit.converged:
        notes.append(
            f"The search stopped after {fit.evaluations} evaluations before it arrived "
            f"(largest slope {largest:.2g}); do not report these numbers."
        )
    if condition(fit) > ILL:
        notes.append(
            f"The likelihood is nearly flat in some direction (condition "
            f"{condition(fit):.1e}); standard errors are doubtful."
        )
    if isinstance(fit, OrdinalFit):
        notes += _ordinal_notes(fit)
    return [*fit.model.design.notes, *_boundary(fit), *map(caution, notes)]


def _boundary(fit: Fit) -> list[Note]:
    """Say which random effects lie at the edge of what is possible."""
    edge = singular(fit)
    if not edge:
        return []
    said = (
        f"Boundary: the data do not support all random effects of {', '.join(edge)}: some are "
        "estimated at the edge (a deviation of 0, a correlation of 1 or -1, or an effect that "
        "follows from others). The other estimates stand."
    )
    return [meaning(said)]


def _ordinal_notes(fit: OrdinalFit) -> list[str]:
    notes = []
    estimates, covariance = coefficients(fit)
    if np.isnan(covariance).any() and len(estimates):
        notes.append(
            "The curvature of the likelihood gives no standard errors; do not report "
            "tests of this fit."
        )
    rare = [
        category
        for category, count in zip(
            fit.model.categories,
            np.bincount(fit.y, minlength=len(fit.model.categories)),
            strict=True,
        )
        if count < 5
    ]
    if rare:
        notes.append(f"Fewer than 5 ratings: category {', '.join(rare)}.")
    return notes
