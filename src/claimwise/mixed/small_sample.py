"""Degrees of freedom of mixed models: few raters say little about their own spread."""

from __future__ import annotations

from dataclasses import replace
from math import inf, isnan, nan
from typing import NamedTuple

import numpy as np

from claimwise.kernels.arrays import Floats
from claimwise.mixed.design import Design, Factor
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.ordinal import BOUNDARY, OrdinalFit
from claimwise.mixed.structure import Structure
from claimwise.run.threads import one_thread

# Below so many levels Satterthwaite's degrees of freedom are too many: the variance between two or
# three raters is often estimated near 0, and then the difference seems to be known well.
FEW = 4


class Few(NamedTuple):
    """What few levels do to the t of a contrast."""

    df: float  # degrees of freedom
    factor: float  # of the variance: above 1 where that of maximum likelihood is too small


def small_sample(fit: LinearFit | OrdinalFit, contrast: Floats) -> Few:
    """Return the degrees of freedom of a contrast of the coefficients, and the variance's factor.

    Satterthwaite's; of a factor with two or three levels over which the contrast varies, at most
    one fewer than its levels. Where an ordinal model's curvature gives none, that for any number
    of levels. Fits by quadrature have those of Laplace's approximation.
    """
    design = fit.model.design
    if isinstance(fit, LinearFit):
        return Few(min(fit.df(contrast), df_cap(design, contrast)), 1.0)
    if fit.model.nodes > 1:
        return small_sample(replace(fit.model, nodes=1).fit(fit.y, fit.searched), contrast)
    df, factor = ordinal_df(*_as_coefficient(fit, contrast))
    if isnan(df):
        return Few(float(min(len(one.levels) for one in design.factors) - 1), 1.0)
    return Few(min(df, df_cap(design, contrast)), factor)


def df_cap(design: Design, contrast: Floats) -> float:
    """Return the most degrees of freedom that factors of two or three levels leave a contrast."""
    few = [factor for factor in design.factors if len(factor.levels) < FEW]
    caps = [len(factor.levels) - 1.0 for factor in few if _varies_over(design, factor, contrast)]
    return min(caps, default=inf)


def _varies_over(design: Design, factor: Factor, contrast: Floats) -> bool:
    """Whether what a contrast compares varies over a factor's levels, as the model has it.

    By a slope, or since every level has but one value of it: raters who saw one system each.
    """
    if any(len(np.unique(column)) > 1 for column in factor.z.T):
        return True
    used = design.x[:, contrast != 0]
    first = np.unique(factor.codes, return_index=True)[1]
    return bool((used == used[first][factor.codes]).all())


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


def ordinal_df(fit: OrdinalFit, column: int) -> tuple[float, float]:
    """Return degrees of freedom of one coefficient, and the factor of its variance.

    Fit for a Wald test by Student's t where some factor with slopes has few levels. Unfit where
    the model lacks slopes that the data have, or where the variance of the slopes is estimated
    as 0: then they are too many. NaN where the curvature is not that of a maximum.
    """
    from claimwise.kernels.mixed.few_levels import few_levels

    model, structure = fit.model, fit.model.structure
    at = len(fit.alpha) + column
    if not np.isfinite(fit.covariance[at, at]):
        return nan, nan
    with one_thread():
        return few_levels(
            structure.layout,
            model.data(fit.y),
            structure.entries,
            fit.searched,
            fit.u,
            fit.hessian,
            at,
            _free(fit),
            levels_of_entries(structure),
        )


def levels_of_entries(structure: Structure) -> Floats:
    """Return over how many levels each entry of the triangles varies."""
    counts = dict(zip(structure.places, (len(f.levels) for f in structure.factors), strict=True))
    return np.array([counts[int(place)] for place in structure.entries[:, 0]], np.float64)


def _free(fit: OrdinalFit) -> np.typing.NDArray[np.bool_]:
    """Return which parameters are not standard deviations at 0."""
    entries = fit.model.structure.entries
    at_zero = (entries[:, 1] == entries[:, 2]) & (np.abs(fit.theta) < BOUNDARY)
    return np.concatenate([np.ones(len(fit.searched) - len(at_zero), bool), ~at_zero])
