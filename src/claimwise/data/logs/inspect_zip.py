"""Members of an .eval file: a zip whose members may be stored, deflated or in Zstandard.

Python before 3.14 knows no Zstandard in zip files (method 93), and its reader trusts the sizes
that a file declares. Here the standard library reads the directory only, after its entries were
counted; what the members declare together is held against the limits; a member is taken from its
place in the file, unpacked no further than its declared size, and checked against its CRC.
"""

from __future__ import annotations

import importlib
import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NoReturn

from claimwise.core import DataError, option
from claimwise.core.limits import LIMITS, limit
from claimwise.core.missing import opening
from claimwise.data.logs.records import JsonStream, parse, unreadable

SMALL = 100 << 20  # bytes that may be packed as tightly as they like
STORED, DEFLATED, ZSTANDARD, ENCRYPTED = 0, 8, 93, 99
_PIECE = 1 << 20  # bytes unpacked at a time
_TAIL = 1 << 17  # bytes in which the end of the directory is looked for
_LOCAL = struct.Struct("<4s22xHH")  # signature, ..., length of name, length of extra field
_DAMAGE = (
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    ValueError,  # also bad file names
    struct.error,
    EOFError,
    IndexError,
    OverflowError,
)


class Members:
    """The members of a zip file by name; of several with one name, the last."""

    def __init__(self, path: Path, who: str) -> None:
        """Open the file and read its directory."""
        self._who = who
        try:
            self._file = path.open("rb")
        except OSError as error:
            raise unreadable(who, error) from error
        try:
            self._size = self._file.seek(0, 2)
            self._count_entries()
            listed = zipfile.ZipFile(self._file).infolist()
            if len(listed) != _declared(self._file, self._size):
                raise zipfile.BadZipFile("entries are missing")
            self._infos = {info.filename: info for info in listed}
            self._check_sizes(listed)
        except DataError:  # which is a ValueError, too
            self._file.close()
            raise
        except (*_DAMAGE, OSError) as error:
            self._file.close()
            what = "a damaged directory, or none, at its end" if self._size else "an empty file"
            raise DataError(who, "a whole zip file", what, "Is the file truncated?") from error

    def __enter__(self) -> Members:
        """Return the open members."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._file.close()

    def __contains__(self, name: str) -> bool:
        """Say whether there is such a member."""
        return name in self._infos

    def names(self, prefix: str) -> list[str]:
        """Return the names that begin with a prefix, in the order of the file."""
        return [name for name in self._infos if name.startswith(prefix)]

    def json(self, name: str) -> Any:
        """Return the content of a member."""
        try:
            return parse(self.read(name).decode("utf-8"))
        except DataError:
            raise
        except ValueError as error:
            raise self._broken(name, "no JSON") from error

    def items(self, name: str) -> Iterator[Any]:
        """Yield the items of a member that is one long list, without holding them all."""
        text = io.TextIOWrapper(io.BytesIO(self.read(name)), encoding="utf-8", newline="")
        stream = JsonStream(text, f"{name} in {self._who}")
        yield from stream.items()
        stream.end()

    def read(self, name: str) -> bytes:
        """Return the bytes of a member, whole and checked."""
        info = self._infos[name]
        if info.flag_bits & 1 or info.compress_type == ENCRYPTED:
            raise DataError(self._who, "members without a password", f"{name} encrypted")
        packed = self._packed(info)
        try:
            data = self._unpack(info, packed)
        except DataError:  # which is a ValueError too
            raise
        except (zlib.error, ValueError, EOFError, RuntimeError) as error:
            raise self._broken(name, "damaged bytes") from error
        if len(data) != info.file_size or zlib.crc32(data) != info.CRC:
            raise self._broken(name, "another size or checksum than the directory says")
        return data

    def _count_entries(self) -> None:
        """Refuse a directory that is too long, before there is an object for each entry."""
        place, length = _directory(self._file, self._size)
        self._file.seek(place)
        entries = self._file.read(length).count(b"PK\1\2")
        if entries > limit("zip_entries"):
            self._refuse("zip_entries", entries, f"{entries:,} members")

    def _check_sizes(self, listed: list[zipfile.ZipInfo]) -> None:
        """Refuse members that would unpack to more than is allowed."""
        for info in listed:
            self._check_ratio(info.filename, info.file_size, info.compress_size)
            if info.file_size > limit("zip_member"):
                what = f"{info.filename} of {info.file_size:,} bytes, unpacked"
                self._refuse("zip_member", info.file_size, what)
        total = sum(info.file_size for info in listed)
        self._check_ratio("all members together", total, self._size)
        if total > limit("zip_total"):
            self._refuse("zip_total", total, f"members of {total:,} bytes, unpacked")

    def _check_ratio(self, what: str, size: int, packed: int) -> None:
        ratio = -(-size // max(packed, 1))
        if size > SMALL and ratio > limit("zip_ratio"):
            found = f"{what} of {size:,} bytes, {ratio:,} times the packed size"
            self._refuse("zip_ratio", ratio, found)

    def _refuse(self, name: str, value: int, found: str) -> NoReturn:
        raise DataError(
            f"{opening(self._who)} is a zip file with {found}; at most {limit(name):,} "
            f"{LIMITS[name].help.lower()} are unpacked.",
            "If you trust it: " + option("limit", {name: value}) + ".",
        )

    def _packed(self, info: zipfile.ZipInfo) -> bytes:
        try:
            self._file.seek(info.header_offset)
            signature, name, extra = _LOCAL.unpack(self._file.read(_LOCAL.size))
            start = info.header_offset + _LOCAL.size + name + extra
            if signature != b"PK\3\4" or start + info.compress_size > self._size:
                raise self._broken(info.filename, "its place in the file wrong or cut off")
            self._file.seek(start)
            return self._file.read(info.compress_size)
        except (OSError, ValueError, struct.error) as error:
            if isinstance(error, DataError):
                raise
            raise self._broken(info.filename, "its place in the file wrong or cut off") from error

    def _unpack(self, info: zipfile.ZipInfo, packed: bytes) -> bytes:
        limit = info.file_size + 1  # one more byte than declared shows a lie
        if info.compress_type == STORED:
            return packed
        if info.compress_type == DEFLATED:
            return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, limit)
        if info.compress_type == ZSTANDARD:
            return _zstandard(self._who)(packed, limit)
        raise DataError(
            self._who,
            "members stored, deflated or in Zstandard",
            f"{info.filename} in zip method {info.compress_type}",
        )

    def _broken(self, name: str, what: str) -> DataError:
        return DataError(
            self._who,
            "an undamaged zip file",
            f"{what} in {name}",
            "Copy the log again, or have Inspect recover it.",
        )


def _directory(file: IO[bytes], size: int) -> tuple[int, int]:
    """Return where the directory of a zip file begins, and its length in bytes."""
    start = max(0, size - _TAIL)
    file.seek(start)
    tail = file.read()
    place = tail.rindex(b"PK\5\6")
    (length,) = struct.unpack_from("<I", tail, place + 12)
    if length == 0xFFFFFFFF and b"PK\6\6" in tail[:place]:  # the longer form of the record
        place = tail.rindex(b"PK\6\6", 0, place)
        (length,) = struct.unpack_from("<Q", tail, place + 40)
    begin = max(0, start + place - length)
    return begin, start + place - begin


def _declared(file: IO[bytes], size: int) -> int:
    """Return how many members a zip file says it has; the standard library does not compare."""
    file.seek(max(0, size - _TAIL))
    tail = file.read()
    place = tail.rindex(b"PK\5\6")
    (count,) = struct.unpack_from("<H", tail, place + 10)
    if count == 0xFFFF and b"PK\6\6" in tail[:place]:  # more than 65,534 of them
        (count,) = struct.unpack_from("<Q", tail, tail.rindex(b"PK\6\6", 0, place) + 32)
    return int(count)


def _zstandard(who: str) -> Callable[[bytes, int], bytes]:
    """Return a function that unpacks Zstandard up to a limit, whichever package has one."""
    try:
        package = importlib.import_module("compression.zstd")  # Python 3.14
    except ImportError:
        pass
    else:
        error = package.ZstdError

        def unpack(packed: bytes, limit: int) -> bytes:
            try:
                return bytes(package.ZstdDecompressor().decompress(packed, limit))
            except error as reason:
                raise ValueError(str(reason)) from reason

        return unpack
    try:
        package = importlib.import_module("zstandard")
    except ImportError as reason:
        raise DataError(
            who,
            "a package that unpacks Zstandard",
            "none",
            "Install one with pip install 'claimwise[data]'.",
        ) from reason

    def unpack_with_package(packed: bytes, limit: int) -> bytes:
        try:
            with package.ZstdDecompressor().stream_reader(packed) as reader:
                data = bytearray()
                while piece := reader.read(min(_PIECE, limit - len(data))):
                    data += piece  # asking for all at once would set aside what is declared
                return bytes(data)
        except package.ZstdError as reason:
            raise ValueError(str(reason)) from reason

    return unpack_with_package
