"""How a Dask cluster is reached: one that answers at an address, or one of our own."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from claimwise.core import ClaimwiseError
from claimwise.run.signals import without_interrupts

CONNECT = 10.0  # seconds until a scheduler counts as unreachable
CALM = {  # a cluster of our own spends no time on watching itself
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.tick.interval": "1s",
    "distributed.client.heartbeat": "10s",
    "distributed.scheduler.active-memory-manager.start": False,
}


class ClusterError(ClaimwiseError, RuntimeError):
    """The cluster cannot be used, or is gone."""


def own_cluster(workers: int | None) -> Any:
    """Start a cluster on this machine, by default with as many processes as it has cores."""
    import dask.config
    import distributed
    from joblib import cpu_count

    with without_interrupts(), dask.config.set(CALM):
        return distributed.LocalCluster(
            n_workers=workers or cpu_count(),
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            worker_dashboard_address=None,
            memory_limit=0,
            silence_logs=logging.CRITICAL,
        )


def knock(address: str) -> None:
    """Refuse an address where no scheduler answers; a client that fails takes its time."""

    async def once() -> None:
        from distributed.comm import connect

        comm = await connect(address, timeout=CONNECT)
        await comm.close()

    try:
        with ThreadPoolExecutor(1) as pool:  # a notebook has a loop in this thread already
            pool.submit(lambda: asyncio.run(once())).result()
    except Exception as error:  # of whatever else listens there, too
        raise ClusterError(
            "dask",
            "a scheduler that answers",
            f"none at {address}",
            "Start one with dask scheduler; it prints its address.",
        ) from error
