"""Where blocks are computed and kept while a piece of work goes on, and what is known so far.

Workers, a cluster and a store concern every simulation of a command, however deep it stands.
So they are set once around the work, and `map_blocks` asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from claimwise.core.check import check_count

if TYPE_CHECKING:
    from claimwise.run.dask import Cluster
    from claimwise.run.patience import Patience


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
class Watch:
    """How far it has come, for the one who waits."""

    latest: Progress | None = None  # of the newest simulation
    bar: Any = None  # on the terminal just now

    def clear(self) -> None:
        """Take the progress bar off the terminal."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None


@dataclass(slots=True)
class Session:
    """How the simulations within it are run."""

    workers: int | None = None  # overrides what a call says
    dask: str | None = None  # address of a scheduler, or "local"
    store: Store | None = None
    cluster: Cluster | None = None  # connected by the first block that needs it
    watch: Watch = field(default_factory=Watch)
    patience: Patience | None = None  # what is done about work that takes long
    within: bool = False  # inside of a block, which is computed here and shows nothing

    @property
    def latest(self) -> Progress | None:
        """How far the newest simulation has come."""
        return self.watch.latest


_CURRENT: ContextVar[Session | None] = ContextVar("claimwise_session", default=None)


def current() -> Session:
    """Return the session that the work is in; outside of any, one that changes nothing."""
    return _CURRENT.get() or Session()


@contextmanager
def using(
    *,
    workers: int | None = None,
    dask: str | None = None,
    store: Store | None = None,
    patience: Patience | None = None,
) -> Iterator[Session]:
    """Run the simulations within by so many workers, on a cluster, and keep their blocks.

    What is not said stays as it is outside. The answers do not depend on any of it.

    Parameters
    ----------
    workers : int, optional
        Processes on this machine, in place of what the calls within say.
    dask : str, optional
        Address of a Dask scheduler, such as tcp://host:8786; or local, for one on this machine
        with `workers` processes, by default as many as it has cores.
    store : Store, optional
        Keeps finished blocks.
    patience : Patience, optional
        What to do about a simulation that takes more than an hour.
    """
    outer = current()
    session = Session(
        workers=outer.workers if workers is None else check_count("workers", workers),
        dask=outer.dask if dask is None else dask,
        store=outer.store if store is None else store,
        cluster=outer.cluster,
        watch=outer.watch,
        patience=outer.patience if patience is None else patience,
        within=outer.within,
    )
    if dask is not None:
        from claimwise.run.dask import Cluster

        session.cluster = Cluster(dask, workers)
    token = _CURRENT.set(session)
    try:
        yield session
    finally:
        _CURRENT.reset(token)
        session.watch.clear()
        if dask is not None and session.cluster is not None:
            session.cluster.close()


@contextmanager
def alone() -> Iterator[None]:
    """Run what a block itself simulates right here, whoever runs the block."""
    token = _CURRENT.set(Session(within=True))
    try:
        yield
    finally:
        _CURRENT.reset(token)
