"""Tables in memory: whatever frame narwhals accepts, columns by name, records, arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError
from claimwise.data.coding import coded
from claimwise.data.columns import NESTED, SAMPLE, Loaded, no_rows
from claimwise.data.numbers import OddScore, parse_scores, score_error


class Memory:
    """A table that is not a file; None is missing, and NaN where a column has no other word."""

    dotted = False

    def __init__(self, source: Any, name: str | None = None, digest: str | None = None) -> None:
        """Check that there is one column for each name."""
        self._digest = digest
        if isinstance(source, Mapping | Sequence | np.ndarray):
            self.name = name or "the table"
            self.columns: dict[str, Any] = _columns(source)
            self.frame, self.names = None, tuple(self.columns)
        else:
            self.name = name or "the data frame"
            self.frame, self.native = _framed(source)
            self.names = tuple(self.native)

    def digest(self) -> str | None:
        """Return the fingerprint of the file behind it, if there is one."""
        return self._digest

    def sample(self) -> dict[str, list[str]]:
        """Return the first rows as texts, column by column."""
        chosen = self._chosen(self.names, SAMPLE)
        return {name: _texts(column[:SAMPLE]) for name, column in chosen.items()}

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some columns as labels and others as scores."""
        chosen = self._chosen((*labels, *scores))
        rows = len(next(iter(chosen.values()), ()))
        if not rows:
            raise no_rows(self.name)
        texts = {name: _texts(chosen[name]) for name in labels}
        for name, cells in texts.items():
            if NESTED in cells:
                row = cells.index(NESTED) + 1
                raise DataError(f"Column {name} has a list or an object in row {row}.")
        numbers = {}
        for name in scores:
            try:
                numbers[name] = _numbers(chosen[name])
            except OddScore as odd:
                place = f"in row {odd.position + 1} of {self.name}"
                raise score_error(name, odd, place) from None
        return Loaded(rows, {name: coded(cells, name) for name, cells in texts.items()}, numbers)

    def _chosen(self, names: Sequence[str], rows: int | None = None) -> dict[str, Any]:
        """Return columns by name, computed if they have to be."""
        import narwhals as nw

        if self.frame is None:
            return {name: self.columns[name] for name in names}
        frame = self.frame.select([nw.col(self.native[name]) for name in names])
        frame = frame if rows is None else frame.head(rows)
        if isinstance(frame, nw.LazyFrame):
            try:
                frame = frame.collect()
            except Exception as error:
                raise DataError(f"The data frame cannot be computed: {short(error)}.") from error
        return {name: frame.get_column(self.native[name]) for name in names}


def _framed(source: Any) -> tuple[Any, dict[str, Any]]:
    """Return a frame for narwhals, and its own names of the columns by their texts."""
    import narwhals as nw

    try:
        frame = nw.from_native(source)
        lazy = isinstance(frame, nw.LazyFrame)
        native = list(frame.collect_schema().names() if lazy else frame.columns)
    except TypeError as error:
        article = "an" if type(source).__name__[0] in "aeiou" else "a"
        raise DataError(
            f"claimwise reads paths, data frames, records and mappings of arrays; found {article} "
            f"{type(source).__name__}."
        ) from error
    except Exception as error:
        raise DataError(f"The data frame cannot be read: {short(error)}.") from error
    names = dict(zip(map(str, native), native, strict=True))
    if len(names) != len(native):
        raise DataError("Two columns of the data frame have the same name.")
    return frame, names


def _columns(source: Any) -> dict[str, Any]:
    """Return the columns of a mapping, of records (a list of mappings), or of an array."""
    if isinstance(source, np.ndarray):
        source = _of_array(source)
    elif not isinstance(source, Mapping):
        source = _of_records(source)
    columns = {
        str(name): values if isinstance(values, np.ndarray) else list(values)
        for name, values in source.items()
    }
    if len(columns) != len(source):
        raise DataError("Two columns of the table have the same name.")
    lengths = {name: len(values) for name, values in columns.items()}
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{length} in {name}" for name, length in lengths.items())
        raise DataError(f"The columns differ in length: {shown}.")
    if not any(lengths.values()):
        raise no_rows("the table")
    return columns


def _of_records(records: Sequence[Any]) -> dict[str, list[Any]]:
    odd = next((i for i, one in enumerate(records) if not isinstance(one, Mapping)), None)
    if odd is not None or isinstance(records, str | bytes):
        kind = type(records[odd or 0]).__name__
        raise DataError(
            f"Record {(odd or 0) + 1} of the list is of type {kind}, not a mapping of columns.",
            "Give a list of dicts, or a mapping from systems to scores.",
        )
    names = dict.fromkeys(name for record in records for name in record)
    return {name: [record.get(name) for record in records] for name in names}


def _of_array(array: NDArray[Any]) -> dict[str, NDArray[Any]]:
    if array.dtype.names:
        return {name: array[name] for name in array.dtype.names}
    if array.ndim != 2:
        raise DataError(
            f"The table is an array of shape {array.shape}.",
            "Give one row for each item and one column for each system.",
        )
    return {f"column {i + 1}": array[:, i] for i in range(array.shape[1])}


def _numbers(column: Any) -> NDArray[np.float64]:
    """Return a column as numbers, NaN where there is none; OddScore where one is not finite."""
    if isinstance(column, np.ndarray) and column.dtype.kind in "fiub":
        values = column.astype(np.float64)
        return _finite(values, np.isnan(values))
    if hasattr(column, "dtype") and not isinstance(column, np.ndarray):
        import narwhals as nw

        if column.dtype.is_numeric() or column.dtype == nw.Boolean:
            missing = column.is_null().to_numpy().astype(bool)
            filled = column.fill_null(False if column.dtype == nw.Boolean else 0)
            values = filled.cast(nw.Float64).to_numpy().astype(np.float64)
            return _finite(np.where(missing, np.nan, values), missing)
    return parse_scores(_texts(column))


def _finite(values: NDArray[np.float64], missing: NDArray[np.bool_]) -> NDArray[np.float64]:
    odd = np.flatnonzero(~np.isfinite(values) & ~missing)
    if len(odd):
        raise OddScore(int(odd[0]), str(values[odd[0]]))
    return values


def _texts(column: Any) -> list[str]:
    """Return cells as texts; a frame knows itself which of them are missing."""
    if isinstance(column, list | np.ndarray):
        values = column.tolist() if isinstance(column, np.ndarray) else column
        return [_plain(value) for value in values]
    missing = column.is_null().to_list()
    return ["" if no else text(x) for x, no in zip(column.to_list(), missing, strict=True)]


def _plain(value: Any) -> str:
    """Return a cell of a list as text; numbers of NumPy as those of Python, NaN as nothing."""
    if isinstance(value, np.generic):
        value = value.item()
    return "" if isinstance(value, float) and value != value else text(value)


def text(value: Any) -> str:
    """Return a cell of a frame as text; whole numbers and texts of digits are the same.

    >>> text(1), text("1"), text(True), text(0.5)
    ('1', '1', 'true', '0.5')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if value is None:
        return ""
    if isinstance(value, list | dict | tuple | set | np.ndarray) or hasattr(value, "to_list"):
        return NESTED
    return str(value)


def short(error: BaseException) -> str:
    """Return what another library says, on one line and not at length."""
    return " ".join(str(error).split())[:200].rstrip(".")
