"""One pass over the bytes of a file: its fingerprint, and whether it is text that can be read."""

from __future__ import annotations

import codecs
import hashlib
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from claimwise.core import DataError
from claimwise.core.missing import no_file, unreadable

BLOCK = 1 << 20
READ = "CSV, TSV, JSONL and Parquet"
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


COLON = ord(":")


@dataclass(frozen=True, slots=True)
class Content:
    """What a file is made of."""

    digest: str
    size: int
    colons: int = 0  # one for each key, and those in texts


class TextFile:
    """A text file that was checked; its fingerprint is taken while or before it is read."""

    def __init__(self, path: Path) -> None:
        """Check the file and look at its bytes."""
        check_file(path)
        self.path, self.name = path, str(path)
        self._start()

    def _start(self) -> None:
        self._content = look(self.path)

    def content(self) -> Content:
        """Return what the file is made of; refuses what is no text."""
        return self._content

    def digest(self) -> str | None:
        """Return the fingerprint of the file."""
        return self.content().digest


def check_file(path: Path) -> None:
    """Refuse what is no file, an empty one, or one in a format that people take for a table."""
    if not path.is_file():
        raise DataError(*no_file(path))
    try:
        with path.open("rb") as file:
            head = file.read(8)
    except OSError as error:
        raise DataError(*unreadable(path, error)) from error
    for magic, (what, remedy) in MAGIC.items():
        if head.startswith(magic):
            raise DataError(f"{path} is {what}; claimwise reads {READ}.", remedy)
    if not head:
        raise _empty(path)


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file, read in blocks."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
    except OSError as error:
        raise DataError(*unreadable(path, error)) from error
    return "sha256:" + digest.hexdigest()


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
    size, colons, blank = 0, 0, True
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
                blank = blank and not block.strip(b" \t\r\n\xef\xbb\xbf")
                size += len(block)
    except OSError as error:
        raise DataError(*unreadable(path, error)) from error
    _decode(decoder, b"", size, path, final=True)
    if blank:
        raise _empty(path)
    return Content("sha256:" + digest.hexdigest(), size, colons)


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
        raise DataError(f"{path} is not in UTF-8: {byte}.", "Save it as UTF-8.") from error


def _empty(path: Path) -> DataError:
    return DataError(f"{path} is empty; a table needs a header line and rows.")


def _binary(place: int, path: Path) -> DataError:
    return DataError(
        f"{path} is not text: it has a NUL byte at position {place:,}. claimwise reads {READ}."
    )
