"""JSON as tables: one object in each line, or a list of objects; their fields are the columns."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError
from claimwise.core.limits import above, limit
from claimwise.core.missing import unreadable
from claimwise.data.columns import SAMPLE, Loaded, no_rows
from claimwise.data.content import BLOCK
from claimwise.data.engine import NUMBER, file_literal, literal, quoted
from claimwise.data.memory import text
from claimwise.data.text_files import FEW, Odd, TextFile

LARGEST = 1 << 24  # bytes of an object, unless a file is known to have a larger one
DOTS = 8  # in a name, up to which every one may be part of a field's own name
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]', re.DOTALL)
OPENED = "length(json) - length(replace(replace(json, '{', ''), '[', ''))"


class _Twice(ValueError):
    """A field that stands twice in one object."""


class JsonFile(TextFile):
    """Objects of JSON; a number is its value in shortest form, as in a data frame."""

    dotted = True
    json = True

    def __init__(self, path: Path, *, array: bool = False) -> None:
        """Check the file, look at its first objects and at the names of all fields."""
        super().__init__(path)
        self.array = array
        self.names = ()
        self._distinct = True
        self.flat = False  # whether it is known that no object holds a list or an object
        self._sample: dict[str, list[str]] = {}
        self.booleans: set[str] = set()  # columns that have some
        self.ask(self._open)
        self.content()

    def sample(self) -> dict[str, list[str]]:
        """Return the first rows as texts, column by column."""
        return self._sample

    # ---- what DuckDB does

    def _options(self, path: Path) -> str:
        form = "array" if self.array and path == self.path else "newline_delimited"
        size = max(LARGEST, self.longest + 1)
        return f"{file_literal(path)}, format='{form}', maximum_object_size={size}"

    def _source(self, path: Path) -> str:
        return f"read_json_objects({self._options(path)})"

    def _open(self, con: Any, path: Path) -> None:
        """Find the names of all fields, and the first rows."""
        con.execute(f"CREATE TEMP TABLE first AS FROM {self._source(path)} LIMIT {SAMPLE}")
        keys = con.execute("SELECT json_keys(json), json_type(json) FROM first").fetchall()
        if not keys:
            self.content()  # says so of an empty file
            raise no_rows(self.name)
        self._take_names(keys)
        if len(keys) == SAMPLE:
            self._all_names(con, path)
        self._refuse_depth(con, path)
        rows = con.execute("SELECT json_extract(json, '$') FROM first").fetchall()
        try:
            records = [json.loads(record) for (record,) in rows]
        except RecursionError:
            raise Odd from None
        self.booleans = {n for r in records for n, value in r.items() if isinstance(value, bool)}
        self._sample = {name: [text(r.get(name)) for r in records] for name in self.names}

    def _take_names(self, keys: Sequence[tuple[list[str], str]]) -> None:
        names = dict.fromkeys(self.names)
        for own, kind in keys:
            if kind != "OBJECT" or len(set(own)) != len(own):
                raise Odd
            if len(names) <= limit("columns"):
                names |= dict.fromkeys(own)
        if len(names) > limit("columns"):
            raise above("columns", len(names), f"{self.name} has {len(names):,} fields or more")
        self.names = tuple(names)
        # Whether names differ by more than their capitals, which DuckDB does not heed.
        self._distinct = len({name.lower() for name in names}) == len(names) and "" not in names

    def _all_names(self, con: Any, path: Path) -> None:
        """Take up the fields that the first objects do not have; refuse a field that comes twice.

        If every object has every name with a colon behind it, and the file has no colon more than
        that takes, then there is nothing else in it. Otherwise DuckDB lists the fields of all
        objects, which takes longer than reading some of them.
        """
        source = self._source(path)
        if len(self.names) <= FEW:
            ((rows, full),) = con.execute(
                f"SELECT count(*), count(*) FILTER (WHERE {_has_all(self.names)}) FROM {source}"
            ).fetchall()
            content = self.content()
            if rows == full and content.colons == rows * len(self.names):
                self.flat = not content.lists
                return
        keys = "json_keys(json) AS k, json_type(json) AS t"
        different = con.execute(f"SELECT DISTINCT {keys} FROM {source}").fetchall()
        if {name for own, _ in different for name in own} - set(self.names):
            different = con.execute(  # by first appearance, which takes longer
                f"SELECT k, t FROM (SELECT {keys}, row_number() OVER () AS i FROM {source}) "
                "GROUP BY k, t ORDER BY min(i)"
            ).fetchall()
        self._take_names(different)

    def _refuse_depth(self, con: Any, path: Path) -> None:
        """Refuse lists and objects inside each other beyond the limit."""
        most = limit("nesting")
        if self.flat:
            return
        if not self.array and path == self.path and _most_opened(path) <= most:
            return
        objects = con.execute(f"SELECT json FROM {self._source(path)} WHERE {OPENED} > {most}")
        while rows := objects.fetchmany(100):
            levels = max(_levels(text) for (text,) in rows)
            if levels > most:
                raise above("nesting", levels, f"{self.name} has {levels:,} levels of JSON")

    def query(
        self, path: Path, labels: Sequence[str], scores: Sequence[str], numbers: Collection[str]
    ) -> tuple[list[str], str]:
        """Return SQL for each field that is asked for; booleans among scores are 1 and 0."""
        asked = [*labels, *scores]
        if asked and set(asked) <= set(self.names) and self._distinct:
            typed = (f"{literal(n)}: '{'DOUBLE' if n in numbers else 'VARCHAR'}'" for n in asked)
            source = f"read_json({self._options(path)}, columns={{{', '.join(typed)}}})"
            booleans = self.booleans & set(scores) - set(numbers)
            if len(booleans) > FEW:
                booleans = set()
            said = "(CASE {0} WHEN 'true' THEN '1' WHEN 'false' THEN '0' ELSE {0} END)"
            cells = [(said if n in booleans else "{0}").format(quoted(n)) for n in asked]
            return cells, source
        pointers: list[str] = []
        cells, types = [], []
        for i, name in enumerate(asked):
            ways = [_pointer(way) for way in self._ways(name)]
            found = [f"l[{len(pointers) + k + 1}]" for k in range(len(ways))]
            pointers += ways
            cell = f"coalesce({', '.join(found)})" if len(found) > 1 else found[0]
            if name in scores and name in self.booleans:
                types.append(f"json_type(json, {literal(ways[0])}) AS t{i}")
                yes = f"if({cell} = 'true', '1', '0')"
                cell = f"(CASE t{i} WHEN 'BOOLEAN' THEN {yes} ELSE {cell} END)"
            cells.append(NUMBER.format(cell) if name in numbers else cell)
        listed = ", ".join(map(literal, pointers))
        inner = ", ".join([f"json_extract_string(json, [{listed}]) AS l", *types])
        return cells, f"(SELECT {inner} FROM {self._source(path)})"

    def _ways(self, name: str) -> list[list[str]]:
        """Return the ways down to a field: doc.passage may be one name, or passage inside doc."""
        if name in self.names or "." not in name:
            return [[name]]
        parts = name.split(".")
        if len(parts) > DOTS:
            return [parts]
        return [way for way in _joined(parts) if way[0] in self.names] or [parts]

    def look_closer(self, con: Any, path: Path, names: Sequence[str]) -> None:
        """Refuse a list or an object in some columns; remember that there are booleans."""
        self.booleans.update(names)  # if there are
        ways = [(name, _pointer(way)) for name in names for way in self._ways(name)]
        first = [
            f"min(i) FILTER (WHERE json_type(json, {literal(way)}) IN ('ARRAY', 'OBJECT'))"
            for _, way in ways
        ]
        numbered = f"(SELECT json, row_number() OVER () AS i FROM {self._source(path)})"
        (rows,) = con.execute(f"SELECT {', '.join(first)} FROM {numbered}").fetchall()
        for (column, _), row in zip(ways, rows, strict=True):
            if row is not None:
                raise DataError(
                    f"Column {column} has a list or an object {self.place(row - 1)}.",
                    "Reach into an object with a dot, such as doc.passage, or name another column.",
                )

    def _load(self, con: Any, path: Path, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return columns, unless a field stands twice in an object that is reached into."""
        for way in [way for name in (*labels, *scores) for way in self._ways(name)]:
            for end in range(1, len(way)):
                keys = f"json_keys(json, {literal(_pointer(way[:end]))})"
                twice = f"len({keys}) <> len(list_distinct({keys}))"
                rows = f"SELECT 1 FROM {self._source(path)} WHERE {twice} LIMIT 1"
                if con.execute(rows).fetchall():
                    raise DataError(f"A field of {way[0]} comes twice in {self.name}.")
        return super()._load(con, path, labels, scores)

    # ---- what is said of a file that cannot be read

    def place(self, row: int) -> str:
        """Say in which line a row stands, or which object of a list it is."""
        if self.array:
            return f"in object {row + 1} of {self.name}"
        lines = self._lines()
        return f"in line {next(islice(lines, row, None))[0]} of {self.name}"

    def _lines(self) -> Iterator[tuple[int, str]]:
        """Go through the lines that are not empty, with their numbers."""
        try:
            with self.path.open(encoding="utf-8-sig") as file:
                for number, line in enumerate(file, start=1):
                    if line.strip():
                        yield number, line.strip()
        except UnicodeDecodeError:
            self.content()  # says where
            raise
        except OSError as error:
            raise DataError(*unreadable(self.name, error)) from error

    def copy_to(self, path: Path) -> None:
        """Write one object in each line, or say what is wrong with which."""
        with path.open("w", encoding="utf-8", newline="") as file:
            for place, text in self._elements() if self.array else self._lines():
                said = f"Object {place} of {self.name}" if self.array else self._line(place)
                self._checked(text, said, first=place == 1 and not self.array)
                flat = text.replace("\n", " ").replace("\r", " ")
                self.longest = max(self.longest, len(flat.encode("utf-8")))
                file.write(flat + "\n")

    def _line(self, number: int) -> str:
        return f"Line {number} of {self.name}"

    def _elements(self) -> Iterator[tuple[int, str]]:
        """Go through the elements of a list, as texts."""
        text = self.path.read_text(encoding="utf-8-sig")
        decoder, number = json.JSONDecoder(), 0
        at = text.index("[") + 1
        while True:
            at = _after_blanks(text, at)
            if text[at : at + 1] == "]" and number == 0:
                break
            try:
                _, end = decoder.raw_decode(text, at)
            except RecursionError:
                raise self._deep(f"Object {number + 1} of {self.name}") from None
            except ValueError as error:
                line = text.count("\n", 0, getattr(error, "pos", at)) + 1
                said = getattr(error, "msg", error)
                raise DataError(f"{self._line(line)} is broken JSON: {said}.") from None
            number += 1
            yield number, text[at:end]
            at = _after_blanks(text, end)
            if text[at : at + 1] != ",":
                break
            at += 1
        line = text.count("\n", 0, at) + 1
        if text[at : at + 1] != "]":
            raise DataError(f"{self._line(line)} is broken JSON: a comma or ] is missing.")
        if text[at + 1 :].strip():
            raise DataError(f"{self._line(line)} is broken JSON: more follows after the list.")

    def _checked(self, text: str, said: str, *, first: bool) -> None:
        """Refuse what is no object of JSON."""
        decoder = json.JSONDecoder(object_pairs_hook=_once, parse_int=str, parse_float=str)
        remedy = ""
        try:
            record = decoder.decode(text)
            if isinstance(record, dict):
                json.dumps(record, ensure_ascii=False).encode("utf-8")
                return
            wrong = "is not a JSON object"
        except _Twice as error:
            wrong = f"has the field {error} twice"
        except RecursionError:
            raise self._deep(said) from None
        except UnicodeEncodeError as error:
            half = f"{error.object[error.start]!a}"
            wrong, remedy = f"has half of a surrogate pair, {half}", "Write the character itself."
        except ValueError as error:
            wrong = f"is broken JSON: {getattr(error, 'msg', error)}"
            remedy = "Write each object on a line of its own." if first else ""
        raise DataError(f"{said} {wrong}.", remedy)

    def _deep(self, said: str) -> DataError:
        return DataError(f"{said} has an object of too many levels.")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return record


def _after_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _pointer(way: Sequence[str]) -> str:
    """Return the way down to a field as a JSON pointer (RFC 6901).

    >>> _pointer(["doc", "a/b"])
    '/doc/a~1b'
    """
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in way)


def _joined(parts: Sequence[str]) -> Iterator[list[str]]:
    """Return all ways to read a dotted name, those with the longest names first.

    >>> list(_joined(["a", "b", "c"]))
    [['a.b.c'], ['a', 'b.c'], ['a', 'b', 'c'], ['a.b', 'c']]
    """
    yield [".".join(parts)]
    for cut in range(1, len(parts)):
        for rest in _joined(parts[cut:]):
            yield [".".join(parts[:cut]), *rest]


def _has_all(names: Sequence[str]) -> str:
    """Return SQL that is true of an object with all names, each with a colon behind it."""
    written = [json.dumps(name, ensure_ascii=False) + ":" for name in names]
    plain = [text.replace("'", "''") for text in written if not re.search(r"[%_\\]", text)]
    others = [text for text in written if re.search(r"[%_\\]", text)]
    tests = [f"contains(json, {literal(text)})" for text in others]
    if plain:  # in this order: one walk through the text
        tests.append(f"json::VARCHAR LIKE '%{'%'.join(plain)}%'")
    return " AND ".join(tests) or "false"


def _most_opened(path: Path) -> int:
    """Return how many lists and objects one line opens at most, those in texts among them."""
    most, rest = 0, 0
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            codes = np.frombuffer(block, np.uint8)
            opens = np.cumsum((codes | 32) == ord("{"))  # or [, which differs in that bit
            counts = np.diff(opens[codes == ord("\n")], prepend=0, append=opens[-1])
            counts[0] += rest
            most, rest = max(most, int(counts.max())), int(counts[-1])
    return most


def _levels(text: str) -> int:
    """Return how many lists and objects stand inside each other, at most."""
    marks = [token for token in TOKEN.findall(text) if len(token) == 1]
    steps = np.array([1 if mark in "{[" else -1 for mark in marks])
    return int(np.cumsum(steps).max(initial=0))
