"""The authors' files: a table is read whole or refused, with the line that is wrong."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import NoReturn

from claimwise.core import DataError
from papers.base import Effort

AGAIN = "Fetch the file again; docs/papers.md says where it is published."


@dataclass(frozen=True, slots=True)
class Line:
    """A row of an authors' table; `at` is its line in the file."""

    file: Path
    at: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        """Return a cell as text."""
        return self.cells[column]

    def number(self, column: str) -> float:
        """Return a cell that is a number."""
        try:
            found = float(self[column])
        except ValueError:
            found = float("nan")
        if not isfinite(found):
            self.refuse(column, "a number")
        return found

    def whole(self, column: str, low: int, high: int) -> int:
        """Return a cell that is a whole number of a range."""
        found = self.number(column)
        if not (found.is_integer() and low <= found <= high):
            self.refuse(column, f"a whole number from {low} to {high}")
        return int(found)

    def one_of(self, column: str, *known: str) -> str:
        """Return a cell that is one of a few words."""
        if self[column] not in known:
            self.refuse(column, " or ".join(known))
        return self[column]

    def refuse(self, column: str, needs: str) -> NoReturn:
        """Say what a cell should be."""
        found = f"{self[column]!r} in line {self.at}"
        raise wrong(self.file, f"{needs} in the column {column}", found)


@dataclass(frozen=True, slots=True)
class Table:
    """A table that the authors published: its name, the columns that are read, and all its rows.

    A file with fewer or more rows is another one, and what comes of it is beside the point.
    """

    name: str
    columns: tuple[str, ...]
    rows: int
    delimiter: str = ","

    def read(self, effort: Effort) -> list[Line]:
        """Return the rows of the file in the folder of data."""
        return self.lines(effort.file(self.name))

    def lines(self, path: Path) -> list[Line]:
        """Return the rows of this file."""
        found = list(self._lines(path))
        if len(found) != self.rows:
            raise wrong(path, f"the {self.rows:,} rows of the authors' file", f"{len(found):,}")
        return found

    def _lines(self, path: Path) -> Iterator[Line]:
        """Yield the rows, each with all its columns."""
        # Lines of one of the files end as they did on old Macs, which reading as text mends.
        reader = csv.reader(StringIO(_text(path)), delimiter=self.delimiter, strict=True)
        try:
            head = next(reader, [])
            missing = [name for name in self.columns if name not in head]
            if missing:
                found = ", ".join(filter(None, head)) or "none"
                raise wrong(path, f"the columns {', '.join(self.columns)}", found)
            last = max(head.index(name) for name in self.columns)
            for cells in reader:
                if not any(cells):
                    continue
                if len(cells) <= last:
                    found = f"{len(cells)} in line {reader.line_num}"
                    raise wrong(path, f"{last + 1} cells or more in each line", found)
                yield Line(path, reader.line_num, dict(zip(head, cells, strict=False)))
        except csv.Error as error:
            found = f"line {reader.line_num}: {error}"
            raise wrong(path, "lines of a table", found) from None


def _text(path: Path) -> str:
    """Return what a file holds."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"other bytes at position {error.start:,}"
        raise wrong(path, "text in UTF-8", found) from None
    except OSError as error:
        raise wrong(path, "a file that can be read", error.strerror or error) from None


def wrong(path: Path, needs: str, found: object) -> DataError:
    """Return the refusal of a file of the right name that holds something else."""
    return DataError(f"the authors' file {path}", needs, found, AGAIN)
