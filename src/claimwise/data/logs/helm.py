"""HELM: per_instance_stats.json of a run, one record for each instance, trial and perturbation.

Whether a request succeeded (`success` in scenario_state.json) says that the service answered,
not that the answer was right; it is never read.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, Note, counted, did_you_mean, dropped, option
from claimwise.data.logs.build import Rows, agrees, clustered
from claimwise.data.logs.fields import (
    MISSING,
    at,
    check_columns,
    label,
    no_such_metric,
    no_such_path,
    required,
)
from claimwise.data.logs.helm_run import Prints, Run, instances_beside, open_run
from claimwise.data.logs.helm_stats import (
    direction,
    is_bookkeeping,
    ordered,
    perturbation_of,
    stats_of,
)
from claimwise.data.logs.records import Records
from claimwise.data.scores import Scores

EVERYTHING, TEST = "all", "test"


@dataclass(slots=True)
class _Seen:
    """What a run holds, and the rows of one metric."""

    rows: Rows = field(default_factory=Rows)
    split: list[str | None] = field(default_factory=list)  # of each row
    perturbation: list[str | None] = field(default_factory=list)  # of each row
    metrics: dict[str, int] = field(default_factory=dict)  # in how many records
    empty: dict[str, int] = field(default_factory=dict)  # in how many without a value
    splits: dict[str, None] = field(default_factory=dict)
    perturbations: dict[str, None] = field(default_factory=dict)
    trials: dict[str, None] = field(default_factory=dict)
    first: dict[str, Any] = field(default_factory=dict)
    clusters: int = 0


def read(
    path: Path, *, metric: str | None, columns: Mapping[str, str], filter: str | None
) -> Scores:
    """Read one metric of a run: the mean of each instance's statistic.

    Instances of the test split that were not perturbed are read, unless `filter` names another
    split or a perturbation, or says ``all``. Trials are runs.
    """
    who = f"the HELM run {path}"
    wanted, run = check_columns(who, columns), open_run(path, who)
    prints, notes = instances_beside(run)
    notes = [*run.notes, *notes]
    records = Records(run.stats, who)
    if metric is None:
        metric = _only_metric(who, _scan(records, run, {}, None, {}).metrics)
    seen = _scan(records, run, wanted, metric, prints)
    if metric not in seen.metrics:
        raise no_such_metric(who, metric, ordered(seen.metrics))
    if "cluster" in wanted and not seen.clusters:
        raise no_such_path(who, "cluster", wanted["cluster"], seen.first)
    split, perturbation = _filter(who, seen, filter)
    kept = np.array(
        [
            filter == EVERYTHING or (split in (None, s) and p == perturbation)
            for s, p in zip(seen.split, seen.perturbation, strict=True)
        ],
        dtype=bool,
    )
    if not kept.any():
        raise DataError(who, f"instances with {metric}", f"none under {filter or split}")
    left_out = int((~kept).sum())
    if left_out:
        notes.append(
            dropped(
                f"{counted(left_out, 'instance')} of other splits or perturbations left out; "
                f"filter takes {', '.join([*seen.splits, *seen.perturbations, EVERYTHING])}."
            )
        )
    values = np.array(seen.rows.score)[kept]
    if np.isnan(values).any():
        lost = counted(int(np.isnan(values).sum()), "instance")
        notes.append(dropped(f"{metric}: {lost} without a value."))
    if filter != EVERYTHING and perturbation is None:
        notes += _check(run, metric, split or next(iter(seen.splits), None), values)
    way = direction(metric)
    inferred = ["format: helm", f"item: {wanted.get('item', 'instance_id')}"]
    inferred += [f"split: {split}"] if split and len(seen.splits) > 1 else []
    scores = seen.rows.scores(
        kept,
        better={metric: way} if way else {},
        inferred=inferred,
        notes=notes,
        provenance={"data": records.digest, "log": run.facts()},
    )
    return clustered(scores, who, wanted.get("cluster"))


def describe(path: Path) -> dict[str, Any]:
    """Say what is in a run."""
    who = f"the HELM run {path}"
    run = open_run(path, who)
    records = Records(run.stats, who)
    seen = _scan(records, run, {}, None, {})
    return {
        "task": run.dataset,
        "model": run.system,
        "metrics": dict.fromkeys(ordered(seen.metrics), "score"),
        "filters": [*seen.splits, *seen.perturbations],
        "samples": records.count,
        "epochs": len(seen.trials),
        "unscored": sum(n for metric, n in seen.empty.items() if not is_bookkeeping(metric)),
        "notes": list(run.notes),
    }


def _scan(
    records: Records, run: Run, wanted: Mapping[str, str], metric: str | None, prints: Prints
) -> _Seen:
    seen = _Seen()
    for place, record in records:
        seen.first = seen.first or record
        item = required(record.get("instance_id"), records.who, "instance_id", "item", place)
        changed = perturbation_of(record)
        trial = label(record.get("train_trial_index")) or "0"
        seen.trials[trial] = None
        told = prints.get((item, trial, changed.suffix), {})
        if changed.name is not None:
            seen.perturbations[changed.name] = None
        called = {"item": item, "system": run.system} | {
            role: required(at(record, wanted[role]), records.who, wanted[role], role, place)
            for role in ("item", "system")
            if role in wanted
        }
        cluster = at(record, wanted["cluster"]) if "cluster" in wanted else MISSING
        seen.clusters += cluster is not MISSING
        for stat in stats_of(record, records.who, place):
            seen.metrics[stat.name] = seen.metrics.get(stat.name, 0) + 1
            seen.empty[stat.name] = seen.empty.get(stat.name, 0) + math.isnan(stat.mean)
            if stat.split is not None:
                seen.splits[stat.split] = None
            if stat.name != metric:
                continue
            seen.split.append(stat.split)
            seen.perturbation.append(changed.name)
            seen.rows.add(
                called["item"] + changed.suffix,
                called["system"],
                score=stat.mean,
                metric=metric,
                dataset=run.dataset,
                run=trial,
                cluster=label(cluster),
                prints=told,
            )
    return seen


def _only_metric(who: str, metrics: Mapping[str, int]) -> str:
    telling = [metric for metric in ordered(metrics) if not is_bookkeeping(metric)]
    if len(telling) == 1:
        return telling[0]
    raise DataError(
        who,
        "a metric to be named",
        f"{counted(len(metrics), 'metric')}: {', '.join(ordered(metrics)) or 'none'}",
        "Choose one, such as " + option("metric", telling[0]) + "." if telling else "",
    )


def _filter(who: str, seen: _Seen, filter: str | None) -> tuple[str | None, str | None]:
    """Return the split (None: whichever) and the perturbation (None: none) to read."""
    usual = TEST if TEST in seen.splits and len(seen.splits) > 1 else None
    if filter in (None, EVERYTHING):
        if filter is None and usual is None and len(seen.splits) > 1:
            raise DataError(
                who,
                "one split",
                f"the splits {', '.join(seen.splits)}",
                "Choose one, such as " + option("filter", next(iter(seen.splits))) + ".",
            )
        return usual, None
    if filter in seen.splits:
        return filter, None
    if filter in seen.perturbations:
        return usual, filter
    known = [*seen.splits, *seen.perturbations, EVERYTHING]
    raise DataError(
        who, f"a split or a perturbation {filter}", ", ".join(known), did_you_mean(filter, known)
    )


def _check(run: Run, metric: str, split: str | None, scores: Any) -> list[Note]:
    """Compare the mean with the one in stats.json."""
    reported, found = run.reported(metric, split), scores[~np.isnan(scores)]
    if not len(found):
        return []
    mean = math.fsum(found) / len(found)
    return agrees(f"{metric}: the instances", mean, "stats.json", reported)
