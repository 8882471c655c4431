"""The blocks of one simulation in a store, each with a checksum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

from claimwise.run.codec import CodecError, Written, decode, encode

if TYPE_CHECKING:
    from claimwise.run.store import SqliteStore

Block = tuple[int, int]  # its number and size
CONTENT = "CAST(text AS BLOB), arrays, crc"  # as bytes: damaged text may be no text


class PartKeeper:
    """The blocks of one simulation in a store."""

    def __init__(self, store: SqliteStore, part: str, label: str) -> None:
        """Keep blocks of the part with this name."""
        self.store, self.part, self.label = store, part, label
        self._kept = True

    def known(self) -> set[Block]:
        """Return number and size of every kept block whose checksum is right."""
        connection = self.store.look()
        found: set[Block] = set()
        if connection is not None:
            asked = f"SELECT number, size, {CONTENT} FROM blocks WHERE part = ?"
            with self.store.speaking():
                for number, size, *content in connection.execute(asked, (self.part,)):
                    if right(self.part, number, size, *content):
                        found.add((number, size))
                    else:
                        self.store.damaged += 1
            self.store.safe += len(found)
        return found | self.store.held(self.part)

    def get(self, number: int, size: int) -> Any:
        """Return the result of a kept block; KeyError if it is no longer there, or damaged."""
        place = (self.part, number, size)
        written = self.store.waiting(*place) or self._read(*place)
        try:
            return decode(written)
        except CodecError as error:
            self.store.damaged += 1
            raise KeyError(place) from error

    def _read(self, part: str, number: int, size: int) -> Written:
        connection, row = self.store.look(), None
        if connection is not None:
            asked = f"SELECT {CONTENT} FROM blocks WHERE part = ? AND number = ? AND size = ?"
            with self.store.speaking():
                row = connection.execute(asked, (part, number, size)).fetchone()
        if row is None or not right(part, number, size, *row):
            raise KeyError((part, number, size))
        return Written(row[0].decode(), row[1])

    def put(self, number: int, size: int, result: Any) -> None:
        """Keep the result of a finished block, if it can be written."""
        if not self._kept:
            return
        try:
            written = encode(result)
        except CodecError as error:
            self._kept = False
            self.store.not_kept.append(f"{self.label}: {error}")
            return
        self.store.put(self.part, (number, size), written)


def checksum(part: str, number: int, size: int, text: str | bytes, arrays: bytes) -> int:
    """Return the checksum of a block in its place."""
    whole = text.encode() if isinstance(text, str) else text
    return crc32(arrays, crc32(whole, crc32(f"{part} {number} {size} {len(whole)} ".encode())))


def right(part: str, number: int, size: int, text: Any, arrays: Any, crc: Any) -> bool:
    """Whether the content of a block is what was written."""
    if not isinstance(text, bytes) or not isinstance(arrays, bytes):
        return False
    return bool(crc == checksum(part, number, size, text, arrays))
