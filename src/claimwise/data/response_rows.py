"""Tables of several answers to each item, row by row: which column is what, and what it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, ParameterError, did_you_mean, option
from claimwise.core.missing import lacks
from claimwise.data.coding import join
from claimwise.data.columns import NESTED, Table, kind
from claimwise.data.long import no_label
from claimwise.data.roles import ALIASES as SCORES
from claimwise.data.scores import Coded
from claimwise.data.table_files import open_table
from claimwise.kernels.arrays import Floats

WHO = "reading responses"
# The names under which a column may come, the preferred one first.
ALIASES: dict[str, tuple[str, ...]] = {
    "item": SCORES["item"],
    "source": ("source", *SCORES["system"]),
    "response": ("response", "answer", "score", "value", "rating", "label"),
    "responder": ("responder", *SCORES["rater"], *SCORES["run"]),
}


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

    def place(self, row: int) -> str:
        """Say where a row stands: its number in its file, counted from 1 after the header."""
        for name, rows in self.files:
            if row < rows:
                return f"row {row + 1} of {name}"
            row -= rows
        return f"row {row + 1}"


def load_rows(
    sources: Sequence[Any], columns: Mapping[str, str] | None, *, texts: bool | None
) -> tuple[ResponseRows, list[str | None]]:
    """Return all rows of some tables, and the fingerprints of the files.

    `texts` says whether answers are texts; by default the tables tell.
    """
    given = _given(columns or {})
    tables = [open_table(source) for source in sources]
    if texts is None:
        texts = any(_holds_texts(table, given) for table in tables)
    parts = [
        _loaded(table, given, texts, Path(source).stem if isinstance(source, str | Path) else None)
        for source, table in zip(sources, tables, strict=True)
    ]
    return _stacked(parts), [table.digest() for table in tables]


def find_columns(table: Table, given: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the columns of each role, the preferred one first; none where there is none."""
    plain: dict[str, str] = {}
    for name in table.names:
        plain.setdefault(name.strip().lower().replace(" ", "_").replace("-", "_"), name)
    found: dict[str, list[str]] = {}
    for role, aliases in ALIASES.items():
        if role in given:
            found[role] = [_named(table, role, given[role])]
            continue
        taken = {name for names in found.values() for name in names} | set(given.values())
        able = [plain[alias] for alias in aliases if alias in plain]
        found[role] = [name for name in able if name not in taken]
    return found


def _given(columns: Mapping[str, str]) -> dict[str, str]:
    """Return role -> column; a role may go by any of the names of its columns."""
    found: dict[str, str] = {}
    for said, name in columns.items():
        role = next((r for r, names in ALIASES.items() if said == r or said in names), None)
        if role is None:
            known = list(ALIASES)
            raise ParameterError(
                "columns", f"roles among {', '.join(known)}", said, did_you_mean(said, known)
            )
        if role in found or name in found.values():
            raise ParameterError("columns", "each role and each column once", repr(said))
        found[role] = str(name)
    return found


def _named(table: Table, role: str, name: str) -> str:
    same = [n for n in table.names if n == name] or [
        n for n in table.names if n.strip().lower() == name.strip().lower()
    ]
    if len(same) != 1:
        raise DataError(*lacks(table.name, f"column {name}", table.names, name))
    return same[0]


def _column(table: Table, found: Mapping[str, Sequence[str]], role: str) -> str:
    if not found[role]:
        problem, _ = lacks(table.name, f"column for the {role}", table.names)
        known = ", ".join(ALIASES[role])
        named = option("columns", {role: "NAME"})
        raise DataError(problem, "Name it: " + named + f"; recognised are {known}.")
    return found[role][0]


def _holds_texts(table: Table, given: Mapping[str, str]) -> bool:
    """Whether most of the first answers are words, verdicts such as yes and no among them."""
    name = _column(table, find_columns(table, given), "response")
    return kind(table.sample()[name]) in ("text", "verdict")


def _loaded(table: Table, given: Mapping[str, str], texts: bool, stem: str | None) -> ResponseRows:
    return _rows(table, given, texts, stem)


def _rows(table: Table, given: Mapping[str, str], texts: bool, stem: str | None) -> ResponseRows:
    found = find_columns(table, given)
    item, response = _column(table, found, "item"), _column(table, found, "response")
    nested = {name for name, shown in table.sample().items() if NESTED in shown}
    people = [name for name in found["responder"] if name not in nested]
    source = found["source"][0] if found["source"] else None
    if source is None and stem is None:
        _column(table, found, "source")  # says what is missing
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
    inferred = [
        f"{role}: column {' or '.join(names)}"
        for role, names in guessed.items()
        if role not in given and names != [role]
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
