"""What the files of this room share: an item that cannot be read, its numbers, safe ratios."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from claimwise.core import DataError, sentence
from claimwise.kernels.arrays import ArrayLike, Floats


class BadItem(DataError):
    """An item that a metric cannot use.

    A metric knows an item's place alone. `measure`, which knows its name and whose output it is,
    tells it again.
    """

    def __init__(self, place: int, needs: str, found: str, *, gold: bool = False) -> None:
        """Say what was needed, what was found, and whether the gold answer is at fault."""
        super().__init__(sentence("a metric", needs, f"{found} at line {place + 1:,}"))
        self.place, self.needs, self.found, self.gold = place, needs, found, gold

    def told(self, metric: str, item: str, system: str = "") -> DataError:
        """Return the error with the names of metric, item and system."""
        whose = " in the gold answer" if self.gold else f" of system {system}" if system else ""
        return DataError(f"metric {metric}", self.needs, f"{self.found}{whose} at {item}")


def parts_of(value: Any) -> list[Any]:
    """Return the parts of a value: those of a tuple or list, or the words of a text."""
    if isinstance(value, str):
        return value.replace(",", " ").split()
    return list(value) if isinstance(value, Sequence) else [value]


def numbers_of(value: Any, place: int, needs: str, size: int) -> tuple[float, ...]:
    """Return as many finite numbers as asked for, from a tuple, a text or a single number."""
    try:
        found = tuple(float(part) for part in parts_of(value))
    except (TypeError, ValueError):
        found = ()
    if len(found) != size or not all(math.isfinite(number) for number in found):
        raise BadItem(place, needs, repr(value))
    return found


def texts_of(values: Sequence[Any], needs: str = "texts") -> Sequence[str]:
    """Return the values if all are texts."""
    for place, value in enumerate(values):
        if not isinstance(value, str):
            raise BadItem(place, needs, repr(value))
    return values


def references_of(gold: Sequence[Any]) -> list[tuple[str, ...]]:
    """Return the reference texts of each item: at least one."""
    found = []
    for place, value in enumerate(gold):
        texts = (value,) if isinstance(value, str) else value
        if not (isinstance(texts, Sequence) and texts and all(isinstance(t, str) for t in texts)):
            raise BadItem(place, "reference texts", repr(value), gold=True)
        found.append(tuple(texts))
    return found


def means(values: ArrayLike) -> Floats:
    """Return (value, 1) for each item, the statistics of a mean."""
    return np.stack([np.asarray(values, dtype=np.float64), np.ones(len(values))], axis=1)


def mean_score(totals: Floats) -> Floats:
    """Return the mean, NaN of no items."""
    return ratio(totals[..., 0], totals[..., 1])


def ratio(over: Floats, under: Floats) -> Floats:
    """Return the quotient, NaN where the denominator is 0.

    >>> ratio(np.array([1.0, 0.0]), np.array([2.0, 0.0])).tolist()
    [0.5, nan]
    """
    over, under = np.broadcast_arrays(over, under)
    found = np.full(over.shape, np.nan)
    np.divide(over, under, out=found, where=under != 0)
    return found
