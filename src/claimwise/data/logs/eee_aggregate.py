"""The aggregate file of Every Eval Ever: names of metrics, directions, checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from claimwise.core import DataError, Note, caution, dropped
from claimwise.data.logs.fields import at, label, name
from claimwise.data.logs.records import Records, load
from claimwise.data.logs.sniff import head_keys

_ENDING = "_samples.jsonl"


@dataclass(frozen=True, slots=True)
class Aggregate:
    """What an aggregate file says; nothing, if there is none."""

    path: Path | None = None
    content: Any = None
    by_result: Mapping[str, Any] = field(default_factory=dict)  # result id -> metric_config
    by_name: Mapping[str, list[Any]] = field(default_factory=dict)  # evaluation -> its configs
    notes: tuple[Note, ...] = ()

    def metric(self, record: Mapping[str, Any]) -> str:
        """Return the name of the metric that a record is scored by."""
        result, evaluation = record.get("evaluation_result_id"), record.get("evaluation_name")
        result, evaluation = label(result), label(evaluation)
        config = self.by_result.get(result or "")
        configs = self.by_name.get(evaluation or "", [])
        if config is None and result is None and len(configs) == 1:
            config = configs[0]
        return _called(config) or result or "score"

    def direction(self, metric: str) -> str | None:
        """Say which way a metric is better; None if nobody says, or if two results disagree."""
        configs = [config for found in self.by_name.values() for config in found]
        told = {at(c, "lower_is_better") for c in configs if _called(c) == metric and _tells(c)}
        return None if len(told) != 1 else "lower" if told.pop() else "higher"

    def check(self, records: Records) -> list[Note]:
        """Compare the samples that were read with what the aggregate says about them."""
        if self.path is None:
            return []
        notes = []
        rows = at(self.content, "detailed_evaluation_results.total_rows")
        if isinstance(rows, int) and rows != records.count:
            said = f"The file holds {records.count:,} records where {self.path.name} says {rows:,}."
            notes.append(caution(said))
        told = at(self.content, "detailed_evaluation_results.checksum")
        way = at(self.content, "detailed_evaluation_results.hash_algorithm")
        if isinstance(told, str) and way == "sha256" and f"sha256:{told.lower()}" != records.digest:
            said = f"The file is not the one that {self.path.name} describes (checksum)."
            notes.append(caution(said))
        return notes


def samples_beside(path: Path, who: str) -> Path:
    """Return the samples: the file itself, or the one beside an aggregate."""
    if "evaluation_results" not in head_keys(path):
        return path
    samples = path.with_name(path.stem + _ENDING)
    if not samples.is_file():
        raise DataError(
            who, "the scores of single samples", f"totals only, and no {samples.name} next to them"
        )
    return samples


def aggregate_beside(samples: Path) -> Aggregate:
    """Return what the aggregate beside a file of samples says."""
    if not samples.name.endswith(_ENDING):
        return Aggregate()
    path = samples.with_name(samples.name.removesuffix(_ENDING) + ".json")
    if not path.is_file():
        return Aggregate()
    try:
        content = load(path, path.name)
    except DataError:
        said = f"{path.name} cannot be read; nothing was taken from it."
        return Aggregate(notes=(dropped(said),))
    by_result: dict[str, Any] = {}
    by_name: dict[str, list[Any]] = {}
    results = at(content, "evaluation_results")
    for entry in results if isinstance(results, list) else ():
        config = at(entry, "metric_config")
        if isinstance(config, dict):
            by_name.setdefault(label(at(entry, "evaluation_name")) or "", []).append(config)
            if found := label(at(entry, "evaluation_result_id")):
                by_result[found] = config
    return Aggregate(path, content, by_result, by_name)


def _called(config: Any) -> str | None:
    return name(at(config, "metric_id")) or name(at(config, "metric_name"))


def _tells(config: Any) -> bool:
    return isinstance(at(config, "lower_is_better"), bool)
