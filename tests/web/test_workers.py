"""A pool has as many workers as before, whatever becomes of one."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

import pytest

from claimwise.web.workers import GoneError, Pool, TooLongError, Worker, context

from .serving import PATIENCE, QUICK, apart, wait_for

NAMES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


class Played:
    """A process that is played by a thread: it is ready at once and answers everything."""

    pid = 1

    def __init__(self, pipe: Connection, start: Callable[[], bool]) -> None:
        self.pipe, self.begin, self.killed, self.started = pipe, start, False, False

    def start(self) -> None:
        comes_up = self.begin()
        self.started = True
        if comes_up:
            self.pipe = Connection(os.dup(self.pipe.fileno()))
            threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        try:
            self.pipe.send_bytes(b"ready\n{}")
            while True:
                self.pipe.recv_bytes()
                self.pipe.send_bytes(b"answer\n{}")
        except (EOFError, OSError):
            return

    def kill(self) -> None:
        assert self.started  # a process that is not started cannot be killed
        self.killed = True

    def join(self, seconds: float) -> None:
        return


class Stage:
    """Where processes are played; `start` is asked whether one comes up, and may raise."""

    Pipe = staticmethod(multiprocessing.Pipe)

    def __init__(self, start: Callable[[int], bool]) -> None:
        self.begin, self.asked, self.processes = start, 0, []

    def Process(self, target: Any, args: Any, daemon: bool) -> Played:
        self.asked += 1
        number = self.asked
        self.processes.append(Played(args[0], lambda: self.begin(number)))
        return self.processes[-1]


def played(
    act: Callable[[Pool], Awaitable[None]], start: Callable[[int], bool], seconds: float = 20
) -> Stage:
    """Act with a pool of one worker."""
    stage = Stage(start)

    async def run() -> None:
        settings = replace(QUICK, start_seconds=seconds)
        pool = Pool(stage, 1, "", settings, max_waiting=5)
        try:
            await asyncio.wait_for(act(pool), PATIENCE)
        finally:
            pool.close()

    apart(run())
    return stage


def well(number: int) -> bool:
    return True


def test_a_worker_that_is_killed_after_its_answer_is_replaced() -> None:
    async def act(pool: Pool) -> None:
        (worker,) = pool.workers
        exchange = worker.exchange

        def then_killed(*given: Any) -> Any:
            found = exchange(*given)
            worker.kill()
            return found

        worker.exchange = then_killed  # type: ignore[method-assign]
        assert (await pool.call({}, 10))[0] == "answer"
        assert worker not in pool.workers
        assert (await pool.call({}, 10))[0] == "answer"

    played(act, well)


@pytest.mark.parametrize("error", [ValueError, GoneError, TooLongError, OSError])
def test_whatever_goes_wrong_there_is_a_worker_after_it(error: type[Exception]) -> None:
    async def act(pool: Pool) -> None:
        (worker,) = pool.workers

        def wrong(*_: Any) -> Any:
            raise error

        worker.exchange = wrong  # type: ignore[method-assign]
        with pytest.raises(error):
            await pool.call({}, 10)
        assert (await pool.call({}, 10))[0] == "answer"

    played(act, well)


def test_processes_that_cannot_be_started_are_tried_again() -> None:
    def start(number: int) -> bool:
        if number <= 3:
            raise BlockingIOError(11, "no more processes")
        return True

    async def act(pool: Pool) -> None:
        for _ in range(3):
            with pytest.raises(GoneError):
                await pool.call({}, 10)
        assert (await pool.call({}, 10))[0] == "answer"
        assert len(pool.workers) == 1

    assert played(act, start).asked == 4


def test_a_process_that_is_not_ready_in_time_is_killed() -> None:
    async def act(pool: Pool) -> None:
        (first,) = pool.workers
        await asyncio.to_thread(wait_for, lambda: first.ended)  # it was started in the background
        with pytest.raises(GoneError):
            await pool.call({}, 10)
        pool.start_seconds = 20

    stage = played(act, lambda number: number > 1, seconds=0.05)
    assert stage.processes[0].killed
    assert stage.asked <= 2  # never a second one for the same worker


def test_a_worker_can_be_killed_while_its_process_starts() -> None:
    def start(number: int) -> bool:
        worker.kill()
        return True

    stage = Stage(start)
    worker = Worker(stage, 0, "", 10**9)
    worker.wait_ready(PATIENCE)  # it was begun
    assert stage.processes[0].killed
    worker.close()


def test_a_worker_that_comes_up_after_the_server_has_ended_is_quiet() -> None:
    ours, theirs = multiprocessing.Pipe()
    ours.close()
    code = (
        "from claimwise.web.work import serve; from multiprocessing.connection import Connection;"
    )
    code += f" serve(Connection({theirs.fileno()}), '/nowhere', 10**10)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        pass_fds=[theirs.fileno()],
        capture_output=True,
        text=True,
    )
    theirs.close()
    assert (done.returncode, done.stderr) == (0, "")


def test_starting_a_process_leaves_our_environment_alone() -> None:
    """Other threads may be reading it."""
    seen: list[dict[str, str]] = []

    def start(number: int) -> bool:
        seen.append(dict(os.environ))
        return True

    async def act(pool: Pool) -> None:
        assert (await pool.call({}, 10))[0] == "answer"

    before = dict(os.environ)
    played(act, start)
    assert seen == [before]


def test_linear_algebra_has_one_thread_in_a_worker() -> None:
    ours, theirs = multiprocessing.Pipe()
    # As a text, since the process that forks the workers need not know the tests.
    told = "import os; pipe.send({name: os.environ.get(name) for name in names})"
    process = context().Process(target=exec, args=(told, {"pipe": theirs, "names": NAMES}))
    process.start()
    assert ours.poll(PATIENCE)
    assert set(ours.recv().values()) == {"1"}
    process.join(PATIENCE)


def test_a_worker_that_has_ended_starts_nothing() -> None:
    stage = Stage(well)
    worker = Worker(stage, 0, "", 10**9)
    worker.kill()
    with pytest.raises(GoneError):
        worker.wait_ready(1)
    assert stage.asked == 0
