"""Choose rows of a table of scores: one metric, some data sets, some systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, ParameterError, option
from claimwise.core.missing import lacks, not_in, opening
from claimwise.data.scores import Coded, Scores, Totals

CALLED = {"metric": "metric", "dataset": "data set", "system": "system"}


def select(
    scores: Scores,
    *,
    metric: str | None = None,
    dataset: str | Sequence[str] | None = None,
    systems: Sequence[str] | None = None,
) -> Scores:
    """Return the rows of one metric, of these data sets, of these systems.

    Parameters
    ----------
    scores : Scores
        A long table.
    metric : str, optional
        Needed where there are several.
    dataset, systems : str or sequence of str, optional
        All by default.
    """
    keep = np.ones(len(scores), dtype=bool)
    if metric is not None:
        keep &= rows_with("metric", scores.metric, (metric,), scores)
    if dataset is not None:
        wanted = _names(dataset)
        keep &= rows_with("dataset", scores.dataset, wanted, scores)
    if systems is not None:
        keep &= rows_with("system", scores.system, tuple(systems), scores)
    chosen = scores if keep.all() else scores.take(np.flatnonzero(keep))
    if not len(chosen):
        raise DataError("No row has all that was chosen.", "Choose less.")
    _one_metric(chosen)
    return chosen


def _names(given: Any) -> tuple[str, ...]:
    """Return names, given as one or several; a year or a number is a name too."""
    several = isinstance(given, list | tuple | set | frozenset)
    return tuple(str(name) for name in (given if several else (given,)))


def select_totals(totals: Totals, dataset: str | Sequence[str] | None) -> Totals:
    """Return the totals of these data sets."""
    if dataset is None:
        return totals
    wanted = _names(dataset)
    known = tuple(dict.fromkeys(totals.dataset))
    for name in wanted:
        _refuse_unknown("dataset", name, [label for label in known if label], totals)
    rows = [i for i, name in enumerate(totals.dataset) if name in wanted]
    return replace(
        totals,
        dataset=tuple(totals.dataset[i] for i in rows),
        system=tuple(totals.system[i] for i in rows),
        correct=totals.correct[rows],
        n=totals.n[rows],
    )


def rows_with(
    role: str, column: Coded | None, wanted: tuple[str, ...], data: Scores
) -> NDArray[np.bool_]:
    """Say which rows have one of these labels; an unknown one is refused with the nearest."""
    known = () if column is None else column.used()
    there, chosen_names = frozenset(known), frozenset(wanted)
    for name in wanted:
        if name not in there:
            _refuse_unknown(role, name, known, data)
    if column is None:  # nothing was asked for
        raise ParameterError(role, "at least one name", "none")
    chosen = np.array([label in chosen_names for label in column.labels] + [False])
    return np.asarray(chosen[column.codes])


def _refuse_unknown(role: str, name: str, known: Sequence[str], data: Scores | Totals) -> None:
    if name in known:
        return
    if role == "system":
        raise ParameterError(*not_in(name, known, *data.files))
    if known:
        raise ParameterError(*lacks(data.name, f"{CALLED[role]} {name}", known, name))
    raise ParameterError(
        f"There is no column of {CALLED[role]}s, and so no {name}.",
        "Name the column: " + option("columns", {role: "NAME"}) + ".",
    )


def _one_metric(scores: Scores) -> None:
    if scores.metric is None:
        return
    known = scores.metric.used()
    if len(known) > 1 or (known and (scores.metric.codes < 0).any()):
        listed = ", ".join(known) + (" and rows without one" if len(known) == 1 else "")
        raise DataError(
            f"{opening(scores.name)} has several metrics: {listed}.",
            "Choose one with " + option("metric", "NAME") + ".",
        )
