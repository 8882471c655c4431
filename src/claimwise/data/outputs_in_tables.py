"""Outputs from tables and logs: gold and prediction by item and system, or pairs of a log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, Note, assumed, option
from claimwise.data.align import audit_all
from claimwise.data.hints import label_hints, refuse_unlike
from claimwise.data.matrix import ItemMatrix, matrix
from claimwise.data.outputs import Outputs
from claimwise.data.scores import EMPTY, INPUTS, Coded, Scores

WHO = "reading outputs"


def tabled_outputs(
    scores: Scores, systems: Sequence[str] | None = None, *, takes: str = "label"
) -> Outputs:
    """Return gold and predicted values of the items that all systems have.

    Parameters
    ----------
    scores : Scores
        A long table with gold and prediction, or a log whose values are pairs.
    systems : sequence of str, optional
        In this order; all by default.
    takes : str
        What the metric takes: texts have a tuple of references as their gold value, and
        log-likelihoods none.
    """
    rows = replace(scores, score=np.arange(len(scores), dtype=np.float64), rater=None, inputs=None)
    if scores.inputs is None and (scores.gold is None or scores.prediction is None):
        lacking = "gold answers" if scores.gold is None else "predictions"
        raise DataError(
            f"There is no column of {lacking}.",
            "Name both: " + option("columns", {"gold": "NAME", "prediction": "NAME"}) + ".",
        )
    missing = _missing(scores, takes)
    rows.score[missing] = np.nan
    table = matrix(rows, systems)
    notes = audit_all(table).notes()
    if takes == "label":
        refuse_unlike(scores.gold, scores.prediction)
    _refuse_runs(table)
    table = table.complete()
    if not len(table):
        raise DataError("No item has an output of all systems.")
    places = table.values.astype(np.int64)
    gold, predicted = _values(scores, places, table, takes)
    return Outputs(
        predicted=predicted,
        gold=gold,
        items=tuple(table.label(i) for i in range(len(table))),
        cluster=None if table.cluster is None else table.cluster.codes.astype(np.int64),
        inferred=tuple(line for line in scores.inferred if not line.startswith("score: ")),
        notes=(*_of_texts(scores, takes), *notes),
        provenance=scores.provenance,
    )


def _of_texts(scores: Scores, takes: str) -> list[Note]:
    """Return the notes of the table; an empty prediction is an empty text where texts are taken."""
    notes = [note for note in scores.notes if note.about != INPUTS]
    if takes == "label" and scores.gold is not None and scores.prediction is not None:
        return [*notes, *(n for n in label_hints(scores.gold, scores.prediction) if n not in notes)]
    if takes != "text" or scores.prediction is None:
        return notes
    empty = int((scores.prediction.codes < 0).sum())
    notes = [note for note in notes if note.about != EMPTY]
    said = assumed(f"{empty:,} empty predictions are scored as empty texts.")
    return notes + ([said] if empty else [])


def _missing(scores: Scores, takes: str) -> NDArray[np.bool_]:
    """Say which rows have nothing to be scored; refuses predictions without a gold answer.

    A text may be empty, a label may not.
    """
    if scores.inputs is not None:
        return np.array([value is None for value in scores.inputs], dtype=bool)
    without = np.flatnonzero(scores.gold.codes < 0)  # type: ignore[union-attr]
    if len(without):
        row = int(without[0])
        raise DataError(
            f"Item {scores.item[row]} has no gold answer ({scores.place(row)}).",
            "Without one an item cannot be scored: leave it out.",
        )
    empty = np.asarray(scores.prediction.codes < 0)  # type: ignore[union-attr]
    return np.zeros(len(scores), dtype=bool) if takes == "text" else empty


def _refuse_runs(table: ItemMatrix) -> None:
    several = np.argwhere(table.runs > 1)
    if len(several):
        item, system = several[0]
        raise DataError(
            f"{table.systems[system]} has {table.runs[item, system]} outputs for item "
            f"{table.label(int(item))}, and this metric takes one.",
            "Choose one run: keep its rows alone.",
        )


def _values(
    scores: Scores, places: NDArray[np.int64], table: ItemMatrix, takes: str
) -> tuple[tuple[Any, ...] | None, dict[str, tuple[Any, ...]]]:
    """Return the gold values, the same for all systems, and what each system said."""
    columns = dict(zip(table.systems, places.T, strict=True))
    if scores.inputs is not None:
        inputs = scores.inputs
        if takes in ("likelihood", "attempts"):
            return None, {name: tuple(inputs[rows]) for name, rows in columns.items()}
        _refuse_singles(inputs, places, table)
        said = {name: tuple(_text(v[1]) for v in inputs[rows]) for name, rows in columns.items()}
        golds = {name: [v[0] for v in inputs[rows]] for name, rows in columns.items()}
    else:
        prediction: Coded = scores.prediction  # type: ignore[assignment]
        gold: Coded = scores.gold  # type: ignore[assignment]
        said = {name: tuple(prediction[row] for row in rows) for name, rows in columns.items()}
        golds = {name: [gold[row] for row in rows] for name, rows in columns.items()}
    first = next(iter(golds.values()))
    for name, values in golds.items():
        for i, (one, other) in enumerate(zip(first, values, strict=True)):
            if one != other:
                raise DataError(
                    f"Item {table.label(i)} has two gold answers: {one!r} for {table.systems[0]} "
                    f"and {other!r} for {name}."
                )
    if takes != "text":
        return tuple(_text(value) for value in first), said
    listed = (value if isinstance(value, list | tuple) else (value,) for value in first)
    return tuple(tuple(_text(one) for one in value) for value in listed), said


def _text(value: Any) -> str:
    """Return a value of a log as text; lists of one are that one."""
    if isinstance(value, list | tuple) and len(value) == 1:
        value = value[0]
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def _refuse_singles(
    inputs: NDArray[np.object_], places: NDArray[np.int64], table: ItemMatrix
) -> None:
    for (item, system), row in np.ndenumerate(places):
        value = inputs[row]
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise DataError(
                WHO,
                "pairs of gold and predicted values",
                f"{value!r} of {table.systems[system]} at item {table.label(item)}",
            )
