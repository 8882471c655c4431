"""Cut work into blocks, give each its own random stream, and hand the results back in order.

The size of a block is fixed by the work and never by the number of workers, and a block's
stream depends on the seed and the block's number alone. So the answer is the same, bit for
bit, whoever computes it, and a block that was kept need not be computed again. Results come
as an iterator: memory is bounded by the blocks that wait for their turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from claimwise.core import block_rng, check_count, check_one_of
from claimwise.run.backends import BACKENDS, Backend, Job
from claimwise.run.progress import Blocks, Sizes, track
from claimwise.run.session import Keeper, alone, current
from claimwise.run.threads import one_thread

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")
Task = Callable[["np.random.Generator", int], T]


def map_blocks(
    task: Task[T],
    replicates: int,
    *,
    seed: int,
    stream: int = 0,
    block: int = 1000,
    workers: int = 1,
    backend: str | None = None,
    label: str = "simulating",
    progress: bool | None = None,
    tell: Callable[[], str] | None = None,
) -> Iterator[T]:
    """Yield ``task(rng, size)`` for block after block until `replicates` are done.

    Parameters
    ----------
    task : callable
        Takes the block's generator and its number of replicates.
    replicates : int
        Number of replicates in all; the last block may be smaller.
    seed : int
        Root of all randomness.
    stream : int, default 0
        Which of several independent streams of that seed to use.
    block : int, default 1000
        Replicates in a block. Another size is another set of streams, hence another answer.
    workers : int, default 1
        Processes to use. Changes speed only.
    backend : str, optional
        A name in `BACKENDS`; by default what the session says, otherwise serial for one
        worker, processes for more.
    label : str
        What the progress bar says.
    progress : bool, optional
        Show a progress bar; by default only when standard error is a terminal.
    tell : callable, optional
        Says the estimate so far, from what the caller has made of the blocks it was given.
    """
    replicates = check_count("replicates", replicates)
    session = current()
    workers = 1 if session.within else check_count("workers", session.workers or workers)
    name = backend or ("dask" if session.dask else "serial" if workers == 1 else "processes")
    run = BACKENDS[check_one_of("backend", name, BACKENDS)]
    blocks = -(-replicates // block)
    keeper = None
    if session.store is not None:
        key = (task, seed, stream, block)
        keeper = session.store.keeper(key, label=label, blocks=blocks)
    jobs = Blocks(replicates, block)
    known = keeper.known() if keeper is not None else set()
    return track(
        _in_order(partial(_one_block, task, seed, stream), jobs, run, workers, keeper, known),
        sizes=Sizes(jobs, known),
        label=label,
        show=progress,
        tell=tell,
        workers=None if name == "dask" else workers,
    )


def _in_order(
    work: Callable[[Job], T],
    jobs: Iterable[Job],
    run: Backend,
    workers: int,
    keeper: Keeper | None,
    known: set[Job],
) -> Iterator[T]:
    """Yield the blocks in their order; keep each as soon as it is finished."""
    fresh = run(work, (job for job in jobs if job not in known), workers)
    waiting: dict[Job, Any] = {}
    try:
        for job in jobs:
            if keeper is not None and job in known:
                yield _kept(work, job, keeper)
                continue
            while job not in waiting:
                done, result = next(fresh)
                if keeper is not None:
                    keeper.put(*done, result)
                waiting[done] = result
            yield waiting.pop(job)
    finally:
        close = getattr(fresh, "close", None)
        if close is not None:  # a caller that has seen enough leaves no work behind
            close()


def _kept(work: Callable[[Job], T], job: Job, keeper: Keeper) -> T:
    """Return a kept block; compute it if meanwhile it was deleted or damaged."""
    try:
        result: T = keeper.get(*job)
    except KeyError:
        result = work(job)
        keeper.put(*job, result)
    return result


def _one_block(task: Task[T], seed: int, stream: int, job: Job) -> T:
    """Run one block with BLAS on one thread: a second thread changes the last bits.

    Simulations within the block are part of it: they are neither kept nor spread any further.
    """
    number, size = job
    with one_thread(), alone():
        return task(block_rng(seed, stream, number), size)
