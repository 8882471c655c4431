"""Large JSONL files by DuckDB; whatever is odd about one is left to the careful reader."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from mmap import ACCESS_READ, mmap
from typing import Any

from claimwise.core import DataError
from claimwise.data.columns import Loaded, kind
from claimwise.data.content import Content, look_meanwhile
from claimwise.data.duck import Odd, Relation, connect, literal, local_file, quoted
from claimwise.data.jsonlines import JsonLines

# Numbers that DuckDB may have written anew, and objects: labels that may not be as in the file.
REWRITTEN = re.compile(r"-?[0-9]+(\.[0-9]|e)|[{\[]", re.IGNORECASE)
MINUS_ZERO = re.compile(rb":[ \t]*-0[ \t]*[,}]")
BEGINNINGS = frozenset("-0123456789{[")


class DuckJson(JsonLines):
    """A large JSONL file; whatever is odd about it is left to the reader of lines."""

    def _start(self) -> None:
        self._looking = look_meanwhile(self.path, json=True)

    def content(self) -> Content:
        """Return what the file is made of; refuses what is no text."""
        return self._looking.result()

    def _refuse_new_names(self, con: Any, rows: int) -> None:
        """Refuse fields that the first lines do not have.

        Where every line has all fields, and the file no colon more than that takes, there are
        none; otherwise DuckDB lists the fields of all lines, which takes as long as reading them.
        """
        gaps = con.execute("SELECT count(*) FROM lines WHERE gap").fetchone()[0]
        if gaps or self.content().colons != len(self.names) * rows:
            objects = f"read_ndjson_objects({local_file(self.path)})"
            keys = f"SELECT DISTINCT unnest(json_keys(json)) FROM {objects}"
            if {name for (name,) in con.execute(keys).fetchall()} - set(self.names):
                raise self.find_all_names()

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some fields as labels and others as scores."""
        import duckdb

        try:
            return self._fast(labels, scores)
        except (duckdb.Error, Odd, DataError):
            self.content()
            return super().load(labels, scores)

    def _fast(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        types, asked = self._plan(labels, scores)
        gap = self._gap(types)
        listed = ", ".join(f"{literal(name)}: '{type_}'" for name, type_ in types.items())
        source = (
            f"read_json({local_file(self.path)}, format='newline_delimited', columns={{{listed}}})"
        )
        with connect() as con:
            table = _table(con, [*asked.values()], gap, source)
            loaded = _load(table, self.name, asked, labels, scores)
            self._refuse_new_names(con, loaded.rows)
        for column in loaded.labels.values():
            starts = {label[:1] for label in column.labels}  # mostly none that need a closer look
            if starts & BEGINNINGS and any(map(REWRITTEN.match, column.labels)):
                raise Odd
            if "0" in starts and "0" in column.labels and self._has_minus_zero():
                raise Odd
        return loaded

    def _has_minus_zero(self) -> bool:
        """Whether the file has a number -0, which DuckDB writes as 0."""
        with self.path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as view:
            return MINUS_ZERO.search(view) is not None

    def _gap(self, types: dict[str, str]) -> str:
        """Return SQL that is true for a line without all fields, and add these to what is read."""
        alike = len({frozenset(record) for record in self.first}) == 1
        colons = any(":" in value for values in self.sample().values() for value in values)
        if not alike or colons or len({name.lower() for name in self.names}) < len(self.names):
            return "true"
        for name in self.names:
            types.setdefault(name, "VARCHAR")
        return " OR ".join(f"{quoted(name)} IS NULL" for name in self.names)

    def _plan(
        self, labels: Sequence[str], scores: Sequence[str]
    ) -> tuple[dict[str, str], dict[str, str]]:
        """Return the types of the fields to read, and what to make of them."""
        types: dict[str, str] = {}
        asked: dict[str, str] = {}
        sample = self.sample()
        for name in (*labels, *scores):
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
                type_ = "DOUBLE"
            types[field] = type_
            asked[name] = value
        return types, asked


def _table(con: Any, asked: Sequence[str], gap: str, source: str) -> Any:
    """Read a file into a table with columns c0, c1, ... for what is asked for, and its gaps."""
    listed = ", ".join(f"{sql} AS c{i}" for i, sql in enumerate(asked))
    con.execute(f"CREATE TEMP TABLE lines AS SELECT {listed}, {gap} AS gap FROM {source}")
    return con.table("lines")


def _load(
    table: Any,
    name: str,
    asked: Mapping[str, str],
    labels: Sequence[str],
    scores: Sequence[str],
) -> Loaded:
    places = {name: f"c{i}" for i, name in enumerate(asked)}
    relation = Relation(table, name)
    loaded = relation.load([places[n] for n in labels], [places[n] for n in scores])
    return Loaded(
        loaded.rows,
        {n: loaded.labels[places[n]] for n in labels},
        {n: loaded.scores[places[n]] for n in scores},
    )
