"""Tables of several answers to each item, row by row: which column is what, and what it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, option
from claimwise.data.coding import join
from claimwise.data.columns import Table, kind
from claimwise.data.long import no_label
from claimwise.data.role_names import OF_ANSWERS
from claimwise.data.roles import find_roles
from claimwise.data.scores import Coded, place_of
from claimwise.data.table_files import open_table
from claimwise.kernels.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class ResponseRows:
    """One answer in each row: numbers, or texts where the column has any (missing: NaN, -1)."""

    item: Coded
    source: Coded
    responder: Coded | None
    numbers: Floats | None
    texts: Coded | None
    inferred: tuple[str, ...] = ()
    files: tuple[tuple[str, int], ...] = ()  # names, and numbers of rows

    @property
    def name(self) -> str:
        """What messages call it: by its path, if it is one file."""
        return self.files[0][0] if len(self.files) == 1 else "the table"

    def place(self, row: int) -> str:
        """Say where a row stands: its number in its file, counted from 1 after the header."""
        return place_of(row, self.files)


def load_rows(
    sources: Sequence[Any], columns: Mapping[str, str] | None, *, texts: bool | None
) -> tuple[ResponseRows, list[str | None]]:
    """Return all rows of some tables, and the fingerprints of the files.

    `texts` says whether answers are texts; by default the tables tell.
    """
    given = {str(role): str(name) for role, name in (columns or {}).items()}
    tables = [open_table(source) for source in sources]
    if texts is None:
        texts = any(_holds_texts(table, given) for table in tables)
    parts = [
        _rows(table, given, texts, Path(source).stem if isinstance(source, str | Path) else None)
        for source, table in zip(sources, tables, strict=True)
    ]
    return _stacked(parts), [table.digest() for table in tables]


def _holds_texts(table: Table, given: Mapping[str, str]) -> bool:
    """Whether most of the first answers are words, verdicts such as yes and no among them."""
    name = find_roles(table, given, OF_ANSWERS).need("response")
    return kind(table.sample()[name]) in ("text", "verdict")


def _rows(table: Table, given: Mapping[str, str], texts: bool, stem: str | None) -> ResponseRows:
    roles = find_roles(table, given, OF_ANSWERS)
    item, response = roles.need("item"), roles.need("response")
    people = list(roles.able["responder"])
    source = roles.get("source")
    if source is None and stem is None:
        roles.need("source")  # says what is missing
    labels = [item, *([source] if source else []), *people, *([response] if texts else [])]
    loaded = table.load(labels, [] if texts else [response])
    if source:
        named = loaded.labels[source]
    else:
        named = Coded(np.zeros(loaded.rows, np.int32), (str(stem),))
    for role, column, coded in (
        ("item", item, loaded.labels[item]),
        ("source", source, named),
    ):
        empty = np.flatnonzero(coded.codes < 0)
        if len(empty):
            raise no_label(table, role, str(column), int(empty[0]))
    guessed = {"item": [item], "response": [response]}
    guessed |= {"source": [source]} if source else {}
    guessed |= {"responder": people} if people else {}
    told = [line.role for line in roles.inferred]
    inferred = [
        f"{role}: column {' or '.join(names)}"
        for role, names in guessed.items()
        if role in told and names != [role]
    ]
    if source is None:
        inferred.append(f"source: {stem}, as there is no column for it")
    return ResponseRows(
        item=loaded.labels[item],
        source=named,
        responder=_responders(table, [loaded.labels[name] for name in people], people),
        numbers=None if texts else loaded.scores[response],
        texts=loaded.labels[response] if texts else None,
        inferred=tuple(inferred),
        files=((table.name, loaded.rows),),
    )


def _responders(table: Table, columns: list[Coded], names: list[str]) -> Coded | None:
    """Return who answered: of several columns, the one that is filled in, such as rater or seed.

    Rater 1 and seed 1 are then not the same.
    """
    if len(columns) < 2:
        return columns[0] if columns else None
    filled = np.stack([column.codes >= 0 for column in columns])
    both = np.flatnonzero(filled.sum(axis=0) > 1)
    if len(both):
        row = int(both[0])
        there = [name for name, has in zip(names, filled[:, row], strict=True) if has]
        raise DataError(
            f"Row {row + 1} of {table.name} names several responders, in {' and '.join(there)}.",
            "Say which column it is: " + option("columns", {"responder": there[0]}) + ".",
        )
    offset, labels, codes = 0, [], np.full(len(columns[0]), -1, np.int32)
    for name, column in zip(names, columns, strict=True):
        labels += [f"{name} {label}" for label in column.labels]
        codes = np.where(column.codes >= 0, column.codes + np.int32(offset), codes)
        offset += len(column.labels)
    return Coded(codes.astype(np.int32), tuple(labels))


def _stacked(parts: Sequence[ResponseRows]) -> ResponseRows:
    if len(parts) == 1:
        return parts[0]
    sizes = [len(part.item) for part in parts]
    people = [part.responder for part in parts]
    numbers = [part.numbers for part in parts if part.numbers is not None]
    texts = [part.texts for part in parts if part.texts is not None]
    return ResponseRows(
        item=join([(part.item, n) for part, n in zip(parts, sizes, strict=True)]),
        source=join([(part.source, n) for part, n in zip(parts, sizes, strict=True)]),
        responder=join(list(zip(people, sizes, strict=True))) if any(people) else None,
        numbers=np.concatenate(numbers) if numbers else None,
        texts=join(list(zip(texts, sizes, strict=True))) if texts else None,
        inferred=tuple(dict.fromkeys(line for part in parts for line in part.inferred)),
        files=tuple(pair for part in parts for pair in part.files),
    )
