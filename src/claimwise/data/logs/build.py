"""Rows, as a log is read, become a table of scores: codes and numbers, little memory."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, Note, caution, counted, dropped
from claimwise.data.scores import Coded, Scores

PRINTS = ("doc", "target", "prompt")
NOTHING: Mapping[str, str | None] = {}


class Labels:
    """A growing column of labels, kept as codes."""

    __slots__ = ("_codes", "_index")

    def __init__(self) -> None:
        """Start empty."""
        self._codes = array("i")
        self._index: dict[str, int] = {}

    def add(self, text: str | None) -> None:
        """Append a label; None is missing."""
        index = self._index
        self._codes.append(-1 if text is None else index.setdefault(text, len(index)))

    def coded(self, rows: NDArray[Any]) -> Coded:
        """Return some rows, with the labels that occur in them in the order of appearance."""
        return Coded(np.array(self._codes, dtype=np.int32)[rows], tuple(self._index)).packed()


class Rows:
    """The rows of a log, in the order of the file."""

    def __init__(self) -> None:
        """Start empty."""
        self.item, self.system, self.metric, self.dataset = Labels(), Labels(), Labels(), Labels()
        self.run, self.cluster, self.filter = Labels(), Labels(), Labels()
        self.prints = {kind: Labels() for kind in PRINTS}
        self.score = array("d")
        self.inputs: dict[int, Any] = {}

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.score)

    def add(
        self,
        item: str,
        system: str,
        *,
        score: float = math.nan,
        metric: str | None = None,
        dataset: str | None = None,
        run: str | None = None,
        cluster: str | None = None,
        filter: str | None = None,
        prints: Mapping[str, str | None] = NOTHING,
        inputs: Any = None,
    ) -> None:
        """Append one row; `inputs` is what a corpus metric is made from."""
        if inputs is not None:
            self.inputs[len(self.score)] = tuple(inputs) if isinstance(inputs, list) else inputs
        self.item.add(item)
        self.system.add(system)
        self.metric.add(metric)
        self.dataset.add(dataset)
        self.run.add(run)
        self.cluster.add(cluster)
        self.filter.add(filter)
        for kind, column in self.prints.items():
            column.add(prints.get(kind))
        self.score.append(score)

    def where(self, column: Labels, text: str) -> NDArray[np.bool_]:
        """Say which rows have a label."""
        everything = column.coded(np.arange(len(self)))
        code = everything.labels.index(text) if text in everything.labels else -2
        return np.asarray(everything.codes == code)

    def scores(
        self,
        rows: NDArray[np.bool_] | None = None,
        *,
        better: Mapping[str, str] = NOTHING,  # type: ignore[assignment]
        inferred: Sequence[str] = (),
        notes: Sequence[Note] = (),
        provenance: Mapping[str, Any] = NOTHING,
    ) -> Scores:
        """Return the table; a column that is empty, or a run that is always the same, is None."""
        chosen = np.arange(len(self)) if rows is None else np.flatnonzero(rows)
        run = self.run.coded(chosen)
        prints = {kind: column.coded(chosen) for kind, column in self.prints.items()}
        return Scores(
            item=self.item.coded(chosen),
            system=self.system.coded(chosen),
            score=np.array(self.score, dtype=np.float64)[chosen],
            metric=_unless_empty(self.metric.coded(chosen)),
            dataset=_unless_empty(self.dataset.coded(chosen)),
            run=run if len(run.labels) > 1 else None,
            cluster=_unless_empty(self.cluster.coded(chosen)),
            fingerprints={kind: column for kind, column in prints.items() if column.labels},
            inputs=self._chosen_inputs(chosen),
            better=dict(better),
            inferred=tuple(inferred),
            notes=tuple(notes),
            provenance=dict(provenance),
        )

    def _chosen_inputs(self, chosen: NDArray[Any]) -> NDArray[np.object_] | None:
        kept = [self.inputs.get(int(row)) for row in chosen] if self.inputs else []
        if all(value is None for value in kept):
            return None
        column = np.empty(len(kept), dtype=object)
        for row, value in enumerate(kept):  # np.array(kept) would make a matrix of the pairs
            column[row] = value
        return column


def clustered(scores: Scores, who: str, path: str | None) -> Scores:
    """Return the scores; if clusters were asked for, refuse none at all and count the missing."""
    if path is None:
        return scores
    if scores.cluster is None:
        raise DataError(who, f"a value of {path} as the cluster", "none in any row read")
    missing = int((scores.cluster.codes < 0).sum())
    note = dropped(f"Without a cluster: {missing:,} of {counted(len(scores), 'row')}.")
    return replace(scores, notes=(*scores.notes, note)) if missing else scores


def agrees(what: str, ours: float, whose: str, reported: float, remedy: str = "") -> list[Note]:
    """Return a caution if what is computed of the samples is not what the log reports.

    `what` is the metric, `whose` says who reports; NaN is not reported.
    """
    if math.isnan(reported) or math.isclose(ours, reported, rel_tol=1e-6, abs_tol=1e-9):
        return []
    return [caution(f"{what} give {ours:.6g}, but {whose} reports {reported:.6g}.{remedy}")]


def _unless_empty(column: Coded) -> Coded | None:
    return column if column.labels else None
