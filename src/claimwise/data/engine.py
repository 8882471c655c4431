"""DuckDB, which reads every file: connections that see one file alone, and columns out of tables.

It hands over the bytes of a column (`arrow_streams`), of which labels are coded (`coding`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError
from claimwise.core.missing import opening
from claimwise.data.arrow_streams import Numbers, parts
from claimwise.data.coding import Codes, TextCoder, tidy
from claimwise.data.columns import SAMPLE, Loaded, no_rows
from claimwise.data.memory import short, text
from claimwise.data.numbers import OddScore, parse_scores, score_error
from claimwise.kernels.arrays import Floats

NUMERIC = re.compile(r"(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*|BOOLEAN)")
LISTED = re.compile(r"\]$|^(STRUCT|MAP|UNION)\b")  # types of lists and objects
THREADS = 8  # more of them need more memory
SPARE = 1 << 30  # bytes of memory beyond three times the size of a file
# A cast of DuckDB forgives what is no number to us: 1_000 and +-1. What is not finite is looked
# for afterwards, and everything else that it takes is a number (tests/data/test_engine.py).
NUMBER = "CAST(if(contains({0}, '_') OR contains({0}, '+-'), 'odd', {0}) AS DOUBLE)"


def open_database(path: Path) -> Any:
    """Return a connection that can read one file and nothing else."""
    import duckdb

    con = duckdb.connect(
        config={
            "temp_directory": "",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "allow_community_extensions": "false",
            "memory_limit": f"{(3 * path.stat().st_size + SPARE) >> 20}MiB",
            "threads": min(THREADS, os.cpu_count() or 1),
        }
    )
    con.execute(
        "SET enable_progress_bar = false; "
        f"SET allowed_paths = [{literal(str(path.absolute()))}, {file_literal(path)}]; "
        "SET enable_external_access = false; "
        "SET lock_configuration = true"
    )
    return con


@contextmanager
def reading(path: Path) -> Iterator[Any]:
    """Yield a connection to one file, closed afterwards."""
    con = open_database(path)
    try:
        yield con
    finally:
        con.close()


def quoted(name: str) -> str:
    """Return a name as SQL."""
    return '"' + name.replace('"', '""') + '"'


def literal(value: str) -> str:
    """Return a text as SQL."""
    return "'" + value.replace("'", "''") + "'"


def file_literal(path: Path) -> str:
    """Return a path as SQL, in which nothing is taken for a pattern.

    >>> file_literal(Path("/data/a[1]*.csv"))
    "'/data/a[[]1][*].csv'"
    """
    return literal(re.sub(r"[*?\[]", r"[\g<0>]", str(path.absolute())))


class Relation:
    """A relation of DuckDB: one that the user made, a Parquet file, or what was read of another."""

    dotted = False

    def __init__(
        self,
        relation: Any,
        name: str = "the relation",
        digest: str | None = None,
        *,
        places: Mapping[str, str] | None = None,
        place: Callable[[int], str] | None = None,
    ) -> None:
        """Take a relation as it is; it is computed when columns are asked for.

        `places` says what columns are called in the relation, `place` in words where a row stands.
        """
        self.relation, self.name, self._digest = relation, name, digest
        self.places = places or {column: column for column in relation.columns}
        self.names = tuple(self.places)
        self._place = place or (lambda row: f"in row {row + 1} of {name}")

    def digest(self) -> str | None:
        """Return the fingerprint of the file behind it, if there is one."""
        return self._digest

    def sample(self) -> dict[str, list[str]]:
        """Return the first rows as texts, column by column."""
        rows = self._run(self.relation.limit(SAMPLE).fetchall)
        return {name: [text(row[i]) for row in rows] for i, name in enumerate(self.names)}

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some columns as labels and others as scores."""
        loaded: Loaded = self._run(lambda: self.columns(labels, scores))
        return loaded

    def _run(self, work: Callable[[], Any]) -> Any:
        import duckdb

        try:
            return work()
        except duckdb.Error as error:
            raise DataError(f"{opening(self.name)} cannot be read: {short(error)}.") from error

    def columns(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Do as `load` does, and leave DuckDB's errors to the caller."""
        types = dict(zip(self.relation.columns, map(str, self.relation.types), strict=True))
        types = {name: types[self.places[name]] for name in (*labels, *scores)}
        numeric = [name for name in scores if NUMERIC.fullmatch(types[name])]
        known = set(numeric)
        words = [*labels, *(name for name in scores if name not in known)]
        for name in words:
            if LISTED.search(types[name]):
                raise DataError(f"Column {name} of {self.name} has a list or an object.")
        asked = [self._cast(name, types[name], "VARCHAR") for name in words]
        asked += [self._cast(name, types[name], "DOUBLE") for name in numeric]
        coders = [TextCoder() for _ in words]
        numbers: list[list[Floats]] = [[] for _ in numeric]
        total = 0
        listed = ", ".join(f"{sql} AS x{i}" for i, sql in enumerate(asked)) or "1"
        for rows, part in parts(self.relation.project(listed)):
            for coder, cells in zip(coders, part, strict=False):
                coder.add(*cells)
            for name, column, cells in zip(numeric, numbers, part[len(words) :], strict=False):
                column.append(self._finite(name, cells, total))
            total += rows
        if not total:
            raise no_rows(self.name)
        texts = {name: coder.finish() for name, coder in zip(words, coders, strict=True)}
        values = {n: np.concatenate(column) for n, column in zip(numeric, numbers, strict=True)}
        for name in words[len(labels) :]:
            values[name] = self._parsed(name, *texts[name])
        return Loaded(total, {name: tidy(*texts[name], name) for name in labels}, values)

    def _cast(self, name: str, type_: str, wanted: str) -> str:
        sql = quoted(self.places[name])
        return sql if type_ == wanted else f"CAST({sql} AS {wanted})"

    def _finite(self, name: str, cells: Numbers, before: int) -> Floats:
        """Return a copy of numbers, NaN where a cell is empty; says where one is not finite."""
        values, there = cells
        odd = ~np.isfinite(values)
        if there is not None:
            odd &= there
        if odd.any():
            row = int(odd.argmax())
            raise score_error(name, OddScore(row, str(values[row])), self._place(before + row))
        return values.copy() if there is None else np.where(there, values, np.nan)

    def _parsed(self, name: str, codes: Codes, texts: list[str]) -> NDArray[np.float64]:
        """Return texts as scores; says where one is none."""
        try:
            return parse_scores(texts)[codes]
        except OddScore as odd:
            row = int(np.flatnonzero(codes == odd.position)[0])
            raise score_error(name, odd, self._place(row)) from None
