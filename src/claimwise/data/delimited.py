"""CSV and TSV files, row by row; the reader that can name every line."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, counted
from claimwise.core.missing import unreadable
from claimwise.data.coding import Coder
from claimwise.data.columns import SAMPLE, Loaded, no_rows
from claimwise.data.content import TextFile
from claimwise.data.numbers import OddScore, ScoreParser, score_error

CELLS = 1 << 14  # read at a time: many live lists would keep the garbage collector busy
LONGEST = 1 << 30  # characters in a cell: a prompt may be longer than Python expects


class Delimited(TextFile):
    """A file with a header line, and commas, tabs or semicolons between the cells."""

    dotted = False

    def __init__(self, path: Path) -> None:
        """Check the file and read its header."""
        super().__init__(path)
        self._first: list[list[str]] | None = None
        self.delimiter = self._delimiter()
        with self._reader() as reader:
            header = next((row for row in reader if not _is_empty(row)), [""])
        if not any(header):
            self.content()  # says so of an empty file
        self.names: tuple[str, ...] = self._checked(header)

    def sample(self) -> dict[str, list[str]]:
        """Return the first rows as texts, column by column."""
        if self._first is None:
            with self._reader() as reader:
                self._first = [row for chunk in self._chunks(reader, SAMPLE) for row in chunk]
        first = self._first
        return {name: [row[i] for row in first] for i, name in enumerate(self.names) if name}

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some columns as labels and others as scores."""
        places = {name: self.names.index(name) for name in (*labels, *scores)}
        coders = {name: Coder() for name in labels}
        parsers = {name: ScoreParser() for name in scores}
        numbers: dict[str, list[Any]] = {name: [] for name in scores}
        total = 0
        with self._reader() as reader:
            for chunk in self._chunks(reader):
                columns = list(zip(*chunk, strict=True))
                for name, coder in coders.items():
                    coder.add(columns[places[name]])
                for name, parser in parsers.items():
                    try:
                        numbers[name].append(parser.parse(columns[places[name]]))
                    except OddScore as odd:
                        line = self._line(total + odd.position)
                        raise score_error(name, odd, f"in line {line} of {self.name}") from None
                total += len(chunk)
        if not total:
            raise no_rows(self.name)
        return Loaded(
            total,
            {name: coder.finish(name) for name, coder in coders.items()},
            {name: np.concatenate(parts) for name, parts in numbers.items()},
        )

    @contextmanager
    def _reader(self) -> Iterator[Any]:
        """Open the file; what is wrong with it is said with the number of the line."""
        limit = csv.field_size_limit(LONGEST)
        line = 0
        try:
            with self.path.open(encoding="utf-8-sig", newline="") as file:
                reader = csv.reader(file, delimiter=self.delimiter, strict=True)
                try:
                    yield reader
                finally:
                    line = reader.line_num
        except UnicodeDecodeError:
            self.content()  # says where
            raise
        except OSError as error:
            raise DataError(*unreadable(self.path, error)) from error
        except csv.Error as error:
            raise DataError(
                f"Line {line} of {self.path} is not CSV or TSV: {error}.",
                'A cell that begins with a quotation mark must end with one ("" inside it).',
            ) from error
        finally:
            csv.field_size_limit(limit)

    def _chunks(self, reader: Any, rows: int | None = None) -> Iterator[list[list[str]]]:
        """Yield the rows after the header, some thousands of cells at a time."""
        width = len(self.names)
        for row in reader:
            if not _is_empty(row):
                break  # the header
        left = islice(reader, rows)
        while chunk := list(islice(left, max(16, CELLS // width))):
            if set(map(len, chunk)) != {width}:
                chunk = [row for row in chunk if len(row) == width or not _is_empty(row)]
                if set(map(len, chunk)) - {width}:
                    raise self._ragged()
            yield chunk

    def _numbered(self) -> Iterator[tuple[int, list[str]]]:
        """Go through the rows after the header with the numbers of their lines; slowly."""
        with self._reader() as reader:
            rows = ((reader.line_num, row) for row in reader)
            full = (pair for pair in rows if not _is_empty(pair[1]) or len(self.names) == 1)
            yield from islice((pair for pair in full if pair[1]), 1, None)

    def _line(self, number: int) -> int:
        return next(islice(self._numbered(), number, None))[0]

    def _ragged(self) -> DataError:
        width = len(self.names)
        line, row = next((line, row) for line, row in self._numbered() if len(row) != width)
        return DataError(
            f"Line {line} of {self.path} has {counted(len(row), 'field')}; the header has {width}.",
            "A cell with a comma in it stands between quotation marks.",
        )

    def _delimiter(self) -> str:
        with self.path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            line = next((line for line in file if line.strip()), "")
        if "\t" in line:
            return "\t"
        return ";" if ";" in line and "," not in line else ","

    def _checked(self, header: list[str]) -> tuple[str, ...]:
        names = tuple(name.strip() for name in header)
        seen: set[str] = set()
        for name in names:
            if name and name in seen:
                raise DataError(
                    f"{self.path} has several columns {name!r}.", "Rename all but one of them."
                )
            seen.add(name)
        return names


def _is_empty(row: list[str]) -> bool:
    """Whether a row comes from a line with nothing but blanks in it."""
    return not row or (len(row) == 1 and not row[0].strip())
