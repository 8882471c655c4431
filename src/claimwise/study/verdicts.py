"""Who won, judgement by judgement, read from a column of winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.core import DataError, did_you_mean, option
from claimwise.core.missing import called
from claimwise.data.fields import column_names, read_fields
from claimwise.data.roles import ALIASES, find_column
from claimwise.data.scores import Coded
from claimwise.data.winners import PLACES, SIDES, TIES, WINNER
from claimwise.kernels.arrays import Ints
from claimwise.study.declaration import Comparison

WHO = "study assess"


@dataclass(frozen=True, slots=True, eq=False)
class Winners:
    """Judgements of two systems: -1 for A, 0 a tie, 1 for B; and whose, and of what."""

    outcome: Ints
    systems: tuple[str, ...]  # all that the file names
    lost: int  # rows of this pair without a winner
    rater: Coded | None
    item: Coded | None
    digest: str | None

    @property
    def wins(self) -> int:
        """Judgements for B."""
        return int((self.outcome == 1).sum())

    @property
    def losses(self) -> int:
        """Judgements for A."""
        return int((self.outcome == -1).sum())


def read_winners(
    data: Sequence[Any], comparison: Comparison, columns: Mapping[str, str]
) -> Winners:
    """Read the judgements of one comparison; those of other pairs are left out."""
    if len(data) != 1:
        raise DataError(WHO, "one file of judgements", f"{len(data)}")
    there = column_names(data[0])
    remedy = "Name it: " + option("columns", {"winner": "NAME"}) + "."
    winner = columns.get("winner") or find_column(there, "winner", WINNER, remedy, called(data[0]))
    sides = _sides(there, columns)
    others = {
        role: columns.get(role) or next((n for n in there if n.lower() in ALIASES[role]), None)
        for role in ("rater", "item")
    }
    names = list(dict.fromkeys([winner, *sides, *(n for n in others.values() if n)]))
    pair = (comparison.a, comparison.b)
    fields = read_fields(data[0], names, labels=names, levels={winner: pair})
    won = fields.labels[winner]
    kept = np.ones(fields.rows, bool)
    systems: tuple[str, ...] = tuple(n for n in won.used() if n.strip().lower() not in TIES)
    if sides:
        first, second = (list(fields.labels[name]) for name in sides)
        both = zip(first, second, strict=True)
        kept = np.array([{x, y} == set(pair) for x, y in both], bool)
        systems = tuple(dict.fromkeys([*first, *second]))
    outcome = _outcomes(won, kept, pair, winner)
    used = kept & (won.codes >= 0)
    rows = np.flatnonzero(used)
    named = {role: fields.labels[n].take(rows) if n else None for role, n in others.items()}
    return Winners(
        outcome[rows],
        tuple(dict.fromkeys([*systems, *(n for n in pair if not sides and len(systems) < 2)])),
        int((kept & ~used).sum()),
        named["rater"],
        named["item"],
        fields.digest,
    )


def _sides(there: Sequence[str], columns: Mapping[str, str]) -> tuple[str, ...]:
    """Return the columns that say which two systems were judged, if there are any."""
    if "first" in columns and "second" in columns:
        return columns["first"], columns["second"]
    lower = {name.lower(): name for name in there}
    found = (tuple(lower[x] for x in pair) for pair in SIDES if set(pair) <= set(lower))
    return next(found, ())


def _outcomes(won: Coded, kept: Any, pair: tuple[str, str], column: str) -> Ints:
    """Return the outcome of each row; refuse winners that are neither of the two nor a tie."""
    place = {pair[0]: -1, pair[1]: 1}
    codes = np.zeros(len(won.labels) + 1, np.int64)
    for i, label in enumerate(won.labels):
        if label in place:
            codes[i] = place[label]
        elif label.strip().lower() not in TIES and np.any(kept & (won.codes == i)):
            where = label.strip().lower() in PLACES
            remedy = (
                "Write the systems' names there."
                if where
                else did_you_mean(label, pair)
                or "Of several pairs, name the columns of both systems: "
                'columns = {first = "model_a", second = "model_b"}.'
            )
            raise DataError(
                column, f"{pair[0]}, {pair[1]} or a tie as winners", repr(label), remedy
            )
    return codes[won.codes]
