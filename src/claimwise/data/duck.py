"""Relations of DuckDB: its own, Parquet files, and what large files are read into."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError
from claimwise.core.missing import opening
from claimwise.data.coding import Coder, factor, tidy
from claimwise.data.columns import NESTED, SAMPLE, Loaded, no_rows
from claimwise.data.frames import short, text
from claimwise.data.numbers import OddScore, ScoreParser, score_error

NUMERIC = re.compile(r"(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*|BOOLEAN)")


class Odd(Exception):
    """Something that is left to the careful reader."""


def available() -> bool:
    """Whether DuckDB is installed."""
    return importlib.util.find_spec("duckdb") is not None


def connect() -> Any:
    """Return a connection, with temporary tables of its own, that touches nothing but memory."""
    return _database().cursor()


@cache
def _database() -> Any:
    import duckdb

    con = duckdb.connect(config={"temp_directory": ""})
    con.execute("SET enable_progress_bar = false")
    return con


class Relation:
    """A relation: labels are coded by their hashes, and nothing else is fetched row by row."""

    dotted = False

    def __init__(
        self, relation: Any, name: str = "the relation", digest: str | None = None
    ) -> None:
        """Take a relation as it is; it is computed when columns are asked for."""
        self.relation, self.name, self._digest = relation, name, digest
        self.names = tuple(relation.columns)

    def digest(self) -> str | None:
        """Return the fingerprint of the file behind it, if there is one."""
        return self._digest

    def sample(self) -> dict[str, list[str]]:
        """Return the first rows as texts, column by column."""
        rows = self._run(self.relation.limit(SAMPLE).fetchall)
        return {name: [text(row[i]) for row in rows] for i, name in enumerate(self.names)}

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some columns as labels and others as scores."""
        types = dict(zip(self.names, map(str, self.relation.types), strict=True))
        numeric = [name for name in scores if NUMERIC.fullmatch(types[name])]
        texts = [name for name in scores if name not in numeric]
        asked = [f"hash({quoted(name)}) AS h{i}" for i, name in enumerate((*labels, *texts))]
        asked += [f"CAST({quoted(name)} AS DOUBLE) AS x{i}" for i, name in enumerate(numeric)]
        columns = self._run(self.relation.project(", ".join(asked)).fetchnumpy)
        rows = len(next(iter(columns.values())))
        if not rows:
            raise no_rows(self.name)
        with ThreadPoolExecutor(2) as pool:  # while DuckDB looks for the labels
            hashes = [np.ma.getdata(columns.pop(f"h{i}")) for i in range(len(labels) + len(texts))]
            factored = [pool.submit(factor, column.reshape(-1, 1)) for column in hashes]
            coded = {
                name: self._coded(name, hashes[i], factored[i])
                for i, name in enumerate((*labels, *texts))
            }
        numbers = {
            name: self._numbers(name, columns.pop(f"x{i}")) for i, name in enumerate(numeric)
        }
        for name in texts:
            numbers[name] = self._parsed(name, *coded.pop(name))
        return Loaded(rows, {n: tidy(*coded[n], column=n) for n in labels}, numbers)

    def _coded(
        self,
        name: str,
        hashes: NDArray[np.uint64],
        factored: Future[tuple[NDArray[np.int32], NDArray[np.int64]]],
    ) -> tuple[NDArray[np.int32], list[str]]:
        """Return codes by first appearance and their texts; exact, also where hashes collide."""
        distinct = self.relation.project(f"{quoted(name)} AS v").distinct()
        labels, their_hashes = self._labels(name, distinct.project("v, hash(v) AS h"))
        codes, first = factored.result()
        if len(labels) != len(first):  # two labels share a hash: go through all rows
            coder = Coder()
            rows = self._run(self.relation.project(quoted(name)).fetchall)
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
            columns = self._run(distinct.fetchnumpy)
            missing = np.ma.getmaskarray(columns["v"])
            labels = np.where(missing, "", np.ma.getdata(columns["v"])).tolist()
            return labels, np.ma.getdata(columns["h"])
        pairs = self._run(distinct.fetchall)
        labels = [self._text(name, value) for value, _ in pairs]
        return labels, np.array([hash_ for _, hash_ in pairs], dtype=np.uint64)

    def _text(self, name: str, value: Any) -> str:
        shown = text(value)
        if shown == NESTED:
            raise DataError(f"Column {name} of {self.name} has a list or an object.")
        return shown

    def _numbers(self, name: str, column: NDArray[Any]) -> NDArray[np.float64]:
        values = np.ma.getdata(column).astype(np.float64, copy=False)
        missing = np.ma.getmaskarray(column) if np.ma.is_masked(column) else None
        odd = ~np.isfinite(values)
        if missing is not None:
            odd &= ~missing
        if odd.any():
            row = int(odd.argmax())
            raise score_error(name, OddScore(row, str(values[row])), self._place(row))
        return values if missing is None else np.where(missing, np.nan, values)

    def _parsed(self, name: str, codes: NDArray[np.int32], texts: list[str]) -> NDArray[np.float64]:
        try:
            return ScoreParser().parse(texts)[codes]
        except OddScore as odd:
            row = int(np.flatnonzero(codes == odd.position)[0])
            raise score_error(name, odd, self._place(row)) from None

    def _place(self, row: int) -> str:
        return f"in row {row + 1} of {self.name}"

    def _run(self, fetch: Callable[[], Any]) -> Any:
        import duckdb

        try:
            return fetch()
        except duckdb.Error as error:
            raise DataError(f"{opening(self.name)} cannot be read: {short(error)}.") from error


def quoted(name: str) -> str:
    """Return a name as SQL."""
    return '"' + name.replace('"', '""') + '"'


def literal(value: str) -> str:
    """Return a text as SQL."""
    return "'" + value.replace("'", "''") + "'"


def local_file(path: Path) -> str:
    """Return a path as SQL; Odd where DuckDB would take it for a pattern."""
    if any(character in str(path.absolute()) for character in "*?[{"):
        raise Odd
    return literal(str(path.absolute()))
