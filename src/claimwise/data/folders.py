"""Folders of logs or tables: one for each system, with a file for each task."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from claimwise.core import DataError, Note, dropped, inferred
from claimwise.core.missing import listed
from claimwise.data.logs.lm_eval_results import task_of
from claimwise.data.logs.sniff import PER_INSTANCE, head_keys, sniff
from claimwise.data.scores import Coded, Scores, Totals
from claimwise.data.stack import names_of_files, stack

TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".parquet", ".pq", ".arrow", ".feather")
RECORDS = re.compile(rb"(\xef\xbb\xbf)?\s*\[\s*\{")  # how an array of records opens
MOST_FILES = 10_000
ReadOne = Callable[[Path, str | None], tuple[Scores | Totals, str | None]]


def is_folder(path: Path) -> bool:
    """Whether a path is a folder of files to read, and not a run of HELM, which is one itself."""
    return path.is_dir() and sniff(path) is None


@dataclass(frozen=True, slots=True)
class Found:
    """The files of a folder: logs, or else tables; and what was passed over."""

    files: tuple[Path, ...]
    logs: bool
    notes: tuple[Note, ...] = ()


def folders_of(paths: Sequence[Path]) -> list[Path]:
    """Return the folders of systems: those given, or those within the only one that is given."""
    if len(paths) > 1:
        return list(paths)
    (folder,) = paths
    inside = sorted(path for path in folder.iterdir() if path.is_dir() and not _hidden(path))
    direct = [path for path in folder.iterdir() if path.is_file() and not _hidden(path)]
    if len(inside) > 1 and not any(_is_log(path) or _is_table(path) for path in direct):
        return inside
    return [folder]


def files_in(folder: Path) -> Found:
    """Return the logs in a folder and below it, one for each task; or its tables."""
    logs, tables = [], []
    for place, inside, names in os.walk(folder):
        inside[:] = sorted(name for name in inside if not name.startswith("."))
        here = Path(place)
        if PER_INSTANCE in names:
            logs.append(here)
            inside.clear()
            continue
        files = [here / name for name in sorted(names) if not name.startswith(".")]
        logs += [path for path in files if _is_log(path)]
        tables += [path for path in files if _is_table(path)]
        if len(logs) + len(tables) > MOST_FILES:
            raise DataError(f"{folder} has more than {MOST_FILES:,} files.", "Name fewer of them.")
    if logs:
        newest, notes = _newest(logs)
        return Found(tuple(newest), True, tuple(notes))
    if not tables:
        raise DataError(
            f"{folder} has no file of scores in it.",
            "Give a folder with logs of lm-eval, Inspect, HELM or Every Eval Ever, or with tables.",
        )
    return Found(tuple(tables), False)


def _hidden(path: Path) -> bool:
    return path.name.startswith(".")


def _is_table(path: Path) -> bool:
    """Whether a file is a table by its name; of JSON, only an array of records that is no log."""
    if path.suffix.lower() != ".json":
        return path.suffix.lower() in TABLES
    if not path.is_file() or sniff(path) is not None:
        return False
    try:
        with path.open("rb") as file:
            return RECORDS.match(file.read(1024)) is not None
    except OSError:
        return False


def _is_log(path: Path) -> bool:
    """Whether a file holds samples: an aggregate next to its samples does not count."""
    kind = sniff(path) if path.suffix.lower() in (".json", ".jsonl", ".eval") else None
    if kind in (None, "text"):
        return False
    if kind == "every-eval-ever":
        return path.suffix != ".json" or not path.with_name(f"{path.stem}_samples.jsonl").exists()
    return kind != "lm-eval" or "doc_id" in head_keys(path) or path.suffix == ".jsonl"


def _newest(logs: Sequence[Path]) -> tuple[list[Path], list[Note]]:
    """Return the last samples of each task of lm-eval, whose names end with their time."""
    last: dict[tuple[Path, str], Path] = {}
    for path in logs:
        task = task_of(path) if path.is_file() else None
        last[path.parent, task or path.name] = path  # sorted by name, and so by time
    kept = set(last.values())
    older = [path.name for path in logs if path not in kept]
    said = f"Older samples of the same task are left out: {listed(older, 5)}."
    return [path for path in logs if path in kept], [dropped(said)] if older else []


def read_folders(
    paths: Sequence[Path], names: Sequence[str] | None, metric: str | None, read_one: ReadOne
) -> tuple[Scores, list[str | None]]:
    """Read a system from each folder, on the tasks that all of them have.

    Parameters
    ----------
    paths : sequence of Path
        The folders, or one that has a folder for each system in it; files stand for themselves.
    names : sequence of str, optional
        What the systems are called; by default as their logs say, or as the folders are called.
    metric : str, optional
        The metric that is read; a log without it is left out, and that is said.
    read_one : callable
        Reads one file: its path and the name of its system -> the scores and a fingerprint.

    Returns
    -------
    tuple
        The scores, and the fingerprints of all files.
    """
    folders = folders_of(paths)
    called = list(names) if names is not None and len(names) == len(folders) else None
    titles = called or names_of_files(folders)
    parts, digests = [], []
    single = len(folders) == 1 and called is None  # its tables name their systems themselves
    for folder, title in zip(folders, titles, strict=True):
        part, prints = _one(folder, title, metric, read_one, named=not single)
        parts.append(part)
        digests += prints
    own = [part.system.used() for part in parts]
    alone = all(len(systems) == 1 for systems in own)
    if not single and (
        called is not None or not alone or len({systems[0] for systems in own}) < len(own)
    ):
        said = () if called else ("system: the name of the folder",)
        parts = [
            replace(_renamed(part, title), inferred=(*part.inferred, *said))
            for part, title in zip(parts, titles, strict=True)
        ]
    return _common(parts, folders), digests


def _one(
    folder: Path, title: str, metric: str | None, read_one: ReadOne, *, named: bool
) -> tuple[Scores, list[str | None]]:
    """Read the files of one folder, a task each; `named`, tables without systems are of that name.

    Otherwise they are a system each, called as the file.
    """
    found = files_in(folder) if is_folder(folder) else Found((folder,), True)
    parts: list[Scores] = []
    prints: list[str | None] = []
    lost: list[str] = []
    error: DataError | None = None
    for path in found.files:
        try:
            scores, digest = read_one(path, title if named else None)
        except DataError as refused:
            if metric is None or not found.logs:
                raise
            error, lost = refused, [*lost, path.name]
            continue
        if isinstance(scores, Totals):
            raise DataError(f"{path} has totals, and a folder is read item by item.")
        if scores.dataset is None and (named or scores.system.labels != (path.stem,)):
            task = Coded(np.zeros(len(scores), np.int32), (path.stem,))
            scores = replace(scores, dataset=task)
        parts.append(scores)
        prints.append(digest)
    if error is not None and not parts:
        raise error
    whole = stack(parts, None)
    notes = list(found.notes)
    if lost:
        notes.append(dropped(f"{title}: {listed(lost, 5)} have no metric {metric}."))
    each = "system" if whole.dataset is None else "task"
    notes.append(inferred(f"{title}: {len(parts):,} files of {folder}, a {each} each."))
    return replace(whole, notes=(*whole.notes, *notes)), prints


def _renamed(part: Scores, name: str) -> Scores:
    return replace(part, system=Coded(np.zeros(len(part), np.int32), (name,)))


def _common(parts: Sequence[Scores], folders: Sequence[Path]) -> Scores:
    """Return the tasks that all folders have, and say which others were left out."""
    if len(parts) == 1 and parts[0].dataset is None:
        return parts[0]
    tasks = [part.dataset.used() if part.dataset is not None else () for part in parts]
    common = [task for task in tasks[0] if all(task in others for others in tasks)]
    if not common:
        shown = " and ".join(f"{listed(t, 3)} in {f}" for t, f in zip(tasks, folders, strict=True))
        raise DataError(f"The folders have no task in common: {shown}.")
    notes, kept = [], []
    for part, own, folder in zip(parts, tasks, folders, strict=True):
        more = [task for task in own if task not in common]
        if more:
            notes.append(
                dropped(
                    f"Tasks of {folder} that not every folder has are left out: {listed(more, 5)}."
                )
            )
        column = part.dataset
        assert column is not None  # a folder names the task of each file
        there = np.isin(column.codes, [column.labels.index(task) for task in common])
        kept.append(part.take(np.flatnonzero(there)) if more else part)
    whole = stack(kept, None)
    return replace(whole, notes=(*whole.notes, *notes), rows=None)
