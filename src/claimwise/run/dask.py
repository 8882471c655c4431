"""Blocks on a Dask cluster: here, with processes of its own, or wherever its scheduler is.

The task travels once, and each worker unpacks it once; a block is then a few bytes. A block whose
worker dies is given to another by the scheduler: its stream depends on its number alone, so the
answer is the same.
"""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar
from uuid import uuid4

from claimwise.core import ParameterError, option
from claimwise.run.dask_connect import CONNECT, ClusterError, knock, own_cluster
from claimwise.run.parcel import Parcel, compute, deliver, mismatch, version_there
from claimwise.run.versions import code_version

T = TypeVar("T")
Job = tuple[int, int]
LOCAL = "local"
PATIENCE = 30.0  # seconds without a single worker
AHEAD = 3  # blocks in flight for each thread of a worker
LOOK = 1.0  # seconds between looks at the cluster while no block comes


class Cluster:
    """A Dask cluster, connected when the first block needs it and kept for those that follow."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        """Take the address of a scheduler, or "local" and the number of processes."""
        if address != LOCAL and "://" not in address:
            raise ParameterError(
                "dask", "local, or an address such as tcp://host:8786", repr(address)
            )
        if address != LOCAL and workers is not None:
            raise ParameterError(
                "workers",
                option("dask", "local") + ", or none",
                f"{workers} and " + option("dask", address),
                "A cluster has its own number of workers.",
            )
        self.address = address
        self.workers = workers
        self._client: Any = None
        self._local: Any = None
        self._levels: dict[str, int] = {}

    def client(self) -> Any:
        """Return the client of `distributed`, connected and with workers that are like us."""
        if self._client is None:
            try:
                import distributed
            except ImportError as error:
                raise ClusterError(
                    "dask",
                    "the package distributed",
                    "none",
                    "Install it with: pip install claimwise[dask]",
                ) from error
            try:
                with _quiet():
                    self._connect(distributed)
                self._check_workers()
            except BaseException:
                self.close()
                raise
        return self._client

    def _connect(self, distributed: Any) -> None:
        for name in [n for n in logging.root.manager.loggerDict if n.startswith("distributed")]:
            self._levels[name] = logging.getLogger(name).level
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        if self.address == LOCAL:
            self._local = own_cluster(self.workers)
        else:
            knock(self.address)
        self._client = distributed.Client(
            self._local or self.address, timeout=CONNECT, set_as_default=False
        )

    def _check_workers(self) -> None:
        """Refuse workers that could give other numbers than this machine would."""
        with suppress(TimeoutError):
            self._client.wait_for_workers(1, timeout=PATIENCE)
        if not self.threads():
            raise ClusterError(
                "dask",
                "at least one worker",
                f"none at {self.address} within {PATIENCE:g} seconds",
                f"Start one with: dask worker {self.address}",
            )
        for place, found in self._client.run(version_there, on_error="return").items():
            if isinstance(found, BaseException):
                found = f"none that can be asked ({type(found).__name__}: {found})"
            if found != code_version():
                raise mismatch(code_version(), found, place)

    def threads(self) -> int:
        """Return how many blocks the workers compute at a time; 0 if nobody is there to ask."""
        client = self._client
        try:
            cores = client.sync(client.scheduler.ncores, callback_timeout=CONNECT)
        except (OSError, TimeoutError, RuntimeError):
            return 0
        return sum(cores.values())

    def run(self, work: Callable[[Job], T], jobs: Iterable[Job]) -> Iterator[tuple[Job, T]]:
        """Yield (job, work(job)) as they are finished."""
        client = self.client()
        parcel = Parcel.of(work)
        name = f"claimwise-{parcel.label}-{uuid4().hex[:8]}"
        with _quiet():
            task = client.submit(deliver, parcel, key=name)
        finished: SimpleQueue[Any] = SimpleQueue()
        flying: dict[str, tuple[Job, Any]] = {}
        waiting, room, looked = iter(jobs), AHEAD * max(1, self.threads()), time.monotonic()
        try:
            while True:
                while len(flying) < room and (job := next(waiting, None)) is not None:
                    key = f"{name}-{job[0]}"
                    future = client.submit(compute, task, *job, code_version(), key=key)
                    flying[key] = (job, future)
                    future.add_done_callback(lambda done: finished.put(done.key))
                if not flying:
                    return
                key = self._patient(partial(finished.get, timeout=LOOK))
                job, future = flying.pop(key)
                yield job, self._result(job, future)
                if time.monotonic() - looked > PATIENCE:  # workers come and go
                    room, looked = AHEAD * max(1, self.threads()), time.monotonic()
        finally:
            if client.status == "running" and flying:
                with suppress(Exception):
                    client.cancel([future for _, future in flying.values()], force=True)

    def _patient(self, ask: Callable[[], T]) -> T:
        """Return what `ask` returns in the end; give up on a cluster that is gone."""
        deserted = None
        while True:
            try:
                return ask()
            except (Empty, TimeoutError):
                now = time.monotonic()
            there = self._client.status == "running" and self.threads()
            deserted = None if there else deserted or now
            if deserted is not None and now - deserted > PATIENCE:
                raise ClusterError(
                    f"The Dask cluster at {self.address} has had no worker for {PATIENCE:g} "
                    f"seconds. {_safe()}"
                )

    def _result(self, job: Job, future: Any) -> Any:
        """Return what a finished block gave; its worker may die before it is fetched."""
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        try:
            if future.status == "error":  # of the block itself, whatever it is
                return future.result()
            return self._patient(partial(future.result, timeout=PATIENCE))
        except KilledWorker as error:
            raise ClusterError(
                f"Block {job[0] + 1} was given up by the Dask cluster at {self.address}: the "
                f"workers that computed it died one after the other, of too little memory "
                f"perhaps. {_safe()}"
            ) from error
        except CancelledError as error:
            raise ClusterError(
                f"The Dask scheduler at {self.address} has gone or has been restarted. {_safe()}"
            ) from error

    def abandon(self) -> None:
        """See to it that no worker of our own is started again when it ends."""
        for nurse in self._local.workers.values() if self._local is not None else ():
            nurse.auto_restart = False

    def close(self) -> None:
        """Leave the cluster; end it if it is our own."""
        client, self._client = self._client, None
        local, self._local = self._local, None
        with _quiet():
            for one in (client, local):
                if one is not None:
                    with suppress(OSError, TimeoutError, RuntimeError):
                        one.close(timeout=CONNECT)
        for name, level in self._levels.items():
            logging.getLogger(name).setLevel(level)
        self._levels = {}


def _safe() -> str:
    from claimwise.run.session import current

    store: Any = current().store
    kept = store.kept() if hasattr(store, "kept") else 0
    if not kept:
        return "Finished blocks were not kept."
    return f"{kept:,} finished blocks are kept: the same command goes on from there."


@contextmanager
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
