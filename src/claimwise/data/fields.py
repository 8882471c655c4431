"""Named columns of a table, as labels or as numbers: what a formula asks for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError
from claimwise.core.missing import lacks
from claimwise.data.columns import Loaded, Table, kind
from claimwise.data.numbers import OddScore, parse_scores, score_error
from claimwise.data.scores import Coded
from claimwise.data.table_files import open_table

# What R, Python, SQL and spreadsheets write where there is nothing. Words that may be levels,
# such as none, are not among them.
MISSING = frozenset(
    ["", "-", "NA", "<NA>", "#N/A", "#NA", "N/A", "n/a", "NaN", "nan", "None", "NULL", "null"]
)


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """Some columns of a table, row by row."""

    rows: int
    labels: dict[str, Coded]
    numbers: dict[str, NDArray[np.float64]]  # NaN: none
    name: str  # how messages call the table
    digest: str | None
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of ordered categoricals
    gone: dict[str, tuple[str, ...]] = field(default_factory=dict)  # words taken for missing

    def place(self, row: int) -> str:
        """Say where a row is, which is counted from 0."""
        return _place(row, self.name)


def read_fields(
    source: Any,
    names: Sequence[str],
    *,
    labels: Sequence[str] = (),
    levels: Mapping[str, Collection[str]] | None = None,
) -> Fields:
    """Read columns by name; those of numbers as numbers, unless they are named as `labels`.

    Empty cells are missing, and so are the words that other programs write there (NA, NaN, None,
    null, n/a, -).

    Parameters
    ----------
    source : path, data frame or mapping of lists
        A file with a header (CSV, TSV, JSONL, Parquet), or any frame that narwhals accepts.
    names : list of str
        The columns.
    labels : list of str
        Those of them that name levels, whatever they look like.
    levels : mapping, optional
        For a column, texts that are levels though they look like missing.
    """
    table, levels = open_table(source), levels or {}
    known = {name.strip(): name for name in table.names}
    for name in names:
        if name not in known:
            raise DataError(*lacks(table.name, f"column {name}", table.names, name))
    sample = table.sample()
    as_numbers = [name for name in names if name not in labels and _counts(sample[known[name]])]
    as_labels = [name for name in names if name not in as_numbers]
    loaded, numbers, gone = _loaded(table, [known[n] for n in as_labels], as_numbers, known)
    orders = {name: order for name in as_labels if (order := _order(table, known[name]))}
    coded = {}
    for name in as_labels:
        kept = {*levels.get(name, ()), *orders.get(name, ())}
        coded[name], gone[name] = _without(loaded.labels[known[name]], MISSING - kept)
    return Fields(loaded.rows, coded, numbers, table.name, table.digest(), orders, gone)


def column_names(source: Any) -> tuple[str, ...]:
    """Return the names of all columns."""
    return tuple(open_table(source).names)


def _counts(texts: Sequence[str]) -> bool:
    """Whether most of the cells that hold something hold numbers."""
    return kind(["" if text.strip() in MISSING else text for text in texts]) == "number"


def _loaded(
    table: Table, labels: list[str], numbers: list[str], known: Mapping[str, str]
) -> tuple[Loaded, dict[str, NDArray[np.float64]], dict[str, tuple[str, ...]]]:
    """Load labels, and numbers with the words that were taken for missing among them."""
    columns = [known[name] for name in numbers]
    try:
        loaded = table.load(labels, columns)
        return loaded, {name: loaded.scores[known[name]] for name in numbers}, {}
    except DataError:
        loaded = table.load([*labels, *columns], [])
        found = {name: _without(loaded.labels[known[name]], MISSING) for name in numbers}
        if not any(gone for _, gone in found.values()):
            raise  # no word stands for missing: the reader's complaint holds
    values = {}
    for name, (coded, _) in found.items():
        try:
            parsed = parse_scores(coded.labels)
        except OddScore as odd:
            row = int(np.flatnonzero(coded.codes == odd.position)[0])
            raise score_error(name, odd, f"in {_place(row, table.name)}") from None
        values[name] = np.append(parsed, np.nan)[coded.codes]  # the last is for the code -1
    return loaded, values, {name: gone for name, (_, gone) in found.items()}


def _without(coded: Coded, words: Collection[str]) -> tuple[Coded, tuple[str, ...]]:
    """Return a column in which some words are missing, and those that were there."""
    there = [label in words for label in coded.labels]
    if not any(there):
        return coded, ()
    left = tuple(label for label, no in zip(coded.labels, there, strict=True) if not no)
    gone = tuple(label for label, no in zip(coded.labels, there, strict=True) if no)
    moved = np.where(there, -1, np.cumsum(~np.array(there)) - 1)
    return Coded(np.append(moved, -1)[coded.codes].astype(np.int32), left), gone


def _order(table: Table, name: str) -> tuple[str, ...]:
    """Return the levels of an ordered categorical column of a frame or relation; else nothing."""
    frame, relation = getattr(table, "frame", None), getattr(table, "relation", None)
    levels: Sequence[Any] = ()
    if frame is not None:
        # Narwhals' Enum alone has categories: pandas' ordered Categorical, and Enum of polars.
        native = getattr(table, "native", {})
        levels = getattr(frame.collect_schema()[native[name]], "categories", ())
    elif relation is not None:
        kind_of_column = relation.types[table.names.index(name)]
        if kind_of_column.id == "enum":
            levels = dict(kind_of_column.children)["values"]
    return tuple(str(level).strip() for level in levels)


def _place(row: int, name: str) -> str:
    return f"row {row + 1:,} of {name}"
