"""Uploaded files: in a private folder, counted, and deleted."""

from __future__ import annotations

import hashlib
import re
import secrets
import shutil
import time
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from claimwise.web.settings import Settings

ENDINGS = (
    ".csv",
    ".tsv",
    ".txt",
    ".json",
    ".jsonl",
    ".ndjson",
    ".parquet",
    ".pq",
    ".eval",
    ".toml",
)
LONGEST = 100  # characters of a name
LARGEST = 200  # bytes of it: no system takes more than 255, the ending included
NOBODY: set[str] = set()


class FullError(Exception):
    """No more files are taken; the text says why."""


@dataclass(slots=True)
class Stored:
    """One uploaded file."""

    id: str
    name: str  # as its owner calls it
    path: Path
    size: int
    sha256: str
    used: float = field(default_factory=time.monotonic)
    held: bool = False  # is being looked into


def plain_name(name: str) -> str:
    """Return a name without folders and odd characters.

    >>> plain_name("../../etc/pass wd.csv"), plain_name(".hidden")
    ('pass wd.csv', 'hidden')
    """
    base = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    kept = "".join(c for c in base if c.isprintable() and c not in '<>:"|?*').strip().lstrip(".")
    stem, dot, ending = kept.rpartition(".")
    return f"{_cut(stem)}{dot}{ending[:10]}" if dot else _cut(kept)


def _cut(name: str) -> str:
    return name[:LONGEST].encode()[:LARGEST].decode(errors="ignore")


def safe_name(name: str) -> str:
    """Return what the file is called on disk: letters, digits, and an ending that is known.

    The name is kept as far as it is harmless, since files name their systems.

    >>> safe_name("my scores.csv"), safe_name("x.exe"), safe_name("..")
    ('my_scores.csv', 'x', 'file')
    """
    path = Path(plain_name(name) or "file")
    stem = re.sub(r"[^A-Za-z0-9_.-]", "_", path.stem).strip(".") or "file"
    ending = path.suffix.lower()
    return stem + (ending if ending in ENDINGS else "")


class Files:
    """All uploaded files of the server."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        """Keep them in this folder."""
        self.folder, self.settings = folder, settings
        folder.mkdir(mode=0o700)
        self.stored: dict[str, Stored] = {}
        self.arriving = 0  # files that are on their way
        self.arrived = 0  # bytes of them that have come

    @property
    def total(self) -> int:
        """Return the bytes of all files, also of what has come of those on their way."""
        return sum(one.size for one in self.stored.values()) + self.arrived

    def check_room(self, in_use: set[str]) -> None:
        """Refuse when there are too many files, unless one was not used for a while."""
        if len(self.stored) + self.arriving >= self.settings.max_files:
            before = time.monotonic() - self.settings.spare_seconds
            free = [one for id_, one in self.stored.items() if id_ not in in_use and not one.held]
            oldest = min(free, key=lambda one: one.used, default=None)
            if oldest is not None and oldest.used < before:
                self.delete(oldest.id)
        if len(self.stored) + self.arriving >= self.settings.max_files:
            raise FullError(f"There are {self.settings.max_files} files already. Remove one.")

    def check_total(self) -> None:
        """Refuse when there are too many bytes."""
        if self.total > self.settings.max_total:
            most = self.settings.max_total
            raise FullError(f"All files together may have {most:,} bytes. Remove one.")

    def begin(self, name: str, in_use: set[str] = NOBODY) -> Arriving:
        """Return a file to be written piece by piece; those `in_use` are kept."""
        self.check_room(in_use)
        return Arriving(self, name)

    def get(self, id_: str) -> Stored | None:
        """Return a file, which is then in use."""
        found = self.stored.get(id_)
        if found is not None:
            found.used = time.monotonic()
        return found

    def uploads(self, ids: Iterable[str]) -> dict[str, dict[str, str]]:
        """Return paths and names for a worker, of the files that are there."""
        found = {id_: self.get(id_) for id_ in ids}
        return {
            id_: {"path": str(one.path), "name": one.name}
            for id_, one in found.items()
            if one is not None
        }

    def delete(self, id_: str) -> bool:
        """Delete a file; False if there is none."""
        found = self.stored.pop(id_, None)
        if found is None:
            return False
        shutil.rmtree(found.path.parent, ignore_errors=True)
        return True

    def sweep(self, in_use: set[str]) -> None:
        """Delete files that were not used for long."""
        now = time.monotonic()
        for id_, one in list(self.stored.items()):
            if id_ not in in_use and not one.held and now - one.used > self.settings.file_seconds:
                self.delete(id_)


class Arriving:
    """A file on its way in."""

    def __init__(self, files: Files, name: str) -> None:
        """Make a folder of its own for it."""
        self.files, self.id = files, secrets.token_hex(16)
        self.name = plain_name(name) or "file"
        place = files.folder / self.id
        place.mkdir(mode=0o700)
        self.path = place / safe_name(name)
        self.size, self.digest = 0, hashlib.sha256()
        self._file = self.path.open("xb")
        files.arriving += 1

    def write(self, piece: bytes) -> None:
        """Add a piece."""
        self.size += len(piece)
        self.files.arrived += len(piece)
        self.files.check_total()
        self.digest.update(piece)
        self._file.write(piece)

    def done(self) -> Stored:
        """Return the file, which is now there."""
        self.path.chmod(0o600)
        self._ended()
        one = Stored(self.id, self.name, self.path, self.size, self.digest.hexdigest())
        self.files.stored[self.id] = one
        return one

    def drop(self) -> None:
        """Forget it."""
        self._ended()
        shutil.rmtree(self.path.parent, ignore_errors=True)

    def _ended(self) -> None:
        self._file.close()
        self.files.arriving -= 1
        self.files.arrived -= self.size
