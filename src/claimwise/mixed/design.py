"""From a table and a formula to matrices: fixed columns, random columns, grouping factors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

import numpy as np

from claimwise.core import DataError, Note, ParameterError, caution, counted
from claimwise.kernels.arrays import Floats, Ints
from claimwise.mixed.formula import INTERCEPT, Effects, Formula, Term

FEW = 6  # levels of a factor below which its variance is hardly known


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """A column of labels: codes into the levels, which stand in order; -1 is missing."""

    codes: Ints
    levels: tuple[str, ...]


Column = Labels | Floats  # what a formula can name


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
    """A grouping factor with its random effects."""

    name: str
    levels: tuple[str, ...]
    codes: Ints  # (n,)
    columns: tuple[str, ...]  # names of the random effects
    z: Floats  # (n, columns)
    entries: tuple[tuple[int, int], ...]  # of the lower triangle that are not 0


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """Everything of a model but the response."""

    formula: Formula
    names: tuple[str, ...]  # of the columns of x
    x: Floats  # (n, p)
    factors: tuple[Factor, ...]
    terms: tuple[tuple[Term, tuple[int, ...]], ...]  # fixed terms and their columns of x
    notes: tuple[Note, ...] = field(default=())

    @property
    def n(self) -> int:
        """Number of observations."""
        return len(self.x)


def build_design(
    formula: Formula, table: Mapping[str, Column], *, intercept: bool = True
) -> Design:
    """Turn a formula into matrices.

    Factors are coded by treatment contrasts: the first level is what the others are compared
    with. Without `intercept` thresholds take its place, whether or not the formula has one.
    """
    x, names, terms = _fixed(formula, table, intercept=intercept)
    factors = _factors(formula, table)
    _refuse_same_names(names)
    _refuse_dependent(formula, table, x, names, intercept=intercept)
    _check(x, factors)
    notes = [
        caution(
            f"Only {counted(len(f.levels), f.name)}: the variance between them is hardly known.",
            about=f.name,
        )
        for f in factors
        if len(f.levels) < FEW
    ]
    return Design(formula, names, x, factors, terms, tuple(notes))


def _fixed(
    formula: Formula, table: Mapping[str, Column], *, intercept: bool
) -> tuple[Floats, tuple[str, ...], tuple[tuple[Term, tuple[int, ...]], ...]]:
    coded = _coded(formula.fixed, table, () if intercept else (INTERCEPT,))
    columns: list[Floats] = []
    names: list[str] = []
    terms = []
    for term, (these, called) in coded:
        if term == INTERCEPT and not intercept:
            continue
        terms.append((term, tuple(range(len(names), len(names) + len(called)))))
        columns += these
        names += called
    x = np.column_stack(columns) if columns else np.empty((_rows(table), 0))
    return np.ascontiguousarray(x, np.float64), tuple(names), tuple(terms)


def fixed_columns(formula: Formula, table: Mapping[str, Column], *, intercept: bool) -> Floats:
    """Return the columns of x for the rows of a table."""
    return _fixed(formula, table, intercept=intercept)[0]


def _rows(table: Mapping[str, Column]) -> int:
    first = next(iter(table.values()))
    return len(first.codes) if isinstance(first, Labels) else len(first)


def _coded(
    terms: Sequence[Term], table: Mapping[str, Column], more: Sequence[Term] = ()
) -> list[tuple[Term, tuple[list[Floats], list[str]]]]:
    """Return the columns of each term.

    A label is coded by contrasts where the term without it is in the model too, and by an
    indicator for each level elsewhere, as in R. `more` are terms that stand elsewhere.
    """
    known = set(map(frozenset, [*terms, *more]))
    found = []
    for term in terms:
        found.append((term, _columns(term, table, known)))
        if len(term) == 1 and isinstance(table[term[0]], Labels):
            known.add(frozenset())  # the indicators of all levels add up to an intercept
    return found


def _columns(
    term: Term, table: Mapping[str, Column], known: set[frozenset[str]]
) -> tuple[list[Floats], list[str]]:
    if term == INTERCEPT:
        return [np.ones(_rows(table))], ["(Intercept)"]
    parts: list[list[tuple[Floats, str]]] = []
    for name in term:
        column = table[name]
        if not isinstance(column, Labels):
            parts.append([(column, name)])
            continue
        skip = 1 if frozenset(term) - {name} in known else 0
        parts.append(
            [
                ((column.codes == code).astype(np.float64), f"{name}{level}")
                for code, level in enumerate(column.levels)
                if code >= skip
            ]
        )
    columns, names = [], []
    # As in R the first factor of a product varies fastest.
    for chosen in product(*reversed(parts)):
        columns.append(np.prod([values for values, _ in chosen], axis=0))
        names.append(":".join(name for _, name in reversed(chosen)))
    return columns, names


def _factors(formula: Formula, table: Mapping[str, Column]) -> tuple[Factor, ...]:
    """Return the grouping factors; several terms of one factor share its levels."""
    together: dict[Term, list[Effects]] = {}
    for effects in formula.random:
        together.setdefault(tuple(sorted(effects.factor)), []).append(effects)
    return tuple(_factor(several, table) for several in together.values())


def _factor(several: list[Effects], table: Mapping[str, Column]) -> Factor:
    name = ":".join(several[0].factor)
    codes, levels = _levels(several[0].factor, table)
    columns: list[Floats] = []
    names: list[str] = []
    entries: list[tuple[int, int]] = []
    for effects in several:
        for block in _blocks(effects, table):
            begin = len(names)
            for values, called in block:
                if called in names:
                    raise ParameterError(
                        "the formula", f"each random effect of {name} once", called
                    )
                columns.append(values)
                names.append(called)
            size = len(names) - begin
            entries += [(begin + r, begin + c) for c in range(size) for r in range(c, size)]
    z = np.ascontiguousarray(np.column_stack(columns))
    return Factor(name, levels, codes, tuple(names), z, tuple(entries))


def _blocks(effects: Effects, table: Mapping[str, Column]) -> list[list[tuple[Floats, str]]]:
    """Return columns that are correlated with each other, block by block."""
    coded = [
        list(zip(columns, names, strict=True))
        for _, (columns, names) in _coded(effects.terms, table)
    ]
    if effects.correlated:
        return [[pair for block in coded for pair in block]]
    return [[pair] for block in coded for pair in block]


def _levels(term: Term, table: Mapping[str, Column]) -> tuple[Ints, tuple[str, ...]]:
    """Return the levels of a factor, or of the combinations of several that occur."""
    parts = []
    for name in term:
        column = table[name]
        if not isinstance(column, Labels):
            values, codes = np.unique(column, return_inverse=True)
            column = Labels(codes.astype(np.int64), tuple(f"{value:g}" for value in values))
        parts.append(column)
    key = np.zeros(len(parts[0].codes), np.int64)
    for part in parts:
        key = key * len(part.levels) + part.codes
    seen, codes = np.unique(key, return_inverse=True)
    levels = []
    for value in seen.tolist():
        names = []
        for part in reversed(parts):
            value, code = divmod(value, len(part.levels))
            names.append(part.levels[code])
        levels.append(":".join(reversed(names)))
    return codes.astype(np.int64), tuple(levels)


def _check(x: Floats, factors: tuple[Factor, ...]) -> None:
    n = len(x)
    if not factors:
        raise ParameterError(
            "a mixed model", "at least one random effect", "none", "Add one, such as (1 | rater)."
        )
    _refuse_same_factors(factors)
    for factor in factors:
        if len(factor.levels) < 2:
            found = f"one, {factor.levels[0]}"
            raise DataError(
                f"the grouping factor {factor.name}",
                "at least two levels",
                found,
                f"Leave {factor.name} out.",
            )
        if len(factor.levels) * factor.z.shape[1] >= n:
            raise DataError(
                f"the grouping factor {factor.name}",
                f"fewer random effects than the {n:,} observations",
                f"{len(factor.levels):,} levels times {factor.z.shape[1]} effects",
                "Leave slopes or the factor out.",
            )
        _refuse_confounded(x, factor)
        _refuse_constant_slopes(factor)


def _refuse_same_factors(factors: tuple[Factor, ...]) -> None:
    """Refuse two grouping factors that sort the rows into the same groups."""
    for one, other in combinations(factors, 2):
        if (
            len(one.levels)
            == len(other.levels)
            == len(np.unique(one.codes * len(other.levels) + other.codes))
        ):
            raise DataError(
                f"the grouping factors {one.name} and {other.name} together",
                "different groups",
                "the same",
                "Leave one of them out.",
            )


def _refuse_same_names(names: tuple[str, ...]) -> None:
    """Refuse two columns of one name, such as level 1b of k and level b of k1."""
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise DataError(
            "the model",
            "a name of its own for each column",
            f"{twice[0]} for two of them (a column's name and a level, written together)",
            "Rename a column or a level.",
        )


def _refuse_dependent(
    formula: Formula,
    table: Mapping[str, Column],
    x: Floats,
    names: tuple[str, ...],
    *,
    intercept: bool,
) -> None:
    """Refuse a column that the ones before it, or the thresholds, already determine."""
    if not intercept:
        x, names = np.column_stack([np.ones(len(x)), x]), ("(Intercept)", *names)
    if not x.shape[1]:
        return
    raw = x
    if INTERCEPT in formula.fixed or not intercept:  # it takes up the means
        x = np.column_stack([x[:, 0], x[:, 1:] - x[:, 1:].mean(axis=0)])
    scaled = x / np.maximum(np.sqrt((x**2).sum(axis=0)), 1e-300)
    r = np.abs(np.diag(np.linalg.qr(scaled, mode="r")))
    odd = np.flatnonzero(r < 1e-9)
    if not len(odd):
        return
    name, column = names[odd[0]], raw[:, odd[0]]
    empty = _empty_cell(formula, table)
    if np.ptp(column) == 0 and ":" not in name:
        found, remedy = f"{name}, which is the same in every row", "Leave it out."
    elif ":" in name and empty:
        found = f"{name}, which follows from those before it: no rating of {empty}"
        remedy = "Write a sum (+) in place of the product (*), or leave out levels without ratings."
    elif ":" in name:
        found = f"{name}, which follows from those before it"
        remedy = "Write a * b, which has a and b by themselves, in place of a:b."
    else:
        found, remedy = f"{name}, which follows from those before it", "Leave it out."
    raise DataError("the model", "fixed effects that say different things", found, remedy)


def _empty_cell(formula: Formula, table: Mapping[str, Column]) -> str:
    """Return the first combination of levels, within a product, that no row has; or nothing."""
    for term in formula.fixed:
        columns = [column for name in term if isinstance(column := table[name], Labels)]
        if len(columns) < 2:
            continue
        seen = set(zip(*(column.codes.tolist() for column in columns), strict=True))
        for codes in product(*(range(len(column.levels)) for column in columns)):
            if codes not in seen:
                found = zip(columns, codes, strict=True)
                return " with ".join(column.levels[code] for column, code in found)
    return ""


def _refuse_confounded(x: Floats, factor: Factor) -> None:
    """Refuse a factor whose levels the fixed effects already tell apart, such as (1 | system)."""
    levels = len(factor.levels)
    if levels > x.shape[1] + 1:
        return
    fixed = np.column_stack([np.ones(len(x)), x])
    which = (factor.codes[:, None] == np.arange(levels)).astype(np.float64)
    basis = np.linalg.qr(fixed)[0]
    left = which - basis @ (basis.T @ which)
    if float((left**2).sum()) < 1e-12 * len(x):
        raise DataError(
            f"the grouping factor {factor.name}",
            "levels that the fixed effects do not separate already",
            f"{levels} that are",
            f"Leave {factor.name} out of one of the two, or collect ratings from more of them.",
        )


def _refuse_constant_slopes(factor: Factor) -> None:
    """Refuse slopes that do not vary within any level: confounded with the level itself."""
    if "(Intercept)" not in factor.columns:
        return
    order = np.argsort(factor.codes, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(factor.codes[order]) > 0])
    for column, name in enumerate(factor.columns):
        values = factor.z[order, column]
        spread = np.maximum.reduceat(values, starts) - np.minimum.reduceat(values, starts)
        if name != "(Intercept)" and not spread.any():
            raise DataError(
                f"the slope of {name} by {factor.name}",
                f"levels of {factor.name} that have several values of it",
                "one value in each level",
                f"Write (1 | {factor.name}).",
            )


def sorted_levels(labels: Sequence[str]) -> list[str]:
    """Return labels in order: numbers by size, texts by the alphabet.

    >>> sorted_levels(["10", "9"]), sorted_levels(["b", "10"])
    (['9', '10'], ['10', 'b'])
    """
    try:
        return sorted(labels, key=lambda label: (float(label), label))
    except ValueError:
        return sorted(labels)
