"""Text files as tables: asked by DuckDB, and gone through line by line where it refuses one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from claimwise.core import DataError
from claimwise.data.columns import Loaded
from claimwise.data.content import Content, PrivateFile, check_file, look_meanwhile, shown
from claimwise.data.engine import Columns, reading
from claimwise.data.memory import short

T = TypeVar("T")


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
        loaded = self.ask(lambda con, path: self._load(con, path, labels, scores))
        self.content()
        return loaded

    def ask(self, work: Callable[[Any, Path], T]) -> T:
        """Let DuckDB work on the file, or on a tidy copy of it."""
        import duckdb

        if self._copy is None and not self.suspect():
            try:
                with reading(self.path) as con:
                    return work(con, self.path)
            except duckdb.OutOfMemoryException as error:
                raise self._too_large(error) from error
            except (duckdb.Error, Odd):
                pass
        if self._copy is None:
            self.content()
            copy = PrivateFile(f"copy{self.path.suffix}")
            self.copy_to(copy.path)
            self._copy = copy
        try:
            with reading(self._copy.path) as con:
                return work(con, self._copy.path)
        except duckdb.OutOfMemoryException as error:
            raise self._too_large(error) from error
        except (duckdb.Error, Odd) as error:
            raise DataError(f"{self.name} cannot be read: {short(error)}.") from error

    def _too_large(self, error: Exception) -> DataError:
        return DataError(f"{self.name} needs more memory than there is: {short(error)}.")

    def suspect(self) -> bool:
        """Whether DuckDB would forgive what we do not."""
        return False

    @abstractmethod
    def copy_to(self, path: Path) -> None:
        """Write a tidy copy; says the line and what is wrong in it otherwise."""

    @abstractmethod
    def _load(self, con: Any, path: Path, labels: Sequence[str], scores: Sequence[str]) -> Loaded:
        """Return columns by a connection to the file at a path."""

    @abstractmethod
    def place(self, row: int) -> str:
        """Say where a row stands, which is counted from 0."""

    def columns(self, con: Any, query: str, asked: Sequence[str]) -> Columns:
        """Make a table c0, c1, ... of what is asked for and return its columns."""
        con.execute(f"CREATE OR REPLACE TEMP TABLE cells AS {query}")
        places = {name: f"c{i}" for i, name in enumerate(asked)}
        return Columns(con.table("cells"), self.name, places, self.place)
