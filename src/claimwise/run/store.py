"""Finished blocks in a folder: a command that was cut off goes on where it was.

``blocks/NAME/NUMBER-SIZE`` is one block of a simulation: a checksum, then its result. The name has
everything in it that the result depends on (`fingerprint`, `code_version`), so that two processes
can write only the same to the same file, and need no locks. A file is written under another name
and then renamed: one that is there is whole, whenever a process is killed. Where the power fails it
may be damaged; then its checksum is wrong, and the block is computed again. ``runs/ID.json`` says
which command uses which simulations (`kept_runs`).
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from claimwise.core import option
from claimwise.core.errors import ParameterError
from claimwise.core.words import counted
from claimwise.run.kept_runs import blocks_in, forget_old, note_run, write_whole

AFTER = 5.0  # seconds of work before anything is written
PLACE = "CLAIMWISE_STORE"  # the variable of the environment that says where the store is
ELSEWHERE = "Give another folder with --store, or do without by --no-store."
Block = tuple[int, int]  # its number and size


def default_path() -> Path:
    """Return where the store is if nobody says otherwise; the environment may say it."""
    place = os.environ.get(PLACE)
    if place:
        return Path(place)
    cache = os.environ.get("XDG_CACHE_HOME")
    if not cache and sys.platform == "darwin":
        cache = str(Path.home() / "Library" / "Caches")
    if not cache and sys.platform == "win32":
        cache = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    return Path(cache or Path.home() / ".cache") / "claimwise" / "runs"


class FileStore:
    """A store, as one command uses it. Nothing is looked at before something is simulated.

    Parameters
    ----------
    path : Path, optional
        The folder, by default the usual one. It is made when something is written.
    argv : sequence of str, optional
        The command; without it, a script that calls from Python.
    after : float, optional
        Seconds of work before anything is written. What was kept before is always used.
    say : callable, optional
        Is given a sentence, at once, when blocks cannot be kept.

    Attributes
    ----------
    damaged : int
        Kept blocks that were not what had been written; they are computed again.
    trouble : str
        Why blocks are not kept; empty if they are.
    """

    def __init__(
        self,
        path: str | Path | None = None,
        argv: Sequence[str] | None = None,
        *,
        after: float | None = None,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        """Remember the command."""
        self.path = default_path() if path is None else Path(path)
        self.argv, self.cwd = None if argv is None else list(argv), os.getcwd()
        words = [self.argv or ["python", *sys.argv], self.cwd]
        self.id = hashlib.sha256(json.dumps(words).encode()).hexdigest()[:8]
        self.damaged, self.trouble = 0, ""
        self._after, self._say, self._began = (
            AFTER if after is None else after,
            say,
            time.monotonic(),
        )
        self._parts: dict[str, tuple[str, int]] = {}  # simulations: label, number of blocks
        self._noted: dict[str, tuple[str, int]] | None = None  # as the note of the run has them
        self._held: dict[Path, bytes] = {}  # not yet written
        self._left = False

    def keeper(self, key: Any, *, label: str, blocks: int) -> PartKeeper:
        """Return the blocks of a simulation."""
        from claimwise.run.fingerprint import UnnameableError, fingerprint
        from claimwise.run.versions import code_version

        if os.path.isfile(self.path):  # False, too, without the right to ask
            found = f"{self.path}, which is a file"
            remedy = "Give another folder with " + option("store", "FOLDER") + "."
            raise ParameterError("the store", "a folder", found, remedy)
        try:
            part = fingerprint((code_version(), key))
        except UnnameableError as error:
            return PartKeeper(self, "", str(error))
        self._parts[part] = label, blocks
        return PartKeeper(self, part)

    def known(self, part: str) -> set[Block]:
        """Return the blocks of a simulation that are in the folder, or wait to be written."""
        there = set(blocks_in(self.path, part))
        if there:
            self._after = 0.0  # the work was long enough before
        waiting = [file.name.split("-") for file in self._held if file.parent.name == part]
        return there | {(int(number), int(size)) for number, size in waiting}

    def read(self, part: str, block: Block) -> bytes:
        """Return the text of a block; KeyError if it is no longer there, or damaged."""
        file = self._file(part, block)
        try:
            content = self._held.get(file) or file.read_bytes()
        except OSError as error:  # no longer there, or not ours to read
            raise KeyError(part, block) from error
        checksum, _, text = content.partition(b"\n")
        if checksum != _checksum(part, block, text):
            self.damaged += 1
            raise KeyError(part, block)
        return text

    def write(self, part: str, block: Block, text: bytes) -> None:
        """Keep a block, on disk once the work has taken long enough."""
        self._held[self._file(part, block)] = _checksum(part, block, text) + b"\n" + text
        self._flush()

    def _flush(self) -> None:
        """Write what is held, if it is time to; say what the system refuses, and go on."""
        if not self._is_long():
            return
        try:
            if self._noted is None:
                forget_old(self.path, but=self.id)
            if self._noted != self._parts:  # first, or others take the blocks for forgotten ones
                self._note("running")
            for file, content in self._held.items():
                write_whole(file, content)
        except OSError as error:
            why = error.strerror or str(error)
            self.refuse(f"the folder {self.path} cannot be written ({why}). {ELSEWHERE}")
        self._held.clear()

    def _is_long(self) -> bool:
        return time.monotonic() - self._began >= self._after

    def refuse(self, why: str) -> None:
        """Say once why finished blocks are not kept, unless the work is too short to keep any."""
        if not self.trouble and self._is_long():
            kept = self.kept()
            before = f"{counted(kept, 'finished block')} kept; later ones" if kept else ""
            self.trouble = f"{before or 'Finished blocks'} are not kept: {why}"
            self._say(self.trouble)

    def kept(self) -> int:
        """Return how many blocks of this command's simulations are in the folder."""
        return sum(len(blocks_in(self.path, part)) for part in self._parts)

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
        if self._held:
            self._flush()
        if self.kept():
            with suppress(OSError):  # a run without this word is one whose process is gone
                self._note(state)

    def _note(self, state: str) -> None:
        note_run(self.path, self.id, state, self.argv, self.cwd, self._parts)
        self._noted = dict(self._parts)

    def _file(self, part: str, block: Block) -> Path:
        return self.path / "blocks" / part / f"{block[0]}-{block[1]}"

    def __enter__(self) -> Self:
        """Begin the work of a command."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """Finish, or stop if the work broke off."""
        (self.finish if kind is None else self.stop)()


class PartKeeper:
    """The blocks of one simulation in a store; `why` none of them is kept, if it has no name."""

    def __init__(self, store: FileStore, part: str, why: str = "") -> None:
        """Look at nothing yet."""
        self.store, self.part, self.why = store, part, why

    def known(self) -> set[Block]:
        """Return number and size of every block that is kept."""
        return self.store.known(self.part) if self.part else set()

    def get(self, number: int, size: int) -> Any:
        """Return the result of a kept block; KeyError if it is no longer there, or damaged."""
        from claimwise.run.results import from_text

        return from_text(self.store.read(self.part, (number, size)))

    def put(self, number: int, size: int, result: Any) -> None:
        """Keep the result of a finished block, or say why not."""
        from claimwise.run.results import to_text

        try:
            text = "" if self.why else to_text(result)
        except TypeError as error:
            self.why = str(error)
        if self.why:
            self.store.refuse(self.why)
        else:
            self.store.write(self.part, (number, size), text.encode())


def _checksum(part: str, block: Block, text: bytes) -> bytes:
    """Return the checksum of a block in its place: the file of another block is as wrong."""
    place = f"{part} {block[0]} {block[1]}\n".encode()
    return hashlib.sha256(place + text).hexdigest().encode()
