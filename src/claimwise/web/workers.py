"""Worker processes: warm, one request at a time, killed and replaced when they fail."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from claimwise.web.settings import Settings
from claimwise.web.work import LAST, serve

PRELOADED = [
    "claimwise.web.one_thread",  # before what heeds it
    "claimwise.web.tasks",
    "scipy.stats",
    "scipy.optimize",
    "claimwise.plan",
]
Heard = Callable[[str, bytes], None]
AHEAD = 8  # of those who wait, so many are looked at for one whose like a worker has just seen


class GoneError(Exception):
    """The process ended in the midst of its work."""


class TooLongError(Exception):
    """The work took longer than it may."""


class BusyError(Exception):
    """Too many requests wait already."""


class LeftError(Exception):
    """Nobody waits for the answer any more."""


def context() -> Any:
    """Return how processes are started: from a server that has loaded everything, if possible."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        made = multiprocessing.get_context("forkserver")
        made.set_forkserver_preload(PRELOADED)
        return made
    return multiprocessing.get_context("spawn")


class Worker:
    """One process and the pipe to it. Its methods block; they are called in threads."""

    def __init__(self, ctx: Any, place: int, folder: str, memory: int) -> None:
        """Start nothing yet; `place` is its own among the workers of a pool."""
        self.ctx, self.place, self.given = ctx, place, (folder, memory)
        self.starting = threading.Lock()
        self.ready = self.ended = False
        self.process: Any = None
        self.pipe: Any = None

    @property
    def pid(self) -> int | None:
        """Return the id of the process; None before it is started."""
        return None if self.process is None else int(self.process.pid)

    def wait_ready(self, limit: float) -> None:
        """Start the process, if nobody has, and wait until it has loaded everything."""
        with self.starting:
            if self.ready:
                return
            if self.ended:
                raise GoneError
            try:
                self.pipe, theirs = self.ctx.Pipe()
                with theirs:
                    given = (theirs, *self.given)
                    self.process = self.ctx.Process(target=serve, args=given, daemon=True)
                    self.process.start()
                if self.ended:  # meanwhile
                    self.kill()
                self._next(time.monotonic() + limit)
            except (OSError, EOFError) as error:  # no process can be had
                self.kill()
                raise GoneError from error
            except (GoneError, TooLongError):  # nobody starts a second one
                self.kill()
                raise
            self.ready = True

    def exchange(self, request: bytes, limit: float, heard: Heard) -> tuple[str, bytes]:
        """Send a request and return its last event; hand on those before."""
        until = time.monotonic() + limit
        try:
            self.pipe.send_bytes(request)
        except OSError as error:
            raise GoneError from error
        while True:
            event, data = self._next(until)
            if event in LAST:
                return event, data
            heard(event, data)

    def _next(self, until: float) -> tuple[str, bytes]:
        try:
            if not self.pipe.poll(max(0.0, until - time.monotonic())):
                raise TooLongError
            message: bytes = self.pipe.recv_bytes()
        except (EOFError, OSError) as error:
            raise GoneError from error
        event, _, data = message.partition(b"\n")
        return event.decode(), data

    def kill(self) -> None:
        """End the process at once."""
        self.ended = True
        if self.process is not None:
            with contextlib.suppress(OSError, ValueError):
                self.process.kill()

    def close(self) -> None:
        """End the process and wait for it."""
        self.kill()
        if self.process is not None:
            with contextlib.suppress(OSError, ValueError, AssertionError):
                self.process.join(5)
        if self.pipe is not None:
            self.pipe.close()


class Pool:
    """So many workers, and those who wait for one."""

    def __init__(
        self, ctx: Any, size: int, folder: str, settings: Settings, *, max_waiting: int
    ) -> None:
        """Start the workers; they load while the server starts."""
        self.ctx, self.folder, self.settings = ctx, folder, settings
        self.start_seconds = settings.start_seconds
        self.max_waiting, self.size = max_waiting, size
        self.threads = ThreadPoolExecutor(size, thread_name_prefix="claimwise-worker")
        self.workers = {self._fresh(place) for place in range(size)}
        self.idle: list[Worker] = []
        self.queue: deque[tuple[int, asyncio.Future[Worker]]] = deque()  # who waits, for which
        self.closed = False
        for worker in self.workers:
            self._warm(worker)

    async def call(
        self,
        request: dict[str, Any],
        limit: float,
        *,
        heard: Heard | None = None,
        started: Callable[[Worker], None] | None = None,
        like: str = "",
        left: Callable[[], Awaitable[bool]] | None = None,
    ) -> tuple[str, bytes]:
        """Return the last event of a request; those before go to `heard`.

        Requests that are `like` one another go to the same worker, if it can be: it remembers.
        If by the time of its turn the one who asked has `left`, nothing is done.
        """
        worker = await self._worker(hash(like) % self.size)
        try:
            gone = left is not None and await left()
        except BaseException:
            self._free(worker)
            raise
        if gone:
            self._free(worker)
            raise LeftError
        loop = asyncio.get_running_loop()

        def relay(event: str, data: bytes) -> None:
            if heard is not None:
                loop.call_soon_threadsafe(heard, event, data)

        def work() -> tuple[str, bytes]:
            worker.wait_ready(self.start_seconds)
            return worker.exchange(json.dumps(request).encode(), limit, relay)

        if started is not None:
            started(worker)
        running = loop.run_in_executor(self.threads, work)
        try:
            found = await asyncio.shield(running)
        except asyncio.CancelledError:  # nobody waits any more
            self._replace(worker)
            with contextlib.suppress(Exception):
                await running
            raise
        except BaseException:  # whatever it is, there are as many workers as before
            self._replace(worker)
            raise
        if worker.ended:  # killed just after it had answered
            self._replace(worker)
        else:
            self._free(worker)
        return found

    @property
    def waiting(self) -> int:
        """Return how many wait for a worker."""
        return sum(not turn.done() for _, turn in self.queue)

    async def _worker(self, place: int) -> Worker:
        """Return a worker that is free, if possible the one at this place."""
        if self.idle:
            found = next((one for one in self.idle if one.place == place), self.idle[-1])
            self.idle.remove(found)
            return found
        if self.waiting >= self.max_waiting:
            raise BusyError
        turn = asyncio.get_running_loop().create_future()
        self.queue.append((place, turn))
        try:
            worker: Worker = await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # at the same moment
                self._free(turn.result())
            raise
        return worker

    def _free(self, worker: Worker) -> None:
        """Give a worker to the next who waits, rather to one of the first who wanted this one."""
        self.queue = deque(one for one in self.queue if not one[1].done())  # some gave up
        if not self.queue:
            self.idle.append(worker)
            return
        first = [place for place, _ in itertools.islice(self.queue, AHEAD)]
        at = first.index(worker.place) if worker.place in first else 0
        _, turn = self.queue[at]
        del self.queue[at]
        turn.set_result(worker)

    def _fresh(self, place: int) -> Worker:
        return Worker(self.ctx, place, self.folder, self.settings.max_memory)

    def _warm(self, worker: Worker) -> None:
        """Let a worker start in the background; it may be asked at once, and then waits."""

        def start() -> None:
            with contextlib.suppress(GoneError, TooLongError):
                worker.wait_ready(self.start_seconds)

        self.threads.submit(start)
        self._free(worker)

    def _replace(self, worker: Worker) -> None:
        worker.kill()
        self.workers.discard(worker)
        if self.closed:
            return
        self.threads.submit(worker.close)
        fresh = self._fresh(worker.place)
        self.workers.add(fresh)
        self._warm(fresh)

    def close(self) -> None:
        """End all processes."""
        self.closed = True
        for worker in self.workers:
            worker.kill()
        self.threads.shutdown(wait=True, cancel_futures=True)
        for worker in self.workers:
            worker.close()
