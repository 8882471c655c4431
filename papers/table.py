"""The table of a replication as CSV: written cell by cell, so that a run that ends can go on.

An empty line stands after each cell. What comes after the last one was cut while it was written.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path

from claimwise.core import DataError
from papers.base import Cell, Value

NUMBERS = ("quantity", "estimate", "low", "high", "studies")


def read_values(path: Path, columns: tuple[str, ...]) -> list[Value]:
    """Read the values of a table; none if there is no file."""
    lines = _lines(path, columns)
    return [_value(path, columns, k, line) for k, line in enumerate(lines, 2) if line]


def read_done(path: Path, columns: tuple[str, ...], cells: Sequence[Cell]) -> list[Value]:
    """Read the values of the cells that are complete; take what is cut off out of the file.

    Only the last cell may be cut. In a file without empty lines that is the cell of its last line.
    """
    lines = _lines(path, columns)
    end = max((k for k, line in enumerate(lines) if not line), default=-1) + 1
    if end == len(lines):
        return read_values(path, columns)
    done = [_value(path, columns, k, line) for k, line in enumerate(lines[:end], 2) if line]
    rest = [_value(path, columns, k, line) for k, line in enumerate(lines[end:-1], 2 + end)]
    with suppress(DataError):  # a part of a line
        rest.append(_value(path, columns, len(lines) + 1, lines[-1]))
    cut = cell_of(rest[-1], cells) if rest else None
    done += [value for value in rest if cell_of(value, cells) != cut]
    whole = path.with_name(f"{path.name}.new")
    whole.unlink(missing_ok=True)
    append_values(whole, columns, done)
    whole.replace(path)
    return done


def _lines(path: Path, columns: tuple[str, ...]) -> list[str]:
    """Return the lines below the head; an empty file has none, like one that is not there."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if not text:
        return []
    head, *lines = text.removesuffix("\n").split("\n")
    found = tuple(next(csv.reader([head]), []))
    if found != (*columns, *NUMBERS):
        raise DataError(
            f"the table {path}",
            f"the columns {', '.join((*columns, *NUMBERS))}",
            ", ".join(found) or "none",
            "Name another file.",
        )
    return lines


def _value(path: Path, columns: tuple[str, ...], number: int, line: str) -> Value:
    """Return the value of a line."""
    try:
        *where, quantity, estimate, low, high, studies = next(csv.reader([line]))
        place = tuple(zip(columns, where, strict=True))
        return Value(place, quantity, float(estimate), float(low), float(high), int(studies))
    except ValueError:
        raise DataError(
            f"the table {path}",
            f"{len(columns) + len(NUMBERS)} fields in each line, numbers at the end",
            f"line {number}: {line!r}",
            "Take that line's part of the table out, or name another file.",
        ) from None


def append_values(path: Path, columns: tuple[str, ...], values: Iterable[Value]) -> None:
    """Add the values of a cell to a table in one go, and its header if it is new."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if not path.exists() or not path.stat().st_size:
        writer.writerow([*columns, *NUMBERS])
    for value in values:
        numbers = (f"{x:.6g}" for x in (value.estimate, value.low, value.high))
        writer.writerow([*(v for _, v in value.where), value.quantity, *numbers, value.studies])
    with path.open("a", newline="", encoding="utf-8") as file:
        file.write(text.getvalue() + "\n")


def cell_of(value: Value, cells: Sequence[Cell]) -> int | None:
    """Return the number of the cell that a value is of: the closest of those that fit."""
    where = set(value.where)
    fit = [k for k, cell in enumerate(cells) if where.issuperset(cell.where)]
    return max(fit, key=lambda k: len(cells[k].where), default=None)
