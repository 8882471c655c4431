"""The door for outputs: line-aligned files, tables with gold and predictions, logs with pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, ParameterError, caution, option
from claimwise.core.missing import lacks, listed
from claimwise.data.align import audit_all
from claimwise.data.audit import RATERS, RUNS
from claimwise.data.content import local
from claimwise.data.logs import sniff
from claimwise.data.matrix import matrix
from claimwise.data.outputs import Outputs
from claimwise.data.outputs_in_lines import paths_of, read_lines
from claimwise.data.outputs_in_tables import WHO, tabled_outputs
from claimwise.data.read import gather
from claimwise.data.role_names import OF_LIKELIHOODS, ROLES
from claimwise.data.roles import find_roles
from claimwise.data.scores import Scores, Totals
from claimwise.data.select import select
from claimwise.data.table_files import open_table


def read_outputs(
    *sources: Any,
    references: Any = None,
    cluster: Any = None,
    columns: Mapping[str, str] | None = None,
    system: str | Sequence[str] | None = None,
    metric: str | None = None,
    filter: str | None = None,
    dataset: str | None = None,
    takes: str = "text",
    only: Sequence[str] | None = None,
) -> Outputs:
    """Read what systems said, and what they should have said.

    Parameters
    ----------
    *sources : paths or a data frame
        With `references` one text file for each system, line by line. Otherwise a table with gold
        answers and predictions (item, system, gold, prediction), one such file for each system,
        or logs whose metric values are pairs.
    references : path or list of paths, optional
        Line-aligned references.
    cluster : path or str, optional
        With `references` a file with each line's cluster; otherwise a column.
    columns, system, metric, filter, dataset
        As in `claimwise.read`; `metric` names the one of a log.
    takes : str
        What the metric takes, one of `claimwise.metrics.base.TAKES`.
    only : sequence of str, optional
        Systems whose items must be there; by default all that there are. A third system that lacks
        items then takes none away from two that are compared.
    """
    if references is not None:
        _refuse_table_options(columns, filter, dataset)
        named = [system] if isinstance(system, str) else system
        outputs = read_lines(
            [Path(source) for source in sources],
            paths_of(references),
            cluster=cluster,
            system=named,
        )
        return outputs if takes == "text" else _single(outputs)
    wanted = None if only is None else tuple(only)
    roles = dict(columns or {}) | ({} if cluster is None else {"cluster": str(cluster)})
    told: dict[str, Any] = {"filter": filter, "system": system}
    if takes == "likelihood" and not is_log(sources):
        return _likelihoods(sources, roles, told, dataset, wanted)
    if takes in ("attempts", "score"):
        pairs = takes == "attempts"
        return _scored(sources, roles, told, dataset, metric, wanted, attempts=pairs)
    data = gather(*sources, columns=_answers(sources, roles), **told)
    if isinstance(data, Totals):
        raise DataError(WHO, "a row for each item and system", "totals alone")
    if data.inputs is not None:
        data, metric = _pairs(data, metric, takes)
    chosen = _chosen(data, metric, dataset)
    return tabled_outputs(chosen, _known(chosen, wanted), takes=takes)


def _known(data: Scores, wanted: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return the systems that are wanted if all are there; what is not is told elsewhere."""
    there = wanted is not None and set(wanted) <= set(data.system.used())
    return wanted if there else None


# Names under which logs have pairs of the same kind: any of them serves another metric as well.
SAME = {
    "label": ("f1", "mcc"),
    "text": ("bleu", "chrf", "ter"),
    "likelihood": ("word_perplexity", "byte_perplexity", "bits_per_byte"),
}


def _pairs(data: Scores, metric: str | None, takes: str) -> tuple[Scores, str | None]:
    """Return the metric of a log whose values are pairs: the one asked for, or one like it."""
    if data.metric is None:
        return data, None
    paired = [value is not None for value in data.inputs]  # type: ignore[union-attr]
    named = data.metric.take(np.flatnonzero(paired)).used()
    if metric in named:
        return data, metric
    alike = [name for name in SAME.get(takes, ()) if name in named]
    named = tuple(alike[:1]) or named
    if len(named) != 1:
        raise DataError(
            WHO,
            f"pairs of gold and predicted values of {metric}",
            f"pairs of {', '.join(named)}" if named else "a score for each item",
            "Choose one of the log's own metrics.",
        )
    said = f"outputs: the pairs of the log's metric {named[0]}"
    return replace(data, inferred=(*data.inferred, said)), named[0]


def _chosen(data: Scores, metric: str | None, dataset: str | None) -> Scores:
    """Return the rows of one data set, and of the metric where the table has several."""
    several = data.metric is not None and len(data.metric.used()) > 1
    chosen = select(data, metric=metric if several else None, dataset=dataset)
    if chosen.dataset is not None and len(chosen.dataset.used()) > 1:
        raise DataError(
            f"A corpus has one score; several data sets are in {chosen.name}: "
            f"{listed(chosen.dataset.used())}.",
            "Choose one with " + option("dataset", "NAME") + ".",
        )
    return chosen


def _refuse_table_options(
    columns: Mapping[str, str] | None, filter: str | None, dataset: str | None
) -> None:
    given = {"columns": columns, "filter": filter, "dataset": dataset}
    for name, value in given.items():
        if value:
            raise ParameterError(name, "a table or a log", "texts line by line", "Leave it out.")


def _single(outputs: Outputs) -> Outputs:
    """Return outputs whose gold values are single ones, such as labels."""
    gold = outputs.gold or ()
    if gold and len(gold[0]) > 1:
        raise ParameterError(
            "references", "one file of gold answers for this metric", f"{len(gold[0])}"
        )
    return replace(outputs, gold=tuple(one for (one,) in gold))


def is_log(sources: tuple[Any, ...]) -> bool:
    """Whether all sources are logs, whose pairs depend on the metric."""
    return all(isinstance(source, str | Path) and sniff(local(source)) for source in sources)


def _answers(sources: tuple[Any, ...], roles: dict[str, str]) -> dict[str, str]:
    """Name the columns of gold and prediction, which are not read beside a score otherwise."""
    if is_log(sources) or {"gold", "prediction"} <= set(roles):
        return roles
    if not sources or isinstance(sources[0], Mapping):
        return roles
    table = open_table(sources[0])
    guessed = find_roles(table, roles)
    found = {role: guessed.get(role) for role in ("gold", "prediction")}
    if not guessed.totals and None in found.values():
        scores = guessed.get("score")
        remedy = "Name them: " + option("columns", {"gold": "NAME", "prediction": "NAME"})
        if scores:
            remedy += "; or leave " + option("metric") + f" out to compare column {scores}"
        problem, _ = lacks(table.name, "columns of gold answers and predictions", table.names)
        raise DataError(problem, remedy + ".")
    return roles | {role: name for role, name in found.items() if name is not None}


def _scored(
    sources: tuple[Any, ...],
    roles: dict[str, str],
    told: dict[str, Any],
    dataset: str | None,
    metric: str | None,
    wanted: tuple[str, ...] | None,
    *,
    attempts: bool,
) -> Outputs:
    """Return scores as outputs; or of right/wrong attempts, how many there are and were right."""
    log = metric if is_log(sources) else None
    data = gather(*sources, metric=log, columns=roles, **told)
    if isinstance(data, Totals):
        raise DataError(WHO, "a row for each item and system", "totals alone")
    chosen = _chosen(data, None, dataset)
    table = matrix(chosen, _known(chosen, wanted))
    notes = audit_all(table).notes()
    if attempts:  # they are counted, not averaged
        notes = [note for note in notes if note.about != RUNS]
    for role in {RUNS, RATERS} & {note.about for note in notes}:
        said = (
            f"Scores are means over {role}, which are taken as given: a metric of outputs does not "
            "allow for what others would give."
        )
        notes.append(caution(said, role))
    table = table.complete()
    if attempts:
        odd = np.flatnonzero((chosen.score != 0) & (chosen.score != 1) & ~np.isnan(chosen.score))
        if len(odd):
            row = int(odd[0])
            raise DataError(
                "attempts", "scores of 0 and 1", f"{chosen.score[row]:g} in {chosen.place(row)}"
            )
    predicted: dict[str, tuple[Any, ...]] = {}
    for place, name in enumerate(table.systems):
        values, runs = table.values[:, place], table.runs[:, place]
        right = np.rint(values * runs)
        pairs = zip(runs.tolist(), right.tolist(), strict=True)
        predicted[name] = tuple(pairs) if attempts else tuple(values.tolist())
    return Outputs(
        predicted=predicted,
        items=tuple(table.label(i) for i in range(len(table))),
        cluster=None if table.cluster is None else table.cluster.codes.astype(np.int64),
        better=_direction(chosen),
        called=chosen.called if chosen.metric is None else ", ".join(chosen.metric.used()),
        inferred=data.inferred,
        notes=(*data.notes, *notes),
        provenance=data.provenance,
    )


def _direction(scores: Scores) -> str | None:
    """Return which scores are better, if the file says so of the only metric that is left."""
    named = scores.metric.used() if scores.metric is not None else ()
    return scores.better.get(named[0]) if len(named) == 1 else None


def _likelihoods(
    sources: tuple[Any, ...],
    roles: dict[str, str],
    told: dict[str, Any],
    dataset: str | None,
    wanted: tuple[str, ...] | None,
) -> Outputs:
    """Return pairs of log-likelihood and count, from two columns of numbers."""
    table = open_table(sources[0])
    found = find_roles(table, wanted=OF_LIKELIHOODS)
    parts = []
    for role in OF_LIKELIHOODS:
        column, names = found.get(role), ROLES[role].names
        if column is None:
            problem, _ = lacks(table.name, f"column of {' or '.join(names[:2])}", table.names)
            raise DataError(problem, f"Perplexity takes one called {', '.join(names)}.")
        own = roles | {"score": column}
        parts.append(_scored(sources, own, told, dataset, None, wanted, attempts=False))
    both, counts = parts
    if both.items != counts.items:
        raise DataError("perplexity", "a count for each log-likelihood", "not for all")
    return replace(
        both,
        predicted={
            name: tuple(zip(both.predicted[name], counts.predicted[name], strict=True))
            for name in both.systems
        },
    )
