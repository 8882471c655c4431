"""Ctrl-C reaches every process of a terminal; it is for the first of them to act on it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import NoReturn

LOOK = 1.0  # seconds between looks at the parent
ERRORS = 2  # the file that is standard error


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Hold back Ctrl-C meanwhile; processes and threads started within never see it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    _start_trackers()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_trackers() -> None:
    """Start what tidies up after processes: when it starts later, it lets Ctrl-C in again.

    It is not to warn of what it tidies up: when a command is stopped, that is its task.
    """
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as of_loky

    sys.warnoptions.append("ignore:resource_tracker:UserWarning")
    try:
        resource_tracker.ensure_running()
        of_loky.ensure_running()
    finally:
        sys.warnoptions.pop()


def end_children() -> None:
    """End every process that computes for this one, in the midst of its work."""
    import multiprocessing

    for child in multiprocessing.active_children():
        with suppress(OSError):
            if sys.platform == "win32" or child.pid is None:
                child.terminate()
            else:
                os.kill(child.pid, signal.SIGKILL)
                os.waitpid(child.pid, 0)


def say_last(words: str) -> None:
    """Write to standard error past the buffers, in which a signal may have come."""
    with suppress(OSError):  # the terminal may be closed
        os.write(ERRORS, words.encode(errors="replace"))


def leave(code: int) -> NoReturn:
    """End this process at once: an exception could come out in compiled code."""
    os._exit(code)


@cache
def end_with_parent() -> None:
    """End this process soon after the one that it computes for, which may have been killed.

    Otherwise it waits minutes for more work, with the output of the dead one held open.
    """

    def watch(parent: int) -> None:
        while os.getppid() == parent:
            time.sleep(LOOK)
        os._exit(1)

    if sys.platform != "win32":  # where a process keeps the number of a parent that is gone
        threading.Thread(target=watch, args=(os.getppid(),), daemon=True).start()
