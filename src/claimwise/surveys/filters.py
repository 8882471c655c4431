"""Which comparisons a survey is about: conditions on columns, such as claimed=Y or n>=100."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, ParameterError, did_you_mean
from claimwise.data.role_names import plays
from claimwise.surveys.columns import without_commas

CONDITION = re.compile(r"^\s*(?P<column>.+?)\s*(?P<sign>!=|>=|<=|=|>|<)\s*(?P<value>.*?)\s*$")
ORDERED: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition on one column."""

    column: str
    sign: str
    value: str

    @property
    def words(self) -> str:
        """The condition as it is written."""
        return f"{self.column}{self.sign}{self.value}"

    def holds(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Return in which rows the condition holds; a cell without a value meets none."""
        if self.sign in ORDERED:
            compare, bound = ORDERED[self.sign], self._bound()
            kept = [bool(text) and compare(self._number(text, i), bound) for i, text in _at(texts)]
            return np.array(kept, bool)
        same = np.array([self._same(text) for text in texts], bool)
        if self.sign == "=" and not same.any():
            seen = list(dict.fromkeys(text for text in texts if text))
            shown = ", ".join(seen[:6]) + (", ..." if len(seen) > 6 else "")
            raise ParameterError(
                f"No row has {self.words}; column {self.column} has {shown or 'empty cells'}.",
                did_you_mean(self.value, seen),
            )
        told = np.array([bool(text) for text in texts], bool)
        return same if self.sign == "=" else told & ~same

    def _same(self, text: str) -> bool:
        """Whether a cell has the value: the same word in any case, or the same number."""
        try:
            return self._float(text) == self._float(self.value)
        except ValueError:
            return bool(text) and text.lower() == self.value.lower()

    def _float(self, text: str) -> float:
        """Return a number; sizes may be written with commas between thousands."""
        return float(without_commas(text) if plays(self.column, "n") else text)

    def _bound(self) -> float:
        try:
            return self._float(self.value)
        except ValueError:
            raise ParameterError(
                f"the condition {self.words}", "a number to compare with", self.value
            ) from None

    def _number(self, text: str, row: int) -> float:
        try:
            return self._float(text)
        except ValueError:
            raise DataError(
                f"the condition {self.words}", "numbers", f"{text!r} in row {row}"
            ) from None


def _at(texts: Sequence[str]) -> list[tuple[int, str]]:
    return list(enumerate(texts, start=1))


def conditions(who: str, given: Any) -> list[Condition]:
    """Return what was asked for: ``"claimed=Y"``, a list of such texts, or a mapping."""
    if given is None:
        return []
    if isinstance(given, Mapping):
        return [Condition(str(column), "=", str(value)) for column, value in given.items()]
    try:
        several = [given] if isinstance(given, str) else list(given)
    except TypeError:
        what = "a text, a list of texts or a mapping"
        raise ParameterError(who, what, repr(given), "Such as task=RTE.") from None
    found = []
    for text in several:
        parts = CONDITION.match(str(text))
        if parts is None or not parts["value"]:
            raise ParameterError(
                who, "COLUMN=VALUE (or !=, >, >=, <, <=)", repr(text), "Such as task=RTE."
            )
        found.append(Condition(parts["column"], parts["sign"], parts["value"]))
    return found
