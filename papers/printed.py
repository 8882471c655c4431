"""Numbers as a paper prints them: as many digits as it gives are what can be compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from math import nan

from papers.base import Value
from papers.tolerance import of_print


def nothing(_: Value) -> float:
    """Return how far a number may lie where no chance is in it."""
    return 0.0


@dataclass(frozen=True, slots=True)
class Printed:
    """Published numbers, by the values that tell them apart; as texts, with all their digits.

    >>> printed = Printed({("mean", "RTE"): "3.89"})
    >>> value = Value((("number", "mean"), ("task", "RTE")), "value", 3.89)
    >>> printed.published(value), printed.tolerance(value)
    (3.89, 0.00505)
    """

    numbers: Mapping[tuple[str, ...], str | float]
    chance: Callable[[Value], float] = nothing

    def published(self, value: Value) -> float:
        """Return the number; NaN where none is printed."""
        return float(self._found(value))

    def tolerance(self, value: Value) -> float:
        """Return half a unit of the last digit that is printed, and what chance may do."""
        found = self._found(value)
        if found != found:
            return nan
        rounding = of_print(_digits(found)) if isinstance(found, str) else 0.0
        return rounding + self.chance(value)

    def _found(self, value: Value) -> str | float:
        return self.numbers.get(value.place, nan)


def _digits(text: str) -> int:
    """Return how many decimals are printed.

    >>> _digits("0.60"), _digits("8.45e-5")
    (2, 7)
    """
    return -int(Decimal(text).as_tuple().exponent)
