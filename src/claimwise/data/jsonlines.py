"""JSONL files, line by line: one object in each line, its fields the columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError
from claimwise.core.missing import unreadable
from claimwise.data.coding import Coder
from claimwise.data.columns import NESTED, SAMPLE, Loaded, MoreColumns, no_rows
from claimwise.data.content import TextFile
from claimwise.data.numbers import OddScore, ScoreParser, score_error

LINES = 1 << 14  # read at a time
BOOLEANS = ("0", "1")  # as scores; words such as "true" are verdicts, and do not mix with numbers


class _Twice(ValueError):
    """A field that stands twice in one object."""


class JsonLines(TextFile):
    """A file with one JSON object in each line; numbers keep the form they are written in."""

    dotted = True

    def __init__(self, path: Path) -> None:
        """Check the file and look at its first lines."""
        super().__init__(path)
        self.first = [record for _, record in islice(self._records(), SAMPLE)]
        if not self.first:
            self.content()  # says so of an empty file
            raise no_rows(self.name)
        self.names = tuple(dict.fromkeys(key for record in self.first for key in record))
        self._sample: dict[str, list[str]] | None = None

    def sample(self) -> dict[str, list[str]]:
        """Return the first rows as texts, column by column."""
        if self._sample is None or self._sample.keys() != set(self.names):
            self._sample = {name: [text(r.get(name)) for r in self.first] for name in self.names}
        return self._sample

    def find_all_names(self) -> MoreColumns:
        """Go through all lines for fields that the first ones do not have."""
        names = dict.fromkeys(self.names)
        for _, record in self._records():
            if not record.keys() <= names.keys():
                names |= dict.fromkeys(record)
        self.names = tuple(names)
        return MoreColumns()

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some fields as labels and others as scores."""
        coders = {name: Coder() for name in labels}
        parsers = {name: ScoreParser() for name in scores}
        numbers: dict[str, list[Any]] = {name: [] for name in scores}
        total = 0
        records, known = self._records(), set(self.names)
        while chunk := list(islice(records, LINES)):
            total += len(chunk)
            if not all(record.keys() <= known for _, record in chunk):
                raise self.find_all_names()
            for name, coder in coders.items():
                coder.add(self._texts(chunk, name))
            for name, parser in parsers.items():
                try:
                    numbers[name].append(parser.parse(self._texts(chunk, name, BOOLEANS)))
                except OddScore as odd:
                    line = chunk[odd.position][0]
                    raise score_error(name, odd, f"in line {line} of {self.name}") from None
        return Loaded(
            total,
            {name: coder.finish(name) for name, coder in coders.items()},
            {name: np.concatenate(parts) for name, parts in numbers.items()},
        )

    def _texts(
        self,
        chunk: list[tuple[int, dict[str, Any]]],
        name: str,
        booleans: tuple[str, str] = ("false", "true"),
    ) -> list[str]:
        texts = [text(at(record, name), booleans) for _, record in chunk]
        if NESTED in texts:
            line = chunk[texts.index(NESTED)][0]
            raise DataError(
                f"Column {name} has a list or an object in line {line} of {self.name}.",
                "Reach into an object with a dot, such as doc.passage, or name another column.",
            )
        return texts

    def _records(self) -> Iterator[tuple[int, dict[str, Any]]]:
        decoder = json.JSONDecoder(
            parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_once
        )
        try:
            with self.path.open(encoding="utf-8-sig") as file:
                for number, line in enumerate(file, start=1):
                    if line.strip():
                        yield number, self._record(decoder, line.strip(), number)
        except UnicodeDecodeError:
            self.content()  # says where
            raise
        except OSError as error:
            raise DataError(*unreadable(self.path, error)) from error

    def _record(self, decoder: json.JSONDecoder, line: str, number: int) -> dict[str, Any]:
        remedy = ""
        try:
            record = decoder.decode(line)
            if isinstance(record, dict):
                return record
            wrong = "is not a JSON object"
        except _Twice as error:
            wrong = f"has the field {error} twice"
        except RecursionError:
            wrong = "has an object of too many levels"
        except ValueError as error:
            wrong = f"is broken JSON: {getattr(error, 'msg', error)}"
            remedy = "Write each object on a line of its own." if number == 1 else ""
        raise DataError(f"Line {number} of {self.path} {wrong}.", remedy)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return record


def at(record: Any, name: str) -> Any:
    """Return a field, or what stands in one at a dotted name; None where there is nothing.

    >>> at({"doc": {"passage": "p1"}}, "doc.passage"), at({"a": {}, "a.b": {"c": 2}}, "a.b.c")
    ('p1', 2)
    """
    if not isinstance(record, dict):
        return None
    if name in record:
        return record[name]
    for place, character in enumerate(name):
        if character == "." and name[:place] in record:
            found = at(record[name[:place]], name[place + 1 :])
            if found is not None:
                return found
    return None


def text(value: Any, booleans: tuple[str, str] = ("false", "true")) -> str:
    """Return a value of JSON as text."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return booleans[value]
    return NESTED
