"""Save what can be read of a damaged store. The damaged file is kept, under another name."""

from __future__ import annotations

import shutil
import struct
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from claimwise.core import StoreError, sentence
from claimwise.run.kept_runs import kept_runs
from claimwise.run.store import CONTENT, right
from claimwise.run.store_file import connect, one, plain_connection, spoken, writing

if TYPE_CHECKING:
    import sqlite3

FILES = ("", "-wal", "-shm")  # SQLite's endings
PAGE = 4096  # bytes
EMPTY = 4096  # places in a row that cannot be read, after which no more is looked for
BLOCKS = f"SELECT part, number, size, {CONTENT} FROM blocks"


class Rescued(NamedTuple):
    """Blocks that were saved and that were not; where the damaged store is, if there is one."""

    saved: int
    lost: int
    damaged: Path | None


def rescue(path: str | Path) -> Rescued:
    """Copy every readable block with a right checksum into a fresh store in its place.

    A store without damage is left as it is, and so is a file in which no block can be read.
    `lost` are blocks that are known to have been there; of a page that is gone nothing is known.
    """
    path = Path(path)
    if not path.is_file():
        raise StoreError(sentence("rescue", "a store", f"none at {path}"))
    with spoken(path), tempfile.TemporaryDirectory(prefix="claimwise-") as folder:
        copy = _copied(path, Path(folder))
        saved, lost, whole = _survey(copy)
        if whole:
            return Rescued(saved, 0, None)
        _check_unused(path)
        if not saved:
            _renew_first_page(copy)
            saved, lost, _ = _survey(copy)
        if not saved:
            raise StoreError(
                sentence(
                    "rescue",
                    "a store with some block that can be read",
                    f"none in {path}, which is left as it is",
                    "Move it away, or give another place with --store.",
                )
            )
        fresh = path.with_name(f"{path.name}-rescued-{time.time_ns()}")
        _write(copy, fresh)
        aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
        if aside.exists():
            raise StoreError(sentence("rescue", "a name for the damaged store", f"{aside}"))
        for ending in FILES:
            source = path.with_name(path.name + ending)
            if source.exists():
                source.rename(aside.with_name(aside.name + ending))
        fresh.rename(path)
    return Rescued(saved, lost, aside)


def _copied(path: Path, folder: Path) -> Path:
    copy = folder / "copy.db"
    for ending in FILES[:2]:
        source = path.with_name(path.name + ending)
        if source.exists():
            shutil.copyfile(source, copy.with_name(copy.name + ending))
    return copy


def _survey(copy: Path) -> tuple[int, int, bool]:
    """Return how many blocks are right, how many are not, and whether the file is whole."""
    import sqlite3

    connection = plain_connection(copy)
    try:
        try:
            whole = one(connection, "PRAGMA integrity_check") == "ok"
        except sqlite3.Error:
            whole = False
        saved = lost = 0
        for row in _each(connection, BLOCKS, "blocks"):
            saved, lost = (saved + 1, lost) if _is_right(row) else (saved, lost + 1)
    finally:
        connection.close()
    return saved, lost, whole and not lost


def _is_right(row: tuple[Any, ...] | None) -> bool:
    return row is not None and right(*row)


def _each(
    connection: sqlite3.Connection, asked: str, table: str
) -> Iterator[tuple[Any, ...] | None]:
    """Yield the rows place by place, None for one that cannot be read: a scan would end there."""
    import sqlite3

    try:
        last = one(connection, f"SELECT max(rowid) FROM {table}") or 0
    except sqlite3.Error:
        last = None
    place = missed = 0
    while (place < last) if last is not None else (missed < EMPTY):
        place += 1
        try:
            row = connection.execute(f"{asked} WHERE rowid = ?", (place,)).fetchone()
        except sqlite3.Error:
            missed += 1
            if last is not None:
                yield None
            continue
        missed = 0 if row is not None else missed + 1
        if row is not None:
            yield row


def _renew_first_page(copy: Path) -> None:
    """Put the first page of a new store in place of one that cannot be read.

    It holds the header and the list of tables alone, and both are as in any other store.
    """
    other = copy.with_name("other.db")
    connection = connect(other, create=True)
    if connection is not None:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.close()
    page = bytearray(other.read_bytes()[:PAGE])
    pages = copy.stat().st_size // PAGE
    page[28:32] = struct.pack(">I", pages)  # as large as the file is
    page[92:96] = page[24:28]  # which is believed if these two agree
    with copy.open("r+b") as file:
        file.write(page)


def _check_unused(path: Path) -> None:
    """Refuse while a run writes: its blocks would go to the file that is put aside."""
    try:
        busy = [run.id for run in kept_runs(path) if run.state == "running"]
    except StoreError:
        return  # too damaged to say
    if busy:
        raise StoreError(
            sentence("rescue", "a store that no command is using", f"run {busy[0]} going on")
        )


def _write(copy: Path, fresh: Path) -> None:
    """Fill a fresh store with what can be read."""
    source, target = plain_connection(copy), connect(fresh, create=True)
    assert target is not None
    try:
        with writing(target):
            for table in ("runs", "parts", "uses"):
                for row in _each(source, f"SELECT * FROM {table}", table):
                    if row is not None:
                        _insert(target, table, row)
            for row in _each(source, BLOCKS, "blocks"):
                if row is not None and _is_right(row):
                    _insert(target, "blocks", (*row[:3], row[3].decode(), *row[4:]))
            _adopt(target)
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        source.close()
        target.close()


def _insert(target: sqlite3.Connection, table: str, row: tuple[Any, ...]) -> None:
    marks = ", ".join("?" * len(row))
    target.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)


def _adopt(target: sqlite3.Connection) -> None:
    """Give blocks whose simulation or run is not listed any more a run, or they are thrown away."""
    target.execute(
        "INSERT OR IGNORE INTO parts SELECT part, 'rescued', count(*) FROM blocks GROUP BY part"
    )
    target.execute("DELETE FROM uses WHERE run NOT IN (SELECT id FROM runs)")
    alone = "SELECT key FROM parts WHERE key NOT IN (SELECT part FROM uses)"
    if one(target, f"SELECT count(*) FROM ({alone})"):
        now = time.time()
        target.execute(
            "INSERT INTO runs VALUES ('rescued', NULL, '', 'blocks of unknown commands', "
            "?, ?, 'stopped', '', 0, '', '', NULL)",
            (now, now),
        )
        target.execute(f"INSERT INTO uses SELECT 'rescued', key FROM ({alone})")
