"""Text files as tables: asked by DuckDB, and gone through line by line where it refuses one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, TypeVar

from claimwise.core import DataError
from claimwise.data.columns import Loaded, kind
from claimwise.data.content import Content, PrivateFile, check_file, look_meanwhile, shown
from claimwise.data.engine import NUMBER, Relation, reading
from claimwise.data.memory import short

T = TypeVar("T")
AT_ONCE = 128  # columns of scores that are asked for together
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
    untidy = False  # whether DuckDB is not to see the file itself

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
        loaded = self._asked(labels, scores[:AT_ONCE])
        numbers = dict(loaded.scores)
        for start in range(AT_ONCE, len(scores), AT_ONCE):  # a plan of thousands takes long to make
            numbers |= self._asked([], scores[start : start + AT_ONCE]).scores
        loaded = Loaded(loaded.rows, loaded.labels, numbers)
        if self._copy is None and self.suspect():
            self._make_copy()
            return self.load(labels, scores)
        self.content()
        return loaded

    def _asked(self, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        return self.ask(lambda con, path: self._load(con, path, labels, scores))

    def ask(self, work: Callable[[Any, Path], T]) -> T:
        """Let DuckDB work on the file, or on a tidy copy of it."""
        import duckdb

        if self._copy is None and not self.untidy:
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

    def suspect(self) -> bool:
        """Whether DuckDB would forgive what we do not."""
        return False

    @abstractmethod
    def copy_to(self, path: Path) -> None:
        """Write a tidy copy; says the line and what is wrong in it otherwise."""

    @abstractmethod
    def sample(self) -> dict[str, list[str]]:
        """Return the first rows as texts, column by column."""

    @abstractmethod
    def query(
        self, path: Path, asked: Sequence[str], scores: Collection[str]
    ) -> tuple[list[str], str]:
        """Return SQL for each column that is asked for, as text, and the table to take it from."""

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
        except (duckdb.ConversionException, DataError):
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
        """Make a table c0, c1, ... of what is asked for and return its columns."""
        asked = [*labels, *scores]
        cells, source = self.query(path, asked, scores)
        columns = [
            f"{NUMBER.format(cell) if name in numbers else cell} AS c{i}"
            for i, (name, cell) in enumerate(zip(asked, cells, strict=True))
        ]
        listed = ", ".join(columns or ["1 AS c0"])
        con.execute(f"CREATE OR REPLACE TEMP TABLE cells AS SELECT {listed} FROM {source}")
        places = {name: f"c{i}" for i, name in enumerate(asked)}
        cells_read = Relation(con.table("cells"), self.name, places=places, place=self.place)
        loaded = cells_read.columns(labels, scores)
        if self.json:
            nested = [n for n, c in loaded.labels.items() if NESTED & {x[0] for x in c.labels}]
            if nested:
                self.look_closer(con, path, nested)
        return loaded
