"""The levels of a fixed factor, such as systems: means, categories, and all their differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from claimwise.core import Row, label
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.multiplicity import holm
from claimwise.mixed.design import Column, Design, Labels, fixed_columns
from claimwise.mixed.formula import INTERCEPT, Term, is_part
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.ordinal import OrdinalFit
from claimwise.mixed.rows import Fit, contrast_rows

MOST = 12  # levels whose pairs are all compared


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A level of a factor: its name, and the row of x that stands for it."""

    name: str
    row: Floats


def all_levels(fit: Fit, table: Mapping[str, Column]) -> dict[str, list[Level]]:
    """Return the levels of every factor; a name that two factors share becomes factor=name."""
    found = {name: levels_of(fit, name, table) for name in table}
    names = Counter(level.name for levels in found.values() for level in levels)
    return {
        factor: [
            replace(level, name=f"{factor}={level.name}") if names[level.name] > 1 else level
            for level in levels
        ]
        for factor, levels in found.items()
        if levels
    }


def levels_of(fit: Fit, name: str, table: Mapping[str, Column]) -> list[Level]:
    """Return the levels of a factor of the fixed effects.

    Other columns stand at their means; where the factor is part of a product, the levels of other
    factors count the same, each once. Empty where the factor is not there by itself.
    """
    column, design = table[name], fit.model.design
    terms = dict(design.terms)
    if not isinstance(column, Labels) or (name,) not in terms or len(column.levels) > MOST:
        return []
    if is_part((name,), list(terms)):
        codes, x = _every_combination(design, table)
        means = [x[codes[name] == code].mean(axis=0) for code in range(len(column.levels))]
        return [Level(*pair) for pair in zip(column.levels, means, strict=True)]
    columns = terms[(name,)]
    full = len(columns) == len(column.levels)
    found = []
    for code, level in enumerate(column.levels):
        row = design.x.mean(axis=0)
        row[list(columns)] = 0.0
        at = code if full else code - 1
        if at >= 0:
            row[columns[at]] = 1.0
        found.append(Level(level, row))
    return found


def average_note(fit: Fit, name: str) -> list[str]:
    """Say over what the differences of a factor are averaged, if it is part of a product."""
    others = dict.fromkeys(
        other for term, _ in fit.model.design.terms if name in term for other in term
    )
    others.pop(name, None)
    if not others:
        return []
    return [
        f"{name} acts together with {', '.join(others)}: its differences are averages over their "
        "levels, each level counted the same, and numbers at their means."
    ]


def _every_combination(
    design: Design, table: Mapping[str, Column]
) -> tuple[dict[str, Ints], Floats]:
    """Return codes and rows of x for every combination of levels, numbers at their means."""
    used = dict.fromkeys(name for term, _ in design.terms for name in term)
    labels = {name: column for name in used if isinstance(column := table[name], Labels)}
    grid = np.indices([len(column.levels) for column in labels.values()]).reshape(len(labels), -1)
    codes = dict(zip(labels, grid, strict=True))
    columns: dict[str, Column] = {}
    for name in used:
        column = table[name]
        if isinstance(column, Labels):
            columns[name] = Labels(codes[name], column.levels)
        else:
            columns[name] = np.full(grid.shape[1], column.mean())
    return codes, fixed_columns(design.formula, columns, intercept=INTERCEPT in dict(design.terms))


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


def term_rows(fit: LinearFit, table: Mapping[str, Column]) -> list[Row]:
    """Return an F test for each term of several columns; parts of a product on average over it."""
    rows = []
    for term, columns in fit.model.design.terms:
        if term == INTERCEPT or len(columns) < 2:
            continue
        contrasts = _term_contrasts(fit, term, columns, table)
        if contrasts is None:
            continue
        f, q, df, p = fit.f_test(contrasts)
        where = label(":".join(term))
        rows.append(Row(estimand=f"f_test[{where}]", estimate=f, pvalue=p, n=fit.model.design.n))
        rows.append(Row(estimand=f"df[f_test {where}, numerator]", estimate=q))
        rows.append(Row(estimand=f"df[f_test {where}, denominator]", estimate=df))
    return rows


def _term_contrasts(
    fit: LinearFit, term: Term, columns: tuple[int, ...], table: Mapping[str, Column]
) -> Floats | None:
    """Return contrasts that are all 0 where a term has no effect; None for a part of no factor.

    The hypothesis is the same for every basis, but Satterthwaite's degrees of freedom are not.
    These are lmerTest's: differences from the first level, and for a term that is alone in the
    model the unit triangle of X'X.
    """
    x, terms = fit.model.design.x, [t for t, _ in fit.model.design.terms if t != INTERCEPT]
    if is_part(term, terms):
        levels = levels_of(fit, term[0], table) if len(term) == 1 else []
        return np.array([level.row - levels[0].row for level in levels[1:]]) if levels else None
    rows = np.zeros((len(columns), x.shape[1]))
    if len(terms) > 1:
        rows[range(len(columns)), columns] = 1.0
        return rows
    order = [*(j for j in range(x.shape[1]) if j not in columns), *columns]
    upper = np.linalg.qr(x[:, order], mode="r")
    rows[:, order] = (upper / np.diag(upper)[:, None])[-len(columns) :]
    return rows


def likelihood_ratio_rows(fit: Fit) -> list[Row]:
    """Return a likelihood-ratio test for each fixed term that is not part of a larger one."""
    from claimwise.mixed.compare import likelihood_ratio

    rows = []
    for term, columns in fit.model.design.terms:
        if term == INTERCEPT or is_part(term, [t for t, _ in fit.model.design.terms]):
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
