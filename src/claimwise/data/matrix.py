"""Scores as a matrix of items by systems, with what is known of runs, clusters and data sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, Note, ParameterError, counted, inferred, option
from claimwise.core.limits import limit
from claimwise.core.missing import not_in
from claimwise.data.audit import RATERS
from claimwise.data.coding import factor
from claimwise.data.grouping import group_means, repeated
from claimwise.data.pairs import Pairs
from claimwise.data.scores import Coded, Scores
from claimwise.data.select import select

MOST_CELLS = 1 << 25  # of a table that is mostly empty: about 1 GB
UNLIKE = -2  # a fingerprint that differs between the rows of one system


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ItemMatrix:
    """One row for each item, one column for each system.

    `values` are means over an item's runs, NaN where a system has no score; `runs` says over
    how many, `within` holds their sums of squares about the mean. `rows` counts the rows of the
    table in each cell, scored or not, `unscored` those without a score. Items are told apart by
    data set and label.
    """

    systems: tuple[str, ...]
    values: NDArray[np.float64]
    runs: NDArray[np.int32]
    within: NDArray[np.float64]
    rows: NDArray[np.int32]
    unscored: NDArray[np.int32]
    item: Coded
    dataset: Coded | None = None
    cluster: Coded | None = None
    fingerprints: Mapping[str, NDArray[np.int32]] = field(default_factory=dict)
    table_rows: int = 0
    notes: tuple[Note, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self.values)

    @property
    def runs_constant(self) -> bool:
        """Whether every score is the mean of equally many runs."""
        there = self.runs[self.runs > 0]
        return not len(there) or bool((there == there[0]).all())

    def column(self, system: str) -> int:
        """Return the place of a system; the nearest name if there is none of this name."""
        if system not in self.systems:
            raise ParameterError(*not_in(system, self.systems))
        return self.systems.index(system)

    def label(self, item: int) -> str:
        """Return the name of an item, with its data set where there are several."""
        several = self.dataset is not None and len(self.dataset.labels) > 1
        return self.item[item] + (f" of {self.dataset[item]}" if several and self.dataset else "")

    def take(self, items: NDArray[Any]) -> ItemMatrix:
        """Return some items, by their places."""
        return replace(
            self,
            values=self.values[items],
            runs=self.runs[items],
            within=self.within[items],
            rows=self.rows[items],
            unscored=self.unscored[items],
            item=self.item.take(items),
            dataset=None if self.dataset is None else self.dataset.take(items),
            cluster=None if self.cluster is None else self.cluster.take(items),
            fingerprints={kind: prints[items] for kind, prints in self.fingerprints.items()},
        )

    def conflicts(self, kind: str) -> NDArray[np.bool_]:
        """Say which items differ in a fingerprint between any two systems that have it."""
        prints = self.fingerprints[kind]
        known = np.where(prints == -1, np.int32(np.iinfo(np.int32).max), prints)
        lowest = known.min(axis=1)
        highest = np.where(prints == -1, np.int32(-1), prints).max(axis=1)
        return np.asarray((prints == UNLIKE).any(axis=1) | ((highest >= 0) & (lowest != highest)))

    def complete(self) -> ItemMatrix:
        """Return the items that all systems have a score for and that are the same for all."""
        keep = ~np.isnan(self.values).any(axis=1)
        for kind in self.fingerprints:
            if kind != "prompt":
                keep &= ~self.conflicts(kind)
        return self if keep.all() else self.take(np.flatnonzero(keep))

    def pairs(self, a: str, b: str, items: NDArray[Any] | slice, **more: Any) -> Pairs:
        """Return two systems on some items that both have scores for; a slice makes no copy."""
        first, second = self.column(a), self.column(b)
        return Pairs(
            self.values[items, first],
            self.values[items, second],
            (a, b),
            dict(self.provenance),
            items=self.item.take(items),
            dataset=None if self.dataset is None else self.dataset.take(items),
            cluster=None if self.cluster is None else self.cluster.codes[items].astype(np.int64),
            runs_a=self.runs[items, first],
            runs_b=self.runs[items, second],
            within_a=self.within[items, first],
            within_b=self.within[items, second],
            **more,
        )


def systems(scores: Scores) -> tuple[str, ...]:
    """Return the systems that have rows, in the order of the file."""
    return scores.system.used()


def matrix(
    scores: Scores, systems: Sequence[str] | None = None, dataset: str | None = None
) -> ItemMatrix:
    """Return the matrix of items by systems; refuses keys that stand twice in the table.

    Parameters
    ----------
    scores : Scores
        A long table with one metric.
    systems : sequence of str, optional
        The systems, in the order of the columns; all of them by default.
    dataset : str, optional
        One data set; all of them by default, with items told apart by data set.
    """
    chosen = select(scores, dataset=dataset, systems=systems)
    _refuse_corpus_metric(chosen)
    names = tuple(systems) if systems is not None else chosen.system.used()
    columns = {name: column for column, name in enumerate(names)}
    place = np.array([columns.get(label, -1) for label in chosen.system.labels] + [-1], np.int32)
    item, rows_of_item = _items(chosen)
    _check_size(len(rows_of_item), names, len(chosen))
    shape = (len(rows_of_item), len(names))
    cell = item * np.int64(len(names)) + place[chosen.system.codes]
    _refuse_repeated(chosen, cell, shape)
    values, runs, within, notes = _cells(chosen, cell, shape)
    return ItemMatrix(
        systems=names,
        values=values,
        runs=runs,
        within=within,
        rows=_count(cell, shape),
        unscored=_count(cell[np.isnan(chosen.score)], shape),
        item=chosen.item.take(rows_of_item),
        dataset=None if chosen.dataset is None else chosen.dataset.take(rows_of_item),
        cluster=None if chosen.cluster is None else _clusters(chosen, item, rows_of_item),
        fingerprints={k: _prints(c.codes, cell, shape) for k, c in chosen.fingerprints.items()},
        table_rows=len(chosen),
        notes=notes,
        provenance=chosen.provenance,
    )


def _refuse_corpus_metric(scores: Scores) -> None:
    if scores.inputs is None or not np.isnan(scores.score).all():
        return
    named = scores.metric.used() if scores.metric is not None else ()
    raise DataError(
        f"{', '.join(named) or 'This metric'} has no score for each item: it is made from pairs "
        "such as (gold, predicted).",
        "Choose another one with " + option("metric") + ".",
    )


def _items(scores: Scores) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number the items by data set and label; return the number and the first row of each."""
    key = scores.item.codes.astype(np.int64)
    if scores.dataset is not None:
        key += (scores.dataset.codes.astype(np.int64) + 1) * len(scores.item.labels)
    number, first = factor(key)
    return number.astype(np.int64), first


def check_systems(systems: int) -> None:
    """Refuse more systems than the limit allows."""
    if systems > limit("systems"):
        raise DataError(
            f"There are {systems:,} systems; at most {limit('systems'):,} are compared at once.",
            "Give fewer, or raise the limit: " + option("limit", {"systems": systems}) + ".",
        )


def _check_size(items: int, names: Sequence[str], rows: int) -> None:
    check_systems(len(names))
    cells = items * len(names)
    if cells > MOST_CELLS and cells > 4 * rows:
        raise DataError(
            f"{items:,} items by {len(names):,} systems, most of them empty, are more than "
            f"{MOST_CELLS:,} cells.",
            "Choose fewer systems.",
        )


def _count(cell: NDArray[np.int64], shape: tuple[int, int]) -> NDArray[np.int32]:
    return np.bincount(cell, minlength=shape[0] * shape[1]).astype(np.int32).reshape(shape)


def _refuse_repeated(scores: Scores, cell: NDArray[np.int64], shape: tuple[int, int]) -> None:
    finer = [c for c in (scores.run, scores.rater, scores.metric) if c is not None]
    twice = repeated(cell, shape[0] * shape[1], [(c.codes, len(c.labels)) for c in finer])
    if twice is None:
        return
    first, second = twice
    known = [
        f"{name} {column[first]}"
        for name in ("dataset", "metric", "run", "rater")
        if (column := getattr(scores, name)) is not None and column[first]
    ]
    beside = "".join(f", {words}" for words in known)
    has_run = scores.run is not None
    what = "another column" if has_run else "a column"
    such = "" if has_run else ", such as the seed"
    raise DataError(
        f"Item {scores.item[first]} of {scores.system[first]}{beside} has two scores, in "
        f"{scores.place(first)} and {scores.place(second)}.",
        f"Remove one of them, or name {what} that tells them apart{such}: "
        + option("columns", {"run": "NAME"})
        + ".",
    )


def _cells(
    scores: Scores, cell: NDArray[np.int64], shape: tuple[int, int]
) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.float64], tuple[Note, ...]]:
    """Return mean, number of runs and sum of squares of each cell, and what to say of it."""
    score, notes = scores.score, []
    if scores.rater is not None:
        # Raters first: what is left to vary within an item is then the runs.
        run = np.int64(0) if scores.run is None else scores.run.codes.astype(np.int64) + 1
        runs = 1 if scores.run is None else len(scores.run.labels) + 1
        group, first = factor(cell * runs + run)
        score, raters, _ = group_means(group.astype(np.int64), len(first), score)
        cell = cell[first]
        few, most = (int(raters[raters > 0].min()), int(raters.max())) if raters.any() else (0, 0)
        said = f"{few}" if few == most else f"{few} to {most}"
        said = f"Scores are means over raters, {said} for each item and system."
        notes.append(inferred(said, RATERS))
    mean, runs_, within = group_means(cell, shape[0] * shape[1], score)
    return mean.reshape(shape), runs_.reshape(shape), within.reshape(shape), tuple(notes)


def _clusters(
    scores: Scores, item: NDArray[np.int64], rows_of_item: NDArray[np.int64]
) -> Coded | None:
    """Return the cluster of each item; refuses items in two clusters and items in none."""
    column = scores.cluster
    if column is None or not (column.codes >= 0).any():
        return None
    known = np.flatnonzero(column.codes >= 0)
    codes = np.full(len(rows_of_item), -1, np.int32)
    codes[item[known]] = column.codes[known]
    wrong = known[codes[item[known]] != column.codes[known]]
    if len(wrong):
        row = int(wrong[0])
        raise DataError(
            f"Item {scores.item[row]} is in two clusters, {column.labels[codes[item[row]]]} and "
            f"{column[row]} ({scores.place(row)})."
        )
    alone = np.flatnonzero(codes < 0)
    if len(alone):
        row = int(rows_of_item[alone[0]])
        raise DataError(
            f"{counted(len(alone), 'item')} without a cluster, such as {scores.item[row]} "
            f"({scores.place(row)})."
        )
    return Coded(codes, column.labels)


def _prints(
    codes: NDArray[np.int32], cell: NDArray[np.int64], shape: tuple[int, int]
) -> NDArray[np.int32]:
    """Return the fingerprint of each cell: -1 unknown, UNLIKE if its rows do not agree."""
    prints = np.full(shape[0] * shape[1], -1, np.int32)
    known = np.flatnonzero(codes >= 0)
    prints[cell[known]] = codes[known]
    prints[cell[known[prints[cell[known]] != codes[known]]]] = UNLIKE
    return prints.reshape(shape)
