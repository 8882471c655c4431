"""Numbers as a paper prints them: as many digits as it gives are what can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan

from papers.base import Value
from papers.tolerance import of_print


@dataclass(frozen=True, slots=True)
class Printed:
    """Published numbers as texts, by the values that tell them apart.

    >>> printed = Printed({("mean", "RTE"): "3.89"})
    >>> value = Value((("number", "mean"), ("task", "RTE")), "value", 3.89)
    >>> printed.published(value), printed.tolerance(value)
    (3.89, 0.00505)
    """

    numbers: Mapping[tuple[str, ...], str]

    def published(self, value: Value) -> float:
        """Return the number; NaN where none is printed."""
        return float(self._text(value) or nan)

    def tolerance(self, value: Value) -> float:
        """Return half a unit of the last digit that is printed."""
        return of_print(len(self._text(value).partition(".")[2]))

    def _text(self, value: Value) -> str:
        return self.numbers.get(tuple(name for _, name in value.where), "")
