"""DuckDB, which reads every file: connections that see one file alone, and columns out of tables.

Labels are coded by their hashes, so that a text is fetched once and not once for each row.
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
from claimwise.data.coding import Coder, Codes, factor, tidy
from claimwise.data.columns import NESTED, SAMPLE, Loaded, no_rows
from claimwise.data.memory import short, text
from claimwise.data.numbers import OddScore, parse_scores, score_error

NUMERIC = re.compile(r"(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*|BOOLEAN)")
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
        sql = {name: quoted(self.places[name]) for name in (*labels, *scores)}
        numeric = [name for name in scores if NUMERIC.fullmatch(types[self.places[name]])]
        words = [*labels, *(name for name in scores if name not in numeric)]
        asked = [f"hash({sql[name]}) AS h{i}" for i, name in enumerate(words)]
        asked += [f"CAST({sql[name]} AS DOUBLE) AS x{i}" for i, name in enumerate(numeric)]
        fetched = self.relation.project(", ".join(asked or ["1"])).fetchnumpy()
        rows = len(next(iter(fetched.values())))
        if not rows:
            raise no_rows(self.name)
        texts = [
            self._texts(name, np.ma.getdata(fetched.pop(f"h{i}"))) for i, name in enumerate(words)
        ]
        coded = {
            name: tidy(*column, column=name)
            for name, column in zip(labels, texts[: len(labels)], strict=True)
        }
        numbers = {
            name: self._numbers(name, fetched.pop(f"x{i}")) for i, name in enumerate(numeric)
        }
        for name, column in zip(words[len(labels) :], texts[len(labels) :], strict=True):
            numbers[name] = self._parsed(name, *column)
        return Loaded(rows, coded, numbers)

    def _texts(self, name: str, hashes: NDArray[np.uint64]) -> tuple[Codes, list[str]]:
        """Return codes by first appearance and their texts; exact, also where hashes collide."""
        codes, first = factor(hashes)
        column = self.relation.project(f"{quoted(self.places[name])} AS v")
        labels, their_hashes = self._labels(name, column.distinct().project("v, hash(v) AS h"))
        if len(labels) != len(first):  # two labels share a hash: go through all rows
            coder = Coder()
            rows = column.fetchall()
            codes = coder.codes([self._text(name, value) for (value,) in rows])
            return codes, coder.labels
        ours, theirs = np.argsort(hashes[first]), np.argsort(their_hashes)
        at = np.empty(len(first), np.int64)
        at[ours] = theirs
        if not np.array_equal(their_hashes[at], hashes[first]):
            raise DataError(
                f"{opening(self.name)} has other values of {name} whenever it is computed.",
                "Make it a table first.",
            )
        return codes, [labels[i] for i in at.tolist()]

    def _labels(self, name: str, distinct: Any) -> tuple[list[str], NDArray[np.uint64]]:
        if str(distinct.types[0]) == "VARCHAR":  # no need for a tuple for each label
            columns = distinct.fetchnumpy()
            missing = np.ma.getmaskarray(columns["v"])
            labels = np.where(missing, "", np.ma.getdata(columns["v"])).tolist()
            return labels, np.ma.getdata(columns["h"])
        pairs = distinct.fetchall()
        labels = [self._text(name, value) for value, _ in pairs]
        return labels, np.array([hash_ for _, hash_ in pairs], dtype=np.uint64)

    def _text(self, name: str, value: Any) -> str:
        shown = text(value)
        if shown == NESTED:
            raise DataError(f"Column {name} of {self.name} has a list or an object.")
        return shown

    def _numbers(self, name: str, column: NDArray[Any]) -> NDArray[np.float64]:
        """Return numbers, NaN where a cell is empty; says where one is not finite."""
        values = np.ma.getdata(column).astype(np.float64, copy=False)
        missing = np.ma.getmaskarray(column) if np.ma.is_masked(column) else None
        odd = ~np.isfinite(values)
        if missing is not None:
            odd &= ~missing
        if odd.any():
            row = int(odd.argmax())
            raise score_error(name, OddScore(row, str(values[row])), self._place(row))
        return values if missing is None else np.where(missing, np.nan, values)

    def _parsed(self, name: str, codes: Codes, texts: list[str]) -> NDArray[np.float64]:
        """Return texts as scores; says where one is none."""
        try:
            return parse_scores(texts)[codes]
        except OddScore as odd:
            row = int(np.flatnonzero(codes == odd.position)[0])
            raise score_error(name, odd, self._place(row)) from None
