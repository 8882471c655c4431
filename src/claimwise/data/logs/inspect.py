"""Inspect AI: .eval (a zip) and .json logs, one sample in each epoch."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claimwise.core import DataError, Note, assumed, caution, counted, dropped, meaning
from claimwise.data.content import file_digest
from claimwise.data.logs.build import Rows, agrees, clustered
from claimwise.data.logs.fields import MISSING, at, check_columns, label, no_such_path, required
from claimwise.data.logs.inspect_log import Log, fields_of, open_log
from claimwise.data.logs.inspect_samples import REMOVED, Sample, prompt_of
from claimwise.data.logs.inspect_values import (
    Metric,
    check_kinds,
    choose,
    kind,
    metrics_of,
    number,
)
from claimwise.data.scores import INPUTS, Scores


def read(
    path: Path, *, metric: str | None, columns: Mapping[str, str], filter: str | None
) -> Scores:
    """Read the scores of one system on one task.

    Each scorer is a metric, and so is each entry of a scorer that gives dictionaries
    (``scorer/entry``). Epochs are runs. Samples that ended in an error, were declared invalid
    or were never scored have no score, and the notes count them.
    """
    who = f"the Inspect log {path}"
    if filter is not None:
        raise DataError(who, "no filter", filter, "Choose a scorer by the metric.")
    wanted = check_columns(who, columns)
    log = open_log(path, who, wanted)
    if not log.samples:
        found = f"none (the status of the run is {log.status})"
        raise DataError(who, "at least one sample", found)
    for role, place in wanted.items():
        if all(sample.roles[role] is MISSING for sample in log.samples):
            raise no_such_path(who, role, place, log.first)
    chosen = choose(who, metrics_of(log.samples, log.scorers()), metric)
    notes = [*log.notes, *_notes(log)]
    for one, scorer in chosen.items():
        if check_kinds(who, scorer, log.samples) == "vector":
            said = f"{one} has several values a sample: kept as inputs, not as scores."
            notes.append(meaning(said, INPUTS))
        else:
            notes += _check(log, one, scorer)
    inferred = ["format: inspect", f"item: {wanted.get('item', 'id')}"]
    inferred += [f"{one}: the scorer {m.name}" for one, m in chosen.items() if one != m.name]
    scores = _rows(who, log, chosen or {"": Metric("", "")}).scores(
        inferred=inferred,
        notes=notes,
        provenance={"data": file_digest(path), "log": log.facts()},
    )
    return clustered(scores, who, wanted.get("cluster"))


def describe(path: Path) -> dict[str, Any]:
    """Say what is in a log, be it without samples."""
    who = f"the Inspect log {path}"
    log = open_log(path, who, {})
    metrics = metrics_of(log.samples, log.scorers())
    kinds = {one: [kind(found.value(s)) for s in log.samples] for one, found in metrics.items()}
    order = ("text", "infinite", "vector")
    return {
        "task": log.task(),
        "model": log.model(),
        "status": log.status,
        "metrics": {
            one: next((k for k in order if k in found), "score") for one, found in kinds.items()
        },
        "samples": len(log.samples),
        "epochs": len({sample.epoch for sample in log.samples}),
        "errors": sum(sample.error for sample in log.samples),
        "invalid": sum(sample.invalid for sample in log.samples),
        "limits": sum(sample.limit for sample in log.samples),
        "unscored": sum(found.count("missing") for found in kinds.values()),
        "clusters": [f for f in fields_of(path, who, log) if f.startswith("metadata.")],
        "notes": [*log.notes, *_notes(log)],
    }


def _rows(who: str, log: Log, metrics: Mapping[str, Metric]) -> Rows:
    rows, system, task, prompt = Rows(), log.model(), log.task(), prompt_of(log.header)
    for sample in log.samples:
        item = _role(who, sample, "item", sample.item)
        owner = _role(who, sample, "system", system)
        cluster = sample.roles.get("cluster")
        usable = not (sample.error or sample.invalid)
        prints = {"doc": sample.doc, "target": sample.target, "prompt": prompt}
        for one, metric in metrics.items():
            value = metric.value(sample)
            rows.add(
                item,
                owner,
                score=number(value) if usable else math.nan,
                metric=one or None,
                dataset=task,
                run=sample.epoch,
                cluster=None if cluster == REMOVED else label(cluster),
                prints=prints,
                inputs=value if usable and kind(value) == "vector" else None,
            )
    return rows


def _role(who: str, sample: Sample, role: str, otherwise: str) -> str:
    if role not in sample.roles:
        return otherwise
    value = sample.roles[role]
    return required(None if value == REMOVED else value, who, role, role, f"sample {sample.item}")


def _notes(log: Log) -> list[Note]:
    """Say what a comparison of these samples must heed."""
    samples = log.samples
    lost = {
        "Ended in an error, so without a score": sum(s.error for s in samples),
        "Declared invalid, so without a score": sum(s.invalid for s in samples),
        "Not scored": sum(
            not (s.error or s.invalid) and all(kind(v) == "missing" for v in s.values.values())
            for s in samples
        ),
    }
    of = f"of {counted(len(samples), 'sample')}"
    notes = [dropped(f"{what}: {count:,} {of}.") for what, count in lost.items() if count]
    if limited := sum(s.limit for s in samples):
        notes.append(assumed(f"Stopped by a limit, with the score kept: {limited:,} {of}."))
    if log.status != "success":
        said = f"The run did not end well: its status is {log.status}."
        notes.insert(0, caution(said))
    if (total := _total(log)) > len(samples):
        said = f"The log holds {len(samples):,} of {counted(total, 'sample')}."
        notes.append(caution(said))
    return notes


def _total(log: Log) -> int:
    total = at(log.header, "results.total_samples")
    return total if isinstance(total, int) else 0


def _check(log: Log, asked: str, metric: Metric) -> list[Note]:
    """Compare the mean over items (of means over epochs) with what the log reports."""
    by_item: dict[str, list[float]] = {}
    for sample in log.samples:
        value = number(metric.value(sample))
        if not (sample.error or sample.invalid or math.isnan(value)):
            by_item.setdefault(sample.item, []).append(value)
    if not by_item or _total(log) > len(log.samples):
        return []
    mean = math.fsum(math.fsum(v) / len(v) for v in by_item.values()) / len(by_item)
    return agrees(f"{asked}: the samples", mean, "the log", log.reported(metric))
