"""CSV and TSV files: we read the header, DuckDB the rows."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

from claimwise.core import DataError, counted
from claimwise.core.limits import above, limit
from claimwise.core.missing import unreadable
from claimwise.data.columns import SAMPLE, Loaded
from claimwise.data.engine import file_literal, literal
from claimwise.data.text_files import TextFile

LONGEST = 1 << 30  # characters in a cell: a prompt may be longer than Python expects
# DuckDB makes one cell of "a" "b"; single marks with nothing but blanks between them.
JOINED = re.compile(rb'[^",;\t\r\n]" +"[^"]')


class CsvFile(TextFile):
    """A file with a header line, and commas, tabs or semicolons between the cells."""

    dotted = False

    def __init__(self, path: Path) -> None:
        """Check the file and read its header."""
        super().__init__(path)
        self._sample: dict[str, list[str]] | None = None
        self.delimiter, self.skip = self._first_line()
        with self._rows() as rows:
            header = next((row for _, row in rows if not _left_out(row)), [""])
        if not any(header):
            self.content()  # says so of an empty file
        if len(header) > limit("columns"):
            raise above("columns", len(header), f"{self.name} has {len(header):,} columns")
        self.names = self._checked(header)

    def sample(self) -> dict[str, list[str]]:
        """Return the first rows as texts, column by column."""
        if self._sample is None:
            rows = self.ask(
                lambda con, path: con.execute(
                    f"SELECT * FROM {self._source(path)} {self._kept(path)} LIMIT {SAMPLE}"
                ).fetchall()
            )
            columns: list[tuple[str | None, ...]] = list(zip(*rows, strict=True))
            self._sample = {
                name: [cell or "" for cell in columns[i]] if columns else []
                for i, name in enumerate(self.names)
                if name
            }
        return self._sample

    def _load(self, con: Any, path: Path, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        asked = [*labels, *scores]
        cells = ", ".join(f"c{self.names.index(n)} AS c{i}" for i, n in enumerate(asked))
        query = f"SELECT {cells or '1 AS c0'} FROM {self._source(path)} {self._kept(path)}"
        return self.columns(con, query, asked).load(labels, scores)

    def _source(self, path: Path) -> str:
        """Return the table of the file as SQL, all cells as texts."""
        columns = ", ".join(f"c{i}: 'VARCHAR'" for i in range(len(self.names)))
        size = min(max(path.stat().st_size + 1, 1 << 21), LONGEST)
        return (
            f"read_csv({file_literal(path)}, auto_detect=false, columns={{{columns}}}, "
            f"header=true, skip={self.skip if path == self.path else 0}, "
            f"delim={literal(self.delimiter)}, quote='\"', escape='\"', strict_mode=true, "
            f"null_padding=false, max_line_size={size})"
        )

    def _kept(self, path: Path) -> str:
        """Return SQL that leaves out empty lines, which DuckDB takes for a row of one column."""
        return "WHERE c0 IS NOT NULL" if len(self.names) == 1 else ""

    def suspect(self) -> bool:
        """Whether the file has a mark that DuckDB forgives."""
        if not self.path.stat().st_size:
            return False
        with self.path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as view:
            near = view.find(b'" "') >= 0 or view.find(b'"  ') >= 0
            return near and JOINED.search(view) is not None

    def copy_to(self, path: Path) -> None:
        """Write a copy without empty lines, all of whose lines end alike."""
        width, first = len(self.names), True
        with self._rows() as rows, path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(
                file, delimiter=self.delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL
            )
            for line, row in rows:
                if _left_out(row, 2 if first else width):
                    continue
                if len(row) != width and not first:
                    raise DataError(
                        f"Line {line} of {self.name} has {counted(len(row), 'field')}; the header "
                        f"has {width}.",
                        "A cell with a comma in it stands between quotation marks.",
                    )
                writer.writerow(row)
                first = False

    def place(self, row: int) -> str:
        """Say in which line a row stands."""
        width = len(self.names)
        with self._rows() as rows:
            full = (line for line, cells in rows if not _left_out(cells, width))
            line = next(islice(full, row + 1, None))
        return f"in line {line} of {self.name}"

    @contextmanager
    def _rows(self) -> Iterator[Iterator[tuple[int, list[str]]]]:
        """Go through the rows with the numbers of their lines, slowly; says where one is broken."""
        size = csv.field_size_limit(LONGEST)
        line = 0
        try:
            with self.path.open(encoding="utf-8-sig", newline="") as file:
                reader = csv.reader(file, delimiter=self.delimiter, strict=True)
                try:
                    yield ((reader.line_num, row) for row in reader)
                finally:
                    line = reader.line_num
        except UnicodeDecodeError:
            self.content()  # says where
            raise
        except OSError as error:
            raise DataError(*unreadable(self.name, error)) from error
        except csv.Error as error:
            raise DataError(
                f"Line {line} of {self.name} is not CSV or TSV: {error}.",
                'A cell that begins with a quotation mark must end with one ("" inside it).',
            ) from error
        finally:
            csv.field_size_limit(size)

    def _first_line(self) -> tuple[str, int]:
        """Return the delimiter, and how many empty lines stand before the header."""
        skip, line = 0, ""
        with self.path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            for skip, line in enumerate(file):  # noqa: B007
                if line.strip():
                    break
        if "\t" in line:
            return "\t", skip
        return (";" if ";" in line and "," not in line else ","), skip

    def _checked(self, header: list[str]) -> tuple[str, ...]:
        names = tuple(name.strip() for name in header)
        seen: set[str] = set()
        for name in names:
            if name and name in seen:
                raise DataError(
                    f"{self.name} has several columns {name!r}.", "Rename all but one of them."
                )
            seen.add(name)
        return names


def _left_out(row: list[str], width: int = 2) -> bool:
    """Whether a line is empty; in a table of several columns blanks alone are nothing either."""
    if len(row) != 1:
        return not row
    return not (row[0] if width == 1 else row[0].strip())
