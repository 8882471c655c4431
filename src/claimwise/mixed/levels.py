"""The levels of a fixed factor, such as systems: means, categories, and all their differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from claimwise.core import At, Note, Row, dropped, meaning
from claimwise.kernels.arrays import Floats, Ints
from claimwise.kernels.categories import superiority
from claimwise.mixed.design import Column, Design, Labels, fixed_columns
from claimwise.mixed.formula import INTERCEPT, Term, is_part
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.ordinal import OrdinalFit
from claimwise.mixed.rows import Fit
from claimwise.mixed.separation import is_finite

MOST = 30  # levels whose pairs are all compared


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A level of a factor: its name, and the row of x that stands for it."""

    name: str
    row: Floats


def all_levels(fit: Fit, table: Mapping[str, Column]) -> dict[str, list[Level]]:
    """Return the levels of every factor; a name that two factors share becomes factor=name.

    A factor with more levels than are compared has none here; `average_note` says so.
    """
    terms = dict(fit.model.design.terms)
    found = {
        name: levels_of(fit, name, table) if len(column.levels) <= MOST else []
        for name, column in table.items()
        if isinstance(column, Labels) and (name,) in terms
    }
    names = Counter(level.name for levels in found.values() for level in levels)
    return {
        factor: [
            replace(level, name=f"{factor}={level.name}") if names[level.name] > 1 else level
            for level in levels
        ]
        for factor, levels in found.items()
    }


def levels_of(fit: Fit, name: str, table: Mapping[str, Column]) -> list[Level]:
    """Return the levels of a factor of the fixed effects.

    Other columns stand at their means; where the factor is part of a product, the levels of other
    factors count the same, each once. Empty where the factor is not there by itself.
    """
    column, design = table[name], fit.model.design
    terms = dict(design.terms)
    if not isinstance(column, Labels) or (name,) not in terms:
        return []
    if is_part((name,), list(terms)):
        codes, x = _every_combination(fit, table)
        means = [x[codes[name] == code].mean(axis=0) for code in range(len(column.levels))]
        return [Level(*pair) for pair in zip(column.levels, means, strict=True)]
    columns = terms[(name,)]
    full = len(columns) == len(column.levels)
    found, means = [], design.x.mean(axis=0)
    means[list(columns)] = 0.0
    for code, level in enumerate(column.levels):
        row = means.copy()
        at = code if full else code - 1
        if at >= 0:
            row[columns[at]] = 1.0
        found.append(Level(level, row))
    return found


def average_note(fit: Fit, name: str) -> list[Note]:
    """Say what the differences of a factor are averaged over, or that there are too many of them.

    Empty where it is part of no product, and all its pairs are compared.
    """
    count = _count(fit, name)
    if count > MOST:
        said = (
            f"{name} has {count:,} levels: their {count * (count - 1) // 2:,} pairs are not "
            f"compared (that is done up to {MOST} levels). Keep the ratings of fewer levels, or "
            "name one of them as reference: the coefficients compare the others with it."
        )
        return [dropped(said)]
    others = dict.fromkeys(
        other for term, _ in fit.model.design.terms if name in term for other in term
    )
    others.pop(name, None)
    if not others:
        return []
    said = (
        f"{name} acts together with {', '.join(others)}: its differences are averages over their "
        "levels, each level counted the same, and numbers at their means."
    )
    return [meaning(said)]


def _count(fit: Fit, name: str) -> int:
    """Return how many levels a factor has: one more than its columns if these are contrasts."""
    contrasts = isinstance(fit, OrdinalFit) or INTERCEPT in fit.model.design.formula.fixed
    return len(dict(fit.model.design.terms)[(name,)]) + contrasts


def _every_combination(fit: Fit, table: Mapping[str, Column]) -> tuple[dict[str, Ints], Floats]:
    """Return codes and rows of x for every combination of levels, numbers at their means."""
    design = fit.model.design
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
    return codes, fixed_columns(design.formula, columns, intercept=isinstance(fit, LinearFit))


def pair_at(a: Level, b: Level) -> At:
    """Return of which two levels a difference is."""
    return {"b": b.name, "a": a.name}


def rating_rows(fit: OrdinalFit, levels: list[Level]) -> list[Row]:
    """Return what a typical rater gives a typical item: categories, and the expected rating.

    Typical: all random effects at 0. Other columns of the fixed effects stand at their means. The
    expected rating needs categories that are numbers. None where some level has no finite place.
    """
    rows: list[Row] = []
    if not all(is_finite(fit, level.row - levels[0].row) for level in levels):
        return rows
    latent = np.array([level.row @ fit.coefficients for level in levels])
    chances = fit.probabilities(latent)
    values = numbers_of(fit.model.categories)
    for level, chance in zip(levels, chances, strict=True):
        at = {"system": level.name}
        for category, p in zip(fit.model.categories, chance, strict=True):
            there = {**at, "category": category}
            rows.append(Row(quantity="category", at=there, estimate=float(p)))
        if values is not None:
            mean = float(chance @ values)
            rows.append(Row(quantity="expected_rating", at=at, estimate=mean))
    for (a, p), (b, q) in combinations(zip(levels, chances, strict=True), 2):
        rows.append(Row(quantity="superiority", at=pair_at(a, b), estimate=superiority(p, q)))
    return rows


def numbers_of(categories: tuple[str, ...]) -> Floats | None:
    """Return categories as numbers; None where some are words."""
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
        name = ":".join(term)
        at, test = {"term": name}, {"term": name, "analysis": "F test"}
        rows.append(Row(quantity="f_test", at=at, estimate=f, pvalue=p, n=fit.model.design.n))
        for part, value in (("numerator", q), ("denominator", df)):
            rows.append(Row(quantity="df", at={**test, "part": part}, estimate=value))
    return rows


def _term_contrasts(
    fit: LinearFit, term: Term, columns: tuple[int, ...], table: Mapping[str, Column]
) -> Floats | None:
    """Return contrasts that are all 0 where a term has no effect; None for a part of no factor.

    The hypothesis is the same for every basis, but Satterthwaite's degrees of freedom are not.
    These are lmerTest's: differences from the first level, and for a term that is alone in the
    model the unit triangle of X'X. One hypothesis is not lmerTest's: a factor that is multiplied
    by a number is tested at the mean of the number, there at 0, which may be far from the data.
    """
    x, terms = fit.model.design.x, [t for t, _ in fit.model.design.terms if t != INTERCEPT]
    if is_part(term, terms):
        levels = levels_of(fit, term[0], table) if len(term) == 1 else []
        return np.array([level.row - levels[0].row for level in levels[1:]]) if levels else None
    if _has_every_level(fit.model.design, columns):
        turned, back = _from_first(x, columns)
        return _contrasts_of(turned, columns[1:], alone=len(terms) == 1) @ back
    return _contrasts_of(x, columns, alone=len(terms) == 1)


def _has_every_level(design: Design, columns: tuple[int, ...]) -> bool:
    """Whether a term stands for the intercept too: an indicator for each of its levels."""
    without = INTERCEPT not in dict(design.terms)
    return without and len(columns) > 1 and bool((design.x[:, columns].sum(axis=1) == 1).all())


def _from_first(x: Floats, columns: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Return x with a constant for the first level's indicator, and old to new coefficients."""
    turned, back = x.copy(), np.eye(x.shape[1])
    turned[:, columns[0]] = 1.0
    back[list(columns[1:]), columns[0]] = -1.0
    return turned, back


def _contrasts_of(x: Floats, columns: tuple[int, ...], *, alone: bool) -> Floats:
    rows = np.zeros((len(columns), x.shape[1]))
    if not alone:
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
        if isinstance(fit, LinearFit) and _has_every_level(fit.model.design, columns):
            design = replace(fit.model.design, x=_from_first(fit.model.design.x, columns)[0])
            same = fit.model.on(design, reml=fit.model.reml).fit(fit.y, fit.theta + 1e-3)
            statistic, df, p = likelihood_ratio(same, columns[1:])
        else:
            statistic, df, p = likelihood_ratio(fit, columns)
        name = ":".join(term)
        rows.append(
            Row(
                quantity="likelihood_ratio",
                at={"term": name},
                estimate=statistic,
                pvalue=p,
                n=fit.model.design.n,
            )
        )
        test = {"term": name, "analysis": "likelihood ratio"}
        rows.append(Row(quantity="df", at=test, estimate=df))
    return rows
