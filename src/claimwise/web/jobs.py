"""Jobs: work that takes its time, told as it goes on, and ended when nobody wants it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any

from claimwise.web.settings import Settings
from claimwise.web.work import LAST
from claimwise.web.workers import BusyError, GoneError, Pool, TooLongError, Worker

ENDS = (*LAST, "cancelled")
BEAT = 10.0  # seconds after which a silent stream says that it is alive


class Job:
    """One piece of work and what was heard of it."""

    def __init__(self, request: dict[str, Any]) -> None:
        """Wait to be run."""
        self.id = secrets.token_hex(16)
        self.request = request
        self.events: list[tuple[int, str, bytes]] = []
        self.heard = 0
        self.changed = asyncio.Event()
        self.worker: Worker | None = None
        self.status: int | None = None  # of HTTP, where it was not the worker that ended it
        self.watchers = 0
        self.left = time.monotonic()  # when the last watcher went
        self.task: asyncio.Task[None] | None = None

    @property
    def files(self) -> set[str]:
        """Return the ids of the files that it uses."""
        return set(self.request.get("files", {}))

    @property
    def done(self) -> bool:
        """Whether the last event was heard."""
        return bool(self.events) and self.events[-1][1] in ENDS

    def hear(self, event: str, data: bytes) -> None:
        """Keep an event; of progress and partial answers only the newest."""
        if self.done:
            return
        if event in ("progress", "partial"):
            self.events = [one for one in self.events if one[1] != event]
        self.heard += 1
        self.events.append((self.heard, event, data))
        self.changed.set()
        self.changed = asyncio.Event()

    def fail(self, status: int, error: str) -> None:
        """End without an answer."""
        if not self.done:
            self.status = status
            self.hear("failed", json.dumps({"error": error}).encode())

    async def follow(self, after: int = 0, beat: float = BEAT) -> AsyncIterator[bytes]:
        """Yield server-sent events, from the first one after that number."""
        self.watchers += 1
        try:
            while True:
                changed = self.changed
                for number, event, data in list(self.events):
                    if number > after:
                        after = number
                        yield b"id: %d\nevent: %s\ndata: %s\n\n" % (number, event.encode(), data)
                if self.done:
                    return
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), beat)
                    continue
                yield b": still here\n\n"
        finally:
            self.watchers -= 1
            self.left = time.monotonic()


class Jobs:
    """All jobs of the server."""

    def __init__(self, pool: Pool, settings: Settings) -> None:
        """Have none."""
        self.pool, self.settings = pool, settings
        self.jobs: dict[str, Job] = {}
        self.ended = False

    def live(self) -> list[Job]:
        """Return the jobs that run or wait."""
        return [job for job in self.jobs.values() if not job.done]

    def start(self, request: dict[str, Any]) -> Job:
        """Begin a job; BusyError if there are too many."""
        if self.ended or len(self.live()) >= self.settings.max_jobs:
            raise BusyError
        job = Job(request)
        self.jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job))
        return job

    async def _run(self, job: Job) -> None:
        limit = self.settings.job_seconds

        def started(worker: Worker) -> None:
            job.worker = worker

        try:
            event, data = await self.pool.call(job.request, limit, heard=job.hear, started=started)
            job.hear(event, data)
        except GoneError:
            job.fail(502, "The process ended before it was done, perhaps of too little memory.")
        except TooLongError:
            job.fail(504, f"It took longer than {limit:g} seconds and was stopped.")
        except BusyError:
            job.fail(503, "Too many jobs wait already. Try again later.")
        except asyncio.CancelledError:
            job.hear("cancelled", b"{}")
        except Exception:
            job.fail(500, "Something went wrong inside.")
        finally:
            job.worker = None

    def cancel(self, job: Job) -> None:
        """End a job at once, and its process."""
        if job.done:
            return
        job.hear("cancelled", b"{}")
        if job.worker is not None:
            job.worker.kill()
        elif job.task is not None:
            job.task.cancel()

    def sweep(self) -> None:
        """End jobs that nobody waits for; forget the oldest that have ended."""
        now = time.monotonic()
        for job in self.live():
            if not job.watchers and now - job.left > self.settings.abandoned_seconds:
                self.cancel(job)
        ended = [id_ for id_, job in self.jobs.items() if job.done and not job.watchers]
        for id_ in ended[: max(0, len(ended) - self.settings.kept_jobs)]:
            del self.jobs[id_]

    def end_all(self) -> None:
        """End all jobs, and take no more."""
        self.ended = True
        for job in self.live():
            self.cancel(job)
