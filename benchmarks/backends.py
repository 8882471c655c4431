"""Blocks per second and what a block costs beyond its work; `python benchmarks/backends.py`.

A block burns a known time of the processor. Its overhead is the time from the end of one block to
the beginning of the next in the same worker, plus what this process takes of the processor for it.
So what other programs take of the machine meanwhile is hardly counted. Peers do the same work
without our blocks.
"""

from __future__ import annotations

import itertools
import os
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial

import numpy as np

from claimwise.run import map_blocks, using

WORKERS = 2
LONG, SHORT = 0.5, 0.01
GOAL = 0.05  # of a block of 0.5 s
Spell = tuple[int, float, float]  # worker, beginning and end of a block
Run = Callable[[float, int], "list[Spell]"]


def burn(seconds: float) -> Spell:
    """Keep the processor busy for so long; return who did, from when to when."""
    began, end = time.perf_counter(), time.thread_time() + seconds
    while time.thread_time() < end:
        for _ in range(2000):  # the clock is dear
            pass
    return os.getpid(), began, time.perf_counter()


def task(seconds: float, rng: np.random.Generator, size: int) -> Spell:
    return burn(seconds)


def ours(seconds: float, blocks: int, workers: int = 1) -> list[Spell]:
    return list(map_blocks(partial(task, seconds), blocks, seed=1, block=1, workers=workers))


def measure(run: Run, seconds: float, blocks: int, workers: int, repeats: int) -> tuple[float, ...]:
    """Return the wall time, and the overhead of a block, of the run with the least of it."""
    found = []
    for _ in range(repeats):
        wall, own = time.perf_counter(), time.process_time()
        spells = run(seconds, blocks)
        wall, own = time.perf_counter() - wall, time.process_time() - own
        gaps: list[float] = []
        for worker in {spell[0] for spell in spells}:
            ends = sorted(spell[1:] for spell in spells if spell[0] == worker)
            gaps += [after[0] - before[1] for before, after in itertools.pairwise(ends)]
        taken = own / blocks if workers > 1 else 0.0  # alone, it is this process that works
        found.append((float(np.mean(gaps)) + taken, wall))
    overhead, wall = min(found)
    return wall, overhead


def line(what: str, seconds: float, blocks: int, wall: float, overhead: float, note: str) -> None:
    share = overhead / seconds
    goal = f"   goal {GOAL:.0%} {'met' if share < GOAL else 'MISSED'}" if seconds == LONG else ""
    print(
        f"{what:<34}{blocks / wall:10.2f} blocks/s{1000 * overhead:10.2f} ms a block"
        f"{share:9.1%}{goal}   {note}".rstrip()
    )


def backends(seconds: float, blocks: int, repeats: int) -> None:
    print(f"Blocks of {seconds:g} s")
    wall, overhead = measure(ours, seconds, blocks, 1, repeats)
    line("  serial", seconds, blocks, wall, overhead, "")
    pairs: list[tuple[str, Callable[[], AbstractContextManager[Run]]]] = [
        ("  2 processes", lambda: nullcontext(partial(ours, workers=WORKERS))),
        ("     plain joblib.Parallel", lambda: nullcontext(plain_joblib)),
        ("  Dask, 2 local workers", local),
        ("     plain client.map", plain_dask),
    ]
    before = 0.0
    for name, opened in pairs:
        with opened() as run:
            run(0.0, 4)  # processes start once for a command
            wall, overhead = measure(run, seconds, blocks, WORKERS, repeats)
        note = ""
        if "plain" in name:  # by work and overhead: the clock heeds who else is at work
            note = f"a block of ours takes {(seconds + before) / (seconds + overhead):.3f} x"
        line(name, seconds, blocks, wall, overhead, note)
        before = overhead


@contextmanager
def local() -> Iterator[Run]:
    with using(dask="local", workers=WORKERS):
        yield ours


def plain_joblib(seconds: float, blocks: int) -> list[Spell]:
    from joblib import Parallel, delayed

    found: list[Spell] = Parallel(n_jobs=WORKERS)(delayed(burn)(seconds) for _ in range(blocks))
    return found


@contextmanager
def plain_dask() -> Iterator[Run]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=WORKERS, threads_per_worker=1, dashboard_address=None, memory_limit=0
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield lambda seconds, blocks: client.gather(
            client.map(burn, [seconds] * blocks, pure=False)
        )


def store() -> None:
    """What keeping a block costs: one at a time, and many that come fast."""
    from claimwise.run import fingerprint
    from claimwise.run.store import FileStore

    fingerprint.NAMED.add(__name__)  # as if the task were one of the package

    for what, seconds, blocks in (
        ("  those of 20 ms", 0.02, 100),
        ("  those of 1 ms", 0.001, 1000),
    ):
        _, without = measure(ours, seconds, blocks, 1, 2)
        with tempfile.TemporaryDirectory() as folder:
            kept = FileStore(folder, ["bench"], after=0.0)
            with kept, using(store=kept):
                _, cost = measure(ours, seconds, blocks, 1, 1)
        each = cost - without
        print(f"{what:<34}{'':19}{1000 * each:10.2f} ms a block{each / LONG:9.1%} of {LONG:g} s")


def main() -> None:
    warnings.simplefilter("ignore")
    print(f"{os.cpu_count()} cores, {WORKERS} workers; overhead beyond the work itself")
    backends(LONG, 10, 1)
    backends(SHORT, 200, 2)
    print("Keeping blocks in a store")
    store()


if __name__ == "__main__":
    main()
