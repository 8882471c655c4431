"""Every Eval Ever: UUID_samples.jsonl with one record a sample, and UUID.json beside it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, Note, assumed, caution, counted, dropped
from claimwise.data.logs.build import Rows, clustered
from claimwise.data.logs.eee_aggregate import Aggregate, aggregate_beside, samples_beside
from claimwise.data.logs.fields import (
    MISSING,
    at,
    check_columns,
    kind_of,
    label,
    name,
    no_such_metric,
    no_such_path,
    paths,
    required,
)
from claimwise.data.logs.records import Records
from claimwise.data.scores import Scores


@dataclass(slots=True)
class _Seen:
    """What a file of samples holds."""

    rows: Rows = field(default_factory=Rows)
    metrics: dict[str, int] = field(default_factory=dict)  # how many records
    first: dict[str, Any] = field(default_factory=dict)
    systems: dict[str, None] = field(default_factory=dict)
    datasets: dict[str, None] = field(default_factory=dict)
    runs: dict[str, None] = field(default_factory=dict)
    clusters: int = 0
    errors: int = 0
    unscored: int = 0
    placeholders: int = 0
    contradictions: int = 0


def read(
    path: Path, *, metric: str | None, columns: Mapping[str, str], filter: str | None
) -> Scores:
    """Read the scores of the samples; several systems and datasets may share a file.

    The score is `evaluation.score`, or `is_correct` where there is none. What the metric is
    called and which way is better is told by the aggregate file beside the samples.
    """
    who = f"the Every Eval Ever log {path}"
    if filter is not None:
        raise DataError(who, "no filter", filter, "Choose a metric or a dataset.")
    wanted = check_columns(who, columns)
    samples, aggregate = _files(path, who)
    records = Records(samples, who)
    seen = _scan(records, aggregate, wanted)
    if "cluster" in wanted and not seen.clusters:
        raise no_such_path(who, "cluster", wanted["cluster"], seen.first)
    known = list(seen.metrics)
    if metric is not None and metric not in known:
        raise no_such_metric(who, metric, known)
    chosen = known if metric is None else [metric]
    kept = None if metric is None else seen.rows.where(seen.rows.metric, metric)
    inferred = ["format: every-eval-ever", f"item: {wanted.get('item', 'sample_id')}"]
    scores = seen.rows.scores(
        kept,
        better={m: way for m in chosen if (way := aggregate.direction(m))},
        inferred=inferred,
        notes=[*aggregate.notes, *aggregate.check(records), *_notes(seen, records.count)],
        provenance={"data": records.digest},
    )
    return clustered(scores, who, wanted.get("cluster"))


def describe(path: Path) -> dict[str, Any]:
    """Say what is in a file of samples."""
    who = f"the Every Eval Ever log {path}"
    samples, aggregate = _files(path, who)
    records = Records(samples, who)
    seen = _scan(records, aggregate, {})
    return {
        "task": ", ".join(seen.datasets) or None,
        "model": ", ".join(seen.systems),
        "metrics": dict.fromkeys(seen.metrics, "score"),
        "samples": records.count,
        "epochs": max(len(seen.runs), 1),
        "errors": seen.errors,
        "unscored": seen.unscored,
        "clusters": [found for found in paths(seen.first) if found.startswith("metadata.")],
        "notes": [*aggregate.notes, *aggregate.check(records), *_notes(seen, records.count)],
    }


def _files(path: Path, who: str) -> tuple[Path, Aggregate]:
    samples = samples_beside(path, who)
    return samples, aggregate_beside(samples)


def _scan(records: Records, aggregate: Aggregate, wanted: Mapping[str, str]) -> _Seen:
    seen = _Seen()
    for place, record in records:
        seen.first = seen.first or record
        cluster = at(record, wanted["cluster"]) if "cluster" in wanted else MISSING
        seen.clusters += cluster is not MISSING
        metric = aggregate.metric(record)
        paths_of = {"item": "sample_id", "system": "model_id"} | dict(wanted)
        item, system = (
            required(at(record, paths_of[role]), records.who, paths_of[role], role, place)
            for role in ("item", "system")
        )
        dataset, run = label(record.get("evaluation_name")), label(at(record, "metadata.epoch"))
        for column, text in ((seen.systems, system), (seen.datasets, dataset), (seen.runs, run)):
            if text is not None:
                column[text] = None
        seen.metrics[metric] = seen.metrics.get(metric, 0) + 1
        seen.errors += bool(record.get("error"))
        score = _score(seen, records.who, place, record)
        seen.unscored += math.isnan(score)
        seen.rows.add(
            item,
            system,
            score=score,
            metric=metric,
            dataset=dataset,
            run=run,
            cluster=label(cluster),
            prints={"doc": name(record.get("sample_hash"))},
        )
    return seen


def _score(seen: _Seen, who: str, place: str, record: Mapping[str, Any]) -> float:
    score, right = at(record, "evaluation.score"), at(record, "evaluation.is_correct")
    if _is_placeholder(record, score):
        seen.placeholders += 1
        return math.nan
    if isinstance(right, bool) and kind_of(score) == "score" and score in (0, 1):
        seen.contradictions += bool(score) != right
    value = right if kind_of(score) == "missing" else score
    kind = kind_of(value)
    if kind == "missing":
        return math.nan
    if kind != "score":
        raise DataError(
            who, "a finite number as evaluation.score", f"{str(value)[:40]!r} in {place}"
        )
    return float(value)


def _is_placeholder(record: Mapping[str, Any], score: Any) -> bool:
    """Say whether a 0 stands for a value that the converter from lm-eval could not keep.

    It takes the first metric with a number; without one, as for F1 or BLEU, it writes 0 and
    leaves the pairs in the metadata.
    """
    told = at(record, "metadata.lm_eval_metrics")
    if kind_of(score) != "score" or score != 0 or not isinstance(told, str):
        return False
    try:
        values = json.loads(told)
    except (ValueError, RecursionError):
        return False
    kinds = [kind_of(value) for value in values.values()] if isinstance(values, dict) else []
    return bool(kinds) and "score" not in kinds


def _notes(seen: _Seen, records: int) -> list[Note]:
    pair = "A 0 that stands for a pair of values, so without a score"
    contradiction = "Where score and is_correct contradict each other (the score counts)"
    counts = (
        (dropped, "Not scored", seen.unscored - seen.placeholders),
        (dropped, pair, seen.placeholders),
        (assumed, "With an error message, with the score kept", seen.errors),
        (caution, contradiction, seen.contradictions),
    )
    of = f"of {counted(records, 'record')}"
    notes = [kind(f"{what}: {n:,} {of}.") for kind, what, n in counts if n]
    if len(seen.runs) > 1 and _constant_over_runs(seen.rows):
        notes.append(
            caution(
                "Each item has the same score in all its epochs: the file may repeat one score "
                "that was reduced over them, and then says nothing about the spread between runs."
            )
        )
    return notes


def _constant_over_runs(rows: Rows) -> bool:
    everything = np.arange(len(rows))
    columns = (rows.item, rows.system, rows.metric, rows.dataset)
    keys = zip(*(column.coded(everything).codes.tolist() for column in columns), strict=True)
    first: dict[tuple[int, ...], float] = {}
    return all(
        math.isnan(score) or first.setdefault(key, score) == score
        for key, score in zip(keys, rows.score, strict=True)
    )
