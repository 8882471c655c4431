"""Read the rows of a damaged SQLite file page by page, without the tree that leads to them.

SQLite finds a page through others; where one of those is gone, whole pages behind it cannot be
reached any more. They can be read all the same: the format is documented and fixed
(https://www.sqlite.org/fileformat2.html), and a row that was put together wrongly does not have
the right checksum.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PAGE = 4096  # bytes, as every store has
LEAF = 0x0D  # the first byte of a page with rows of a table
FRAME = 24  # bytes before each page in the log
WHOLE = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # bytes of a whole number, by its serial type


def rows_in_pages(path: Path) -> Iterator[list[Any]]:
    """Yield every row that can be put together; of a damaged file, some are nonsense."""
    with path.open("rb") as file:
        log = _log(path.with_name(path.name + "-wal"))
        pages = max(path.stat().st_size // PAGE, max(log, default=0))

        def page(number: int) -> bytes:
            if number in log:
                return log[number]
            file.seek((number - 1) * PAGE)
            return file.read(PAGE)

        for number in range(2, pages + 1):
            content = page(number)
            if len(content) == PAGE and content[0] == LEAF:
                yield from _rows(content, page)


def _log(path: Path) -> dict[int, bytes]:
    """Return the pages in the log that was not yet merged, the newest of each."""
    found: dict[int, bytes] = {}
    if not path.exists():
        return found
    whole = path.read_bytes()
    salt = whole[16:24]
    for at in range(32, len(whole) - FRAME - PAGE + 1, FRAME + PAGE):
        if whole[at + 8 : at + 16] != salt:  # of an earlier log
            break
        found[int.from_bytes(whole[at : at + 4], "big")] = whole[at + FRAME : at + FRAME + PAGE]
    return found


def _rows(content: bytes, page: Callable[[int], bytes]) -> Iterator[list[Any]]:
    (cells,) = struct.unpack_from(">H", content, 3)
    for k in range(min(cells, (PAGE - 8) // 2)):
        (at,) = struct.unpack_from(">H", content, 8 + 2 * k)
        try:
            yield _row(_payload(content, at, page))
        except (IndexError, ValueError, struct.error):
            continue


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and where the next begins."""
    value = 0
    for k in range(9):
        byte = content[at + k]
        if k == 8:
            return (value << 8) | byte, at + 9
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            return value, at + k + 1
    raise ValueError("no number")


def _payload(content: bytes, at: int, page: Callable[[int], bytes]) -> bytes:
    """Return the bytes of a row: what is in its page, and what flows over into others."""
    size, at = _varint(content, at)
    _, at = _varint(content, at)  # the number of the row
    most, least = PAGE - 35, (PAGE - 12) * 32 // 255 - 23
    if size <= most:
        return content[at : at + size]
    here = least + (size - least) % (PAGE - 4)
    here = here if here <= most else least
    parts, left = [content[at : at + here]], size - here
    (following,) = struct.unpack_from(">I", content, at + here)
    while left > 0:
        if not following:
            raise ValueError("it ends too early")
        more = page(following)
        (following,) = struct.unpack_from(">I", more, 0)
        parts.append(more[4 : 4 + min(left, PAGE - 4)])
        left -= PAGE - 4
    return b"".join(parts)


def _row(payload: bytes) -> list[Any]:
    """Return the values of a row; text as bytes, which may be damaged."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[Any] = []
    for kind in kinds:
        length = WHOLE.get(kind, 0) if kind < 12 else (kind - 12) // 2
        content = payload[at : at + length]
        if len(content) != length:
            raise ValueError("it is cut off")
        at += length
        if kind >= 12:
            values.append(content)
        elif kind in WHOLE:
            values.append(int.from_bytes(content, "big", signed=True))
        else:
            values.append({8: 0, 9: 1}.get(kind))
    return values
