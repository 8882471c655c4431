"""From rows of answers to items: what must not be there, which items stay, and their arrays."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from claimwise.core import DataError, Note, dropped
from claimwise.data.response_rows import ResponseRows
from claimwise.kernels.arrays import Flags, Floats, Ints

SHOWN = 3  # of what is named in a sentence


def refuse_twice(rows: ResponseRows) -> None:
    """Refuse two answers of the same responder and source to an item."""
    if rows.responder is None:
        return
    known = np.flatnonzero(rows.responder.codes >= 0)
    key = np.stack([c.codes[known] for c in (rows.item, rows.source, rows.responder)])
    _, first, count = np.unique(key, axis=1, return_index=True, return_counts=True)
    again = np.sort(known[first[count > 1]])
    if len(again):
        named = [
            f"item {rows.item[row]}, source {rows.source[row]}, responder {rows.responder[row]}"
            for row in again[:SHOWN]
        ]
        more = f" and {len(again) - SHOWN:,} others" if len(again) > SHOWN else ""
        raise DataError(
            f"A responder answers an item once for each source; found several answers of "
            f"{'; '.join(named)}{more} (the first in {rows.place(int(again[0]))})."
        )


def _counted(rows: ResponseRows, there: Flags) -> Ints:
    """Return how many answers each item has of each source: (items, sources)."""
    count = np.zeros((len(rows.item.labels), len(rows.source.labels)), dtype=np.int64)
    np.add.at(count, (rows.item.codes[there], rows.source.codes[there]), 1)
    return count


def refuse_without_gold(rows: ResponseRows, there: Flags, gold: str) -> None:
    """Refuse an item that the gold standard has not answered."""
    count = _counted(rows, there)[:, rows.source.labels.index(gold)]
    lacking = np.flatnonzero(count == 0)
    if len(lacking):
        row = int(np.flatnonzero(rows.item.codes == lacking[0])[0])
        others = f", nor to {len(lacking) - 1:,} other items" if len(lacking) > 1 else ""
        raise DataError(
            f"{gold} has no answer to item {rows.item.labels[lacking[0]]} ({rows.place(row)})"
            f"{others}.",
            "Without one an item cannot be judged: leave it out.",
        )


def answered(
    rows: ResponseRows, there: Flags, needed: Collection[str] | None = None
) -> tuple[Flags, list[Note]]:
    """Say which items all the needed sources have answered, and which were left out for whom."""
    count = _counted(rows, there)
    names = [name for name in rows.source.used() if needed is None or name in needed]
    used = [rows.source.labels.index(name) for name in names]
    keep: Flags = np.asarray((count[:, used] > 0).all(axis=1), dtype=bool)
    notes = []
    if not keep.any():
        raise DataError("No item was answered by all sources.")
    lost = int((~keep).sum())
    if lost:
        whom = [
            f"{rows.source.labels[s]} {n:,}" for s in used if (n := int((count[:, s] == 0).sum()))
        ]
        notes.append(
            dropped(
                f"{lost:,} of {len(keep):,} items are left out, as not every system has answered "
                f"them (without an answer: {', '.join(whom)})."
            )
        )
    empty = int((~there).sum())
    if empty:
        many = f"{empty:,} empty cells are missing answers."
        notes.append(dropped("1 empty cell is a missing answer." if empty == 1 else many))
    return keep, notes


def arranged(
    rows: ResponseRows, values: Floats, there: Flags, keep: Flags
) -> tuple[dict[str, Floats], dict[str, Ints] | None]:
    """Return answers and responders of each source as (items, K).

    Where a source has as many responders as answers to some item, each has a column of its own;
    otherwise answers stand in the order of the file.
    """
    item = np.cumsum(keep) - 1
    answers: dict[str, Floats] = {}
    people: dict[str, Ints] = {}
    for name in rows.source.used():
        mine = there & (rows.source.codes == rows.source.labels.index(name))
        mine &= keep[rows.item.codes]
        order = np.flatnonzero(mine)
        place = item[rows.item.codes[order]]
        order, place = order[np.argsort(place, kind="stable")], np.sort(place, kind="stable")
        starts = np.searchsorted(place, np.arange(keep.sum()))
        column = np.arange(len(place)) - starts[place]
        k = int(column.max(initial=0)) + 1  # a source that is not needed may have none
        who = None if rows.responder is None else rows.responder.codes[order].astype(np.int64)
        if who is not None and (who >= 0).all():
            own = np.unique(who)
            if len(own) == k:
                column = np.searchsorted(own, who)
        answers[name] = np.full((int(keep.sum()), k), np.nan)
        answers[name][place, column] = values[order]
        if who is not None:
            people[name] = np.full((int(keep.sum()), k), -1, dtype=np.int64)
            people[name][place, column] = who
    return answers, people if rows.responder is not None else None
