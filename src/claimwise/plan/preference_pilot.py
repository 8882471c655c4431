"""Wins, losses and ties of a pilot, read from a table of judgements or of scores."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    assumed,
    caution,
    counted,
    dropped,
    option,
)
from claimwise.core.missing import listed, not_in
from claimwise.data import Pairs, Scores, Totals, align, read
from claimwise.data.choose_pair import same_twice
from claimwise.data.winners import PLACES, TIES, Judged, judged_roles, read_judged
from claimwise.kernels.arrays import Flags

WHO = "the pilot"
COUNTS = re.compile(r"[\s\d.,+-]*")  # a text that can only be meant as counts


@dataclass(frozen=True, slots=True)
class JudgedPilot:
    """What a pilot counted, of which systems, and what is to be heeded of it."""

    wins: int
    losses: int
    ties: int
    names: tuple[str, str]
    notes: tuple[Note, ...] = ()

    def __iter__(self) -> Iterator[int]:
        """Yield wins, losses and ties."""
        return iter((self.wins, self.losses, self.ties))


def read_preference_pilot(parameters: dict[str, Any]) -> dict[str, Any]:
    """Read the pilot once for all points of a curve; counts stay what they are."""
    given = dict(parameters)
    a, b = given.pop("a", None), given.pop("b", None)
    pilot = given.get("pilot")
    counted = (
        COUNTS.fullmatch(pilot)
        if isinstance(pilot, str)
        else isinstance(pilot, list | tuple | np.ndarray | JudgedPilot)
    )
    if pilot is None or counted:
        if a is not None or b is not None:
            named = option("a", a) if a is not None else option("b", b)
            found = "none" if pilot is None else "counts alone"
            raise ParameterError(
                named + " is looked up in the table of " + option("pilot") + f"; found {found}."
            )
        return given
    given["pilot"] = _read(pilot, a, b)
    return given


def _read(source: Any, a: str | None, b: str | None) -> JudgedPilot:
    """Count who won: in a column of winners if there is one, else by the scores of each item."""
    if a is not None and a == b:
        raise ParameterError(*same_twice(a))
    if not isinstance(source, Pairs | Scores) and judged_roles(source).get("winner"):
        return _of_winners(source, a, b)
    return _of_scores(source, a, b)


def _of_scores(source: Any, a: str | None, b: str | None) -> JudgedPilot:
    scores = source if isinstance(source, Pairs | Scores) else read(source)
    if isinstance(scores, Totals):
        raise DataError(WHO, "a column of winners, or scores item by item", "totals alone")
    pairs = scores if isinstance(scores, Pairs) else align(scores, a, b)
    wins, losses = int((pairs.b > pairs.a).sum()), int((pairs.b < pairs.a).sum())
    note = "An item of the pilot is won by the system with the higher score; equal scores are ties."
    return JudgedPilot(wins, losses, pairs.n - wins - losses, pairs.names, (assumed(note),))


def _of_winners(source: Any, a: str | None, b: str | None) -> JudgedPilot:
    judged = read_judged(source, {}, levels=[name for name in (a, b) if name is not None])
    won = judged.winner
    pair = _pair(judged.column, set(judged.systems()), a, b)
    kept = judged.between(*pair)
    used = kept & (won.codes >= 0)
    _refuse_strangers(judged.column, set(won.take(used).used()) - {a, b}, pair)
    losses, wins = (
        sum(label == name for label, use in zip(won, used, strict=True) if use) for name in pair
    )
    n = int(used.sum())
    notes = tuple(_heed(judged, used, kept))
    return JudgedPilot(wins, losses, n - wins - losses, pair, notes)


def _pair(winner: str, there: set[str], a: str | None, b: str | None) -> tuple[str, str]:
    """Return A and B: those named, or the two that there are, in order."""
    from claimwise.mixed.design import sorted_levels

    named = [name for name in (a, b) if name is not None]
    systems = sorted_levels([x for x in there if x in named or x.strip().lower() not in TIES])
    for name in named:
        if name not in systems and len(systems) > 1:
            raise DataError(*not_in(name, systems, f"column {winner}"))
    every = list(dict.fromkeys([*systems, *named]))
    if len(named) < 2 and len(every) != 2:
        raise DataError(
            f"Column {winner} names {counted(len(every), 'system')}: {listed(every, 5)}.",
            "Name the baseline with " + option("a") + ", the other with " + option("b") + ".",
        )
    first = a if a is not None else next(name for name in every if name != b)
    return first, b if b is not None else next(name for name in every if name != first)


def _refuse_strangers(winner: str, found: set[str], pair: tuple[str, str]) -> None:
    """Refuse winners that are neither of the two systems nor a tie."""
    strange = sorted(x for x in found if x not in pair and x.strip().lower() not in TIES)
    places = sorted(x for x in found if x.strip().lower() in PLACES)  # not those that were named
    if strange or places:
        shown = (places or strange)[0]
        remedy = (
            "Write the systems' names there."
            if places
            else "Keep the rows of one pair of systems, or add columns of both systems."
        )
        raise DataError(
            f"Column {winner} has {shown!r}, which is neither {pair[0]} nor {pair[1]} nor a tie.",
            remedy,
        )


def _heed(judged: Judged, used: Flags, kept: Flags) -> Iterator[Note]:
    """Say which rows were left out, and whether judgements are related."""
    lost, apart = int((kept & ~used).sum()), int((~kept).sum())
    if apart:
        yield dropped(
            f"{apart:,} judgements of the pilot are of other pairs of systems, and left out."
        )
    if lost:
        yield dropped(f"{lost:,} rows of the pilot have no winner, and are left out.")
    for role in ("rater", "item"):
        coded = judged.of(role, np.flatnonzero(used))
        if coded is not None and 0 < len(coded.used()) < len(coded):
            yield caution(
                f"The pilot's {len(coded):,} judgements are of {len(coded.used()):,} "
                f"{role}s, several each. This plan takes judgements as unrelated, one of each; "
                "claimwise plan judgements allows for raters and items that differ."
            )
