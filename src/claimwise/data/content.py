"""One pass over the bytes of a file: its fingerprint, and whether it is text that can be read.

Standard input, called ``-``, is a file like others once it has been written to one.
"""

from __future__ import annotations

import codecs
import hashlib
import re
import shutil
import sys
import weakref
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from claimwise.core import DataError
from claimwise.core.missing import no_file, unreadable

BLOCK = 1 << 20
READ = "CSV, TSV, JSON, JSONL, Parquet and Arrow"
# How files begin that people take for tables of text.
MAGIC = {
    b"PK\x03\x04": ("a zip or Excel file", "Save it as CSV."),
    b"\x1f\x8b": ("a gzip file", "Unpack it first."),
    b"(\xb5/\xfd": ("a zstandard file", "Unpack it first."),
    b"BZh": ("a bzip2 file", "Unpack it first."),
    b"\xd0\xcf\x11\xe0": ("an Excel file", "Save it as CSV."),
    b"\xff\xfe": ("a file in UTF-16", "Save it as UTF-8."),
    b"\xfe\xff": ("a file in UTF-16", "Save it as UTF-8."),
}


COLON, UNDERSCORE, DIGITS, QUOTE = ord(":"), ord("_"), 10, b'"'
# Single marks with nothing but blanks between them, inside a cell.
JOINED = re.compile(rb'[^",;\t\r\n]" +"[^"]')
EDGE = 64  # bytes of one block that are looked at together with the next
STDIN = "standard input"


@dataclass(frozen=True, slots=True)
class Content:
    """What a file is made of."""

    digest: str
    size: int
    colons: int = 0  # one for each key of JSON, and those in texts
    lists: bool = False  # whether there is a bracket
    joined: bool = False  # whether "a" "b" stands somewhere, of which DuckDB makes one cell
    grouped: bool = False  # whether 1_0 or +-1 stands somewhere, which to DuckDB is a number


class PrivateFile:
    """A file of our own in a private folder; it goes when this object goes."""

    def __init__(self, name: str) -> None:
        """Make the folder."""
        from claimwise.run.private_folder import make_private_folder

        folder = make_private_folder()
        self.path = folder / name
        self.remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)


_SPOOLED: dict[str, tuple[object, PrivateFile]] = {}


def local(source: str | Path) -> Path:
    """Return the path of a source; ``-`` is standard input, which is read once."""
    return standard_input() if str(source) == "-" else Path(source)


def standard_input() -> Path:
    """Return a file with what standard input holds; it goes when the process ends."""
    stream = sys.stdin
    if STDIN in _SPOOLED and _SPOOLED[STDIN][0] is stream:
        return _SPOOLED[STDIN][1].path
    if stream is None or stream.isatty():
        raise DataError(
            "- is standard input, and nothing is piped into it.",
            "Pipe the data in, as in: cat scores.csv | claimwise compare -",
        )
    file = PrivateFile(STDIN)
    try:
        with file.path.open("wb") as target:
            shutil.copyfileobj(getattr(stream, "buffer", stream), target, BLOCK)
    except OSError as error:
        raise DataError(*unreadable(STDIN, error)) from error
    _SPOOLED[STDIN] = (stream, file)
    return file.path


def shown(path: Path) -> str:
    """Return how messages call a file."""
    spooled = _SPOOLED.get(STDIN)
    return STDIN if spooled and spooled[1].path == path else str(path)


def check_regular(path: Path) -> None:
    """Refuse what is no file: a pipe would be waited for, and a device may never end."""
    if not path.is_file():
        raise DataError(*no_file(path))


def check_file(path: Path) -> None:
    """Refuse what is no file, an empty one, or one in a format that people take for a table."""
    check_regular(path)
    try:
        with path.open("rb") as file:
            head = file.read(8)
    except OSError as error:
        raise DataError(*unreadable(path, error)) from error
    for magic, (what, remedy) in MAGIC.items():
        if head.startswith(magic):
            raise DataError(f"{shown(path)} is {what}; claimwise reads {READ}.", remedy)
    if not head:
        raise _empty(path)


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file, read in blocks."""
    check_regular(path)
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
    except OSError as error:
        raise DataError(*unreadable(path, error)) from error
    return "sha256:" + digest.hexdigest()


def joined_digest(digests: Sequence[str | None]) -> str | None:
    """Return one fingerprint of several files; None where one table alone is no file."""
    if len(digests) == 1:
        return digests[0]
    joined = "\n".join(str(one) for one in digests)
    return "sha256:" + hashlib.sha256(joined.encode()).hexdigest()


def look_meanwhile(path: Path, *, json: bool = False) -> Future[Content]:
    """Look at a file while something else is done with it."""
    pool = ThreadPoolExecutor(1)
    looking = pool.submit(look, path, json=json)
    pool.shutdown(wait=False)
    return looking


def look(path: Path, *, json: bool = False) -> Content:
    """Return the fingerprint of a text file; refuses what is no text in UTF-8.

    With `json` it also counts colons, which tell whether all lines of JSONL have the same keys.
    """
    digest, decoder = hashlib.sha256(), codecs.getincrementaldecoder("utf-8")()
    size, colons, end, blank = 0, 0, b"", True
    lists = joined = grouped = False
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
                if (nul := block.find(b"\0")) >= 0:
                    raise _binary(size + nul, path)
                if not block.isascii() or decoder.getstate()[0]:
                    _decode(decoder, block, size, path)
                if json:  # by NumPy, which lets other threads work meanwhile
                    codes = np.frombuffer(block, np.uint8)
                    colons += int(np.count_nonzero(codes == COLON))
                    lists = lists or b"[" in block
                else:
                    for text in (end + block[:EDGE], block):
                        joined = joined or _has_joined(text)
                        grouped = grouped or _has_grouped(text)
                    end = block[-EDGE:]
                blank = blank and not block.strip(b" \t\r\n\xef\xbb\xbf")
                size += len(block)
    except OSError as error:
        raise DataError(*unreadable(path, error)) from error
    _decode(decoder, b"", size, path, final=True)
    if blank:
        raise _empty(path)
    return Content("sha256:" + digest.hexdigest(), size, colons, lists, joined, grouped)


def _has_joined(block: bytes) -> bool:
    near = QUOTE in block and (b'" "' in block or b'"  ' in block)
    return near and JOINED.search(block) is not None


def _has_grouped(block: bytes) -> bool:
    """Whether digits stand on both sides of an underscore, or two signs next to each other.

    >>> [_has_grouped(text) for text in (b"q_1,a_b", b"x,1_000", b"x,+-1")]
    [False, True, True]
    """
    if b"+" in block and b"+-" in block:
        return True
    if b"_" not in block:
        return False
    codes = np.frombuffer(block, np.uint8)
    places = np.flatnonzero(codes[1:-1] == UNDERSCORE)
    digits = (codes - np.uint8(ord("0"))) < DIGITS
    return bool((digits[places] & digits[places + 2]).any())


def _decode(
    decoder: codecs.IncrementalDecoder,
    block: bytes,
    start: int,
    path: Path,
    final: bool = False,
) -> None:
    waiting = len(decoder.getstate()[0])
    try:
        decoder.decode(block, final)
    except UnicodeDecodeError as error:
        place = start - waiting + error.start
        byte = f"byte 0x{error.object[error.start]:02x} at position {place:,}"
        raise DataError(f"{shown(path)} is not in UTF-8: {byte}.", "Save it as UTF-8.") from error


def _empty(path: Path) -> DataError:
    return DataError(f"{shown(path)} is empty; a table needs a header line and rows.")


def _binary(place: int, path: Path) -> DataError:
    return DataError(
        f"{shown(path)} is not text: it has a NUL byte at position {place:,}.",
        f"claimwise reads {READ}.",
    )
