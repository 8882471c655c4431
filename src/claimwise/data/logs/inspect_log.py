"""A log of Inspect in either encoding: its header, and its samples thinned."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from claimwise.core import DataError, Note, caution, counted, dropped, inferred
from claimwise.data.logs.fields import MISSING, at, kind_of, name, paths
from claimwise.data.logs.inspect_samples import Sample, is_thinned, thin
from claimwise.data.logs.inspect_values import ALIASES, Metric
from claimwise.data.logs.inspect_zip import Members
from claimwise.data.logs.records import JsonStream, unreadable

_NUMBERED = re.compile(r"_journal/summaries/(\d+)\.json")
_WHOLE = re.compile(r"samples/.*_epoch_\d+(\.json|/sample\.json)", re.S)


@dataclass(slots=True)
class Log:
    """What a log holds."""

    header: dict[str, Any]
    status: str
    samples: list[Sample] = field(default_factory=list)
    first: Any = None  # the first record, for the names of its fields
    notes: list[Note] = field(default_factory=list)
    zipped: bool = False

    def model(self) -> str:
        """Return the system's name."""
        return name(at(self.header, "eval.model")) or "unnamed model"

    def task(self) -> str | None:
        """Return the name of the task."""
        return name(at(self.header, "eval.task"))

    def scorers(self) -> list[str]:
        """Return the scorers that the header declares."""
        found = [name(at(entry, "name")) for entry in _list(at(self.header, "eval.scorers"))]
        found += [name(at(entry, "scorer")) for entry in _list(at(self.header, "results.scores"))]
        return [scorer for scorer in found if scorer]

    def reported(self, metric: Metric) -> float:
        """Return the mean that the log reports for a metric; NaN if there is none."""
        for entry in _list(at(self.header, "results.scores")):
            scorer, own = at(entry, "scorer"), at(entry, "name")
            ours = own == (metric.entry or metric.scorer) and scorer in (metric.scorer, own)
            if ours and at(entry, "reducer") in (None, "mean", MISSING):
                for alias in ALIASES:
                    value = at(entry, f"metrics.{alias}.value")
                    if kind_of(value) == "score":
                        return float(value)
        return math.nan

    def facts(self) -> dict[str, Any]:
        """Return what a reader of the comparison may want to know about the run."""
        found = {
            "status": self.status,
            "created": at(self.header, "eval.created"),
            "dataset": at(self.header, "eval.dataset.name"),
            "task_args": at(self.header, "eval.task_args"),
        }
        return {key: value for key, value in found.items() if isinstance(value, str | dict)}


def open_log(path: Path, who: str, columns: Mapping[str, str]) -> Log:
    """Read the header and the samples."""
    try:
        with path.open("rb") as file:
            is_json = file.read(64).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"
    except OSError as error:
        raise unreadable(who, error) from error
    log = _open_json(path, who, columns) if is_json else _open_zip(path, who, columns)
    log.samples, repeated = _last_of_each(log.samples)
    if repeated:
        said = f"{counted(repeated, 'sample')} logged again: the last record counts."
        log.notes.append(dropped(said))
    return log


def _open_json(path: Path, who: str, columns: Mapping[str, str]) -> Log:
    log = Log({}, "unknown")
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            stream = JsonStream(file, who)
            for key in stream.members():
                if key == "samples" and stream.peek() == "[":
                    for number, record in enumerate(stream.items(), start=1):
                        log.samples.append(thin(record, who, f"sample number {number}", columns))
                        log.first = log.first or record
                elif key in ("eval", "plan", "results", "status", "invalidated"):
                    log.header[key] = stream.value()
                else:
                    stream.value()
            stream.end()
    except OSError as error:
        raise unreadable(who, error) from error
    log.status = name(log.header.get("status")) or "unknown"
    return log


def _open_zip(path: Path, who: str, columns: Mapping[str, str]) -> Log:
    with Members(path, who) as members:
        finished = "header.json" in members
        if not finished and "_journal/start.json" not in members:
            raise DataError(who, "header.json or _journal/start.json in the zip", "neither")
        header = members.json("header.json" if finished else "_journal/start.json")
        header = header if isinstance(header, dict) else {}
        status = name(header.get("status")) or "unknown"
        log = Log(header, status if finished else "unfinished, without a header", zipped=True)
        whole = {found for found in members.names("samples/") if _WHOLE.fullmatch(found)}
        for place, record in _summaries(members, log):
            sample = thin(record, who, place, columns)
            log.first = log.first or record
            known = _member(record, whole)
            whole.discard(known or "")
            unclear = any(is_thinned(value) for value in sample.roles.values())
            if known and (unclear or header.get("invalidated") is True):
                record = _whole_sample(members, known)
                sample = thin(record, who, known, columns)
                log.first = record if len(log.samples) == 0 else log.first
            log.samples.append(sample)
        extra = sorted(whole)
        if extra and log.samples:
            said = f"{counted(len(extra), 'sample')} without a summary: read in full."
            log.notes.append(inferred(said))
        for known in extra:
            record = _whole_sample(members, known)
            log.first = log.first or record
            log.samples.append(thin(record, who, known, columns))
    return log


def _summaries(members: Members, log: Log) -> Iterator[tuple[str, Any]]:
    """Yield the summaries of all samples, of a crashed run those that were written down."""
    names = ["summaries.json"] if "summaries.json" in members else []
    if not names:
        found = [_NUMBERED.fullmatch(one) for one in members.names("_journal/summaries/")]
        numbers = sorted(int(match[1]) for match in found if match)
        names = [f"_journal/summaries/{number}.json" for number in numbers]
        if numbers and numbers != list(range(1, len(numbers) + 1)):
            said = "The journal of this unfinished run has gaps: samples are missing."
            log.notes.append(caution(said))
    for member in names:
        for number, record in enumerate(members.items(member), start=1):
            yield f"entry {number} of {member}", record


def _member(record: Any, names: set[str]) -> str | None:
    """Return the member that holds the whole of a summarised sample."""
    stem = f"samples/{record.get('id')}_epoch_{record.get('epoch')}"
    return next((n for n in (f"{stem}.json", f"{stem}/sample.json") if n in names), None)


def _whole_sample(members: Members, member: str) -> Any:
    """Return a whole sample; a large one is kept in pieces, its metadata apart."""
    record = members.json(member)
    apart = member.removesuffix("sample.json") + "metadata.json"
    if member.endswith("/sample.json") and apart in members and isinstance(record, dict):
        record = {**record, "metadata": members.json(apart)}
    return record


def _last_of_each(samples: list[Sample]) -> tuple[list[Sample], int]:
    """Keep the last record of each sample and epoch, as Inspect does, and count the others."""
    last = {(sample.key, sample.epoch): sample for sample in samples}
    return list(last.values()), len(samples) - len(last)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def fields_of(path: Path, who: str, log: Log) -> list[str]:
    """Return the fields of a sample; where summaries have no metadata, of one whole sample."""
    first = log.first
    if log.zipped and isinstance(first, dict) and "metadata" not in first:
        with Members(path, who) as members:
            whole = {found for found in members.names("samples/") if _WHOLE.fullmatch(found)}
            known = _member(first, whole)
            first = _whole_sample(members, known) if known else first
    return list(paths(first))
