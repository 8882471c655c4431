"""Who computes the blocks: this process, other processes, or a cluster.

A backend takes (work, jobs, workers) and yields (job, work(job)) as they are finished, in any
order: what is finished can be kept at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
Job = tuple[int, int]  # number of the block, replicates in it
Backend = Callable[[Callable[[Job], Any], Iterable[Job], int], Iterator[tuple[Job, Any]]]


def _serial(work: Callable[[Job], T], jobs: Iterable[Job], workers: int) -> Iterator[tuple[Job, T]]:
    for job in jobs:
        yield job, work(job)


def _processes(
    work: Callable[[Job], T], jobs: Iterable[Job], workers: int
) -> Iterator[tuple[Job, T]]:
    from joblib import Parallel, delayed

    pool = Parallel(n_jobs=workers, backend="loky", return_as="generator_unordered")
    return iter(pool(delayed(_named)(work, job) for job in jobs))


def _named(work: Callable[[Job], T], job: Job) -> tuple[Job, T]:
    return job, work(job)


BACKENDS: dict[str, Backend] = {"serial": _serial, "processes": _processes}
