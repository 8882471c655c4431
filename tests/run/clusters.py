"""A Dask scheduler and workers as processes of their own, as on machines of their own."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import claimwise

HERE = str(Path(claimwise.__file__).parents[1])  # workers run what is tested
QUIET = {"DASK_LOGGING__DISTRIBUTED": "critical"}


class Machines:
    """A scheduler, and workers that come and go."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
        self.scheduler = self._start("dask_scheduler", *options, "--scheduler-file", str(self.file))
        self.workers: list[subprocess.Popen[bytes]] = []

    def _start(self, module: str, *options: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{module}", *options],
            env={**os.environ, **QUIET, "PYTHONPATH": HERE},
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @property
    def address(self) -> str:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if self.file.exists() and self.file.read_text():
                return json.loads(self.file.read_text())["address"]
            time.sleep(0.05)
        raise TimeoutError("the scheduler did not start")

    def add_worker(self, threads: int = 1) -> subprocess.Popen[bytes]:
        options = [
            "--nthreads",
            str(threads),
            "--no-nanny",
            "--no-dashboard",
            "--memory-limit",
            "0",
        ]
        self.workers.append(self._start("dask_worker", self.address, *options))
        return self.workers[-1]

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def machines(folder: Path):
    made = Machines(folder)
    try:
        yield made
    finally:
        made.end()
