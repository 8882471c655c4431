"""What a replication is: cells to compute, what was published, and a verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan, nan
from typing import NamedTuple

from claimwise.core import Result, Row

Where = tuple[tuple[str, str], ...]  # names and values that tell numbers apart


class Value(NamedTuple):
    """One computed number, with its Monte Carlo interval; `where` tells it from the others."""

    where: Where
    quantity: str
    estimate: float
    low: float
    high: float
    studies: int

    def at(self, name: str) -> str:
        """Return what the value has for that name."""
        return dict(self.where)[name]

    def row(self, quantity: str = "", estimate: float = nan) -> Row:
        """Return the value as a row; or another number that stands beside it."""
        where = ", ".join(f"{name}={value}" for name, value in self.where)
        if quantity:
            return Row(estimand=f"{quantity}[{where}]", estimate=estimate)
        ends = {} if isnan(self.low) else {"level": 0.95, "kind": "monte carlo"}
        return Row(
            estimand=f"{self.quantity}[{where}]",
            estimate=self.estimate,
            low=self.low,
            high=self.high,
            n=self.studies,
            **ends,  # type: ignore[arg-type]
        )


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is simulated: fewer studies in a quick run."""

    quick: bool
    seed: int
    workers: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of a replication that is computed in one go, and kept."""

    where: Where
    compute: Callable[[Effort], list[Value]]
    quick: bool = True  # whether a quick run has it


@dataclass(frozen=True, slots=True, kw_only=True)
class Replication:
    """A published table or figure, and how it is computed again.

    `columns` are the names that tell numbers apart; the table has the last of them side by side.
    `chart` says what the figure shows as x, color, dash, row and column. With `tables`, one of
    the columns, there is a table for each of its values.
    """

    name: str
    source: str
    title: str
    columns: tuple[str, ...]
    cells: Callable[[], list[Cell]]
    published: Callable[[Value], float]  # NaN where there is none
    judge: Callable[[list[Value]], list[str]]
    chart: dict[str, str]
    commands: tuple[str, ...]  # that give the same numbers
    picture: Callable[[], Result] | None = None  # of a figure that is no curve of these numbers
    measures: str = "Share of studies that find the effect"
    tables: str = ""
    gap: Callable[[Value], float] | None = None  # Monte Carlo errors to what was published
