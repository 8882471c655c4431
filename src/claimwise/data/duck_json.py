"""Large JSONL files by DuckDB; whatever is odd about one is left to the careful reader."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from claimwise.core import DataError
from claimwise.data.columns import Loaded, kind
from claimwise.data.content import Content, look_meanwhile
from claimwise.data.duck import Odd, Relation, connect, literal, local_file, quoted
from claimwise.data.jsonlines import JsonLines

# Numbers that DuckDB may have written anew, and objects: labels that may not be as in the file.
REWRITTEN = re.compile(r"-?[0-9]+(\.[0-9]|e)|[{\[]", re.IGNORECASE)


class DuckJson(JsonLines):
    """A large JSONL file; whatever is odd about it is left to the reader of lines."""

    def _start(self) -> None:
        self._looking = look_meanwhile(self.path, self.who, json=True)

    def content(self) -> Content:
        """Return what the file is made of; refuses what is no text."""
        return self._looking.result()

    def _refuse_new_names(self, con: Any) -> None:
        """Refuse fields that the first lines do not have."""
        content = self.content()
        alike = len({frozenset(record) for record in self.first}) == 1
        if not alike or content.colons != len(self.names) * content.lines:
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
        listed = ", ".join(f"{literal(name)}: '{type_}'" for name, type_ in types.items())
        source = (
            f"read_json({local_file(self.path)}, format='newline_delimited', columns={{{listed}}})"
        )
        with connect() as con:
            table = _table(con, asked, source)
            loaded = _load(table, self.who, self.name, asked, labels, scores)
            self._refuse_new_names(con)
        for column in loaded.labels.values():
            if any(map(REWRITTEN.match, column.labels)):
                raise Odd
        return loaded

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


def _table(con: Any, asked: Mapping[str, str], source: str) -> Any:
    """Read a file into a table with a column c0, c1, ... for each thing that is asked for."""
    listed = ", ".join(f"{sql} AS c{i}" for i, sql in enumerate(asked.values()))
    con.execute(f"CREATE TEMP TABLE lines AS SELECT {listed} FROM {source}")
    return con.table("lines")


def _load(
    table: Any,
    who: str,
    name: str,
    asked: Mapping[str, str],
    labels: Sequence[str],
    scores: Sequence[str],
) -> Loaded:
    places = {name: f"c{i}" for i, name in enumerate(asked)}
    relation = Relation(table, who, name)
    loaded = relation.load([places[n] for n in labels], [places[n] for n in scores])
    return Loaded(
        loaded.rows,
        {n: loaded.labels[places[n]] for n in labels},
        {n: loaded.scores[places[n]] for n in scores},
    )
