"""The scores of a system as a table of raters, or of runs, by items."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from claimwise.data import Coded, Scores
from claimwise.kernels.arrays import Floats

MOST_APART = 0.5  # share of cells of one system alone, above which nothing is paired


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Scores of one system: a row for each rater or run, a column for each item.

    A score is NaN where a rater did not score an item.
    """

    names: tuple[str, ...]
    values: Floats

    @property
    def count(self) -> int:
        """How many raters or runs there are."""
        return len(self.names)

    def rows(self, names: tuple[str, ...]) -> Floats:
        """Return the rows of these names, in their order."""
        return self.values[[self.names.index(name) for name in names]]


def cells(
    scores: Scores,
    system: str,
    role: str,
    items: Coded | None = None,
    dataset: Coded | None = None,
    only: str | None = None,
) -> Cells:
    """Return the scores of a system by the labels of a role ("rater" or "run") and by items.

    The items are those given, in their order; else all that the system has (of the data set
    `only`). What else is repeated, such as the runs of a rater, is averaged.
    """
    column: Coded = getattr(scores, role)
    code = scores.system.labels.index(system)
    used = (scores.system.codes == code) & ~np.isnan(scores.score)
    if only is not None and scores.dataset is not None:
        used &= scores.dataset.codes == scores.dataset.labels.index(only)
    rows = np.flatnonzero(used)
    key = _keys(scores.item, scores.dataset, len(scores.item.labels), rows)
    if items is None:
        wanted, item = np.unique(key, return_inverse=True)
    else:
        wanted = _keys(items, dataset if scores.dataset is not None else None, len(items.labels))
        order = np.argsort(wanted, kind="stable")
        place = np.searchsorted(wanted[order], key)
        inside = place < len(wanted)
        inside[inside] = wanted[order][place[inside]] == key[inside]
        rows, item = rows[inside], order[place[inside]]
    labels, level = np.unique(column.codes[rows], return_inverse=True)
    shape = (len(labels), len(wanted))
    cell = level.astype(np.int64) * shape[1] + item
    counts = np.bincount(cell, minlength=shape[0] * shape[1])
    sums = np.bincount(cell, weights=scores.score[rows], minlength=shape[0] * shape[1])
    with np.errstate(invalid="ignore"):
        values = np.where(counts > 0, sums / np.maximum(counts, 1), np.nan).reshape(shape)
    return Cells(tuple(column.labels[i] if i >= 0 else "" for i in labels), values)


def _keys(
    item: Coded, dataset: Coded | None, labels: int, rows: NDArray[np.int64] | slice = slice(None)
) -> NDArray[np.int64]:
    """Return one number for each item, told apart by data set."""
    key = item.codes[rows].astype(np.int64)
    if dataset is not None:
        key = key + (dataset.codes[rows].astype(np.int64) + 1) * (labels + 1)
    return key


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """Differences, B minus A, of the raters or runs that both systems have: (rows, items).

    `items` are those of which some difference is left; `lone` counts scores without their other.
    """

    names: tuple[str, ...]
    d: Floats
    items: NDArray[np.int64]
    lone: int


def matched(a: Cells, b: Cells) -> Matched | None:
    """Pair the scores of the same rater, or of runs of the same name, on the same item.

    None where fewer than two have scores of both systems, or where most scores would be left out:
    then each system has raters of its own.
    """
    names = tuple(name for name in a.names if name in b.names)
    if len(names) < 2:
        return None
    d = b.rows(names) - a.rows(names)
    there = ~np.isnan(d)
    scored = int((~np.isnan(a.values)).sum() + (~np.isnan(b.values)).sum())
    lone = scored - 2 * int(there.sum())
    kept, items = np.asarray(there.any(axis=1)), np.flatnonzero(there.any(axis=0))
    if lone > MOST_APART * scored or kept.sum() < 2 or len(items) < 2:
        return None
    names = tuple(name for name, keep in zip(names, kept.tolist(), strict=True) if keep)
    return Matched(names, d[kept][:, items], items, lone)


def nested_in_items(one: Cells) -> bool:
    """Whether every rater or run has one item: what it has in common then shows nowhere."""
    return one.count > 1 and bool(((~np.isnan(one.values)).sum(axis=1) == 1).all())
