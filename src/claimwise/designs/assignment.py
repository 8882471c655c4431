"""Who rates what: a rating study before anybody has rated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    Result,
    Row,
    assumed,
    caution,
    check_number,
    provenance,
)
from claimwise.core.writing import csv_bytes, write_atomically
from claimwise.kernels.arrays import Ints

COLUMNS = ("rater", "position", "item")


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """Ratings to be given: one row for each, in the order in which a rater meets them.

    A text is what one system made of one item. With `pairs` a rater sees what both systems made
    of the item and says which is better; `system` is then the one that is shown first. `carrier`
    is None but in the published generator of Howcroft and Rieser (2021), which gave some ratings
    the habits of another rater.
    """

    name: str
    rater: Ints  # (n,) 0, 1, ...
    item: Ints  # (n,)
    system: Ints  # (n,) 0 for A, 1 for B, ...
    systems: tuple[str, ...] = ("A", "B")
    carrier: Ints | None = None  # (n,) whose habits a rating shows, if not the rater's own
    pairs: bool = False

    @property
    def n(self) -> int:
        """Number of ratings."""
        return len(self.rater)

    @property
    def raters(self) -> int:
        """Number of raters who have something to rate."""
        return len(np.unique(self.rater))

    @property
    def items(self) -> int:
        """Number of items that are rated."""
        return len(np.unique(self.item))

    def loads(self) -> Ints:
        """Return how many ratings each rater gives."""
        return np.unique(self.rater, return_counts=True)[1]

    def per_text(self) -> Ints:
        """Return how many ratings each text gets, (items, systems); 0 where it gets none.

        Of pairs: how many judgements each item gets, (items, 1).
        """
        _, item = np.unique(self.item, return_inverse=True)
        if self.pairs:
            return np.bincount(item)[:, None]
        table = np.zeros((self.items, len(self.systems)), np.int64)
        np.add.at(table, (item, self.system), 1)
        return table

    def met_twice(self) -> int:
        """Return how often a rater meets an item again, under another system or the same."""
        pairs = self.rater * (int(self.item.max()) + 1) + self.item
        return self.n - len(np.unique(pairs))

    def complete(self) -> bool:
        """Whether every rater rates every text once, or judges every pair."""
        if self.pairs:
            return self.met_twice() == 0 and self.n == self.raters * self.items
        triples = (self.rater * (int(self.item.max()) + 1) + self.item) * len(self.systems)
        different = len(np.unique(triples + self.system))
        return self.n == different == self.raters * self.items * len(self.systems)

    def without(self, rate: float, rng: np.random.Generator) -> Assignment:
        """Return the design with ratings missing at random, each with the same probability."""
        if not 0 <= check_number("missing", rate) < 1:
            raise ParameterError("missing", "a rate of at least 0 and below 1", f"{rate:g}")
        kept = rng.random(self.n) >= rate
        carrier = None if self.carrier is None else self.carrier[kept]
        found = replace(
            self,
            name=f"{self.name}, {rate:.3g} missing",
            rater=self.rater[kept],
            item=self.item[kept],
            system=self.system[kept],
            carrier=carrier,
        )
        if not found.n:
            raise ParameterError(
                "missing", "a rate that leaves some ratings", f"{rate:g} of {self.n}"
            )
        return found

    def check(self) -> None:
        """Refuse a design in which the systems cannot be compared."""
        counts = np.bincount(self.system, minlength=len(self.systems)) + self.pairs
        for system, count in zip(self.systems, counts, strict=True):
            if not count:
                raise DataError("a rating study", "ratings of every system", f"none of {system}")
        text = (self.rater * (int(self.item.max()) + 1) + self.item) * len(self.systems)
        again = self.n - len(np.unique(text if self.pairs else text + self.system))
        if again:
            raise DataError("a rating study", "no text twice for one rater", f"{again:,} that are")
        if self.raters < 2 or self.items < 2:
            raise DataError(
                "a rating study",
                "at least two raters and two items",
                f"{self.raters} and {self.items}",
            )

    def describe(self) -> list[Note]:
        """Say in words what the design asks of raters and gives to texts."""
        loads, texts = self.loads(), self.per_text()
        given, kind = ("judgements", "item") if self.pairs else ("ratings", "text")
        said = [
            f"{self.n:,} {given}: {self.raters:,} raters, {self.items:,} items, "
            f"{len(self.systems)} systems ({', '.join(self.systems)}).",
            f"Each rater gives {_range(loads)} {given}; each {kind} gets {_range(texts.ravel())}.",
        ]
        twice = self.met_twice()
        if twice:
            said.append(f"Raters meet an item again {twice:,} times.")
        else:
            said.append("No rater meets an item twice.")
        share = np.zeros((int(self.rater.max()) + 1, len(self.systems)))
        np.add.at(share, (self.rater, self.system), 1)
        share = share[share.sum(axis=1) > 0]
        uneven = int((share.max(axis=1) - share.min(axis=1)).max())
        sees = "sees every system first" if self.pairs else "sees every system"
        said.append(
            f"Every rater {sees} equally often."
            if uneven == 0
            else f"A rater {sees.replace('every', 'one')} more often than another by at most "
            f"{uneven}."
        )
        notes = [assumed(text) for text in said]
        if self.own() < 1:
            notes.append(
                caution(
                    f"{1 - self.own():.0%} of the ratings show other habits than most of "
                    "their rater's (the indexing error of the published generator)."
                )
            )
        return notes

    def __str__(self) -> str:
        """Return its name and what it asks of raters, in words."""
        return "\n".join([self.name, *self.describe()])

    def own(self) -> float:
        """Return the mean share of a rater's ratings that show the same habits: 1 as a rule."""
        if self.carrier is None:
            return 1.0
        pairs, counts = np.unique(
            np.column_stack([self.rater, self.carrier]), axis=0, return_counts=True
        )
        most = np.zeros(int(self.rater.max()) + 1)
        np.maximum.at(most, pairs[:, 0], counts)
        loads = np.bincount(self.rater)
        return float((most[loads > 0] / loads[loads > 0]).mean())

    def result(self) -> Result:
        """Return the numbers of the design as a result."""
        loads, texts = self.loads(), self.per_text()
        counts = {
            "ratings": self.n,
            "raters": self.raters,
            "items": self.items,
            "systems": len(self.systems),
        }
        rows = [Row(quantity=name, estimate=float(count)) for name, count in counts.items()]
        given = {"load": loads, f"ratings_per_{'item' if self.pairs else 'text'}": texts}
        for name, found in given.items():
            for end, count in (("fewest", found.min()), ("most", found.max())):
                rows.append(Row(quantity=name, at={"end": end}, estimate=float(count)))
        rows.append(Row(quantity="met_twice", estimate=float(self.met_twice())))
        verb = "design judgements" if self.pairs else "design ratings"
        settings = {"verb": verb, "design": self.name}
        return Result(
            kind="design",
            method=self.name,
            rows=tuple(rows),
            notes=tuple(self.describe()),
            provenance=provenance(settings),
        )

    def rows(self) -> Iterator[tuple[str, int, str, str]]:
        """Yield rater, position, item and system (of pairs: the one first), rater after rater."""
        width = [len(str(int(codes.max()) + 1)) for codes in (self.rater, self.item)]
        order = np.argsort(self.rater, kind="stable")
        position, last = 0, -1
        for row in order.tolist():
            rater = int(self.rater[row])
            position = position + 1 if rater == last else 1
            last = rater
            yield (
                f"rater{rater + 1:0{width[0]}d}",
                position,
                f"item{int(self.item[row]) + 1:0{width[1]}d}",
                self.systems[int(self.system[row])],
            )

    def write(self, path: str | Path) -> None:
        """Write the list as CSV for a crowd platform: one row for each rating to be given."""
        head = (*COLUMNS, "first" if self.pairs else "system")
        write_atomically({path: csv_bytes((head, *self.rows()))})


def _range(counts: Ints) -> str:
    low, high = int(counts.min()), int(counts.max())
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
