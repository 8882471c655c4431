"""The one contract for every answer: rows to read, notes to heed, draws, provenance."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from claimwise.core.errors import ParameterError, did_you_mean

_QUALIFIED = re.compile(r"^(?P<name>[^\[\]]+)(?:\[(?P<qualifier>[^\[\]]*)\])?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One answer to one question, in the units of the estimand.

    `estimand` is a name, with a qualifier in brackets when there are several of the kind:
    ``power``, ``mde[low]``, ``power[n=200, difference=0.01]``.
    """

    estimand: str
    estimate: float
    n: int | None = None
    low: float = math.nan
    high: float = math.nan
    level: float | None = None
    kind: str | None = None  # "confidence", "credible", "monte carlo"
    pvalue: float | None = None

    def __post_init__(self) -> None:
        """Refuse a row that contradicts itself."""
        if _QUALIFIED.match(self.estimand) is None:
            raise ValueError(f"Row needs an estimand like name or name[qualifier]: {self.estimand}")
        if self.low > self.high:
            raise ValueError(f"Row {self.estimand}: low {self.low} exceeds high {self.high}")
        if self.pvalue is not None and not 0 <= self.pvalue <= 1:
            raise ValueError(f"Row {self.estimand}: p-value {self.pvalue} is outside [0, 1]")

    def _key(self) -> tuple[object, ...]:
        values = (getattr(self, field.name) for field in fields(self))
        return tuple("nan" if value != value else value for value in values)

    def __eq__(self, other: object) -> bool:
        """Compare all fields; two undefined values are equal."""
        return self._key() == other._key() if isinstance(other, Row) else NotImplemented

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash(self._key())

    @property
    def name(self) -> str:
        """The estimand without its qualifier."""
        return self.estimand.partition("[")[0]

    @property
    def qualifier(self) -> str:
        """What stands in the brackets; empty when there are none."""
        return self.estimand.partition("[")[2][:-1]

    @property
    def at(self) -> dict[str, float]:
        """The numbers that the qualifier names, such as ``{"n": 200.0}``."""
        found = {}
        for part in self.qualifier.split(", "):
            key, _, value = part.partition("=")
            try:
                found[key] = float(value)
            except ValueError:
                continue  # a word, such as low or task=RTE
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a procedure, a plan or a simulation answers.

    Everything that is printed, plotted or serialised is made from these five fields.
    """

    method: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    draws: Mapping[str, Any] = field(default_factory=dict, compare=False)
    provenance: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def only(self) -> Row:
        """The single row; refuses to pick one of several."""
        if len(self.rows) != 1:
            names = ", ".join(row.estimand for row in self.rows)
            raise ParameterError(
                f"only needs a result of one row; found {len(self.rows)}: {names}. "
                "Name the one you want: result['power']."
            )
        return self.rows[0]

    def __getitem__(self, estimand: str) -> Row:
        """Return the row of that name."""
        for row in self.rows:
            if row.estimand == estimand:
                return row
        known = [row.estimand for row in self.rows]
        raise ParameterError(
            f"This result has no row {estimand!r}; it has {', '.join(known)}. "
            f"{did_you_mean(estimand, known)}".strip()
        )

    def __contains__(self, estimand: object) -> bool:
        """Whether there is a row of that name."""
        return any(row.estimand == estimand for row in self.rows)

    def __str__(self) -> str:
        """Return the answer in words."""
        from claimwise.core.registry import lookup

        return str(lookup("report", "text").thing(self))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return what a notebook shows: the answer in words."""
        return {"text/plain": str(self)}


def qualified(name: str, qualifier: str) -> str:
    """Return the estimand's name with its qualifier; brackets within it become parentheses.

    >>> qualified("mde", "low"), qualified("mde", ""), qualified("coefficient", "task=B [dev]")
    ('mde[low]', 'mde', 'coefficient[task=B (dev)]')
    """
    inside = qualifier.replace("[", "(").replace("]", ")")
    return f"{name}[{inside}]" if qualifier else name


def label(*names: str) -> str:
    """Return names as one qualifier; what would read as two, or as brackets, is spelled anew.

    >>> label("bert, base", "", "MMLU [dev]")
    'bert; base, MMLU (dev)'
    """
    safe = (n.replace("[", "(").replace("]", ")").replace(", ", "; ") for n in names if n)
    return ", ".join(safe)


def requalify(row: Row, qualifier: str) -> Row:
    """Return the same row under another qualifier, added to the one it has."""
    joined = ", ".join(part for part in (row.qualifier, qualifier) if part)
    return replace(row, estimand=qualified(row.name, joined))
