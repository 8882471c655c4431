"""A world of ratings from a pilot: what the next study can expect."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from claimwise.assess.ratings import RatingsFit, fit
from claimwise.core import DataError, ParameterError, check_one_of, sentence
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
    slopes: bool = True,
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
    more: dict[str, Any] = {"link": link} if outcome == "ordinal" else {}
    found = fit(
        data,
        outcome=outcome,
        slopes=slopes,
        reference=None if a is None else {system or "system": a},
        rating=rating,
        system=system,
        item=item,
        rater=rater,
        **more,
    )
    column, first, second = _system(found, a, b)
    world = _world(found.fit, column)
    design = _design(found.fit)
    known = _uncertainty(found.fit) if len(found.fit.coefficients) == _only(found.fit) else None
    return PilotWorld(world, design, known, first, second), found


def _only(fit: Fit) -> int:
    """Return how many coefficients a model of two systems has."""
    return 2 if isinstance(fit, LinearFit) else 1


def _system(found: RatingsFit, a: str | None, b: str | None) -> tuple[int, str, str]:
    """Return the column that stands for B minus A, and both names."""
    design = found.fit.model.design
    term, columns = next((t, c) for t, c in design.terms if len(t) == 1)
    labels = found.table.columns[term[0]]
    if not isinstance(labels, Labels):
        raise DataError(sentence("a pilot", "names of systems", f"numbers in {term[0]}"))
    reference, *others = labels.levels
    if a is not None and a != reference:
        raise ParameterError(
            sentence("a", f"a system of {term[0]} ({', '.join(labels.levels)})", repr(a))
        )
    chosen = others[0] if b is None else check_one_of("b", b, others)
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
        raise DataError(sentence("a world of ratings", "raters and items", names))
    return effects[0], effects[1]


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


def _uncertainty(fit: Fit) -> Uncertainty | None:
    """Return what the likelihood knows of the parameters, as the world's file has them.

    Deviations at 0 are taken to be 0: the likelihood is flat there. None without slopes.
    """
    if any(len(factor.entries) != 3 for factor in fit.model.design.factors):
        return None
    structure = fit.model.structure
    sizes = [1 / np.diag(turn) for turn in structure.turns]
    scale = np.array([size[r] for size in sizes for r in (0, 1, 1)])
    centres = np.array([-turn[0, 1] / turn[1, 1] for turn in structure.turns])
    k = structure.parameters
    fixed = len(fit.hessian) - k if isinstance(fit, OrdinalFit) else 0
    diagonal = structure.entries[:, 1] == structure.entries[:, 2]
    at_zero = diagonal & (np.abs(fit.theta) < AT_ZERO)
    if isinstance(fit, OrdinalFit):
        model = fit.model
        if model.thresholds.form != "flexible":
            return None
        turn = np.eye(len(fit.hessian))
        turn[0, fixed - 1] = model.centre[0] / model.spread[0]
        turn[fixed - 1, fixed - 1] = 1 / model.spread[0]
        turn[fixed:, fixed:] = np.diag(1 / scale)
        free = np.concatenate([np.ones(fixed, bool), ~at_zero])
        return _turned(turn, fit.searched, fit.hessian, free, centres)
    turn = np.diag(np.concatenate([1 / scale, [1.0]]))
    moved = np.concatenate([fit.theta, [np.log(fit.sigma)]])
    return _turned(turn, moved, fit.hessian / 2, np.concatenate([~at_zero, [True]]), centres)


def _turned(
    turn: Floats, moved: Floats, hessian: Floats, free: Flags, centres: Floats
) -> Uncertainty | None:
    covariance = np.zeros_like(hessian)
    try:
        covariance[np.ix_(free, free)] = np.linalg.inv(hessian[np.ix_(free, free)])
    except np.linalg.LinAlgError:
        return None
    if not (np.linalg.eigvalsh(covariance) > -1e-8).all():
        return None
    return Uncertainty(turn @ moved, turn @ covariance @ turn.T, centres)
