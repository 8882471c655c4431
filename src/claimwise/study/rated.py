"""Ratings of two systems, read for the analysis that was planned, and analysed by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from claimwise.assess.rating_columns import plain_formula
from claimwise.core import DataError, Note, Row
from claimwise.kernels.arrays import Flags, Floats, Ints
from claimwise.mixed.compare import likelihood_ratio
from claimwise.mixed.design import Column, Labels, build_design
from claimwise.mixed.formula import parse
from claimwise.mixed.honesty import fit_notes
from claimwise.mixed.linear import LinearModel
from claimwise.mixed.ordinal import OrdinalModel
from claimwise.mixed.rows import Fit, contrast_rows, variance_rows
from claimwise.mixed.table import outcome_codes, outcome_numbers, read_ratings
from claimwise.study.contrast import Contrast, spread_rows
from claimwise.study.declaration import Comparison

WHO = "study assess"


@dataclass(frozen=True, slots=True, eq=False)
class Rated:
    """Ratings, row by row, with the codes of who rated what of whom."""

    rating: Column
    system: Labels
    rater: Labels
    item: Labels
    notes: tuple[Note, ...]
    digest: str | None

    def of(self, comparison: Comparison) -> Flags:
        """Return which rows are of the two systems."""
        wanted = [self.system.levels.index(name) for name in (comparison.a, comparison.b)]
        return np.isin(self.system.codes, wanted)


def read_rated(
    data: Sequence[Any], columns: Mapping[str, str], *, ordinal: bool, scale: Any = None
) -> Rated:
    """Read ratings; words are taken as ordinal ratings alone."""
    if len(data) != 1:
        raise DataError(WHO, "one file of ratings", f"{len(data)}")
    formula = plain_formula(
        data[0],
        columns.get("rating"),
        columns.get("system"),
        (columns.get("rater") or "rater", columns.get("item") or "item"),
        slopes=False,
        correlated=False,
    )
    system = next(name for term in formula.fixed for name in term)
    rater, item = (effects.factor[0] for effects in formula.random)
    table = read_ratings(data[0], formula, ordinal=ordinal, factors=(system,), scale=scale)
    return Rated(
        table.columns[formula.outcome],
        _labels(table.columns[system]),
        _labels(table.columns[rater]),
        _labels(table.columns[item]),
        table.notes,
        table.digest,
    )


def _labels(column: Column) -> Labels:
    if not isinstance(column, Labels):
        raise TypeError("a grouping factor was read as numbers")
    return column


def recoded(labels: Labels, kept: Flags) -> Labels:
    """Return some rows of a factor, with the levels that occur in them."""
    used, codes = np.unique(labels.codes[kept], return_inverse=True)
    return Labels(codes.astype(np.int64), tuple(labels.levels[i] for i in used.tolist()))


def numbers_of(rated: Rated, kept: Flags) -> Floats:
    """Return ratings as numbers."""
    return np.asarray(outcome_numbers(rated.rating), np.float64)[kept]


def codes_of(rated: Rated, kept: Flags) -> tuple[Ints, tuple[str, ...]]:
    """Return ratings as codes of the categories that occur."""
    codes, categories = outcome_codes(rated.rating)
    used, found = np.unique(codes[kept], return_inverse=True)
    return found.astype(np.int64), tuple(categories[i] for i in used.tolist())


def item_means(rated: Rated, comparison: Comparison) -> tuple[Floats, Floats]:
    """Return the mean rating of each item under A and under B, of items that have both."""
    kept = rated.of(comparison)
    numbers, item, system = (
        numbers_of(rated, kept),
        rated.item.codes[kept],
        rated.system.codes[kept],
    )
    means = []
    for name in (comparison.a, comparison.b):
        own = system == rated.system.levels.index(name)
        sums = np.bincount(item[own], numbers[own], minlength=len(rated.item.levels))
        counts = np.bincount(item[own], minlength=len(rated.item.levels))
        with np.errstate(invalid="ignore"):
            means.append(sums / counts)
    both = ~(np.isnan(means[0]) | np.isnan(means[1]))
    return means[0][both], means[1][both]


def fitted(
    rated: Rated, comparison: Comparison, *, model: str, correlated: bool, link: str | None
) -> Fit:
    """Fit the mixed model of the plan: x is -1/2 for A and 1/2 for B, slopes of rater and item."""
    kept = rated.of(comparison)
    is_b = rated.system.codes[kept] == rated.system.levels.index(comparison.b)
    columns: dict[str, Column] = {
        "x": is_b.astype(np.float64) - 0.5,
        "rater": recoded(rated.rater, kept),
        "item": recoded(rated.item, kept),
    }
    bar = "|" if correlated else "||"
    formula = parse(f"y ~ x + (x {bar} rater) + (x {bar} item)")
    if model.startswith("linear"):
        design = build_design(formula, columns, intercept=True)
        return LinearModel.of(design, reml=model == "linear").fit(numbers_of(rated, kept))
    codes, categories = codes_of(rated, kept)
    design = build_design(formula, columns, intercept=False)
    return OrdinalModel.of(design, categories, link=link or "logit").fit(codes)


def contrast_of(
    fit: Fit, *, model: str, level: float, items: int, says: str
) -> tuple[Contrast, list[Row], list[Note]]:
    """Return B minus A with the p-value of the planned analysis, and what to heed."""
    contrast = np.zeros(len(fit.model.design.names))
    contrast[-1] = 1.0
    row, error, *more = contrast_rows(fit, "difference", {}, contrast, level)
    pvalue = float("nan") if row.pvalue is None else row.pvalue
    if model == "ordinal-lrt":
        pvalue = likelihood_ratio(fit, (len(contrast) - 1,))[2]
    if not fit.converged:
        pvalue = float("nan")
    found = Contrast(row.estimate, row.low, row.high, pvalue, items, says, "Satterthwaite's t")
    n = fit.model.design.n
    rows = [Row(quantity="standard_error", estimate=error.estimate, n=n)]
    rows += [replace(one, at={}) for one in more]
    return found, [*rows, *spread_rows(variance_rows(fit))], fit_notes(fit)
