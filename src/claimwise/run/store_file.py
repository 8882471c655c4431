"""The file of a store: an SQLite database, how it is opened, and what is said when it fails.

It is in WAL mode with ``synchronous=NORMAL``. What was committed survives a process that is
killed at any moment, since the system has it. Power loss may take back the last commits, never
half of one: these blocks are computed again, and the file stays whole.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimwise.core import StoreError, sentence

if TYPE_CHECKING:
    import sqlite3

PLACE = "CLAIMWISE_STORE"  # the variable of the environment that says where the store is
FORM = 1  # of the tables; a later one is refused
APPLICATION = 0x436C5769  # marks the file as ours
BUSY = 30.0  # seconds to wait for another process
TABLES = """
CREATE TABLE runs (
    id TEXT PRIMARY KEY, argv TEXT, cwd TEXT NOT NULL, label TEXT NOT NULL,
    started REAL NOT NULL, updated REAL NOT NULL, state TEXT NOT NULL, version TEXT NOT NULL,
    pid INTEGER NOT NULL, born TEXT NOT NULL, host TEXT NOT NULL, seed INTEGER
);
CREATE TABLE parts (key TEXT PRIMARY KEY, label TEXT NOT NULL, blocks INTEGER NOT NULL);
CREATE TABLE uses (run TEXT NOT NULL, part TEXT NOT NULL, PRIMARY KEY (run, part));
CREATE TABLE blocks (
    part TEXT NOT NULL, number INTEGER NOT NULL, size INTEGER NOT NULL,
    text TEXT NOT NULL, arrays BLOB NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (part, number, size)
);
"""
AGAIN = "give the same command again, or give it with --no-store"
ELSEWHERE = "Give another place with --store, or do without by --no-store."


def default_path() -> Path:
    """Return where the store is if nobody says otherwise; the environment may say it."""
    said = os.environ.get(PLACE)
    if said:
        return Path(said)
    cache = os.environ.get("XDG_CACHE_HOME")
    if not cache and sys.platform == "darwin":
        cache = str(Path.home() / "Library" / "Caches")
    if not cache and sys.platform == "win32":
        cache = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    return Path(cache or Path.home() / ".cache") / "claimwise" / "runs.db"


def connect(path: Path, *, create: bool) -> sqlite3.Connection | None:
    """Open the store; None if there is none and none is to be made."""
    if not create and not path.exists():
        return None
    with spoken(path):
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
        connection = plain_connection(path)
        try:
            if not _checked(path, connection) and not create:
                connection.close()
                return None
            if create:
                _set_up(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def plain_connection(path: Path) -> sqlite3.Connection:
    """Return a connection without a look at what is in the file."""
    import sqlite3

    connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def _checked(path: Path, connection: sqlite3.Connection) -> bool:
    """Whether the file has tables; refuse those of others, and newer ones."""
    if not one(connection, "SELECT count(*) FROM sqlite_master"):
        return False
    if one(connection, "PRAGMA application_id") != APPLICATION:
        raise StoreError(
            sentence(
                f"the store {path}",
                "a file that claimwise made",
                "the database of another program, which is left as it is",
                ELSEWHERE,
            )
        )
    form = one(connection, "PRAGMA user_version")
    if form > FORM:
        raise StoreError(
            sentence(
                f"the store {path}",
                f"tables of form {FORM}",
                f"form {form}, of a newer claimwise, which is left as it is",
                f"Update claimwise. {ELSEWHERE}",
            )
        )
    return True


def _set_up(connection: sqlite3.Connection) -> None:
    """Make the tables, unless they are there or another process is quicker."""
    import sqlite3

    until = time.monotonic() + BUSY
    while True:
        try:  # before WAL, waiting for another process is not always done by SQLite itself
            if not one(connection, "SELECT count(*) FROM sqlite_master"):
                connection.execute("PRAGMA page_size=4096")
                connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
            connection.execute("PRAGMA journal_mode=WAL")
            with writing(connection):
                if not one(connection, "SELECT count(*) FROM sqlite_master"):
                    for statement in TABLES.split(";"):
                        connection.execute(statement)
                    connection.execute(f"PRAGMA application_id={APPLICATION}")
                    connection.execute(f"PRAGMA user_version={FORM}")
            return
        except sqlite3.OperationalError as error:
            if _code(error) not in (5, 6) or time.monotonic() > until:
                raise
            time.sleep(0.02)


def one(connection: sqlite3.Connection, question: str, given: tuple[Any, ...] = ()) -> Any:
    """Return the first value of the first row of an answer; None if there is no row."""
    row = connection.execute(question, given).fetchone()
    return None if row is None else row[0]


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Write all that is within, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def forget(connection: sqlite3.Connection, runs: Sequence[str]) -> None:
    """Delete runs, and the blocks that no other run uses."""
    if not runs:
        return
    connection.executemany("DELETE FROM uses WHERE run = ?", [(run,) for run in runs])
    connection.executemany("DELETE FROM runs WHERE id = ?", [(run,) for run in runs])
    connection.execute("DELETE FROM parts WHERE key NOT IN (SELECT part FROM uses)")
    connection.execute("DELETE FROM blocks WHERE part NOT IN (SELECT key FROM parts)")


def place_of(path: Path) -> tuple[int, int] | None:
    """Return which file of the disk has this name; None if there is none."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def gone(path: Path, safe: int) -> str:
    """Say that the file is not there any more, and what that means."""
    found = "it deleted" if place_of(path) is None else "another file in its place"
    lost = "" if not safe else f"{safe:,} finished block{'s' * (safe > 1)} went with it; "
    rest = "nothing more of this command is kept."
    remedy = lost + rest if lost else rest.capitalize()
    return sentence(f"the store {path}", "to stay while a command uses it", found, remedy)


@contextmanager
def spoken(path: Path, safe: int | None = None) -> Iterator[None]:
    """Say in a sentence what the system or SQLite refuses; `safe` is how many blocks are kept."""
    import sqlite3

    try:
        yield
    except OSError as error:
        raise StoreError(_said(path, 14, str(error.strerror), safe)) from error
    except sqlite3.Error as error:
        said = StoreError(_said(path, _code(error), str(error), safe))
        said.damaged = _code(error) in (11, 26)
        raise said from error


def _code(error: sqlite3.Error) -> int:
    """Return the primary code of an error: the extended ones add to its upper bytes."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _said(path: Path, code: int, message: str, safe: int | None) -> str:
    blocks = "" if safe is None else f"{safe:,} finished block{'' if safe == 1 else 's'}"
    kept = f", with {blocks} of this command safe in it" if safe is not None else ""
    needs, found, remedy = {
        5: ("its turn to write", "another process that does not let go", f"Wait, then {AGAIN}."),
        10: (
            "a disk that takes what is written",
            f"an error of the disk or a limit of its size ({message})",
            f"Make room or use another disk (--store) and {AGAIN}.",
        ),
        11: (
            "an undamaged file",
            f"damage ({message})",
            "It is left as it is: claimwise runs rescue saves every block that can be read, "
            "--no-store does without.",
        ),
        13: ("room for more blocks", "a full disk", f"Free some space and {AGAIN}."),
        14: ("a file and a folder that can be written", message, ELSEWHERE),
        26: (
            "a file that claimwise made",
            "something that is no database, which is left as it is",
            ELSEWHERE,
        ),
    }.get({6: 5, 3: 14, 8: 14}.get(code, code), ("to be read and written", message, ELSEWHERE))
    return sentence(f"the store {path}", needs, found + kept, remedy)
