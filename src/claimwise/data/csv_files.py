"""CSV and TSV files: we read the header, DuckDB the rows."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from claimwise.core import DataError, counted
from claimwise.core.limits import above, limit
from claimwise.core.missing import unreadable
from claimwise.data.columns import SAMPLE
from claimwise.data.engine import NUMBER, file_literal, literal
from claimwise.data.text_files import FEW, TextFile

LINE = 1 << 21  # bytes of a line; DuckDB refuses a longer one, unless it stands in our copy
LONGEST = 1 << 30  # characters in a cell: a prompt may be longer than Python expects


class CsvFile(TextFile):
    """A file with a header line, and commas, tabs or semicolons between the cells."""

    dotted = False

    def __init__(self, path: Path) -> None:
        """Check the file and read its header."""
        super().__init__(path)
        self._sample: dict[str, list[str]] | None = None
        self.delimiter, empty = self._first_line()
        self._empty_lines = empty > 0  # before the header, of which DuckDB may not see the end
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
            with self._rows() as rows:
                first = list(islice(self._whole(rows), SAMPLE + 1))[1:]  # without the header
            self._sample = {
                name: [row[i] for row in first] for i, name in enumerate(self.names) if name
            }
        return self._sample

    def query(
        self, path: Path, labels: Sequence[str], scores: Sequence[str], numbers: Collection[str]
    ) -> tuple[list[str], str]:
        """Return SQL for each column that is asked for, and the table to take it from."""
        places = {name: place for place, name in enumerate(self.names)}
        cells = {name: f"k{places[name]}" for name in (*labels, *scores)}
        types = ["VARCHAR"] * len(places)
        for name in numbers:
            if not self.content().grouped:
                types[places[name]] = "DOUBLE"
            elif len(numbers) <= FEW:
                cells[name] = NUMBER.format(cells[name])
        return [cells[name] for name in (*labels, *scores)], self._source(path, types)

    def _source(self, path: Path, types: Sequence[str]) -> str:
        """Return the table of the file as SQL."""
        columns = ", ".join(f"k{i}: '{type_}'" for i, type_ in enumerate(types))
        size = LINE  # of a line; more makes larger blocks, which are slower to read
        if path != self.path:
            size = min(max(path.stat().st_size + 1, LINE), LONGEST)
        # An empty line is a row in the eyes of DuckDB if there is one column.
        kept = " WHERE k0 IS NOT NULL" if len(self.names) == 1 else ""
        return (
            f"(FROM read_csv({file_literal(path)}, auto_detect=false, columns={{{columns}}}, "
            f"header=true, delim={literal(self.delimiter)}, quote='\"', escape='\"', "
            "strict_mode=true, "
            f"null_padding=false, max_line_size={size}){kept})"
        )

    def untidy(self) -> bool:
        """Whether the file has lines or marks that DuckDB takes for something else."""
        return self._empty_lines or self.content().joined

    def copy_to(self, path: Path) -> None:
        """Write a copy without empty lines, all of whose lines end alike."""
        with self._rows() as rows, path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(
                file, delimiter=self.delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL
            ).writerows(self._whole(rows))

    def _whole(self, rows: Iterator[tuple[int, list[str]]]) -> Iterator[list[str]]:
        """Go through the rows from the header on; refuses one of another length."""
        width, header = len(self.names), True
        for line, row in rows:
            if _left_out(row, 2 if header else width):
                continue
            if len(row) != width:
                raise DataError(
                    f"Line {line} of {self.name} has {counted(len(row), 'field')}; the header has "
                    f"{width}.",
                    "A cell with a comma in it stands between quotation marks.",
                )
            yield row
            header = False

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
