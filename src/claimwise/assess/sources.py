"""Where the evidence of a comparison comes from: scores by item, separate scores, totals."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from claimwise.assess.evidence import (
    Evidence,
    paired_evidence,
    separate_evidence,
    totals_evidence,
)
from claimwise.assess.level_tables import Cells
from claimwise.core import (
    DataError,
    Note,
    ParameterError,
    assumed,
    caution,
    counted,
    inferred,
    option,
)
from claimwise.core.missing import not_in
from claimwise.data import (
    IndependentCounts,
    ItemMatrix,
    Outputs,
    Pairs,
    Responses,
    Scores,
    Totals,
    align,
    matrix,
    select,
)
from claimwise.data.align import audit_all
from claimwise.data.choose_pair import same_twice, too_few
from claimwise.kernels.arrays import Floats

FEWEST_LEVELS, MOST_LEVELS = 3, 11  # of a scale of ratings


class Source(Protocol):
    """Systems, data sets, and the evidence of any two systems on one or on all of them."""

    systems: tuple[str, ...]
    datasets: tuple[str, ...]

    def evidence(self, a: str, b: str, dataset: str | None) -> Evidence:
        """Return the evidence; None stands for all data sets together."""

    def notes(self) -> list[Note]:
        """Return what was read, dropped and guessed."""


@dataclass(slots=True, eq=False)
class TotalsSource:
    """Totals of right answers: no items, so no pairs."""

    totals: Totals
    systems: tuple[str, ...] = ()
    datasets: tuple[str, ...] = ()
    place: dict[tuple[str, str], int] = field(default_factory=dict)  # row of a system, data set

    def __post_init__(self) -> None:
        """List what is there, in the order of the file."""
        self.systems = tuple(dict.fromkeys(self.totals.system))
        self.datasets = tuple(dict.fromkeys(self.totals.dataset))
        for i, key in enumerate(zip(self.totals.system, self.totals.dataset, strict=True)):
            self.place.setdefault(key, i)

    def evidence(self, a: str, b: str, dataset: str | None) -> Evidence:
        """Return both totals on one data set."""
        if dataset is None:
            (dataset,) = self.datasets
        (right_a, n_a), (right_b, n_b) = self._cell(a, dataset), self._cell(b, dataset)
        return totals_evidence((a, b), IndependentCounts.of(right_a, n_a, right_b, n_b))

    def _cell(self, system: str, dataset: str) -> tuple[int, int]:
        row = self.place.get((system, dataset))
        if row is not None:
            return int(self.totals.correct[row]), int(self.totals.n[row])
        raise DataError(
            f"{system} has no total on {dataset}.",
            "Choose data sets that both systems have, with " + option("dataset") + ".",
        )

    def notes(self) -> list[Note]:
        """Return what was guessed."""
        return [*recognised(self.totals), *self.totals.notes]


@dataclass(slots=True, eq=False)
class PairedSource:
    """Scores of the same items: pairs, after an audit of how they match."""

    scores: Scores
    systems: tuple[str, ...]
    datasets: tuple[str, ...]
    said: list[Note] = field(default_factory=list)
    together: ItemMatrix | None = None  # the items common to more than two systems
    verdicts: bool | None = None  # whether every score is right or wrong, once it was asked
    tables: dict[tuple[str, str, str | None], Cells] = field(
        default_factory=dict
    )  # by raters, runs

    def evidence(self, a: str, b: str, dataset: str | None) -> Evidence:
        """Return the matched items of both systems."""
        if self.together is None:
            pairs = align(self.scores, a, b, dataset=dataset)
            if pairs.audit is not None and dataset is None:
                self.said += pairs.audit.notes()
        else:
            pairs = self._columns(a, b, dataset)
        part = dataset is not None
        return paired_evidence(pairs, verdicts=self._verdicts(), part=part)

    def _verdicts(self) -> bool:
        if self.verdicts is None:
            score = self.scores.score
            self.verdicts = bool(((score == 0) | (score == 1) | np.isnan(score)).all())
        return self.verdicts

    def _columns(self, a: str, b: str, dataset: str | None) -> Pairs:
        table = self.common(self.systems)
        if dataset is None or table.dataset is None:
            return table.pairs(a, b, slice(None))
        return table.pairs(a, b, items_of(table, dataset))

    def common(self, systems: tuple[str, ...]) -> ItemMatrix:
        """Return the items that all these systems have scores for."""
        if self.together is None:
            everything = matrix(self.scores, systems)
            self.said += audit_all(everything).notes()
            self.together = everything.complete()
            if len(self.together) < 2:
                raise DataError(
                    f"All {len(systems)} systems have a score for {len(self.together)} of "
                    f"{len(everything):,} items, and a comparison needs two.",
                    "Compare two of them with " + option("a") + " and " + option("b") + ".",
                )
        return self.together

    def notes(self) -> list[Note]:
        """Return what was read, dropped and guessed."""
        return [*recognised(self.scores), *self.scores.notes, *self.said, *levels_of(self.scores)]


def items_of(table: ItemMatrix, dataset: str) -> NDArray[np.int64]:
    """Return the places of a data set's items."""
    if table.dataset is None:
        return np.arange(len(table))
    return np.flatnonzero(table.dataset.codes == table.dataset.labels.index(dataset))


@dataclass(slots=True, eq=False)
class PairsSource:
    """Two systems already paired, in Python."""

    pairs: Pairs
    systems: tuple[str, ...] = ()
    datasets: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Take the names from the pairs."""
        self.systems = self.pairs.names

    def evidence(self, a: str, b: str, dataset: str | None) -> Evidence:
        """Return the pairs, turned round if B is the baseline."""
        p = self.pairs
        if (a, b) == p.names:
            return paired_evidence(p)
        swapped = replace(
            p,
            a=p.b,
            b=p.a,
            names=(a, b),
            runs_a=p.runs_b,
            runs_b=p.runs_a,
            within_a=p.within_b,
            within_b=p.within_a,
        )
        return paired_evidence(swapped)

    def notes(self) -> list[Note]:
        """Return what was dropped when the pairs were made."""
        return [] if self.pairs.audit is None else self.pairs.audit.notes()


@dataclass(slots=True, eq=False)
class SeparateSource:
    """Scores of different items, by the user's word."""

    scores: Scores
    systems: tuple[str, ...]
    datasets: tuple[str, ...]
    columns: dict[tuple[str, str | None], Floats] = field(default_factory=dict)  # once read

    def evidence(self, a: str, b: str, dataset: str | None) -> Evidence:
        """Return all scores of each system."""
        return separate_evidence((a, b), self._column(a, dataset), self._column(b, dataset))

    def _column(self, system: str, dataset: str | None) -> Floats:
        if (system, dataset) not in self.columns:
            self.columns[system, dataset] = self._read_column(system, dataset)
        return self.columns[system, dataset]

    def _read_column(self, system: str, dataset: str | None) -> Floats:
        where = f" on {dataset}" if dataset else ""
        try:
            own = select(self.scores, dataset=dataset, systems=(system,))
        except DataError as error:
            raise DataError(
                f"There are no scores of {system}{where}.",
                "Choose a data set with " + option("dataset") + ".",
            ) from error
        column = matrix(own, (system,)).values[:, 0]
        column = column[~np.isnan(column)]
        if len(column) < 2:
            raise DataError(
                f"{system} has {counted(len(column), 'scored item')}{where}, and a comparison "
                "needs two."
            )
        return column

    def notes(self) -> list[Note]:
        """Return what was guessed, and the user's word."""
        word = "The systems were scored on different items, by your word: nothing is paired."
        said = [assumed(word)]
        if self.scores.cluster is not None:
            said.append(caution("The clusters of the items are not used."))
        return [*recognised(self.scores), *self.scores.notes, *said, *levels_of(self.scores)]


def levels_of(scores: Scores) -> list[Note]:
    """Say which verb is for ratings, where raters gave the few whole levels of a scale."""
    known = np.unique(scores.score[~np.isnan(scores.score)])
    whole = np.array_equal(known, np.round(known))
    if scores.rater is None or not whole or not FEWEST_LEVELS <= len(known) <= MOST_LEVELS:
        return []
    said = (
        f"Raters gave whole levels from {known[0]:g} to {known[-1]:g}, compared here as numbers "
        "that are evenly spaced. For a model of their order use claimwise ratings."
    )
    return [caution(said, "levels")]


def source_of(data: Scores | Totals | Pairs, paired: bool | None) -> Source:
    """Return where the evidence of these data comes from; `paired` is the user's word."""
    if isinstance(data, Totals):
        if paired:
            raise DataError(
                option("paired", True),
                "scores item by item",
                "totals alone",
                "Give one row for each item and system.",
            )
        return TotalsSource(data)
    if isinstance(data, Pairs):
        return PairsSource(data)
    if data.inputs is not None and bool(np.isnan(data.score).all()):
        name = "the metric" if data.metric is None else ", ".join(data.metric.used())
        raise DataError(
            f"{name} has no number for each item, but pairs such as (gold, predicted).",
            "Choose a metric with a score for each item; doctor lists them.",
        )
    datasets = () if data.dataset is None else data.dataset.used()
    systems = data.system.used()
    if paired is False:
        return SeparateSource(data, systems, datasets)
    return PairedSource(data, systems, datasets)


def recognised(data: Scores | Totals | Outputs | Responses) -> list[Note]:
    """Return in one line what was recognised rather than told."""
    return [inferred(f"Recognised: {'; '.join(data.inferred)}.")] if data.inferred else []


def choose_systems(
    systems: tuple[str, ...], a: str | None, b: str | None, baseline: str | None, *sources: Any
) -> tuple[tuple[str, ...], str | None]:
    """Return the systems to compare and the baseline, if all are compared against one."""
    for name in (a, b, baseline):
        if name is not None and name not in systems:
            raise ParameterError(*not_in(name, systems, *sources))
    if a is not None and baseline is not None and a != baseline:
        both = option("a", a) + " and " + option("baseline", baseline)
        raise ParameterError(both + " name two baselines.", "Leave one of them out.")
    first = a or baseline
    if first is not None and first == b:
        raise ParameterError(*same_twice(b))
    if len(systems) < 2:
        raise DataError(*too_few(systems))
    if first is not None and b is not None:
        return (first, b), None
    if len(systems) == 2:
        if b is not None:
            first = next(name for name in systems if name != b)
        other = next(name for name in systems if name != (first or systems[0]))
        return (first or systems[0], other), None
    if b is not None:
        raise ParameterError(
            option("b", b) + f" needs a baseline among the {len(systems)} systems.",
            "Name it with " + option("a") + ".",
        )
    if first is None:
        return systems, None
    return (first, *(name for name in systems if name != first)), first
