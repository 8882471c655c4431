"""One pass over the samples of lm-eval: the rows asked for, and what else there is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from claimwise.data.logs.build import Rows
from claimwise.data.logs.fields import MISSING, at, kind_of, label, name, plain, required
from claimwise.data.logs.records import Records

UNFILTERED = "none"  # what lm-eval calls the filter that does nothing
_HASHES = (("doc", "doc_hash"), ("target", "target_hash"), ("prompt", "prompt_hash"))
# Older files do not list their metrics: there, any other key with a number or a pair is one.
_SCHEMA = {
    *("doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"),
    *("doc_hash", "target_hash", "prompt_hash"),
    *("input", "output", "prompt", "task", "task_name", "idx", "repeats", "schema_version"),
}


@dataclass(slots=True)
class Seen:
    """What a file of samples holds."""

    rows: Rows = field(default_factory=Rows)
    # (metric, filter) -> how many values of each kind
    kinds: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    places: dict[tuple[str, str], str] = field(default_factory=dict)  # (metric, kind) -> first
    filters: dict[str, None] = field(default_factory=dict)  # in the order of appearance
    first: dict[str, Any] = field(default_factory=dict)  # the first record
    clusters: int = 0  # how many records have the cluster asked for
    without_filter: int = 0  # how many records do not name their filter
    without_hashes: int = 0
    samples: int = 0
    by_appearance: bool = False  # filters are not named: a document's first row is of the first

    def metrics(self) -> dict[str, str]:
        """Return the metrics, each with its kind: score, pair, vector, infinite or text."""
        found: dict[str, set[str]] = {}
        for (metric, _), kinds in self.kinds.items():
            found.setdefault(metric, set()).update(kinds)
        order = ("text", "infinite", "vector", "pair")
        return {m: next((k for k in order if k in kinds), "score") for m, kinds in found.items()}

    def count(self, metric: str, kind: str) -> int:
        """Return how many values of a kind a metric has."""
        return sum(kinds[kind] for (m, _), kinds in self.kinds.items() if m == metric)


def scan(
    records: Records,
    *,
    metric: str | None,
    columns: Mapping[str, str],
    system: str,
    task: str | None,
    keep: bool = True,
    filters: Sequence[str] = (),
) -> Seen:
    """Read the samples once; rows are kept for one metric, for all of them, or for none.

    Where filters are not named but each document comes once for each of them, they are numbered
    in the order of appearance, or have the names in `filters`, which the results list in order.
    """
    seen = Seen(by_appearance=_unnamed_filters(records))
    times: Counter[tuple[str, str]] = Counter()
    for place, record in records:
        seen.samples += 1
        seen.first = seen.first or record
        item = _named("item", columns.get("item", "doc_id"), record, records.who, place)
        owner = system
        if "system" in columns:
            owner = _named("system", columns["system"], record, records.who, place)
        cluster = at(record, columns["cluster"]) if "cluster" in columns else MISSING
        seen.clusters += cluster is not MISSING
        filter = label(record.get("filter")) or UNFILTERED
        if seen.by_appearance and "filter" not in record:
            times[owner, item] += 1
            filter = _called(times[owner, item], filters)
        seen.filters[filter] = None
        seen.without_filter += "filter" not in record
        prints = {kind: name(record.get(key)) for kind, key in _HASHES}
        seen.without_hashes += not (prints["doc"] and prints["target"])
        for one, value in _values(record, metric):
            kind = kind_of(value)
            seen.kinds.setdefault((one, filter), Counter())[kind] += 1
            seen.places.setdefault((one, kind), place)
            if not keep or (metric is not None and one != metric):
                continue
            seen.rows.add(
                item,
                owner,
                score=float(value) if kind == "score" else math.nan,
                metric=one,
                dataset=task,
                cluster=label(cluster),
                filter=filter,
                prints=prints,
                inputs=value if kind in ("pair", "vector") else None,
            )
    return seen


def _unnamed_filters(records: Records) -> bool:
    """Whether a document comes again with the same answers, and another filter's part of them.

    Logs of 2024 list each document once for each filter, and do not name it.
    """
    first: dict[str, tuple[int, int]] = {}
    for _, record in Records(records.path, records.who):
        if "filter" in record or "resps" not in record or "filtered_resps" not in record:
            return False
        both = hash(repr(record["resps"])), hash(repr(record["filtered_resps"]))
        seen = first.setdefault(repr((record.get("doc_id"), record.get("doc_hash"))), both)
        if seen[0] == both[0] and seen[1] != both[1]:
            return True
    return False


def _called(place: int, filters: Sequence[str]) -> str:
    return filters[place - 1] if place <= len(filters) else str(place)


def _values(record: Mapping[str, Any], metric: str | None) -> Iterator[tuple[str, Any]]:
    """Yield the metrics of a record with their values."""
    listed = record.get("metrics")
    if isinstance(listed, list) and all(isinstance(one, str) for one in listed):
        for one in listed:
            yield plain(one), record.get(one, MISSING)
        return
    for key, value in record.items():
        usable = kind_of(value) in ("score", "pair", "missing", "infinite")
        if key not in _SCHEMA and (usable or key == metric):
            yield plain(key), value


def _named(role: str, path: str, record: Mapping[str, Any], who: str, place: str) -> str:
    value = record[path] if path in record else at(record, path)
    return required(value, who, path, f"{role} of each sample", place)
