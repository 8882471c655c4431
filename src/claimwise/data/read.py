"""The door: files, data frames or arrays in; scores or totals out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, ParameterError, option
from claimwise.core.missing import lacks, listed
from claimwise.data.arrays import as_arrays, from_arrays
from claimwise.data.columns import Table
from claimwise.data.content import file_digest, joined_digest, local, shown
from claimwise.data.hints import references_among, refuse_unlike, scale_hints
from claimwise.data.long import missing_column, read_long, rows_of_files
from claimwise.data.recognise import refuse_other_questions
from claimwise.data.roles import Roles, find_roles
from claimwise.data.scores import Scores, Totals
from claimwise.data.select import rows_with, select, select_totals
from claimwise.data.stack import (
    names_of_files,
    refuse_same_names,
    rename,
    stack,
    stack_totals,
    tell_apart,
)
from claimwise.data.summary_rows import refuse_summaries, without_summaries
from claimwise.data.table_files import open_table
from claimwise.data.totals import read_totals
from claimwise.data.wide import is_measured, numeric_columns, read_wide

WHO = "read"


class SeveralScoresError(DataError):
    """A table with several columns of scores, `choices`."""

    def __init__(self, *parts: object, choices: Sequence[str]) -> None:
        """Keep what there is to choose from."""
        super().__init__(*parts)
        self.choices = tuple(choices)


def read(
    *sources: Any,
    metric: str | None = None,
    dataset: str | Sequence[str] | None = None,
    columns: Mapping[str, str] | None = None,
    filter: str | None = None,
    system: str | Sequence[str] | None = None,
) -> Scores | Totals:
    """Read the scores of systems on items.

    Fit for long tables (item, system, score), one file for each system, wide tables (a column
    for each system), totals (system, correct, n), and the logs of evaluation harnesses. Which
    column plays which role is told by its name (`claimwise.data.role_names.ROLES`); what was
    guessed is in `inferred`.

    Parameters
    ----------
    *sources : path, data frame or mapping
        One or more files (CSV, TSV, JSONL, Parquet, logs), one data frame (pandas, polars,
        pyarrow, DuckDB, ...), or a mapping from systems to their scores on the same items in
        the same order.
    metric : str, optional
        The metric to keep; needed where there are several.
    dataset : str or sequence of str, optional
        The data sets to keep.
    columns : mapping, optional
        Role -> column, where the names do not tell: ``{"cluster": "doc.passage"}``.
    filter : str, optional
        The filter of an lm-eval log, or the split or perturbation of a HELM log.
    system : str or sequence of str, optional
        Names for the sources, one each, where they do not name their system. In a wide table
        the columns to read; in tables that name systems, those to keep.

    Returns
    -------
    Scores or Totals
        Totals where the table has no items.

    Examples
    --------
    >>> scores = read({"old": [1, 0, 1], "new": [1, 1, 1]})
    >>> len(scores), scores.system.labels
    (6, ('old', 'new'))
    """
    data = gather(*sources, metric=metric, columns=columns, filter=filter, system=system)
    if isinstance(data, Totals):
        if metric is not None:
            raise ParameterError(
                option("metric", metric) + " chooses among scores; found totals alone.",
                "Leave it out.",
            )
        chosen_totals = select_totals(data, dataset)
        if dataset is None:
            refuse_summaries(chosen_totals)
        return chosen_totals
    if dataset is not None and data.dataset is None:
        raise _no_datasets(sources, dataset)
    chosen = select(data, metric=metric if data.metric is not None else None, dataset=dataset)
    if not np.nan_to_num(chosen.score).any():
        refuse_unlike(chosen.gold, chosen.prediction)
    chosen = without_summaries(chosen)
    return replace(chosen, notes=(*chosen.notes, *scale_hints(chosen)))


def _no_datasets(sources: Sequence[Any], dataset: str | Sequence[str]) -> ParameterError:
    """Return the refusal of a data set where no column has any; names the column that has it."""
    name = dataset if isinstance(dataset, str) else str(next(iter(dataset)))
    found = "NAME"
    for source in sources if not any(isinstance(one, Mapping) for one in sources) else ():
        sample = open_table(source).sample()
        found = next((column for column, texts in sample.items() if name in texts), found)
    return ParameterError(
        f"There is no column of data sets, and so no {name}.",
        "Name the column: " + option("columns", {"dataset": found}) + ".",
    )


def gather(
    *sources: Any,
    metric: str | None = None,
    columns: Mapping[str, str] | None = None,
    filter: str | None = None,
    system: str | Sequence[str] | None = None,
) -> Scores | Totals:
    """Read everything, with all metrics and data sets; the parameters are those of `read`."""
    if not sources:
        raise ParameterError("There is nothing to read.", "Give a file, a frame or a mapping.")
    given = {str(role): str(name) for role, name in (columns or {}).items()}
    named = None if system is None else [system] if isinstance(system, str) else list(system)
    arrays = as_arrays(sources, named)
    if arrays is not None:
        return from_arrays(arrays)
    paths = [local(source) for source in sources if isinstance(source, str | Path)]
    if len(paths) == len(sources):
        data = _files(paths, given, metric, filter, named)
        return replace(data, files=tuple(shown(path) for path in paths))
    if len(sources) > 1:
        raise ParameterError(
            f"Found {len(sources)} sources; several can be read if all are files.",
            "Join the frames.",
        )
    _refuse_filter(filter)
    table = open_table(sources[0])
    part, own = _table(table, given, metric, named, None, several=False)
    return _kept(part, named if own else None)


def _files(
    paths: list[Path],
    given: dict[str, str],
    metric: str | None,
    filter: str | None,
    named: list[str] | None,
) -> Scores | Totals:
    from claimwise.data.folders import is_folder, read_folders
    from claimwise.data.logs import read_log, sniff

    if any(is_folder(path) for path in paths):

        def one(path: Path, title: str | None) -> tuple[Scores | Totals, str | None]:
            names = None if title is None or sniff(path) else [title]
            data = _files([path], given, metric, filter, names)
            return data, data.provenance.get("data")

        scores, prints = read_folders(paths, named, metric, one)
        return replace(scores, provenance={"data": joined_digest(prints)})
    kinds = [sniff(path) for path in paths]
    if not any(kinds):
        _refuse_filter(filter)
    one_each = named if named is not None and len(named) == len(paths) else None
    names = one_each or names_of_files(paths)
    parts: list[Scores | Totals] = []
    digests: list[str | None] = []
    owns: list[bool] = []  # whether a file names its systems itself
    for i, (path, kind) in enumerate(zip(paths, kinds, strict=True)):
        if kind is None:
            table = open_table(path)
            wide = named if len(paths) == 1 else None
            several = len(paths) > 1
            part, own = _table(table, given, metric, wide, names[i], several=several)
            digests.append(table.digest())
        else:
            log = read_log(path, kind=kind, metric=metric, columns=given, filter=filter)
            log = replace(log, sources=log.sources or ((shown(path), len(log)),))
            own = one_each is None or len(log.system.labels) != 1
            part = log if own or one_each is None else rename(log, one_each[i])
            known = log.provenance.get("data")
            digests.append(known if known else file_digest(path))
        parts.append(part)
        owns.append(own)
    if named is not None and one_each is None and not all(owns):
        raise ParameterError("system", f"a name for each of {len(paths)} files", f"{len(named)}")
    if not all(owns):
        refuse_same_names(names, paths)
        if one_each is None:
            references_among([path for path, own in zip(paths, owns, strict=True) if not own])
    return _kept(_together(parts, paths, kinds, digests), named if all(owns) else None)


def _together(
    parts: list[Scores | Totals],
    paths: list[Path],
    kinds: list[str | None],
    digests: list[str | None],
) -> Scores | Totals:
    digest = joined_digest(digests)
    totals = [part for part in parts if isinstance(part, Totals)]
    scores = [part for part in parts if isinstance(part, Scores)]
    if totals and scores:
        raise DataError("Some of the files have scores item by item, others totals.")
    if totals:
        return stack_totals(totals, digest)
    _refuse_other_metrics(scores)
    if all(kinds):
        scores = tell_apart(scores, paths)
    return stack(scores, digest)


def _refuse_other_metrics(scores: Sequence[Scores]) -> None:
    """Refuse files of graded scores that are called differently: f1 in one and em in another."""
    called = dict.fromkeys(part.called for part in scores if part.called)
    values = np.concatenate([part.score for part in scores])
    if len(called) < 2 or np.isin(values[~np.isnan(values)], (0.0, 1.0)).all():
        return
    first = next(iter(called))
    raise DataError(
        f"The files have scores of different names: {listed([str(name) for name in called])}.",
        "If they are the same metric, rename the columns; or choose one that all have, with "
        + option("metric", str(first))
        + ".",
    )


def _table(
    table: Table,
    given: dict[str, str],
    metric: str | None,
    named: list[str] | None,
    name: str | None,
    *,
    several: bool,
) -> tuple[Scores | Totals, bool]:
    """Read one table in the layout that its columns tell; say whether it names its systems."""
    roles = find_roles(table, given)
    chosen = roles.totals or roles.get("metric") is not None or "score" in given
    if metric is not None and not chosen:
        roles = find_roles(table, given | {"score": _metric_column(table, metric)})
    alone = named[0] if named is not None and len(named) == 1 else name
    own = roles.get("system") is not None
    if roles.totals:
        return read_totals(table, roles, alone), own
    answers = roles.get("gold") is not None and roles.get("prediction") is not None
    scored = roles.get("score") is not None or answers
    if not given and named is None and not (scored and roles.get("item")):
        refuse_other_questions(table)
    if scored and several and not own and not roles.able.get("item"):
        raise rows_of_files(table)
    if scored:
        return read_long(table, roles, given, alone), own
    if "score" in roles.open:
        raise _several_scores(table, roles.open["score"])
    if own:
        raise missing_column(table, "score")
    if several:  # one file for each system: its columns of numbers are metrics
        score = _only_score(table, roles)
        return read_long(table, find_roles(table, given | {"score": score}), given, alone), False
    return read_wide(table, roles, named), True


def _only_score(table: Table, roles: Roles) -> str:
    """Return the only column of numbers that plays no role; refuses to choose among several."""
    names = numeric_columns(table, roles)
    if len(names) > 1:
        raise _several_scores(table, names)
    if not names or is_measured(names[0]):  # that one would be named
        raise missing_column(table, "score")
    return names[0]


def _several_scores(table: Table, names: Sequence[str]) -> DataError:
    return SeveralScoresError(
        f"{table.name} has {len(names)} columns of scores: {listed(names)}.",
        "Choose one with " + option("metric", names[0]) + ".",
        choices=names,
    )


def _metric_column(table: Table, metric: str) -> str:
    """Return the column that holds the scores of a metric, where there is none of metrics."""
    same = [name for name in table.names if name.lower() == metric.lower()]
    parts = [part.strip() for part in metric.split(",")]
    if not same and len(parts) > 1 and {*parts} <= {*table.names}:
        raise ParameterError(
            f"{listed(parts)} are scores in {table.name}, which are compared one metric at a time.",
            "Choose one with " + option("metric", parts[0]) + ".",
        )
    if not same:
        raise ParameterError(*lacks(table.name, f"metric {metric}", table.names, metric))
    return same[0]


def _kept(data: Scores | Totals, systems: list[str] | None) -> Scores | Totals:
    if systems is None or isinstance(data, Totals):
        return data
    chosen = rows_with("system", data.system, tuple(systems), data)
    return data if chosen.all() else data.take(np.flatnonzero(chosen))


def _refuse_filter(filter: str | None) -> None:
    if filter is not None:
        raise ParameterError(
            option("filter", filter) + " chooses within a log of lm-eval or HELM; found none.",
            "Leave it out.",
        )
