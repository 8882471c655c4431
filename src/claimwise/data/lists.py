"""A table in memory without a data frame: columns by name, each a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from claimwise.core import DataError
from claimwise.data.coding import Coder
from claimwise.data.columns import NESTED, SAMPLE, Loaded, no_rows
from claimwise.data.frames import text
from claimwise.data.numbers import OddScore, ScoreParser, score_error


class Lists:
    """Columns of equal length; None and NaN are missing."""

    dotted = False
    name = "the table"

    def __init__(self, source: Mapping[Any, Sequence[Any]]) -> None:
        """Check that there is one column for each name, and that all are equally long."""
        self._columns = {str(name): [_text(x) for x in values] for name, values in source.items()}
        self.names = tuple(self._columns)
        if len(self.names) != len(source):
            raise DataError("Two columns of the table have the same name.")
        lengths = {name: len(values) for name, values in self._columns.items()}
        if len(set(lengths.values())) > 1:
            shown = ", ".join(f"{length} in {name}" for name, length in lengths.items())
            raise DataError(f"The columns differ in length: {shown}.")
        for name, values in self._columns.items():
            if NESTED in values:
                row = values.index(NESTED) + 1
                raise DataError(f"Column {name} has a list or an object in row {row}.")
        if not any(lengths.values()):
            raise no_rows(self.name)

    def digest(self) -> str | None:
        """Return no fingerprint: there is no file."""
        return None

    def sample(self) -> dict[str, list[str]]:
        """Return the first rows as texts, column by column."""
        return {name: values[:SAMPLE] for name, values in self._columns.items()}

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some columns as labels and others as scores."""
        coded, numbers = {}, {}
        for name in labels:
            coder = Coder()
            coder.add(self._columns[name])
            coded[name] = coder.finish(name)
        for name in scores:
            try:
                numbers[name] = ScoreParser().parse(self._columns[name])
            except OddScore as odd:
                raise score_error(name, odd, f"in row {odd.position + 1} of {self.name}") from None
        return Loaded(len(self._columns[self.names[0]]), coded, numbers)


def _text(value: Any) -> str:
    """Return a cell as text; numbers of NumPy as those of Python."""
    if isinstance(value, np.generic):
        value = value.item()
    return "" if value != value else text(value)
