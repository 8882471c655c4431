"""Save what can be read of a damaged store. The damaged file is kept, under another name."""

from __future__ import annotations

import shutil
import struct
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from claimwise.core import StoreError, sentence
from claimwise.run.keeper import CONTENT, right
from claimwise.run.kept_runs import kept_runs
from claimwise.run.pages import PAGE, rows_in_pages
from claimwise.run.store_file import connect, one, spoken, writing

if TYPE_CHECKING:
    import sqlite3

FILES = ("", "-wal", "-shm")  # SQLite's endings
COLUMNS = 6  # of a block
LISTED = "SELECT part, number, size FROM blocks INDEXED BY sqlite_autoindex_blocks_1"


class Rescued(NamedTuple):
    """Blocks that were saved and that were not; where the damaged store is, if there is one."""

    saved: int
    lost: int
    damaged: Path | None


def rescue(path: str | Path) -> Rescued:
    """Copy every readable block with a right checksum into a fresh store in its place.

    A store without damage is left as it is, and so is a file in which no block can be read.
    `lost` are blocks that are known to have been there; what is not listed any more is not known.
    """
    path = Path(path)
    if not path.is_file():
        raise StoreError(sentence("rescue", "a store", f"none at {path}"))
    with spoken(path), tempfile.TemporaryDirectory(prefix="claimwise-") as folder:
        copy = _copied(path, Path(folder))
        saved = {row[:3] for row in _blocks(copy)}  # before SQLite changes anything in the copy
        if _is_whole(copy):
            return Rescued(len(saved), 0, None)
        _check_unused(path)
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
        listed = _write(copy, fresh)
        aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
        if aside.exists():
            raise StoreError(sentence("rescue", "a name for the damaged store", f"{aside}"))
        for ending in FILES:
            source = path.with_name(path.name + ending)
            if source.exists():
                source.rename(aside.with_name(aside.name + ending))
        fresh.rename(path)
    return Rescued(len(saved), len(listed - saved), aside)


def _copied(path: Path, folder: Path) -> Path:
    copy = folder / "copy.db"
    for ending in FILES[:2]:
        source = path.with_name(path.name + ending)
        if source.exists():
            shutil.copyfile(source, copy.with_name(copy.name + ending))
    return copy


def _blocks(copy: Path) -> Iterator[tuple[str, int, int, str, bytes, int]]:
    """Yield every block whose checksum is right, wherever it stands in the file."""
    for row in rows_in_pages(copy):
        if len(row) == COLUMNS and isinstance(row[0], bytes):
            part, number, size, text, arrays, crc = row
            name = part.decode("ascii", "replace")
            if right(name, number, size, text, arrays, crc):
                yield name, number, size, text.decode(), arrays, crc


def _is_whole(copy: Path) -> bool:
    """Whether SQLite finds no fault and every block that it lists is right."""
    import sqlite3

    with closing(sqlite3.connect(copy)) as connection:
        try:
            fine = one(connection, "PRAGMA integrity_check") == "ok"
            rows = connection.execute(f"SELECT part, number, size, {CONTENT} FROM blocks")
            return fine and all(right(*row) for row in rows)
        except sqlite3.Error:
            return False


def _rows(connection: sqlite3.Connection, asked: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of an answer as far as it can be read."""
    import sqlite3

    try:
        yield from connection.execute(asked)
    except sqlite3.Error:
        return


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


def _write(copy: Path, fresh: Path) -> set[tuple[str, int, int]]:
    """Fill a fresh store with what can be read; return the blocks that the old one lists."""
    import sqlite3

    target = connect(fresh, create=True)
    assert target is not None
    with closing(target):
        with writing(target):
            for row in _blocks(copy):
                _insert(target, "blocks", row)
            with closing(sqlite3.connect(copy)) as source:
                if not list(_rows(source, "SELECT count(*) FROM sqlite_master")):
                    source.close()
                    _renew_first_page(copy)
            with closing(sqlite3.connect(copy)) as source:
                for table in ("runs", "parts", "uses"):
                    for row in _rows(source, f"SELECT * FROM {table}"):
                        _insert(target, table, row)
                listed = set(_rows(source, LISTED))
            _adopt(target)
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return listed


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
