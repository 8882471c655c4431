"""Cut work into blocks, give each its own random stream, and hand the results back in order.

The size of a block is fixed by the work and never by the number of workers, and a block's
stream depends on the seed and the block's number alone. So the answer is the same, bit for
bit, whoever computes it. Results come as an iterator: memory is bounded by the block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from claimwise.core import block_rng, check_count, check_one_of
from claimwise.run.progress import track
from claimwise.run.threads import one_thread

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")
Task = Callable[["np.random.Generator", int], T]
Job = tuple[int, int]  # number of the block, replicates in it


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
        A name in `BACKENDS`; by default serial for one worker, processes for more.
    label : str
        What the progress bar says.
    progress : bool, optional
        Show a progress bar; by default only when standard error is a terminal.
    """
    replicates = check_count("replicates", replicates)
    workers = check_count("workers", workers)
    name = backend or ("serial" if workers == 1 else "processes")
    run = BACKENDS[check_one_of("backend", name, BACKENDS)]
    blocks = -(-replicates // block)
    jobs = ((i, min(block, replicates - i * block)) for i in range(blocks))
    return track(
        run(partial(_one_block, task, seed, stream), jobs, workers),
        total=blocks,
        label=label,
        show=progress,
    )


def _one_block(task: Task[T], seed: int, stream: int, job: Job) -> T:
    """Run one block with BLAS on one thread: a second thread changes the last bits."""
    number, size = job
    with one_thread():
        return task(block_rng(seed, stream, number), size)


def _serial(work: Callable[[Job], T], jobs: Iterable[Job], workers: int) -> Iterator[T]:
    return map(work, jobs)


def _processes(work: Callable[[Job], T], jobs: Iterable[Job], workers: int) -> Iterator[T]:
    from joblib import Parallel, delayed

    pool = Parallel(n_jobs=workers, backend="loky", return_as="generator")
    return iter(pool(delayed(work)(job) for job in jobs))


# A backend takes (work, jobs, workers) and yields work(job) in the order of the jobs.
BACKENDS: dict[str, Callable[..., Iterator[Any]]] = {
    "serial": _serial,
    "processes": _processes,
}
