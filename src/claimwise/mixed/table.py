"""From a file or frame to the columns of a formula: levels in order, missing rows left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    as_words,
    caution,
    did_you_mean,
    dropped,
    option,
)
from claimwise.core.missing import not_in
from claimwise.data.fields import Fields, read_fields
from claimwise.kernels.arrays import Flags, Floats, Ints
from claimwise.mixed.design import Column, Labels, sorted_levels
from claimwise.mixed.formula import Formula
from claimwise.mixed.scale import (
    check_numbers,
    check_scale,
    listed,
    ordered,
    plain,
    scale_points,
)

WHO = "ratings"


@dataclass(frozen=True, slots=True, eq=False)
class RatingTable:
    """The columns that a formula needs, of the rows that have them all."""

    columns: Mapping[str, Column]
    rows: int
    notes: tuple[Note, ...]
    digest: str | None
    points: int | None = None  # of the scale of ratings


def read_ratings(
    source: Any,
    formula: Formula,
    *,
    ordinal: bool,
    reference: Mapping[str, Any] | None = None,
    factors: Sequence[str] = (),
    scale: Sequence[Any] | None = None,
) -> RatingTable:
    """Read what a formula needs.

    Grouping factors are labels whatever they look like; other columns of numbers are numbers,
    unless they are named in `factors`. `reference` names, for a column, the level that the others
    are compared with, `scale` the lowest and the highest rating that could be given, or all of
    them from worst to best. Ratings that are words need such a list, unless the column is an
    ordered categorical.
    """
    first = {name: str(level).strip() for name, level in (reference or {}).items()}
    _check_question(formula, first, factors)
    name, asked = formula.outcome, check_scale(scale, ordinal=ordinal)
    grouping = [name for effects in formula.random for name in effects.factor]
    labels = [*grouping, *factors, *first, *([name] if ordinal else [])]
    # What the user calls a level is one, also if it is called None.
    levels = {name: listed(asked) or (), **{key: (level,) for key, level in first.items()}}
    fields = read_fields(source, formula.columns(), labels=labels, levels=levels)
    keep = _complete(fields)
    if not keep.any():
        raise DataError(WHO, f"rows with {', '.join(formula.columns())}", f"none in {fields.name}")
    columns: dict[str, Column] = {key: x[keep] for key, x in fields.numbers.items()}
    for key in fields.labels:
        if key != name:
            columns[key] = _factor(fields, key, keep, first.get(key))
    if ordinal:
        columns[name], notes = ordered(fields, name, keep, asked)
    else:
        notes = []
        check_numbers(fields, name, keep, asked)
    notes += _left_out(fields, formula, keep)
    if len(grouping) > 1:
        others = [_codes_of(column) for key, column in columns.items() if key != name]
        notes += repeated_note(others, _codes_of(columns[name]))
    return RatingTable(
        {key: columns[key] for key in formula.columns()},
        int(keep.sum()),
        tuple(notes),
        fields.digest,
        scale_points(outcome_codes(columns[name])[1], asked, fields.orders.get(name, ())),
    )


def _check_question(formula: Formula, reference: Mapping[str, str], factors: Sequence[str]) -> None:
    """Refuse an outcome on the right, and references and factors that nothing could heed."""
    outcome = formula.outcome
    terms = [*formula.fixed, *(term for effects in formula.random for term in effects.terms)]
    compared = dict.fromkeys(name for term in terms for name in term)
    right = {*compared, *(name for effects in formula.random for name in effects.factor)}
    if outcome in right:
        needs = f"the outcome {outcome} on the left only"
        raise ParameterError(
            "the formula", needs, f"it on the right too: {formula}", "Leave it out there."
        )
    for name in reference:
        if name not in compared:
            what = f"{name}, the outcome, which has none" if name == outcome else repr(name)
            remedy = as_words(did_you_mean(name, compared))
            if name == outcome:
                scale = option("scale", ("WORST", ..., "BEST"))
                remedy = "The order of ratings is given by " + scale + "."
            needs = f"a column whose levels are compared ({', '.join(compared) or 'there is none'})"
            raise ParameterError("reference", needs, what, remedy)
    others = [name for name in formula.columns() if name != outcome]
    for name in factors:
        if name not in others:
            what = f"{name}, the outcome" if name == outcome else repr(name)
            needs = f"a column of the model other than the outcome ({', '.join(others)})"
            raise ParameterError("factors", needs, what, did_you_mean(name, others))


def _complete(fields: Fields) -> Flags:
    """Return which rows have everything."""
    keep = np.ones(fields.rows, bool)
    for coded in fields.labels.values():
        keep &= coded.codes >= 0
    for values in fields.numbers.values():
        keep &= ~np.isnan(values)
    return keep


def _left_out(fields: Fields, formula: Formula, keep: Flags) -> list[Note]:
    """Say how many rows were left out, and which words were taken for missing."""
    lost = int((~keep).sum())
    if not lost:
        return []
    lacking = [name for name in formula.columns() if _lacks(fields, name)]
    words = dict.fromkeys(word for name in lacking for word in fields.gone.get(name, ()))
    note = f"Left out: {lost:,} of {fields.rows:,} rows, which lack {' or '.join(lacking)}."
    return [dropped(note + (f" Taken for missing: {', '.join(words)}." if words else ""))]


def repeated_note(places: Sequence[Ints], given: NDArray[Any]) -> list[Note]:
    """Say how many ratings are of a rater, item and system that was there before, if some agree."""
    once = len(np.unique(np.stack(places), axis=1).T)
    again = len(given) - once
    alike = len(given) - len(np.unique(np.stack([*places, given]), axis=1).T)
    if not alike:
        return []
    of = "all" if alike == again else f"{alike:,} of them"
    ratings = "1 rating is" if again == 1 else f"{again:,} ratings are"
    said = f"{ratings} by a rater who rated the same item of the same system before"
    said += f", {of} with the same rating"
    return [caution(f"{said}: are rows doubled?")]


def _codes_of(column: Column) -> Ints:
    return column.codes if isinstance(column, Labels) else outcome_codes(column)[0]


def _lacks(fields: Fields, name: str) -> bool:
    if name in fields.labels:
        return bool((fields.labels[name].codes < 0).any())
    return bool(np.isnan(fields.numbers[name]).any())


def _factor(fields: Fields, name: str, keep: Flags, first: str | None) -> Labels:
    """Return a column of labels, its levels in order and the reference before them."""
    coded = fields.labels[name]
    codes = coded.codes[keep]
    levels = sorted_levels([coded.labels[code] for code in np.unique(codes).tolist()])
    if first is not None:
        same = [level for level in levels if level == first] or [
            level for level in levels if plain(level) == plain(first)
        ]
        if not same:
            raise DataError(*not_in(first, levels, f"column {name}"))
        levels = [same[0], *(level for level in levels if level != same[0])]
    place = {level: i for i, level in enumerate(levels)}
    moved = np.array([place.get(label, -1) for label in coded.labels], np.int64)
    return Labels(moved[codes], tuple(levels))


def outcome_codes(column: Column) -> tuple[Ints, tuple[str, ...]]:
    """Return an ordinal outcome as codes, and its categories in order."""
    if isinstance(column, Labels):
        return column.codes, column.levels
    values, codes = np.unique(column, return_inverse=True)
    return codes.astype(np.int64), tuple(f"{value:g}" for value in values)


def outcome_numbers(column: Column) -> Floats:
    """Return a linear outcome."""
    return (
        np.array([float(level) for level in column.levels])[column.codes]
        if isinstance(column, Labels)
        else column
    )
