"""The table of a replication as CSV: written cell by cell, so that a run that ends can go on."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from claimwise.core import DataError, sentence
from claimwise.replications.base import Cell, Value

NUMBERS = ("quantity", "estimate", "low", "high", "studies")


def read_values(path: Path, columns: tuple[str, ...]) -> list[Value]:
    """Read the values of a table; none if there is no file."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != (*columns, *NUMBERS):
            raise DataError(
                sentence(
                    f"the table {path}",
                    f"the columns {', '.join((*columns, *NUMBERS))}",
                    ", ".join(reader.fieldnames or ()) or "none",
                    "Name another file.",
                )
            )
        return [
            Value(
                tuple((name, line[name]) for name in columns),
                line["quantity"],
                float(line["estimate"]),
                float(line["low"]),
                float(line["high"]),
                int(line["studies"]),
            )
            for line in reader
        ]


def append_values(path: Path, columns: tuple[str, ...], values: Iterable[Value]) -> None:
    """Add values to a table, and its header if it is new."""
    new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        if new:
            writer.writerow([*columns, *NUMBERS])
        for value in values:
            numbers = (f"{x:.6g}" for x in (value.estimate, value.low, value.high))
            writer.writerow([*(v for _, v in value.where), value.quantity, *numbers, value.studies])


def has(values: list[Value], cell: Cell) -> bool:
    """Whether the values of a cell are among these."""
    return any(set(cell.where) <= set(value.where) for value in values)
