"""Judgements head to head: who won, by whose judgement, and between whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import Words
from claimwise.data.fields import Fields, read_fields
from claimwise.data.role_names import OF_JUDGEMENTS, ROLES, plain
from claimwise.data.roles import Roles, find_roles
from claimwise.data.scores import Coded
from claimwise.data.table_files import open_table

FIRST = ("left", "first", "model_a", "system_a")
SECOND = ("right", "second", "model_b", "system_b")
PLACES = (*FIRST, *SECOND)
TIES = ("tie", "ties", "tied", "draw", "equal", "same", "both", "neither", "no preference")


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A table of judgements, row by row: winners by name, and who was compared where it says so."""

    fields: Fields
    roles: Roles
    winner: Coded
    sides: tuple[Coded, Coded] | None
    first: Coded | None = None  # the system shown first, where a column says so

    @property
    def column(self) -> str:
        """What messages call the column of winners."""
        return self.roles.columns["winner"]

    def of(self, role: str, rows: NDArray[Any]) -> Coded | None:
        """Return who judged some rows or what was judged there, if a column says so."""
        name = self.roles.get(role)
        return None if name is None else self.fields.labels[name].take(rows)

    def between(self, a: str, b: str) -> NDArray[np.bool_]:
        """Say which rows are of a pair of systems: all, where no column says who was compared."""
        if self.sides is None:
            return np.ones(self.fields.rows, bool)
        pair = {a, b}
        return np.array([{x, y} == pair for x, y in zip(*self.sides, strict=True)], bool)

    def systems(self) -> tuple[str, ...]:
        """Return every system that was compared, or that won."""
        if self.sides is None:
            return tuple(x for x in self.winner.used() if x.strip().lower() not in TIES)
        return tuple(dict.fromkeys([*self.sides[0].used(), *self.sides[1].used()]))

    def most_judged(self) -> tuple[str, str] | None:
        """Return the pair of systems that was compared most often, in the order of the file."""
        if self.sides is None:
            return None
        order = {name: i for i, name in enumerate(self.systems())}
        pairs = Counter(
            (x, y) if order[x] < order[y] else (y, x)
            for x, y in zip(*self.sides, strict=True)
            if x in order and y in order and x != y
        )
        return pairs.most_common(1)[0][0] if pairs else None


def read_judged(
    source: Any,
    columns: Mapping[str, str],
    *,
    levels: Sequence[str] = (),
    remedy: Words | str = "",
) -> Judged:
    """Read a table of judgements; a winner that is a place is the system that stood there.

    Parameters
    ----------
    source : path, data frame or mapping of lists
        One row for each judgement.
    columns : mapping
        Role -> column, as the user says.
    levels : sequence of str
        Names of systems, also where they look like missing.
    remedy : Words, optional
        What to do where no column has the winners.
    """
    roles = judged_roles(source, columns)
    winner = roles.need("winner", remedy)
    sides = _sides(roles, columns)
    others = [roles.columns[role] for role in ("rater", "item") if roles.get(role)]
    names = list(dict.fromkeys([winner, *sides, *others]))
    fields = read_fields(source, names, labels=names, levels={winner: tuple(levels)})
    both = tuple(fields.labels[name] for name in sides)
    won = fields.labels[winner]
    if len(both) == 2:
        won = _by_name(won, both, levels)
        return Judged(fields, roles, won, (both[0], both[1]), both[0])
    named = roles.get("first")
    shown = None if named is None else read_fields(source, [named], labels=[named]).labels[named]
    known = shown is not None and set(shown.used()) <= {*won.used(), *levels}
    return Judged(fields, roles, won, None, shown if known else None)


def judged_roles(source: Any, columns: Mapping[str, str] | None = None) -> Roles:
    """Return which columns hold winners, raters, items and the systems of each judgement."""
    return find_roles(open_table(source), columns, OF_JUDGEMENTS)


def _sides(roles: Roles, columns: Mapping[str, str]) -> tuple[str, ...]:
    """Return the columns that say which two systems were judged: a pair of names of one kind."""
    if "first" in columns and "second" in columns:
        return roles.columns["first"], roles.columns["second"]
    place = {
        (role, plain(name)): name
        for role in ("first", "second")
        for name in roles.able.get(role, ())
    }
    for one, other in zip(ROLES["first"].names, ROLES["second"].names, strict=True):
        if ("first", one) in place and ("second", other) in place:
            return place["first", one], place["second", other]
    return ()


def _by_name(won: Coded, sides: tuple[Coded, ...], levels: Sequence[str]) -> Coded:
    """Return the winners by name, where they are written as the side on which they stood."""
    systems = {*sides[0].used(), *sides[1].used(), *levels}
    at = {}
    for code, label in enumerate(won.labels):
        word = plain(label)
        if label not in systems and word in (*PLACES, "a", "b"):
            at[code] = sides[0] if word in (*FIRST, "a") else sides[1]
    if not at:
        return won
    labels = list(dict.fromkeys([*won.labels, *sides[0].labels, *sides[1].labels]))
    place = {label: i for i, label in enumerate(labels)}
    codes = won.codes.copy()
    for code, side in at.items():
        moved = np.array([*(place[label] for label in side.labels), -1], np.int32)
        rows = won.codes == code
        codes[rows] = moved[side.codes[rows]]
    used = np.unique(codes[codes >= 0])
    packed = np.full(len(labels) + 1, -1, np.int32)
    packed[used] = np.arange(len(used), dtype=np.int32)
    return Coded(packed[codes], tuple(labels[i] for i in used))
