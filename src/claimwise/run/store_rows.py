"""The rows of a store that say which command is running, with which seed, and what it simulates."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from claimwise.run.codec import Written
from claimwise.run.keeper import checksum
from claimwise.run.processes import birth, is_alive, this_host
from claimwise.run.store_file import forget
from claimwise.run.versions import code_version

if TYPE_CHECKING:
    import sqlite3


def write_run(
    connection: sqlite3.Connection,
    run: str,
    argv: Sequence[str] | None,
    cwd: str,
    seed: int | None,
) -> None:
    """Note that this process runs the command now."""
    given = None if argv is None else json.dumps(argv)
    label = "" if argv is not None else " ".join(["python", *sys.argv])
    now, pid = time.time(), os.getpid()
    here = birth(pid), this_host()
    connection.execute(
        "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, 'running', ?, ?, ?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, state = 'running', "
        "version = excluded.version, pid = excluded.pid, born = excluded.born, "
        "host = excluded.host, seed = excluded.seed",
        (run, given, cwd, label, now, now, code_version(), pid, *here, seed),
    )


def write_part(
    connection: sqlite3.Connection, run: str, part: str, label: str, blocks: int
) -> None:
    """Note that a command needs the blocks of a simulation, and how many there are."""
    connection.execute(
        "INSERT INTO parts VALUES (?, ?, ?) "
        "ON CONFLICT (key) DO UPDATE SET blocks = max(blocks, excluded.blocks)",
        (part, label, blocks),
    )
    connection.execute("INSERT OR IGNORE INTO uses VALUES (?, ?)", (run, part))


def write_blocks(
    connection: sqlite3.Connection, held: Mapping[tuple[str, int, int], Written]
) -> None:
    """Write blocks by their places, each with its checksum."""
    connection.executemany(
        "INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?, ?, ?)",
        (
            (*place, written.text, written.arrays, checksum(*place, *written))
            for place, written in held.items()
        ),
    )


def forget_old(connection: sqlite3.Connection, run: str, before: float) -> None:
    """Delete other runs that finished long ago."""
    old = "SELECT id FROM runs WHERE state = 'finished' AND updated < ? AND id != ?"
    forget(connection, [row[0] for row in connection.execute(old, (before, run))])


def note_state(connection: sqlite3.Connection, run: str, state: str, seed: int | None) -> None:
    """Note how a command ended.

    Another process may run the same command: its run is not ours to stop, nor to finish if it has
    another seed.
    """
    same = "" if state == "stopped" else " OR seed IS ?"
    given = (state, time.time(), run, os.getpid(), *((seed,) if same else ()))
    connection.execute(
        f"UPDATE runs SET state = ?, updated = ? WHERE id = ? AND (pid = ?{same})", given
    )


def seed_of_stopped(connection: sqlite3.Connection, run: str) -> int | None:
    """Return the seed of a command that was stopped; None if it finished or is still going on."""
    asked = "SELECT seed, state, pid, born, host FROM runs WHERE id = ? AND state != 'finished'"
    row = connection.execute(asked, (run,)).fetchone()
    if row is None or row[0] is None:
        return None
    seed, state, pid, born, host = row
    ours = pid == os.getpid() and host == this_host()
    if state == "running" and not ours and (host != this_host() or is_alive(pid, born)):
        return None
    return int(seed)
