"""Who computes the blocks: this process, other processes, or a cluster.

A backend takes (work, jobs, workers) and yields (job, work(job)) as they are finished, in any
order: what is finished can be kept at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from claimwise.core import ParameterError
from claimwise.run.session import current
from claimwise.run.signals import end_with_parent, without_interrupts

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
    with without_interrupts():  # the call starts the processes
        results = pool(delayed(_named)(work, job) for job in jobs)
    return iter(results)


def _named(work: Callable[[Job], T], job: Job) -> tuple[Job, T]:
    end_with_parent()
    return job, work(job)


def _dask(work: Callable[[Job], T], jobs: Iterable[Job], workers: int) -> Iterator[tuple[Job, T]]:
    cluster = current().cluster
    if cluster is None:
        raise ParameterError(
            "the dask backend", "a cluster", "none", 'Use run.using(dask="local").'
        )
    return cluster.run(work, jobs)


BACKENDS: dict[str, Backend] = {"serial": _serial, "processes": _processes, "dask": _dask}
