"""Finished blocks on disk: a command that was cut off goes on where it was.

The process that runs a command is the only one that writes for it. Blocks are found by what
computes them (`fingerprint`) and by the code that does (`code_version`), so that a kept one is
the very result that computing it again would give.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from claimwise.core import StoreError, root_seed
from claimwise.run.codec import Written
from claimwise.run.fingerprint import UnnameableError, fingerprint
from claimwise.run.keeper import Block, PartKeeper
from claimwise.run.store_file import (
    connect,
    default_path,
    gone,
    one,
    place_of,
    spoken,
    writing,
)
from claimwise.run.store_rows import (
    forget_old,
    note_state,
    seed_of_stopped,
    write_blocks,
    write_part,
    write_run,
)
from claimwise.run.versions import code_version

if TYPE_CHECKING:
    import sqlite3

AFTER = 5.0  # seconds of work before anything is written
TINY = 0.01  # seconds: blocks that come faster than this share a transaction
TOGETHER = 0.2  # seconds of work that one transaction may hold, and a killed process may lose
OLD = 30 * 24 * 3600.0  # seconds after which finished runs are forgotten


class SqliteStore:
    """A store, as one command uses it.

    Parameters
    ----------
    path : Path
        The file. It is made when something is written for the first time.
    argv : sequence of str, optional
        The command; without it, a script that calls from Python.
    after : float
        Seconds of work before anything is written. What was kept before is always looked for.

    Attributes
    ----------
    damaged : int
        Kept blocks whose checksum was wrong; they are computed again.
    not_kept : list of str
        Why some work of this command is not kept.
    trouble : str
        What went wrong without ending the work, such as a file that was deleted meanwhile; empty
        if nothing did.
    """

    def __init__(
        self, path: str | Path, argv: Sequence[str] | None = None, *, after: float = AFTER
    ) -> None:
        """Remember the command; open nothing."""
        self.path = Path(path)
        self.argv = None if argv is None else list(argv)
        self.cwd = os.getcwd()
        said = [self.argv if argv is not None else ["python", *sys.argv], self.cwd]
        self.id = hashlib.sha256(json.dumps(said).encode()).hexdigest()[:8]
        self.damaged, self.trouble = 0, ""
        self.not_kept: list[str] = []
        self.safe = 0  # blocks of this command that are in the file
        self._after, self._opened = after, time.monotonic()
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None  # which one is open, whatever its name
        self._writes = self._left = self._broken = self._gone = False
        self._seed: int | None = None
        self._parts: dict[str, tuple[str, int]] = {}
        self._held: dict[tuple[str, int, int], Written] = {}
        self._first_held = self._last_put = self._opened

    def keeper(self, key: Any, *, label: str, blocks: int) -> PartKeeper | None:
        """Return the keeper of a simulation; None if it cannot be named."""
        try:
            name = fingerprint((code_version(), key))
        except UnnameableError as error:
            self.not_kept.append(f"{label}: {error}")
            return None
        self._parts[name] = label, blocks
        return PartKeeper(self, name, label)

    def seed(self) -> int:
        """Return the seed for a command that was given none.

        If the same command was begun in this folder and was stopped, its seed; else a new one. One
        that is still going on keeps its seed to itself: two runs of one seed are one.
        """
        connection = self.look()
        found = None
        if connection is not None:
            with self.speaking():
                found = seed_of_stopped(connection, self.id)
        self._seed = root_seed(None) if found is None else found
        return self._seed

    def look(self) -> sqlite3.Connection | None:
        """Return the open file for reading; None while there is none."""
        if self._connection is None:
            with self.speaking():
                self._connection = connect(self.path, create=False)
            if self._connection is not None:
                self._file = place_of(self.path)
                with self.speaking():
                    begun = one(self._connection, "SELECT 1 FROM runs WHERE id = ?", (self.id,))
                if begun:  # it was long enough before
                    self._after = 0.0
        return self._connection

    def held(self, part: str) -> set[Block]:
        """Return the blocks of a simulation that are not yet written."""
        return {(number, size) for name, number, size in self._held if name == part}

    def waiting(self, part: str, number: int, size: int) -> Written | None:
        """Return a block that is not yet written."""
        return self._held.get((part, number, size))

    def put(self, part: str, block: Block, written: Written) -> None:
        """Keep a block: write it at once, or with others if they come very fast."""
        if self._gone:
            return
        now = time.monotonic()
        tiny = now - self._last_put < TINY
        self._last_put = now
        if not self._held:
            self._first_held = now
        self._held[part, *block] = written
        if now - self._opened < self._after:
            return
        if not tiny or now - self._first_held >= TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Write what is held."""
        if not self._held or not self._is_there():
            return
        with self.speaking():
            connection = self._open_to_write()
            with writing(connection):
                write_run(connection, self.id, self.argv, self.cwd, self._seed)
                for part in {part for part, _, _ in self._held}:
                    write_part(connection, self.id, part, *self._parts[part])
                write_blocks(connection, self._held)
            self.safe += len(self._held)
            self._held.clear()

    def _is_there(self) -> bool:
        """Whether what is written would be found again; if not, say so and keep nothing more.

        The system lets one write to a file that was deleted, and nobody would ever read it.
        """
        if self._connection is not None and place_of(self.path) != self._file:
            self.trouble = self.trouble or gone(self.path, self.safe)
            self._gone, self.safe = True, 0
            self._held.clear()
        return not self._gone

    def _open_to_write(self) -> sqlite3.Connection:
        if not self._writes or self._connection is None:
            if self._connection is None:
                self._connection = connect(self.path, create=True)
                self._file = place_of(self.path)
            assert self._connection is not None
            with writing(self._connection):
                forget_old(self._connection, self.id, time.time() - OLD)
            self._writes = True
        return self._connection

    def finish(self) -> None:
        """Write what is held, if the work was long enough, and note that the command is done."""
        self._leave("finished")

    def stop(self) -> None:
        """Write what is held, if the work was long enough, and note that it was stopped."""
        self._leave("stopped")

    def _leave(self, state: str) -> None:
        if self._left:  # the first word counts
            return
        self._left = True
        for last in (self._flush_late, partial(self._note, state)):
            try:
                if not self._broken and self._is_there():
                    last()
            except StoreError as error:  # the answer is there: it must not be lost for a note
                self.trouble = self.trouble or str(error)
        self.close()

    def _flush_late(self) -> None:
        if time.monotonic() - self._opened >= self._after:
            self.flush()

    def _note(self, state: str) -> None:
        connection = self.look()
        if connection is not None:
            with self.speaking():
                note_state(connection, self.id, state, self._seed)

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Say what fails, and how many blocks are safe; leave a damaged file as it is."""
        try:
            with spoken(self.path, self.safe):
                yield
        except StoreError as error:
            self._broken = self._broken or error.damaged
            raise

    def close(self) -> None:
        """Close the file; what is not written is dropped."""
        self._held.clear()
        if self._connection is not None:
            self._connection.close()
        self._connection, self._writes = None, False

    def __enter__(self) -> Self:
        """Begin the work of a command."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Finish, or stop if the work broke off."""
        (self.finish if kind is None else self.stop)()


def open_store(
    path: str | Path | None, argv: Sequence[str] | None, *, after: float = AFTER
) -> SqliteStore:
    """Return the store at a path, or at the usual place, for one command."""
    return SqliteStore(default_path() if path is None else path, argv, after=after)
