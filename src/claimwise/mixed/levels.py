"""The levels of a fixed factor, such as systems: means, categories, and all their differences."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from claimwise.core import Row, label
from claimwise.kernels.arrays import Floats
from claimwise.kernels.multiplicity import holm
from claimwise.mixed.design import Labels
from claimwise.mixed.formula import INTERCEPT, Term
from claimwise.mixed.ordinal import OrdinalFit
from claimwise.mixed.rows import Fit, contrast_rows

MOST = 12  # levels whose pairs are all compared


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A level of a factor: its name, and the row of x that stands for it."""

    name: str
    row: Floats


def levels_of(fit: Fit, name: str, column: Labels) -> list[Level]:
    """Return the levels of a factor of the fixed effects, other columns at their means.

    Empty where the factor is not there by itself, or is part of a product: then no single
    difference stands for it.
    """
    design = fit.model.design
    terms = dict(design.terms)
    with_it = [term for term in terms if name in term]
    if with_it != [(name,)] or len(column.levels) > MOST:
        return []
    columns = terms[(name,)]
    full = len(columns) == len(column.levels)
    means = design.x.mean(axis=0)
    found = []
    for code, level in enumerate(column.levels):
        row = means.copy()
        row[list(columns)] = 0.0
        at = code if full else code - 1
        if at >= 0:
            row[columns[at]] = 1.0
        found.append(Level(level, row))
    return found


def difference_rows(fit: Fit, levels: list[Level], level: float) -> list[Row]:
    """Return every difference between two levels, p-values corrected by Holm's method."""
    rows: list[Row] = []
    for a, b in combinations(levels, 2):
        found = contrast_rows(
            fit, "difference", label(f"{b.name} vs {a.name}"), b.row - a.row, level
        )
        rows.append(found[0])
    if len(rows) < 2:
        return rows
    raw = [row.pvalue if row.pvalue is not None else np.nan for row in rows]
    corrected = holm(raw)
    kept = []
    for row, p, q in zip(rows, raw, corrected, strict=True):
        value = None if np.isnan(q) else float(q)
        kept.append(
            Row(
                estimand=row.estimand,
                estimate=row.estimate,
                low=row.low,
                high=row.high,
                level=row.level,
                kind=row.kind,
                pvalue=value,
                n=row.n,
            )
        )
        kept.append(Row(estimand=f"raw_pvalue[{row.qualifier}]", estimate=float(p), n=row.n))
    return kept


def rating_rows(fit: OrdinalFit, levels: list[Level]) -> list[Row]:
    """Return what a typical rater gives a typical item: categories, and the expected rating.

    Typical: all random effects at 0. The expected rating needs categories that are numbers.
    """
    rows: list[Row] = []
    latent = np.array([level.row @ fit.coefficients for level in levels])
    chances = fit.probabilities(latent)
    values = _numbers(fit.model.categories)
    for level, chance in zip(levels, chances, strict=True):
        for category, p in zip(fit.model.categories, chance, strict=True):
            where = f"{label(level.name)},{label(category)}"
            rows.append(Row(estimand=f"category[{where}]", estimate=float(p)))
        if values is not None:
            rows.append(
                Row(
                    estimand=f"expected_rating[{label(level.name)}]",
                    estimate=float(chance @ values),
                )
            )
    for (a, p), (b, q) in combinations(zip(levels, chances, strict=True), 2):
        where = label(f"{b.name} vs {a.name}")
        rows.append(Row(estimand=f"superiority[{where}]", estimate=superiority(p, q)))
    return rows


def superiority(p: Floats, q: Floats) -> float:
    """Return the probability that a rating from q is above one from p; ties count one half.

    >>> superiority(np.array([0.5, 0.5]), np.array([0.0, 1.0]))
    0.75
    """
    below = np.concatenate([[0.0], np.cumsum(p)[:-1]])
    return float(q @ (below + p / 2))


def _numbers(categories: tuple[str, ...]) -> Floats | None:
    try:
        return np.array([float(category) for category in categories])
    except ValueError:
        return None


def likelihood_ratio_rows(fit: Fit) -> list[Row]:
    """Return a likelihood-ratio test for each fixed term that is not part of a larger one."""
    from claimwise.mixed.compare import likelihood_ratio

    rows = []
    for term, columns in fit.model.design.terms:
        if term == INTERCEPT or _is_part(term, [t for t, _ in fit.model.design.terms]):
            continue
        statistic, df, p = likelihood_ratio(fit, columns)
        where = label(":".join(term))
        rows.append(
            Row(
                estimand=f"likelihood_ratio[{where}]",
                estimate=statistic,
                pvalue=p,
                n=fit.model.design.n,
            )
        )
        rows.append(Row(estimand=f"df[likelihood_ratio {where}]", estimate=df))
    return rows


def _is_part(term: Term, terms: list[Term]) -> bool:
    return any(set(term) < set(other) for other in terms)
