"""Named columns of a table, as labels or as numbers: what a formula asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, did_you_mean, sentence
from claimwise.data.columns import MoreColumns, Table, kind
from claimwise.data.scores import Coded
from claimwise.data.table_files import open_table


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """Some columns of a table, row by row."""

    rows: int
    labels: dict[str, Coded]
    numbers: dict[str, NDArray[np.float64]]  # NaN: none
    name: str  # how messages call the table
    digest: str | None


def read_fields(
    source: Any, names: Sequence[str], *, who: str, labels: Sequence[str] = ()
) -> Fields:
    """Read columns by name; those of numbers as numbers, unless they are named as `labels`.

    Parameters
    ----------
    source : path or data frame
        A file with a header (CSV, TSV, JSONL, Parquet), or any frame that narwhals accepts.
    names : list of str
        The columns.
    who : str
        Who asks, for the error.
    labels : list of str
        Those of them that name levels, whatever they look like.
    """
    table = open_table(source, who)
    try:
        return _load(table, names, who, labels)
    except MoreColumns:
        return _load(table, names, who, labels)


def column_names(source: Any, *, who: str) -> tuple[str, ...]:
    """Return the names of all columns."""
    return tuple(open_table(source, who).names)


def _load(table: Table, names: Sequence[str], who: str, labels: Sequence[str]) -> Fields:
    known = {name.strip(): name for name in table.names}
    for name in names:
        if name not in known:
            near = did_you_mean(name, known)
            found = f"the columns {', '.join(table.names)}"
            raise DataError(sentence(who, f"a column {name}", found, near))
    sample = table.sample()
    as_numbers = [
        name for name in names if name not in labels and kind(sample[known[name]]) == "number"
    ]
    as_labels = [name for name in names if name not in as_numbers]
    loaded = table.load([known[name] for name in as_labels], [known[name] for name in as_numbers])
    return Fields(
        loaded.rows,
        {name: loaded.labels[known[name]] for name in as_labels},
        {name: loaded.scores[known[name]] for name in as_numbers},
        table.name,
        table.digest(),
    )
