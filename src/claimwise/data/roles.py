"""Which column plays which role: the one function that looks, by name and by content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from claimwise.core import DataError, ParameterError, Words, as_words, did_you_mean, option
from claimwise.core.missing import lacks, listed
from claimwise.data.columns import Table, kind
from claimwise.data.role_names import (
    COUNTS,
    FITS,
    OF_SCORES,
    OF_TOTALS,
    ROLES,
    SCORES,
    is_id,
    plain,
    plays,
)

Sample = Mapping[str, Sequence[str]]
MISTAKES = 0.8  # share of rows from which a column names items, though some come twice


class Guess(str):
    """What was guessed, in words, and which column has which role by it."""

    __slots__ = ("column", "role")
    role: str
    column: str

    def __new__(cls, text: str, *, role: str, column: str) -> Guess:
        """Keep the words as the text."""
        guess = super().__new__(cls, text)
        guess.role, guess.column = role, column
        return guess

    def __reduce__(self) -> tuple[object, ...]:
        """Keep role and column where guesses go from one process to another."""
        return _guess, (str(self), self.role, self.column)


def _guess(text: str, role: str, column: str) -> Guess:
    return Guess(text, role=role, column=column)


@dataclass(frozen=True, slots=True)
class Roles:
    """The columns by role, in words which of them were guessed, and what could not be decided.

    `able` has, for each role, every column that could play it, the chosen one first; of `open`
    ones none was chosen.
    """

    columns: Mapping[str, str]
    inferred: tuple[Guess, ...]
    able: Mapping[str, tuple[str, ...]]
    open: Mapping[str, tuple[str, ...]]
    names: tuple[str, ...] = ()
    where: str = ""
    totals: bool = False

    def get(self, role: str) -> str | None:
        """Return the column that plays a role, or None."""
        return self.columns.get(role)

    def need(self, role: str, remedy: Words | str = "") -> str:
        """Return the column that plays a role, or say which names it could have."""
        if role in self.columns:
            return self.columns[role]
        raise NoColumnError(*no_role(self.where, self.names, role, remedy))


class NoColumnError(DataError):
    """A table in which no column plays a role."""


def no_role(
    where: str, names: Sequence[str], role: str, remedy: Words | str = ""
) -> tuple[str, Words]:
    """Say that no column plays a role, and by which names it would be known."""
    problem, _ = lacks(where, f"column for the {role}", names)
    known = listed(ROLES[role].known, 12)
    if remedy:
        return problem, as_words(remedy) + f" Recognised are {known}."
    named = option("columns", {role: "NAME"})
    return problem, "Name it: " + named + f"; recognised are {known}."


def assign(
    names: Sequence[str],
    columns: Mapping[str, str] | None = None,
    *,
    where: str,
    wanted: Sequence[str] = OF_SCORES,
    sample: Sample | None = None,
    dotted: bool = False,
    items: bool = True,
) -> Roles:
    """Give each role its column: the user's, or one whose name and content say so.

    Parameters
    ----------
    names : sequence of str
        The columns of the table.
    columns : mapping, optional
        Role -> column, as the user says; wins over the table of names.
    where : str
        What the table is called in an error.
    wanted : sequence of str
        The roles that are looked for, in order. With those of scores, totals are looked for too
        where no column names the items.
    sample : mapping, optional
        The first cells of each column: a role goes to none that holds something else, and a
        column of lists or objects has no role.
    dotted : bool
        Whether ``doc.passage`` may reach into the column ``doc``.
    items : bool
        Whether a column whose name seldom means items (`Role.last`) may name them.
    """
    chosen = _given(names, columns or {}, where, wanted, dotted)
    holds = {name: kind(texts) for name, texts in (sample or {}).items()}
    free = [n for n in names if n and n not in chosen.values() and holds.get(n) != "nested"]
    totals = wanted == OF_SCORES and _are_totals(chosen, free, holds)
    looked_for = tuple(wanted)
    if totals:
        shares = "correct" not in chosen and not _candidates("correct", free, holds)[0]
        counts = ("accuracy", "n") if shares else ("correct", "n")
        looked_for = (*counts, "system", "dataset")
    inferred: list[Guess] = []
    able: dict[str, tuple[str, ...]] = {r: (n,) for r, n in chosen.items()}
    undecided: dict[str, tuple[str, ...]] = {}
    for role in looked_for:
        if role in chosen:
            continue
        could, preferred = _candidates(role, free, holds)
        if role == "item" and not items:
            could = [name for name in could if not _seldom(name)]
        able[role] = tuple(could)
        if len(could) > 1 and not preferred:
            undecided[role] = tuple(could)
        elif could:
            chosen[role] = could[0]
            inferred.append(guessed(role, could))
            free.remove(could[0])
    return Roles(
        chosen, tuple(inferred), able, undecided, tuple(n for n in names if n), where, totals
    )


def guessed(role: str, could: Sequence[str], why: str = "") -> Guess:
    """Return in words that the first of some columns was given a role, and not the others."""
    others = f" (not {', '.join(could[1:])})" if could[1:] else ""
    return Guess(f"{role}: column {could[0]}{others}{why}", role=role, column=could[0])


def _candidates(role: str, free: Sequence[str], holds: Mapping[str, str]) -> tuple[list[str], bool]:
    """Return the columns that could play a role, and whether the first of them is preferred.

    A column of a plain name that holds something else stays, where no other fits: the reader
    then says which cell is odd.
    """
    known = ROLES[role]
    by_name: dict[str, list[str]] = {}
    for name in free:
        by_name.setdefault(plain(name), []).append(name)

    def called(words: Sequence[str], *, fitting: bool = True) -> list[str]:
        there = [name for word in words for name in by_name.get(word, ())]
        return [n for n in there if not fitting or holds.get(n, "empty") in FITS[known.holds]]

    first, equal, last = called(known.names), called(known.equal), called(known.last)
    if first:
        return [*first, *equal], True
    if equal:
        return equal, False
    ids = sorted(name for name in free if is_id(name)) if role == "item" else []
    if ids:
        return ids, True
    if last:
        return last, False
    return (called(known.names, fitting=False) if known.holds in (SCORES, COUNTS) else []), True


def _are_totals(chosen: Mapping[str, str], free: Sequence[str], holds: Mapping[str, str]) -> bool:
    """Whether a table of scores has no items but numbers of them."""
    if {"item", "score"} & set(chosen):
        return False
    there = {role for role in OF_TOTALS if role in chosen or _candidates(role, free, holds)[0]}
    if {"correct", "n"} <= set(chosen):
        return True
    items = [name for name in _candidates("item", free, holds)[0] if not _seldom(name)]
    return not items and "n" in there and bool(there & {"correct", "accuracy"})


def _seldom(name: str) -> bool:
    return plain(name) in ROLES["item"].last


def _given(
    names: Sequence[str],
    columns: Mapping[str, str],
    where: str,
    wanted: Sequence[str],
    dotted: bool,
) -> dict[str, str]:
    chosen: dict[str, str] = {}
    known = (*wanted, *(OF_TOTALS if tuple(wanted) == OF_SCORES else ()))
    for said, name in columns.items():
        role = said if said in known else next((r for r in known if plays(said, r)), None)
        if role is None:
            raise ParameterError(
                "columns", f"roles among {', '.join(known)}", said, did_you_mean(said, known)
            )
        column = _find(names, str(name))
        if column is None and dotted and _find(names, str(name).split(".")[0]) is not None:
            column = str(name)
        if column is None:
            raise DataError(*lacks(where, f"column {name}", names, name))
        if column in chosen.values():
            other = next(r for r, n in chosen.items() if n == column)
            raise ParameterError(
                "columns", "each column once", f"{column} as {other} and as {role}"
            )
        if role in chosen:
            raise ParameterError("columns", "each role once", f"{role} twice")
        chosen[role] = column
    return chosen


def _find(names: Sequence[str], name: str) -> str | None:
    """Return the column of exactly this name, or the only one that differs in capitals."""
    if name in names:
        return name
    near = [n for n in names if n.strip().lower() == name.strip().lower()]
    return near[0] if len(near) == 1 else None


def find_roles(
    table: Table, columns: Mapping[str, str] | None = None, wanted: Sequence[str] = OF_SCORES
) -> Roles:
    """Return the columns of a table by role.

    Where several columns could name the items, the one is taken that does: in a long table each
    system has each item once, and systems have the same ones; in others no item comes twice. A
    row number next to the real name of an item changes nothing.
    """
    sample = table.sample()

    def assigned(*, items: bool) -> Roles:
        return assign(
            table.names,
            columns,
            where=table.name,
            wanted=wanted,
            sample=sample,
            dotted=table.dotted,
            items=items,
        )

    roles = assigned(items=True)
    item, could = roles.get("item"), roles.able.get("item", ())
    if item is not None and "item" not in (columns or {}) and _seldom(item):
        return roles if _once(table, roles) else assigned(items=False)
    if len(could) < 2 or item is None:
        return roles
    best = _pairing(table, could, _seen_by(roles, wanted))
    if best == item:
        return roles
    order = [best, *(name for name in could if name != best)]
    why = ", which pairs the systems" if roles.get("system") else ", which names each row"
    lines = [
        guessed("item", order, why) if line.role == "item" else line for line in roles.inferred
    ]
    chosen = {**roles.columns, "item": best}
    if "cluster" in wanted and "cluster" not in chosen and plays(item, "cluster"):
        chosen["cluster"] = item  # what does not name the items may group them
        lines.append(guessed("cluster", [item]))
    return replace(
        roles,
        columns=chosen,
        inferred=tuple(lines),
        able={**roles.able, "item": tuple(order)},
    )


def _seen_by(roles: Roles, wanted: Sequence[str]) -> str | None:
    """Return the column of those who meet the same items: systems, or raters of judgements."""
    who = ("rater",) if "winner" in wanted else ("system", "source")
    return next((roles.columns[role] for role in who if role in roles.columns), None)


def _pairing(table: Table, could: Sequence[str], system: str | None) -> str:
    """Return the column that names the items best; of equally good ones the first."""
    try:
        loaded = table.load([*could, *([system] if system else [])], [])
    except DataError:
        return could[0]  # what is wrong is said where the table is read
    of_system = (
        loaded.labels[system].codes.astype(np.int64) if system else np.zeros(loaded.rows, np.int64)
    )
    width = int(of_system.max(initial=0)) + 2

    def worth(name: str) -> tuple[bool, bool, bool]:
        codes = loaded.labels[name].codes.astype(np.int64)
        cells, often = np.unique(codes * width + of_system + 1, return_counts=True)
        items = len(np.unique(codes))
        full = bool((codes >= 0).all())
        once = len(cells) == loaded.rows
        nearly = MISTAKES * loaded.rows <= len(cells) < loaded.rows
        if nearly and system is not None and name == could[0]:
            # An item that comes twice in one system alone is a mistake, and refused when read.
            _, shared = np.unique(cells[often > 1] // width, return_counts=True)
            once = bool((shared < len(loaded.labels[system].used())).any())
        return full, system is None or len(cells) > items, once

    return max(could, key=lambda name: (worth(name), -could.index(name)))


def _once(table: Table, roles: Roles) -> bool:
    """Whether a column names items: no system has one twice, but in another run or the like."""
    apart = ("item", "system", "run", "metric", "rater", "cluster")
    columns = [roles.columns[role] for role in apart if role in roles.columns]
    try:
        loaded = table.load(columns, [])
    except DataError:
        return True  # what is wrong is said where the table is read
    codes = np.stack([loaded.labels[name].codes for name in columns])
    return bool(np.unique(codes, axis=1).shape[1] == loaded.rows)
