"""DuckDB: Parquet files, its own relations, and large JSONL files."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import DataError, sentence
from claimwise.data.coding import Coder, factor, tidy
from claimwise.data.columns import NESTED, SAMPLE, Loaded, kind, no_rows
from claimwise.data.frames import short, text
from claimwise.data.jsonlines import JsonLines
from claimwise.data.numbers import OddScore, ScoreParser, score_error

NUMERIC = re.compile(r"(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*|BOOLEAN)")
# Numbers that DuckDB may have written anew, and objects: labels that may not be as in the file.
REWRITTEN = re.compile(r"-?[0-9]+(\.[0-9]|e)|[{\[]", re.IGNORECASE)


class Odd(Exception):
    """Something that is left to the careful reader."""


def available() -> bool:
    """Whether DuckDB is installed."""
    return importlib.util.find_spec("duckdb") is not None


def connect() -> Any:
    """Return a connection that touches nothing but memory."""
    import duckdb

    return duckdb.connect(config={"temp_directory": ""})


class Relation:
    """A relation: labels are coded by their hashes, and nothing else is fetched row by row."""

    dotted = False

    def __init__(
        self, relation: Any, who: str, name: str = "the relation", digest: str | None = None
    ) -> None:
        """Take a relation as it is; it is computed when columns are asked for."""
        self.relation, self.who, self.name, self._digest = relation, who, name, digest
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
            raise no_rows(self.who, self.name)
        coded = {
            name: self._coded(name, columns.pop(f"h{i}"))
            for i, name in enumerate((*labels, *texts))
        }
        numbers = {
            name: self._numbers(name, columns.pop(f"x{i}")) for i, name in enumerate(numeric)
        }
        for name in texts:
            numbers[name] = self._parsed(name, *coded.pop(name))
        return Loaded(rows, {n: tidy(*coded[n], column=n) for n in labels}, numbers)

    def _coded(self, name: str, hashes: NDArray[Any]) -> tuple[NDArray[np.int32], list[str]]:
        """Return codes by first appearance and their texts; exact, also where hashes collide."""
        hashes = np.ma.getdata(hashes)
        codes, first = factor(hashes.reshape(-1, 1))
        one = self.relation.project(f"{quoted(name)} AS v, hash({quoted(name)}) AS h").distinct()
        labels, their_hashes = self._labels(name, one)
        if len(labels) != len(first):  # two labels share a hash: go through all rows
            coder = Coder()
            rows = self._run(self.relation.project(quoted(name)).fetchall)
            codes = coder.codes([self._text(name, value) for (value,) in rows])
            return codes, coder.labels
        order = np.argsort(their_hashes)
        at = order[np.searchsorted(their_hashes[order], hashes[first])]
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
            raise DataError(
                sentence(f"column {name}", "a text or a number in each row", "a list or an object")
            )
        return shown

    def _numbers(self, name: str, column: NDArray[Any]) -> NDArray[np.float64]:
        values = np.ma.getdata(column).astype(np.float64)
        missing = np.ma.getmaskarray(column)
        odd = np.flatnonzero(~np.isfinite(values) & ~missing)
        if len(odd):
            raise score_error(
                name, OddScore(int(odd[0]), str(values[odd[0]])), self._place(int(odd[0]))
            )
        return np.where(missing, np.nan, values)

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
            raise DataError(
                sentence(self.who, f"{self.name} to be readable", short(error))
            ) from error


class DuckJson(JsonLines):
    """A large JSONL file; whatever is odd about it is left to the reader of lines."""

    def __init__(self, path: Path, who: str) -> None:
        """Look at the first lines, and make sure that the others have the same fields."""
        super().__init__(path, who, count=True)
        same = {frozenset(record) for record in self.first}
        if len(same) > 1 or self.content.colons != len(self.first_names) * self.content.lines:
            self.names = self._listed()

    def _listed(self) -> tuple[str, ...]:
        import duckdb

        try:
            with connect() as con:
                objects = f"read_ndjson_objects({_file(self)})"
                query = f"SELECT DISTINCT unnest(json_keys(json)) FROM {objects}"
                rows = con.execute(query).fetchall()
        except (duckdb.Error, Odd):
            return self.all_names()
        new = {name for (name,) in rows} - set(self.first_names)
        return self.all_names() if new else self.first_names

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some fields as labels and others as scores."""
        import duckdb

        try:
            return self._fast(labels, scores)
        except (duckdb.Error, Odd, DataError):
            return super().load(labels, scores)

    def _fast(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        types, asked = self._plan(labels, scores)
        listed = ", ".join(f"{literal(name)}: '{type_}'" for name, type_ in types.items())
        with connect() as con:
            con.execute(
                f"CREATE TABLE lines AS SELECT {', '.join(asked)} FROM read_json({_file(self)}, "
                f"format='newline_delimited', columns={{{listed}}})"
            )
            names = [*labels, *scores]
            table = con.table("lines")
            renamed = Relation(table, self.who, self.name)
            loaded = renamed.load(
                [f"c{names.index(n)}" for n in labels], [f"c{names.index(n)}" for n in scores]
            )
        coded = {n: loaded.labels[f"c{names.index(n)}"] for n in labels}
        for column in coded.values():
            if any(REWRITTEN.match(label) for label in column.labels):
                raise Odd
        return Loaded(loaded.rows, coded, {n: loaded.scores[f"c{names.index(n)}"] for n in scores})

    def _plan(
        self, labels: Sequence[str], scores: Sequence[str]
    ) -> tuple[dict[str, str], list[str]]:
        """Return the types of the fields to read, and what to make of them."""
        types: dict[str, str] = {}
        asked: list[str] = []
        sample = self.sample()
        for i, name in enumerate((*labels, *scores)):
            top, _, inner = ("", "", "") if name in self.names else name.partition(".")
            field = top or name
            if field in types or field.lower() in map(str.lower, types):
                raise Odd
            type_, value = "VARCHAR", quoted(field)
            if top:
                type_ = "JSON"
                path = "$" + "".join(f'."{part}"' for part in inner.split("."))
                value = f"json_extract_string({value}, {literal(path)})"
            elif name in scores and kind(sample[name]) == "number":
                if self.content.booleans:
                    raise Odd  # DuckDB would take true for 1
                type_ = "DOUBLE"
            types[field] = type_
            asked.append(f"{value} AS c{i}")
        return types, asked


def quoted(name: str) -> str:
    """Return a name as SQL."""
    return '"' + name.replace('"', '""') + '"'


def literal(value: str) -> str:
    """Return a text as SQL."""
    return "'" + value.replace("'", "''") + "'"


def _file(table: JsonLines) -> str:
    path = str(table.path.absolute())
    if any(character in path for character in "*?[{"):
        raise Odd  # DuckDB would look for a pattern
    return literal(path)
