"""A world of ratings from a pilot: what the next study can expect."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from claimwise.assess.rating_fit import RatingsFit, fit_ratings
from claimwise.core import DataError, ParameterError, check_one_of, option
from claimwise.core.missing import not_in
from claimwise.core.parts import Mixed
from claimwise.data.choose_pair import same_twice
from claimwise.data.role_names import OF_RATINGS
from claimwise.data.roles import find_roles
from claimwise.data.table_files import open_table
from claimwise.kernels.arrays import Flags, Floats
from claimwise.mixed.design import Labels
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.ordinal import OrdinalFit
from claimwise.mixed.rows import Fit
from claimwise.worlds.rating_file import PilotWorld, Uncertainty
from claimwise.worlds.ratings import LinearRatings, OrdinalRatings, RatingWorld
from claimwise.worlds.varying import Varying

NOISES = {"logit": "logistic", "probit": "normal"}
AT_ZERO = 1e-3
STEP = 1e-5  # of the search, for slopes


def fit_world(
    data: Any,
    *,
    outcome: str = "ordinal",
    rating: str | None = None,
    system: str | None = None,
    item: str | None = None,
    rater: str | None = None,
    a: str | None = None,
    b: str | None = None,
    slopes: bool | None = None,
    link: str = "probit",
) -> tuple[PilotWorld, RatingsFit]:
    """Fit a world of ratings to a pilot; return it and the model it comes from.

    Fit for a pilot in which raters and items were crossed and both systems rated. The effect of a
    small pilot is a poor guess of the true one: plan for the smallest effect that matters, and
    take from the pilot how raters and items differ. Of more than two systems A is the first in
    order and B the second, unless they are named.
    """
    if outcome == "ordinal":
        check_one_of("link", link, NOISES)
    if a is not None and a == b:
        raise ParameterError(*same_twice(a))
    column_of = system
    if a is not None and system is None:
        remedy = "Name it with " + option("system", "COLUMN") + "."
        column_of = find_roles(open_table(data), None, OF_RATINGS).need("system", remedy)
    linked = link if outcome == "ordinal" else None
    found = fit_ratings(
        data,
        model=Mixed(outcome=outcome, slopes=slopes, link=linked),
        reference=None if a is None or column_of is None else {column_of: a},
        rating=rating,
        system=system,
        item=item,
        rater=rater,
    )
    labels = _labels(found)
    if a is None and b == labels[0]:  # B is the reference: begin with another
        return fit_world(
            data,
            outcome=outcome,
            rating=rating,
            system=system,
            item=item,
            rater=rater,
            a=labels[1],
            b=b,
            slopes=slopes,
            link=link,
        )
    column, first, second = _system(found, a, b)
    world = _world(found.fit, column)
    design = _design(found.fit)
    known = uncertainty(found.fit, column)
    return PilotWorld(world, design, known, first, second), found


def _labels(found: RatingsFit) -> tuple[str, ...]:
    """Return the systems, the reference first."""
    term, _ = next((t, c) for t, c in found.fit.model.design.terms if len(t) == 1)
    labels = found.table.columns[term[0]]
    if not isinstance(labels, Labels):
        raise DataError(f"Column {term[0]} has numbers, and systems have names.")
    return labels.levels


def _system(found: RatingsFit, a: str | None, b: str | None) -> tuple[int, str, str]:
    """Return the column that stands for B minus A, and both names."""
    design = found.fit.model.design
    term, columns = next((t, c) for t, c in design.terms if len(t) == 1)
    reference, *others = _labels(found)
    if a is not None and a != reference:
        raise ParameterError(*not_in(a, [reference, *others], f"column {term[0]}"))
    if b is not None and b not in others:
        raise ParameterError(*not_in(b, [reference, *others], f"column {term[0]}"))
    chosen = others[0] if b is None else b
    return columns[others.index(chosen)], reference, chosen


def _world(fit: Fit, column: int) -> RatingWorld:
    slope = fit.model.design.names[column]
    effects = [_varying(fit, place, slope) for place in range(len(fit.model.design.factors))]
    rater, item = _rater_and_item(fit, effects)
    effect = float(fit.coefficients[column])
    if isinstance(fit, LinearFit):
        return LinearRatings(
            effect=effect,
            level=float(fit.coefficients[0]),
            sigma=float(fit.sigma),
            rater=rater,
            item=item,
            coding="treatment",
        )
    return OrdinalRatings(
        effect=effect,
        thresholds=tuple(float(cut) for cut in fit.cuts),
        noise=NOISES[fit.model.link],
        lowest=_lowest(fit),
        values=_values(fit),
        rater=rater,
        item=item,
        coding="treatment",
    )


def _varying(fit: Fit, place: int, slope: str) -> Varying:
    columns = fit.model.design.factors[place].columns
    covariance = fit.covariances()[place]
    level = sqrt(covariance[0, 0])
    if slope not in columns:
        return Varying(level)
    at = columns.index(slope)
    own = sqrt(covariance[at, at])
    both = level * own
    shared = covariance[0, at] / both if both > 0 else 0.0
    return Varying(level, own, float(np.clip(shared, -1.0, 1.0)))


def _rater_and_item(fit: Fit, effects: Sequence[Varying]) -> tuple[Varying, Varying]:
    if len(effects) != 2:
        names = ", ".join(f.name for f in fit.model.design.factors)
        raise DataError("a world of ratings", "raters and items", names)
    return effects[0], effects[1]


def _values(fit: OrdinalFit) -> tuple[float, ...]:
    """Return the numbers of the categories if they do not follow each other; else none."""
    try:
        found = tuple(float(name) for name in fit.model.categories)
    except ValueError:
        return ()
    plain = tuple(_lowest(fit) + float(k) for k in range(len(found)))
    return () if found == plain else found


def _lowest(fit: OrdinalFit) -> int:
    try:
        return int(float(fit.model.categories[0]))
    except ValueError:
        return 1


def _design(fit: Fit) -> dict[str, int]:
    """Return the size of the pilot, and how many items a rater saw if each was met once."""
    rater, item = fit.model.design.factors
    pairs = len(np.unique(rater.codes * len(item.levels) + item.codes))
    ratings = len(rater.codes)
    found = {"items": len(item.levels), "raters": len(rater.levels), "ratings": ratings}
    if 2 * pairs < 1.5 * ratings:  # most items were met under both systems
        return found
    return found | {"list_length": max(2, round(pairs / len(rater.levels)))}


def uncertainty(fit: Fit, column: int) -> Uncertainty | None:
    """Return what the likelihood knows of the parameters of A and B, as the world's file has them.

    Of models with more systems, or without slopes, by the slopes of the file's parameters by those
    of the search. Deviations at 0 are taken to be 0: the likelihood is flat there. None where the
    curvature is not that of a maximum.
    """
    structure = fit.model.structure
    diagonal = structure.entries[:, 1] == structure.entries[:, 2]
    at_zero = diagonal & (np.abs(fit.theta) < AT_ZERO)
    if isinstance(fit, OrdinalFit):
        if fit.model.thresholds.form != "flexible":
            return None
        at, hessian = fit.searched, fit.hessian
        free = np.concatenate([np.ones(len(at) - len(at_zero), bool), ~at_zero])
    else:
        at, hessian = np.concatenate([fit.theta, [np.log(fit.sigma)]]), fit.hessian / 2
        free = np.concatenate([~at_zero, [True]])
    covariance = covariance_of(hessian, free)
    if covariance is None:
        return None
    middle = _of_the_file(fit, column, at)
    slopes = np.empty((len(middle), len(at)))
    for j in range(len(at)):
        ahead, behind = at.copy(), at.copy()
        ahead[j] += STEP
        behind[j] -= STEP
        gap = _of_the_file(fit, column, ahead) - _of_the_file(fit, column, behind)
        slopes[:, j] = gap / (2 * STEP)
    slopes[_at_zero(fit, middle)] = 0.0
    return Uncertainty(middle, slopes @ covariance @ slopes.T)


def covariance_of(hessian: Floats, free: Flags) -> Floats | None:
    """Return the covariance of the free parameters, 0 elsewhere; None if it is none."""
    covariance = np.zeros_like(hessian)
    try:
        covariance[np.ix_(free, free)] = np.linalg.inv(hessian[np.ix_(free, free)])
    except np.linalg.LinAlgError:
        return None
    return covariance if (np.linalg.eigvalsh(covariance) > -1e-8).all() else None


def _at_zero(fit: Fit, found: Floats) -> Flags:
    """Return which entries of the triangles in the file's parameters are 0 and stay so."""
    flags = np.zeros(len(found), bool)
    first = len(found) - 6 if isinstance(fit, OrdinalFit) else 0
    flags[first : first + 6] = np.abs(found[first : first + 6]) < AT_ZERO
    return flags


def _of_the_file(fit: Fit, column: int, at: Floats) -> Floats:
    """Return thresholds, effect and triangles (or triangles and sigma) at a place of the search."""
    model, k = fit.model, fit.model.structure.parameters
    ordinal = isinstance(fit, OrdinalFit)
    theta = at[-k:] if ordinal else at[:k]
    slope = model.design.names[column]
    entries = [
        _triangle_of(root @ root.T, factor.columns, slope)
        for root, factor in zip(model.structure.loadings(theta), model.design.factors, strict=True)
    ]
    if isinstance(fit, LinearFit):
        return np.concatenate([*entries, at[k:]])
    a, centre, spread = len(fit.alpha), fit.model.centre, fit.model.spread
    coefficients = at[a:-k] / spread
    first = at[0] + float(centre @ coefficients)
    return np.concatenate([[first], at[1:a], [coefficients[column]], *entries])


def _triangle_of(covariance: Floats, columns: Sequence[str], slope: str) -> Floats:
    """Return the lower triangle of level and slope, column after column."""
    level = sqrt(covariance[0, 0])
    if slope not in columns:
        return np.array([level, 0.0, 0.0])
    at = columns.index(slope)
    below = covariance[0, at] / level if level > 0 else 0.0
    return np.array([level, below, sqrt(max(0.0, covariance[at, at] - below**2))])
