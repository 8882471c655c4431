"""Scores in memory by system: a mapping, several arrays, or the columns of one array."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, ParameterError, option
from claimwise.data.role_names import is_id
from claimwise.data.scores import Coded, Scores

NUMBERS = (int, float, np.number, np.bool_)


def as_arrays(sources: Sequence[Any], named: Sequence[str] | None) -> Mapping[Any, Any] | None:
    """Return scores in memory by system: a mapping, several arrays, or the columns of one array.

    Arrays are called by their own names, as those of a Series, or A, B, ...; None for anything
    else, such as files and tables.
    """
    if len(sources) == 1 and isinstance(sources[0], Mapping):
        return None if any(is_id(str(name)) for name in sources[0]) else sources[0]
    columns: list[Any] | None = None
    if len(sources) > 1 and all(_is_array(source) for source in sources):
        columns = list(sources)
    elif len(sources) == 1 and isinstance(sources[0], np.ndarray) and sources[0].ndim == 2:
        columns = list(sources[0].T)
    if columns is None:
        return None
    if named is not None and len(named) != len(columns):
        problem = f"There are {len(columns)} arrays of scores and {len(named)} names for them."
        raise ParameterError(problem, "Give as many: " + option("system", ["old", "new"]) + ".")
    _refuse_other_indexes(columns)
    own = [getattr(column, "name", None) for column in columns]
    distinct = all(own) and len({str(name) for name in own}) == len(own)
    letters = [chr(65 + i) if i < 26 else f"system {i + 1}" for i in range(len(columns))]
    return dict(zip(named or (own if distinct else letters), columns, strict=True))


def _refuse_other_indexes(columns: Sequence[Any]) -> None:
    """Refuse Series of pandas whose indexes differ: they would be paired by their places."""
    known = [c.index for c in columns if hasattr(c, "index") and hasattr(c, "reindex")]
    if any(not known[0].equals(other) for other in known[1:]):
        raise DataError(
            "The indexes of the Series differ, so that items would be paired by their places.",
            "Align them first: a, b = a.align(b, join='inner').",
        )


def _is_array(source: Any) -> bool:
    """Whether scores stand in a row: a list or an array of numbers, or a Series."""
    if isinstance(source, str | bytes | Path | Mapping) or hasattr(source, "columns"):
        return False
    if isinstance(source, list | tuple):
        return all(value is None or isinstance(value, NUMBERS) for value in source)
    return getattr(source, "ndim", None) == 1 or type(source).__name__ == "Series"


def samples(sources: tuple[Any, ...], system: str | Sequence[str] | None) -> tuple[Any, ...]:
    """Return arrays as one table in which every system has items of its own; else what is given."""
    arrays = as_arrays(sources, [system] if isinstance(system, str) else system)
    return sources if arrays is None else (from_arrays(arrays, same_items=False),)


def from_arrays(arrays: Mapping[Any, Any], *, same_items: bool = True) -> Scores:
    """Return the scores of systems given as arrays: over the same items, or each over its own."""
    values = {}
    for name, array in arrays.items():
        try:
            column = np.asarray(array, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise DataError(
                f"The scores of {name} are not numbers: {error}.",
                "A mapping holds the scores of each system; for columns make a data frame.",
            ) from error
        if column.ndim != 1 or not len(column):
            problem = f"The scores of {name} are an array of shape {column.shape}."
            raise DataError(problem, "Give one score for each item.")
        if np.isinf(column).any():
            row = int(np.flatnonzero(np.isinf(column))[0])
            raise DataError(f"{name} has the score {column[row]} at item {row + 1}.")
        values[str(name)] = column
    lengths = [len(column) for column in values.values()]
    if len(values) != len(arrays) or not lengths or (same_items and len({*lengths}) != 1):
        shown = " and ".join(map(str, sorted({*lengths}))) + " scores" if lengths else "no scores"
        own = "If each has items of its own: " + option("paired", False) + "."
        raise DataError(
            f"Systems have equally many scores, of the same items; found {shown}.",
            own if len(lengths) > 1 else "",
        )
    item = np.concatenate([np.arange(n, dtype=np.int32) for n in lengths])
    names = tuple(str(i + 1) for i in range(max(lengths)))
    if not same_items:
        names = tuple(
            f"{i + 1} of {s}" for s, n in zip(values, lengths, strict=True) for i in range(n)
        )
        item = np.arange(sum(lengths), dtype=np.int32)
    return Scores(
        item=Coded(item, names),
        system=Coded(np.repeat(np.arange(len(lengths), dtype=np.int32), lengths), tuple(values)),
        score=np.concatenate(list(values.values())),
        inferred=("item: the place in the array",),
        sources=tuple(
            (f"the scores of {name}", n) for name, n in zip(values, lengths, strict=True)
        ),
        provenance={"data": None},
    )
