"""Data frames: whatever narwhals accepts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError
from claimwise.data.coding import Coder
from claimwise.data.columns import NESTED, SAMPLE, Loaded, no_rows
from claimwise.data.numbers import OddScore, ScoreParser, score_error

ROWS = 1 << 16  # turned into Python objects at a time


class Frame:
    """A data frame in memory, or one that is computed when it is needed."""

    dotted = False

    def __init__(
        self, source: Any, name: str = "the data frame", digest: str | None = None
    ) -> None:
        """Check that it is a frame with one column for each name."""
        import narwhals as nw

        self.name, self._digest = name, digest
        try:
            self.frame = nw.from_native(source)
            native = list(
                self.frame.collect_schema().names()
                if isinstance(self.frame, nw.LazyFrame)
                else self.frame.columns
            )
        except TypeError as error:
            article = "an" if type(source).__name__[0] in "aeiou" else "a"
            raise DataError(
                f"claimwise reads paths, data frames and mappings of arrays; found {article} "
                f"{type(source).__name__}."
            ) from error
        except Exception as error:
            raise DataError(f"The data frame cannot be read: {short(error)}.") from error
        self.native = dict(zip(map(str, native), native, strict=True))
        self.names = tuple(self.native)
        if len(self.names) != len(native):
            raise DataError("Two columns of the data frame have the same name.")

    def digest(self) -> str | None:
        """Return the fingerprint of the file behind it, if there is one."""
        return self._digest

    def sample(self) -> dict[str, list[str]]:
        """Return the first rows as texts, column by column."""
        frame = self._collect(self.names, SAMPLE)
        return {name: _texts(frame.get_column(self.native[name])) for name in self.names}

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some columns as labels and others as scores."""
        frame = self._collect((*labels, *scores))
        if not len(frame):
            raise no_rows(self.name)
        coded = {}
        for name in labels:
            coder = Coder()
            series = frame.get_column(self.native[name])
            for start in range(0, len(series), ROWS):
                texts = _texts(series[start : start + ROWS])
                if NESTED in texts:
                    row = start + texts.index(NESTED) + 1
                    raise DataError(f"Column {name} has a list or an object in row {row}.")
                coder.add(texts)
            coded[name] = coder.finish(name)
        return Loaded(len(frame), coded, {name: self._scores(frame, name) for name in scores})

    def _collect(self, names: Sequence[str], rows: int | None = None) -> Any:
        import narwhals as nw

        frame = self.frame.select([nw.col(self.native[name]) for name in names])
        frame = frame if rows is None else frame.head(rows)
        if not isinstance(frame, nw.LazyFrame):
            return frame
        try:
            return frame.collect()
        except Exception as error:
            raise DataError(f"The data frame cannot be computed: {short(error)}.") from error

    def _scores(self, frame: Any, name: str) -> NDArray[np.float64]:
        import narwhals as nw

        series = frame.get_column(self.native[name])
        if series.dtype.is_numeric() or series.dtype == nw.Boolean:
            missing = series.is_null().to_numpy().astype(bool)
            filled = series.fill_null(False if series.dtype == nw.Boolean else 0)
            values = filled.cast(nw.Float64).to_numpy().astype(np.float64)
            values = np.where(missing, np.nan, values)
            odd = np.flatnonzero(~np.isfinite(values) & ~missing)
            if len(odd):
                problem = OddScore(int(odd[0]), str(values[odd[0]]))
                raise score_error(name, problem, self._place(problem))
            return values
        parser, parts = ScoreParser(), []
        for start in range(0, len(series), ROWS):
            try:
                parts.append(parser.parse(_texts(series[start : start + ROWS])))
            except OddScore as problem:
                problem.position += start
                raise score_error(name, problem, self._place(problem)) from None
        return np.concatenate(parts)

    def _place(self, odd: OddScore) -> str:
        return f"in row {odd.position + 1} of {self.name}"


def short(error: BaseException) -> str:
    """Return what another library says, on one line and not at length."""
    return " ".join(str(error).split())[:200].rstrip(".")


def _texts(series: Any) -> list[str]:
    values = series.to_list()
    missing = series.is_null().to_list()
    return ["" if no else text(value) for value, no in zip(values, missing, strict=True)]


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
