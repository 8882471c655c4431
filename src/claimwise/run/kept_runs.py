"""Which commands have blocks in a store, how far did they come, and how is that deleted?

A command is noted in ``runs/ID.json``, with the names of its simulations. What no note names is
deleted with the next run that is.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimwise.core.writing import replace_file
from claimwise.run.processes import birth, is_alive, this_host

OLD = 30 * 24 * 3600.0  # seconds after which finished runs are forgotten
RUNS = "[0-9a-f]" * 8 + ".json"  # no other file is ever read or deleted
PARTS = "[0-9a-f]" * 64
NOTED: dict[str, Any] = {  # what a note says, and how
    "command": str,
    "argv": list | None,
    "folder": str,
    "started": float,
    "updated": float,
    "state": str,
    "pid": int,
    "born": str,
    "host": str,
    "parts": dict,
}
Parts = Mapping[str, Sequence[Any]]  # by the name of a simulation, its label and its blocks


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRun:
    """A command that has blocks in a store.

    `blocks` are kept `of` those that are known: a command finds out as it goes on what it has to
    simulate. `argv` is None if it was no command but a script.
    """

    id: str
    command: str
    argv: list[str] | None
    folder: str
    state: str
    blocks: int
    of: int
    bytes: int
    started: float
    updated: float
    process: int


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is either whole or not there, also if the process is killed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, content)


def blocks_in(store: Path, part: str) -> dict[tuple[int, int], int]:
    """Return the bytes of every block of a simulation, by number and size."""
    blocks = {}
    with suppress(OSError), os.scandir(store / "blocks" / part) as entries:
        for entry in entries:
            number, _, size = entry.name.partition("-")
            if number.isdecimal() and size.isdecimal():
                blocks[int(number), int(size)] = entry.stat().st_size
    return blocks


def note_run(
    store: Path, name: str, state: str, argv: list[str] | None, folder: str, parts: Parts
) -> None:
    """Note that this process runs a command now, or how it ended.

    Until the end, the simulations of an earlier try are kept as well: it will come to them. Another
    process may run the same command: its run is not ours to stop.
    """
    file = store / "runs" / f"{name}.json"
    before = _read(file)
    if state == "stopped" and before.get("pid") not in (None, os.getpid()):
        return
    now, pid = time.time(), os.getpid()
    note = {
        "command": shlex.join(["python", *sys.argv] if argv is None else ["claimwise", *argv]),
        "argv": argv,
        "folder": folder,
        "started": before.get("started", now),
        "updated": now,
        "state": state,
        "pid": pid,
        "born": birth(pid),
        "host": this_host(),
        "parts": {**({} if state == "finished" else before.get("parts", {})), **parts},
    }
    write_whole(file, json.dumps(note, indent=1).encode())


def _read(file: Path) -> dict[str, Any]:
    """Return a note; of one that is damaged, nothing."""
    try:
        note = json.loads(file.read_bytes())
        sound = all(isinstance(note[key], kind) for key, kind in NOTED.items())
        for label, blocks in note["parts"].values():
            sound = sound and isinstance(label, str) and isinstance(blocks, int)
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return note if sound else {}


def kept_runs(store: str | Path) -> list[KeptRun]:
    """Return the runs of a store, the newest first; none if there is no store."""
    store = Path(store)
    runs = [_run(store, file) for file in (store / "runs").glob(RUNS)]
    return sorted(runs, key=lambda run: (-run.updated, run.id))


def _run(store: Path, file: Path) -> KeptRun:
    note = _read(file)
    state, pid = note.get("state", "damaged"), note.get("pid", 0)
    here = note.get("host") == this_host()
    if state == "running" and here and not is_alive(pid, note.get("born", "")):
        state = "stopped"
    parts: Parts = note.get("parts", {})
    # Runs of other sizes share simulations: of their blocks, those of this one are the first.
    there = [
        {block: size for block, size in blocks_in(store, part).items() if block[0] < count}
        for part, (_, count) in parts.items()
    ]
    damaged = file.stat().st_mtime if not note and file.exists() else 0.0
    return KeptRun(
        id=file.stem,
        command=note.get("command", f"{file} cannot be read"),
        argv=note.get("argv"),
        folder=note.get("folder", ""),
        state=state,
        blocks=sum(map(len, there)),
        of=sum(max(part[1], len(one)) for part, one in zip(parts.values(), there, strict=True)),
        bytes=sum(sum(one.values()) for one in there),
        started=note.get("started", 0.0),
        updated=note.get("updated", damaged),
        process=pid,
    )


def delete_runs(store: str | Path, ids: Sequence[str]) -> int:
    """Delete runs, and the blocks that no other run uses; return how many blocks these are."""
    folder = Path(store)
    for name in ids:
        (folder / "runs" / f"{name}.json").unlink(missing_ok=True)
    notes = [_read(file) for file in (folder / "runs").glob(RUNS)]
    used = {part for note in notes for part in note.get("parts", ())}
    deleted = 0
    for part in (folder / "blocks").glob(PARTS):
        if part.name not in used:
            deleted += len(blocks_in(folder, part.name))
            shutil.rmtree(part, ignore_errors=True)
    return deleted


def forget_old(store: Path, *, but: str) -> None:
    """Delete other runs that finished long ago."""
    before = time.time() - OLD
    old = []
    for file in (store / "runs").glob(RUNS):
        note = _read(file)
        if file.stem != but and note.get("state") == "finished" and note.get("updated", 0) < before:
            old.append(file.stem)
    if old:
        delete_runs(store, old)
