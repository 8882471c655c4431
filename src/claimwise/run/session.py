"""Where blocks are computed and kept while a piece of work goes on, and what is known so far.

Workers, a cluster and a store concern every simulation of a command, however deep it stands.
So they are set once around the work, and `map_blocks` asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol


class Keeper(Protocol):
    """Finished blocks of one simulation, kept so that a later run need not compute them."""

    def known(self) -> set[tuple[int, int]]:
        """Return number and size of every block that is kept."""

    def get(self, number: int, size: int) -> Any:
        """Return the result of a kept block; KeyError if it is no longer there."""

    def put(self, number: int, size: int, result: Any) -> None:
        """Keep the result of a finished block."""


class Store(Protocol):
    """Keeps the blocks of many simulations."""

    def keeper(self, key: Any, *, label: str, blocks: int) -> Keeper | None:
        """Return the keeper of the simulation with this key; None if it cannot be named."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a simulation has come: blocks done of all, and its estimate in words."""

    label: str
    done: int
    total: int
    said: str = ""


@dataclass(slots=True)
class Session:
    """How the simulations within it are run.

    `latest` is how far the newest of them has come, for the one who stops it.
    """

    workers: int | None = None  # overrides what a call says
    dask: str | None = None  # address of a scheduler, or "local"
    store: Store | None = None
    latest: Progress | None = None


_CURRENT: ContextVar[Session | None] = ContextVar("claimwise_session", default=None)


def current() -> Session:
    """Return the session that the work is in; outside of any, one that changes nothing."""
    return _CURRENT.get() or Session()


@contextmanager
def using(
    *, workers: int | None = None, dask: str | None = None, store: Store | None = None
) -> Iterator[Session]:
    """Run the simulations within by so many workers, on a cluster, and keep their blocks."""
    session = Session(workers=workers, dask=dask, store=store)
    token = _CURRENT.set(session)
    try:
        yield session
    finally:
        _CURRENT.reset(token)
