"""What a replication is: cells to compute, what was published, and how both are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isnan, nan
from pathlib import Path
from typing import NamedTuple

from claimwise.core import Result, Row

Where = tuple[tuple[str, str], ...]  # names and values that tell numbers apart
THEIR_WAY = "their way"  # the quantity of a number that was computed as the paper did it


class Number(NamedTuple):
    """A number with its Monte Carlo interval, of so many simulated studies."""

    estimate: float
    low: float = nan
    high: float = nan
    studies: int = 0


class Value(NamedTuple):
    """One computed number, with its Monte Carlo interval; `where` tells it from the others."""

    where: Where
    quantity: str
    estimate: float
    low: float = nan
    high: float = nan
    studies: int = 0  # simulated studies; 0 where nothing is simulated

    @property
    def place(self) -> tuple[str, ...]:
        """Return what tells the value from others, without the names."""
        return tuple(text for _, text in self.where)

    def at(self, name: str) -> str:
        """Return what the value has for that name."""
        return dict(self.where)[name]

    def row(self, quantity: str = "", estimate: float = nan) -> Row:
        """Return the value as a row; or another number that stands beside it."""
        where = dict(self.where)
        if quantity:
            return Row(quantity=quantity, at=where, estimate=estimate)
        ends = {} if isnan(self.low) else {"level": 0.95, "kind": "monte carlo"}
        return Row(
            quantity=self.quantity,
            at=where,
            estimate=self.estimate,
            low=self.low,
            high=self.high,
            n=self.studies,
            **ends,  # type: ignore[arg-type]
        )


class Claim(NamedTuple):
    """A sentence of the paper, and whether what was computed bears it out."""

    said: str  # by the paper, in short
    holds: bool
    found: str  # what was computed, as a sentence
    because: str = ""  # why it does not hold: a clause


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is simulated, fewer studies in a quick run; and where the authors' files are."""

    quick: bool
    seed: int
    workers: int
    data: Path | None = None

    def file(self, name: str) -> Path:
        """Return one of the authors' files, wherever it lies in the folder of data."""
        every = sorted(self.data.rglob(name)) if self.data is not None else []
        found = [path for path in every if path.is_file()]
        if not found:
            raise FileNotFoundError(name)
        return found[0]


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

    A published number reproduces if ours lies within `tolerance` of it. Where ours does not,
    `because` says why, in a clause; and where the paper's own way can be followed, a value of
    the quantity `THEIR_WAY` at the same place shows that it gives the published number.

    A published number that is a single draw of chance cannot come out again, whoever computes it:
    it can only lie where such draws do. `draw` says which are; they are counted apart.
    """

    name: str
    source: str
    title: str
    columns: tuple[str, ...]
    cells: Callable[[], list[Cell]]
    published: Callable[[Value], float] = lambda _: nan  # NaN where there is none
    tolerance: Callable[[Value], float] = lambda _: nan  # NaN where nothing can be judged
    draw: Callable[[Value], bool] = lambda _: False
    because: Callable[[Value], str] = lambda _: ""
    claims: Callable[[list[Value]], list[Claim]] = lambda _: []
    remarks: Callable[[list[Value]], list[str]] = lambda _: []  # what else there is to know
    chart: dict[str, str] = field(default_factory=dict)
    commands: tuple[str, ...] = ()  # that give the same numbers
    picture: Callable[[], Result] | None = None  # of a figure that is no curve of these numbers
    measures: str = "Share of studies that find the effect"
    tables: str = ""
    needs: tuple[str, ...] = ()  # the authors' files that it is computed from
