"""The other model of the same ratings, side by side: numbers beside categories, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from claimwise.core import ClaimwiseError, Note, Row, caution, spelled
from claimwise.core.words import p_words
from claimwise.kernels.arrays import Floats, Ints
from claimwise.mixed.compare import without
from claimwise.mixed.design import Design
from claimwise.mixed.differences import difference_rows
from claimwise.mixed.formula import INTERCEPT
from claimwise.mixed.levels import Level, all_levels
from claimwise.mixed.linear import LinearFit, LinearModel
from claimwise.mixed.ordinal import OrdinalFit, OrdinalModel
from claimwise.mixed.rows import Fit
from claimwise.mixed.table import RatingTable

MOST = 12  # different numbers that are taken for categories
FEW = 3  # pairs that have a caution each


def beside(
    fit: Fit, table: RatingTable, level: float, correct: str, compared: Mapping[str, list[Row]]
) -> tuple[list[Row], list[Note]]:
    """Return the differences by the other model, and a caution where both disagree.

    `compared` has the differences of each column by the model itself.

    Rows ``linear_points[B vs A]`` of a linear model beside an ordinal one, ``latent[B vs A]`` of an
    ordinal model (probit) beside a linear one whose ratings are few different numbers. None where
    the other model cannot be fitted.
    """
    try:
        other = _other(fit)
    except (ClaimwiseError, np.linalg.LinAlgError):
        return [], []
    if other is None or not other.converged:
        return [], []
    name = "linear_points" if isinstance(other, LinearFit) else "latent"
    rows: list[Row] = []
    apart: list[tuple[Row, Row]] = []
    for column, levels in all_levels(other, table.columns).items():
        found = _differences(other, levels, level, correct)
        rows += [replace(row, quantity=name) for row in found]
        both = zip(compared.get(column, ()), found, strict=False)
        apart += [pair for pair in both if _disagree(*pair, 1 - level)]
    return rows, _cautions(apart, isinstance(fit, OrdinalFit))


def _differences(fit: Fit, levels: list[Level], level: float, correct: str) -> list[Row]:
    found = difference_rows(fit, levels, level, correct)
    return [row for row in found if row.quantity == "difference"]


def _other(fit: Fit) -> Fit | None:
    design = fit.model.design
    if isinstance(fit, OrdinalFit):
        numbers = _numbers(fit)
        return None if numbers is None else LinearModel.of(_with_intercept(design)).fit(numbers)
    values, codes = np.unique(fit.y, return_inverse=True)
    if not 2 <= len(values) <= MOST or design.terms[0][0] != INTERCEPT:
        return None
    names = tuple(f"{value:g}" for value in values)
    model = OrdinalModel.of(without(design, (0,)), names, link="probit")
    return model.fit(codes.astype(np.int64))


def _with_intercept(design: Design) -> Design:
    """Return the design of a linear model: ordinal ones have thresholds for an intercept."""
    terms = [(term, tuple(j + 1 for j in columns)) for term, columns in design.terms]
    return replace(
        design,
        x=np.column_stack([np.ones(design.n), design.x]),
        names=("(Intercept)", *design.names),
        terms=((INTERCEPT, (0,)), *terms),
    )


def _numbers(fit: OrdinalFit) -> Floats | None:
    try:
        values = np.array([float(category) for category in fit.model.categories])
    except ValueError:
        return None
    codes: Ints = fit.y
    return values[codes]


def _disagree(one: Row, other: Row, alpha: float) -> bool:
    """Whether one of the two finds a difference that the other does not, or the other way round."""
    if one.pvalue is None or other.pvalue is None:
        return False
    found = [row.pvalue is not None and row.pvalue <= alpha for row in (one, other)]
    opposite = one.estimate * other.estimate < 0
    return found[0] != found[1] or (all(found) and opposite)


def _cautions(apart: list[tuple[Row, Row]], ordinal: bool) -> list[Note]:
    """Say of which pairs the models disagree; of many, how many there are."""
    first, second = ("ordinal", "linear") if ordinal else ("linear", "ordinal")
    planned = "Report the one that was planned, and say that they disagree."
    if len(apart) > FEW:
        pairs = ", ".join(f"{one.at['b']} and {one.at['a']}" for one, _ in apart[:FEW])
        more = len(apart) - FEW
        said = f"The {first} and the {second} model disagree about {len(apart)} pairs"
        return [caution(f"{said}: {pairs} and {more} more. {planned}")]
    return [
        caution(
            f"The two models disagree about {one.at['b']} and {one.at['a']}: "
            f"{_p(one)} by the {first} model, {_p(other)} by the {second} "
            f"one. {planned}",
            about=spelled(one.at),
        )
        for one, other in apart
    ]


def _p(row: Row) -> str:
    return "no p-value" if row.pvalue is None else p_words(row.pvalue)
