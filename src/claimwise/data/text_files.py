"""Text files as tables: asked by DuckDB, and gone through line by line where it refuses one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, TypeVar

from claimwise.core import DataError
from claimwise.data.columns import Loaded, kind
from claimwise.data.content import Content, PrivateFile, check_file, look_meanwhile, shown
from claimwise.data.engine import Relation, reading
from claimwise.data.memory import short

T = TypeVar("T")
FEW = 64  # expressions in one query; with thousands DuckDB takes a minute to plan it
NESTED = frozenset("{[")  # how lists and objects of JSON begin


class Odd(Exception):
    """Something that DuckDB reads and we refuse."""


class TextFile(ABC):
    """A file whose table DuckDB reads; its fingerprint is taken meanwhile.

    What DuckDB refuses is gone through in Python, which says what is wrong with it. If nothing
    is, such as in a file of mixed line ends, a tidy copy is left behind for DuckDB to read.
    """

    names: tuple[str, ...]
    json = False

    def __init__(self, path: Path) -> None:
        """Check the file and begin to look at its bytes."""
        check_file(path)
        self.path, self.name = path, shown(path)
        self.longest = 0  # bytes of a line, once they are known
        self._looking = look_meanwhile(path, json=self.json)
        self._copy: PrivateFile | None = None

    def content(self) -> Content:
        """Return what the file is made of; refuses what is no text."""
        return self._looking.result()

    def digest(self) -> str | None:
        """Return the fingerprint of the file."""
        return self.content().digest

    def load(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return some columns as labels and others as scores."""
        return self.ask(lambda con, path: self._load(con, path, labels, scores))

    def ask(self, work: Callable[[Any, Path], T]) -> T:
        """Let DuckDB work on the file, or on a tidy copy of it."""
        import duckdb

        if self._copy is None and not self.untidy():
            try:
                with reading(self.path) as con:
                    return work(con, self.path)
            except duckdb.OutOfMemoryException as error:
                raise self._too_large(error) from error
            except (duckdb.Error, Odd):
                pass
        copy = self._copy or self._make_copy()
        try:
            with reading(copy.path) as con:
                return work(con, copy.path)
        except duckdb.OutOfMemoryException as error:
            raise self._too_large(error) from error
        except (duckdb.Error, Odd) as error:
            raise DataError(f"{self.name} cannot be read: {short(error)}.") from error

    def _make_copy(self) -> PrivateFile:
        """Go through the file, which says what is wrong with it, and leave a tidy copy."""
        self.content()
        copy = PrivateFile(f"copy{self.path.suffix}")
        self.copy_to(copy.path)
        self._copy = copy
        return copy

    def _too_large(self, error: Exception) -> DataError:
        return DataError(f"{self.name} needs more memory than there is: {short(error)}.")

    def untidy(self) -> bool:
        """Whether DuckDB is not to see the file itself."""
        return False

    @abstractmethod
    def copy_to(self, path: Path) -> None:
        """Write a tidy copy; says the line and what is wrong in it otherwise."""

    @abstractmethod
    def sample(self) -> dict[str, list[str]]:
        """Return the first rows as texts, column by column."""

    @abstractmethod
    def query(
        self, path: Path, labels: Sequence[str], scores: Sequence[str], numbers: Collection[str]
    ) -> tuple[list[str], str]:
        """Return SQL for each column that is asked for, and the table to take it from.

        It is a text, but for those of the scores that are known as numbers.
        """

    def look_closer(self, con: Any, path: Path, names: Sequence[str]) -> None:  # noqa: B027
        """Refuse columns of which some cells are neither labels nor scores."""

    @abstractmethod
    def place(self, row: int) -> str:
        """Say where a row stands, which is counted from 0."""

    def _load(self, con: Any, path: Path, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return columns, numbers by a cast; as texts, where one is none, to say which."""
        import duckdb

        sample = self.sample()
        numbers = [name for name in scores if kind(sample.get(name, ())) in ("number", "empty")]
        try:
            return self._columns(con, path, labels, scores, numbers)
        except duckdb.OutOfMemoryException:
            raise
        except (duckdb.Error, DataError):
            if not numbers:
                raise
        self.look_closer(con, path, numbers)
        return self._columns(con, path, labels, scores, [])

    def _columns(
        self,
        con: Any,
        path: Path,
        labels: Sequence[str],
        scores: Sequence[str],
        numbers: Collection[str],
    ) -> Loaded:
        asked = [*labels, *scores]
        cells, source = self.query(path, labels, scores, numbers)
        listed = ", ".join(f"{cell} AS c{i}" for i, cell in enumerate(cells)) or "1 AS c0"
        places = {name: f"c{i}" for i, name in enumerate(asked)}
        relation = con.sql(f"SELECT {listed} FROM {source}")
        table = Relation(relation, self.name, places=places, place=self.place)
        loaded = table.columns(labels, scores)
        if self.json:
            nested = [n for n, c in loaded.labels.items() if NESTED & {x[0] for x in c.labels}]
            if nested:
                self.look_closer(con, path, nested)
        return loaded
