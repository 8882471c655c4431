"""How the server is set: where it listens, and what is too much."""

from __future__ import annotations

from dataclasses import dataclass

MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits of the local page; sizes in bytes, times in seconds."""

    host: str = "127.0.0.1"
    port: int = 8765
    workers: int = 2  # processes for exact plans
    readers: int = 2  # processes that look into files
    jobs: int = 2  # processes for everything that takes its time
    quick_seconds: float = 10.0  # an exact plan
    job_seconds: float = 1800.0
    upload_seconds: float = 120.0
    body_seconds: float = 15.0
    start_seconds: float = 120.0  # for a process to be ready
    hurried_from: int = 5  # so many waiting: new curves are left out until the hand rests
    max_waiting: int = 200  # exact plans that wait for a process
    max_jobs: int = 8  # that run or wait
    kept_jobs: int = 50  # that have ended, for a page that comes back
    abandoned_seconds: float = 20.0  # after which nobody waits for a job
    max_memory: int = 6_000 * MB  # data of one process
    max_body: int = 256_000
    max_upload: int = 50 * MB
    max_files: int = 50
    max_total: int = 500 * MB
    spare_seconds: float = 300.0  # without use, after which a file makes room for another
    file_seconds: float = 3600.0  # without use, after which a file is deleted
    cached_answers: int = 2000
