"""What a store holds: its runs, and deleting them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from claimwise.run.processes import is_alive, this_host
from claimwise.run.store_file import connect, forget, spoken, writing


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRun:
    """A command that has blocks in a store.

    `done` of `known` blocks are kept. A command finds out as it goes on what it has to simulate:
    of one that was stopped, more may be to come than is known. `argv` is None if it was no
    command but a script.
    """

    id: str
    argv: tuple[str, ...] | None
    cwd: str
    label: str
    started: float
    updated: float
    state: str
    version: str
    pid: int
    done: int
    known: int
    size: int

    @property
    def command(self) -> str:
        """The command as it was typed."""
        return self.label if self.argv is None else shlex.join(["claimwise", *self.argv])


ASKED = """
SELECT id, argv, cwd, runs.label, started, updated, state, version, pid, born, host,
    coalesce(sum(held.done), 0), coalesce(sum(parts.blocks), 0), coalesce(sum(held.size), 0)
FROM runs
LEFT JOIN uses ON uses.run = runs.id
LEFT JOIN parts ON parts.key = uses.part
LEFT JOIN (
    SELECT part, count(*) AS done, sum(length(text) + length(arrays)) AS size
    FROM blocks GROUP BY part
) AS held ON held.part = uses.part
GROUP BY runs.id ORDER BY updated DESC, id
"""


def kept_runs(path: str | Path) -> list[KeptRun]:
    """Return the runs of a store, the newest first; none if there is no store."""
    path = Path(path)
    connection = connect(path, create=False)
    if connection is None:
        return []
    try:
        with spoken(path):
            rows = connection.execute(ASKED).fetchall()
    finally:
        connection.close()
    found = []
    for row in rows:
        name, argv, cwd, label, started, updated, state, version, pid, born, host = row[:11]
        if state == "running" and host == this_host() and not is_alive(pid, born):
            state = "stopped"
        found.append(
            KeptRun(
                id=name,
                argv=None if argv is None else tuple(json.loads(argv)),
                cwd=cwd,
                label=label,
                started=started,
                updated=updated,
                state=state,
                version=version,
                pid=pid,
                done=row[11],
                known=row[12],
                size=row[13],
            )
        )
    return found


def delete_runs(path: str | Path, ids: Sequence[str]) -> None:
    """Delete runs, with the blocks that no other run uses, and give back their space."""
    path = Path(path)
    connection = connect(path, create=False)
    if connection is None:
        return
    try:
        with spoken(path):
            with writing(connection):
                forget(connection, ids)
            connection.execute("PRAGMA incremental_vacuum").fetchall()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.close()
