"""From a file or frame to the columns of a formula: levels in order, missing rows left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.core import DataError, sentence
from claimwise.data.fields import Fields, read_fields
from claimwise.kernels.arrays import Floats, Ints
from claimwise.mixed.design import Column, Labels, sorted_levels
from claimwise.mixed.formula import Formula

WHO = "ratings"


@dataclass(frozen=True, slots=True, eq=False)
class RatingTable:
    """The columns that a formula needs, of the rows that have them all."""

    columns: Mapping[str, Column]
    rows: int
    notes: tuple[str, ...]
    digest: str | None


def read_ratings(
    source: Any,
    formula: Formula,
    *,
    ordinal: bool,
    reference: Mapping[str, str] | None = None,
    factors: Sequence[str] = (),
    scale: tuple[int, int] | None = None,
) -> RatingTable:
    """Read what a formula needs.

    Grouping factors are labels whatever they look like; other columns of numbers are numbers,
    unless they are named in `factors`. `reference` names, for a column, the level that the others
    are compared with, `scale` the lowest and the highest rating that could be given.
    """
    grouping = [name for effects in formula.random for name in effects.factor]
    labels = [*grouping, *factors, *(reference or {}), *([formula.outcome] if ordinal else [])]
    fields = read_fields(source, formula.columns(), who=WHO, labels=labels)
    keep = np.ones(fields.rows, bool)
    for coded in fields.labels.values():
        keep &= coded.codes >= 0
    for values in fields.numbers.values():
        keep &= ~np.isnan(values)
    if not keep.any():
        raise DataError(
            sentence(WHO, f"rows with {', '.join(formula.columns())}", f"none in {fields.name}")
        )
    columns = _columns(fields, keep, reference or {})
    _check_outcome(formula.outcome, columns, ordinal=ordinal)
    notes = _check_scale(formula.outcome, columns[formula.outcome], scale, ordinal=ordinal)
    dropped = int((~keep).sum())
    if dropped:
        lacking = [name for name in formula.columns() if _lacks(fields, name)]
        notes.append(
            f"Left out: {dropped:,} of {fields.rows:,} rows, which lack {' or '.join(lacking)}."
        )
    return RatingTable(columns, int(keep.sum()), tuple(notes), fields.digest)


def _lacks(fields: Fields, name: str) -> bool:
    if name in fields.labels:
        return bool((fields.labels[name].codes < 0).any())
    return bool(np.isnan(fields.numbers[name]).any())


def _columns(
    fields: Fields, keep: np.typing.NDArray[np.bool_], reference: Mapping[str, str]
) -> dict[str, Column]:
    columns: dict[str, Column] = {name: x[keep] for name, x in fields.numbers.items()}
    for name, coded in fields.labels.items():
        codes = coded.codes[keep]
        used = [coded.labels[code] for code in np.unique(codes).tolist()]
        levels = sorted_levels(used)
        if name in reference:
            first = str(reference[name])
            if first not in levels:
                raise DataError(
                    sentence(f"the reference of {name}", f"one of {', '.join(levels)}", repr(first))
                )
            levels = [first, *(level for level in levels if level != first)]
        place = {level: i for i, level in enumerate(levels)}
        moved = np.array([place.get(label, -1) for label in coded.labels], np.int64)
        columns[name] = Labels(moved[codes], tuple(levels))
    return columns


def _check_outcome(name: str, columns: Mapping[str, Column], *, ordinal: bool) -> None:
    column = columns[name]
    if ordinal and isinstance(column, Labels):
        if len(column.levels) < 2:
            raise DataError(
                sentence(f"the rating {name}", "at least two levels", f"only {column.levels[0]}")
            )
        if len(column.levels) > MOST_LEVELS:
            raise DataError(
                sentence(
                    f"the rating {name}",
                    f"at most {MOST_LEVELS} ordered levels",
                    f"{len(column.levels):,}",
                    "For continuous scores use the linear model.",
                )
            )
    if not ordinal and isinstance(column, Labels):
        raise DataError(
            sentence(
                f"the rating {name}",
                "numbers",
                f"texts such as {column.levels[0]!r}",
                "Use the ordinal model, or numbers.",
            )
        )


def _check_scale(
    name: str, column: Column, scale: tuple[int, int] | None, *, ordinal: bool
) -> list[str]:
    """Refuse ratings off the scale, and parts of levels; say which levels nobody used."""
    if isinstance(column, Labels):
        try:
            values = [float(level) for level in column.levels]
        except ValueError:
            if scale is None:
                return []
            raise DataError(
                sentence(f"the scale of {name}", "ratings that are numbers", repr(column.levels[0]))
            ) from None
    else:
        values = np.unique(column).tolist()
    if ordinal and any(value != round(value) for value in values):
        odd = next(value for value in values if value != round(value))
        raise DataError(
            sentence(
                f"the rating {name}",
                "whole numbers as levels",
                f"{odd:g}",
                "Use the linear model, or name the levels with words.",
            )
        )
    if scale is None:
        return []
    low, high = scale
    outside = [value for value in values if not low <= value <= high]
    if outside:
        raise DataError(
            sentence(
                f"the rating {name}",
                f"numbers from {low} to {high}",
                f"{outside[0]:g}",
                "Correct the file or the scale.",
            )
        )
    unused = [str(level) for level in range(low, high + 1) if level not in values]
    if not unused or not ordinal:
        return []
    return [
        f"Nobody used {', '.join(unused)}: the categories beside it are neighbours in the model, "
        "and no threshold is estimated there."
    ]


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


MOST_LEVELS = 100  # of an ordinal outcome
