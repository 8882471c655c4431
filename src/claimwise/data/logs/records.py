"""Records of a JSON or JSON Lines file one after another, never the whole file at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from claimwise.core import DataError
from claimwise.data.content import file_digest

CHUNK = 1 << 18
_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"
_AFTER = tuple(_SPACE + ",]}:")


def unreadable(who: str, error: OSError) -> DataError:
    """Say that a file cannot be opened."""
    return DataError(who, "a readable file", f"{error.strerror or error}".lower())


def parse(text: str) -> Any:
    """Parse one JSON text; ValueError for whatever is wrong with it."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("values nested too deeply") from error


class Records:
    """The records of a file of JSON Lines, or of one JSON array.

    Iterating yields a place ("line 3") and a record. Afterwards `digest` is the file's
    fingerprint and `count` the number of records.
    """

    def __init__(self, path: Path, who: str) -> None:
        """Name the file, and who reads it, for the errors."""
        self.path, self.who, self.digest, self.count = path, who, "", 0

    def __iter__(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the records with their places."""
        self.count = 0
        try:
            with self.path.open("rb") as file:
                head = file.read(CHUNK).removeprefix(b"\xef\xbb\xbf").lstrip()
            found = self._array() if head.startswith(b"[") else self._lines()
            for place, record in found:
                if not isinstance(record, dict):
                    raise DataError(
                        self.who,
                        "a JSON object in each record",
                        f"{type(record).__name__} in {place}",
                    )
                self.count += 1
                yield place, record
        except OSError as error:
            raise unreadable(self.who, error) from error
        if not self.count:
            raise DataError(self.who, "at least one record", "an empty file")

    def _lines(self) -> Iterator[tuple[str, Any]]:
        hasher = hashlib.sha256()
        with self.path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                hasher.update(line)
                if number == 1:
                    line = line.removeprefix(b"\xef\xbb\xbf")
                if line.isspace() or not line:
                    continue
                try:
                    record = parse(line.decode("utf-8"))
                except ValueError as error:  # bad JSON, bad UTF-8, or a number without end
                    raise self._broken(number, error, last=not file.read(1)) from error
                yield f"line {number}", record
        self.digest = "sha256:" + hasher.hexdigest()

    def _array(self) -> Iterator[tuple[str, Any]]:
        with self.path.open(encoding="utf-8-sig", newline="") as file:
            stream = JsonStream(file, self.who)
            for number, record in enumerate(stream.items(), start=1):
                yield f"record {number}", record
            stream.end()
        self.digest = file_digest(self.path)

    def _broken(self, number: int, error: ValueError, *, last: bool) -> DataError:
        what = "bytes that are not UTF-8" if isinstance(error, UnicodeDecodeError) else "no JSON"
        return DataError(
            self.who,
            "one JSON object in each line",
            f"{what} in line {number}" + (", the last one" if last else ""),
            "Is the file truncated?" if last else "",
        )


class JsonStream:
    """A JSON text read piece by piece: arrays by item, objects by member."""

    def __init__(self, file: IO[str], who: str) -> None:
        """Read from an open text file; `who` names it in errors."""
        self._file, self._who = file, who
        self._text, self._at, self._before = "", 0, 0
        self._ended = False

    def peek(self) -> str:
        """Return the next character that is not space; empty at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._more(CHUNK):
                return ""

    def take(self, character: str) -> None:
        """Step over the character that must come next."""
        found = self.peek()
        if found != character:
            raise self._broken()
        self._at += 1

    def value(self) -> Any:
        """Return the next value, whole."""
        self.peek()
        size = CHUNK
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
                if self._ended or self._text[end : end + 1] in _AFTER:  # 1 could go on as 1.5
                    self._at = end
                    return value
            except RecursionError as error:
                raise self._broken() from error
            except ValueError as error:
                if self._ended:
                    raise self._broken() from error
            self._more(size)
            size *= 2  # a value of many chunks is not parsed again for each of them

    def items(self) -> Iterator[Any]:
        """Yield the items of the array that comes next."""
        self.take("[")
        if self.peek() == "]":
            self._at += 1
            return
        while True:
            yield self.value()
            if self.peek() == "]":
                self._at += 1
                return
            self.take(",")

    def members(self) -> Iterator[str]:
        """Yield the keys of the object that comes next; the caller takes each key's value."""
        self.take("{")
        if self.peek() == "}":
            self._at += 1
            return
        while True:
            if self.peek() != '"':
                raise self._broken()
            key = self.value()
            self.take(":")
            yield str(key)
            if self.peek() == "}":
                self._at += 1
                return
            self.take(",")

    def end(self) -> None:
        """Refuse anything that follows."""
        if self.peek():
            raise self._broken()

    def _more(self, size: int) -> bool:
        if self._ended:
            return False
        try:
            chunk = self._file.read(size)
        except UnicodeDecodeError as error:
            raise DataError(
                self._who, "a file in UTF-8", "bytes that are not", "Save it as UTF-8."
            ) from error
        self._before += self._at
        self._text, self._at = self._text[self._at :] + chunk, 0
        self._ended = not chunk
        return not self._ended

    def _broken(self) -> DataError:
        place = f"character {self._before + self._at:,}"
        ended = self._ended and self._at >= len(self._text)
        return DataError(
            self._who,
            "well-formed JSON",
            f"the end of the file at {place}" if ended else f"a mistake after {place}",
            "Is the file truncated?" if self._ended else "",
        )


def load(path: Path, who: str) -> Any:
    """Return the content of a small JSON file."""
    try:
        return parse(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise unreadable(who, error) from error
    except ValueError as error:
        raise DataError(who, "well-formed JSON in UTF-8", f"something else in {path}") from error
