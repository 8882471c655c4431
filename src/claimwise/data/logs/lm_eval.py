"""lm-evaluation-harness: samples_TASK_TIME.jsonl, one line for each document and filter."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import (
    DataError,
    Note,
    assumed,
    caution,
    counted,
    did_you_mean,
    dropped,
    meaning,
    option,
)
from claimwise.data.logs.build import clustered
from claimwise.data.logs.fields import check_columns, no_such_metric, no_such_path, paths
from claimwise.data.logs.lm_eval_results import (
    Results,
    check,
    direction,
    results_beside,
    samples_beside,
    task_of,
)
from claimwise.data.logs.lm_eval_scan import Seen, scan
from claimwise.data.logs.records import Records, load
from claimwise.data.logs.sniff import head_keys
from claimwise.data.scores import INPUTS, Scores


def read(
    path: Path, *, metric: str | None, columns: Mapping[str, str], filter: str | None
) -> Scores:
    """Read the scores of one system on one task.

    The key of a sample is its document and its filter: a task with several filters has several
    rows for each document, and one filter has to be chosen. Values that are pairs, such as
    (gold, predicted) for F1, are the inputs of a corpus metric; they are kept as they are, and
    the score is NaN. Repeated rows are left in the table, for the audit to refuse.
    """
    who = f"the lm-eval log {path}"
    wanted = check_columns(who, columns)
    if metric is not None and filter is None and "," in metric:  # the way results files name it
        metric, filter = metric.split(",", 1)
    samples = _samples(path, who)
    results, notes = results_beside(samples)
    task, system = task_of(samples), _system(samples, results)
    records = Records(samples, who)
    named = results.filters(task)
    seen = scan(records, metric=metric, columns=wanted, system=system, task=task, filters=named)
    if "cluster" in wanted and not seen.clusters:
        raise no_such_path(who, "cluster", wanted["cluster"], seen.first)
    kept = _one_filter(who, seen, metric, filter)
    metrics = _usable(who, seen, metric, kept)
    mask = seen.rows.where(seen.rows.filter, kept)
    notes += [*_notes(seen, results, task), *_unnamed(seen, kept)]
    better: dict[str, str] = {}
    for one, kind in metrics.items():
        values = np.array(seen.rows.score)[mask & seen.rows.where(seen.rows.metric, one)]
        pairs = kind != "score"
        way = direction(results, task, one, pairs=pairs)
        better |= {one: way} if way else {}
        if pairs:
            said = f"{one} is a corpus metric: its values are kept as inputs, not as scores."
            notes.append(meaning(said, INPUTS))
            continue
        if np.isnan(values).any():
            lost = counted(int(np.isnan(values).sum()), "sample")
            notes.append(dropped(f"{one}: {lost} not scored."))
        notes += check(results, task, one, kept, values.tolist())
    guesses = ["format: lm-eval", f"item: {wanted.get('item', 'doc_id')}"]
    guesses += [f"filter: {kept}"] if len(seen.filters) > 1 else []
    if "system" not in wanted:
        source = results.path.name if results.path and results.system() else "the file's place"
        guesses.append(f"system: from {source}")
    scores = seen.rows.scores(
        mask,
        better=better,
        inferred=guesses,
        notes=notes,
        provenance={"data": records.digest, "log": results.facts(task)},
    )
    return clustered(scores, who, wanted.get("cluster"))


def describe(path: Path) -> dict[str, Any]:
    """Say what is in a file of samples."""
    who = f"the lm-eval log {path}"
    try:
        samples = _samples(path, who)
    except DataError as error:  # totals without samples are described, though not read
        return _describe_totals(path, who, str(error))
    results, notes = results_beside(samples)
    task, system = task_of(samples), _system(samples, results)
    seen = scan(
        Records(samples, who),
        metric=None,
        columns={},
        system=system,
        task=task,
        keep=False,
        filters=results.filters(task),
    )
    return {
        "task": task,
        "model": system,
        "metrics": seen.metrics(),
        "filters": list(seen.filters),
        "samples": seen.samples,
        "unscored": sum(seen.count(m, "missing") for m in seen.metrics()),
        "reported": {task: results.scores(task)} if task else {},
        "clusters": [found for found in paths(seen.first) if found.startswith("doc.")],
        "notes": notes + _notes(seen, results, task),
    }


def _describe_totals(path: Path, who: str, why: str) -> dict[str, Any]:
    results = Results(path, load(path, who))
    return {
        "task": ", ".join(results.tasks()),
        "model": _system(path, results),
        "metrics": {},
        "samples": 0,
        "reported": {task: results.scores(task) for task in results.tasks()},
        "notes": [caution(why)],
    }


def _samples(path: Path, who: str) -> Path:
    keys = head_keys(path)
    return samples_beside(path, who) if "results" in keys and "doc_id" not in keys else path


def _system(samples: Path, results: Results) -> str:
    folder = samples.parent.name
    return results.system() or (folder if folder.strip(".") else samples.stem)


def _one_filter(who: str, seen: Seen, metric: str | None, filter: str | None) -> str:
    """Return the filter to read: the one asked for, or the only one there is.

    Of filters that are not named it is the first, which lm-eval lists and reports first.
    """
    known = list(seen.metrics())
    if metric is not None and metric not in known:
        raise no_such_metric(who, metric, known)
    here = [f for f in seen.filters if metric is None or (metric, f) in seen.kinds]
    if filter is None and (len(here) == 1 or seen.by_appearance):
        return here[0]
    if filter is None:
        raise DataError(
            who,
            "one filter, since each document has a row for each of them",
            f"the filters {', '.join(here)}",
            "Choose one, such as " + option("filter", here[0]) + ".",
        )
    if filter not in here:
        raise DataError(
            who,
            f"a filter {filter}" + (f" with {metric}" if metric else ""),
            f"the filters {', '.join(here)}",
            did_you_mean(filter, here),
        )
    return filter


def _usable(who: str, seen: Seen, metric: str | None, filter: str) -> dict[str, str]:
    """Return the metrics to read, each with its kind; refuse texts, infinities and mixtures."""
    everything = seen.metrics()
    if not everything:
        raise DataError(who, "at least one metric", "none in any sample")
    chosen = {
        m: k for m, k in everything.items() if (m, filter) in seen.kinds and metric in (None, m)
    }
    fine = [m for m, k in everything.items() if k in ("score", "pair", "vector")]
    others = f"Choose another metric, such as {fine[0]}." if fine else ""
    for one, kind in chosen.items():
        if kind in ("text", "infinite"):
            what = "a text" if kind == "text" else "an infinite number"
            place = seen.places[one, kind]
            raise DataError(who, f"finite numbers as values of {one}", f"{what} in {place}", others)
        if kind != "score" and seen.count(one, "score"):
            raise DataError(
                who,
                f"values of one kind for {one}",
                f"a number in {seen.places[one, 'score']} and several values in "
                f"{seen.places[one, kind]}",
            )
    return chosen


def _unnamed(seen: Seen, kept: str) -> list[Note]:
    """Say which of several filters was read, where the samples do not name theirs."""
    if not seen.by_appearance:
        return []
    others = [name for name in seen.filters if name != kept]
    first = ", the first, as lm-eval reports it" if kept == next(iter(seen.filters)) else ""
    said = (
        f"The samples list each document {len(seen.filters)} times, once for each filter, without "
        f"naming it: by the order of appearance this is filter {kept}{first}. Another is read with "
    )
    return [caution(said + option("filter", others[0]) + ".")]


def _notes(seen: Seen, results: Results, task: str | None) -> list[Note]:
    notes = []
    if results.path is not None and not results.has(task):
        notes.append(assumed(f"{results.path.name} says nothing about the task {task}."))
    if seen.without_hashes:
        notes.append(
            assumed(
                f"{counted(seen.without_hashes, 'sample')} without hashes of document and target: "
                "that both systems saw the same items cannot be checked."
            )
        )
    if seen.without_filter and len(seen.rows) and not seen.by_appearance:
        everything = np.arange(len(seen.rows))
        items = seen.rows.item.coded(everything).codes.astype(np.int64)
        metrics = seen.rows.metric.coded(everything).codes
        repeated = len(items) - len(np.unique(items * (int(metrics.max()) + 1) + metrics))
        if repeated:
            notes.append(
                caution(
                    f"{counted(repeated, 'row')} repeat a document and the file does not name "
                    "filters: it probably mixes several."
                )
            )
    return notes
