"""Singular fits made simpler, one step at a time, each step said aloud.

The policy, for the first factor whose random effects are estimated at the edge: first its
correlations go (as if written with ||), then the random effect that moves ratings least (its
standard deviation times the size of its column), slopes before the intercept where both are 0,
and with its last effect the factor itself, unless it is the only one. After each step the model
is fitted anew, until no factor is at the edge.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from claimwise.core import Note, caution, dropped
from claimwise.kernels.arrays import Floats
from claimwise.mixed.design import Design, Factor
from claimwise.mixed.formula import INTERCEPT, Effects, Formula, Term
from claimwise.mixed.honesty import singular
from claimwise.mixed.linear import BOUNDARY as LINEAR_BOUNDARY
from claimwise.mixed.linear import LinearFit, LinearModel
from claimwise.mixed.ordinal import BOUNDARY as ORDINAL_BOUNDARY
from claimwise.mixed.ordinal import OrdinalModel
from claimwise.mixed.rows import Fit

SAME = 5e-4  # a change of the log-likelihood that prints as 0


def simplify(fit: Fit) -> tuple[Fit, list[Note]]:
    """Return a fit that is not singular, and a sentence for each thing that was dropped.

    Fit for stating beforehand what happens when a model is too rich for its data. Unfit as a
    search for a significant effect: fewer random slopes make p-values smaller, so report the
    steps. Which of several columns of a label is dropped depends on its reference level. A fit
    that is not singular comes back as it is.
    """
    steps: list[Note] = []
    while at_edge := singular(fit):
        place = _place(fit.model.design, at_edge[0])
        factor = fit.model.design.factors[place]
        if any(r != c for r, c in factor.entries):
            smaller = without_correlations(fit.model.design, place)
            what = f"the correlations between the random effects of {factor.name}"
        elif len(factor.columns) > 1:
            effect = _smallest(fit, place)
            smaller = without_effect(fit.model.design, place, effect)
            what = f"the random effect {factor.columns[effect]} of {factor.name}"
            what += f" (standard deviation {_deviations(fit, place)[effect]:.2g})"
        elif len(fit.model.design.factors) > 1:
            smaller = without_factor(fit.model.design, place)
            what = f"all random effects of {factor.name}"
            what += f" (standard deviation {_deviations(fit, place)[0]:.2g})"
        else:
            kept = (
                f"Kept {factor.columns[0]} of {factor.name}, though it is at the edge: it is the "
                "last random effect. A model without random effects fits these data as well."
            )
            return fit, [*steps, caution(kept)]
        simpler = _refit(fit, smaller)
        steps.append(_said(what, fit, simpler))
        fit = simpler
    return fit, steps


def without_correlations(design: Design, place: int) -> Design:
    """Return a design in which the effects of a factor are independent of each other."""
    factor = design.factors[place]
    changed = replace(factor, entries=tuple((j, j) for j in range(len(factor.columns))))
    effects = [
        replace(e, correlated=e.terms == (INTERCEPT,)) for e in _effects(design.formula, factor)
    ]
    return _changed(design, place, changed, effects)


def without_effect(design: Design, place: int, effect: int) -> Design:
    """Return a design in which a factor of independent effects lacks one of them.

    The formula names the slopes that are left by their columns: a term of several columns, such
    as a label with three levels, may have lost some of them only, and without an intercept a
    label would be coded by other columns.
    """
    factor = design.factors[place]
    kept = [j for j in range(len(factor.columns)) if j != effect]
    changed = replace(
        factor,
        columns=tuple(factor.columns[j] for j in kept),
        z=np.ascontiguousarray(factor.z[:, kept]),
        entries=tuple((j, j) for j in range(len(kept))),
    )
    before = _effects(design.formula, factor)
    known = {":".join(term): term for e in before for term in e.terms if term}
    terms = tuple(_term(name, known) for name in changed.columns)
    ordered = tuple(sorted(terms, key=len))
    effects = [Effects(ordered, before[0].factor, correlated=len(kept) == 1)]
    return _changed(design, place, changed, effects)


def without_factor(design: Design, place: int) -> Design:
    """Return a design that lacks a factor."""
    return _changed(design, place, None, [])


def _term(column: str, known: dict[str, Term]) -> Term:
    return INTERCEPT if column == "(Intercept)" else known.get(column, (column,))


def _changed(design: Design, place: int, factor: Factor | None, effects: list[Effects]) -> Design:
    """Put a factor, or none, in the place of another, in the formula too."""
    old = design.factors[place]
    random: list[Effects] = []
    theirs = _effects(design.formula, old)
    for e in design.formula.random:
        if e not in theirs:
            random.append(e)
        elif e is theirs[0]:
            random += effects
    factors = list(design.factors)
    factors[place : place + 1] = [] if factor is None else [factor]
    gone = old.name if factor is None else None
    return replace(
        design,
        formula=replace(design.formula, random=tuple(random)),
        factors=tuple(factors),
        notes=tuple(note for note in design.notes if note.about != gone),
    )


def _effects(formula: Formula, factor: Factor) -> list[Effects]:
    """Return the terms of the formula that make up a factor."""
    first = next(e for e in formula.random if ":".join(e.factor) == factor.name)
    return [e for e in formula.random if sorted(e.factor) == sorted(first.factor)]


def _place(design: Design, name: str) -> int:
    return [factor.name for factor in design.factors].index(name)


def _deviations(fit: Fit, place: int) -> Floats:
    return np.asarray(np.sqrt(np.diag(fit.covariances()[place])))


def _smallest(fit: Fit, place: int) -> int:
    """Return the effect to drop: the one that moves ratings least, of several at 0 a slope."""
    edge = LINEAR_BOUNDARY if isinstance(fit, LinearFit) else ORDINAL_BOUNDARY
    columns = fit.model.design.factors[place].columns
    lower = fit.model.structure.unscaled(fit.theta)[place]
    moves = np.sqrt((lower**2).sum(axis=1))
    deviations = np.where(moves < edge, 0.0, moves)
    return min(range(len(columns)), key=lambda j: (deviations[j], columns[j] == "(Intercept)"))


def _refit(fit: Fit, design: Design) -> Fit:
    if isinstance(fit, LinearFit):
        return LinearModel.of(design, reml=fit.model.reml).fit(fit.y)
    old = fit.model
    model = OrdinalModel.of(
        design, old.categories, link=old.link, thresholds=old.thresholds.form, nodes=old.nodes
    )
    return model.fit(fit.y)


def _said(what: str, before: Fit, after: Fit) -> Note:
    restricted = isinstance(before, LinearFit) and before.model.reml
    kind = "restricted log-likelihood" if restricted else "log-likelihood"
    change = after.loglik - before.loglik
    if abs(change) < SAME:
        by = "stayed the same to three digits after the point"
    else:
        by = f"{'fell' if change < 0 else 'rose'} by {abs(change):.3f}"
    return dropped(f"Dropped {what}: the {kind} {by}; now {after.model.design.formula}.")
