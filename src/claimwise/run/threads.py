"""One thread for linear algebra: many small matrices are slower with more."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any


class _Users:
    """Who keeps BLAS to one thread just now.

    Most BLAS have one number of threads for the whole process. If each user put back the number
    that it found, one that ends in the midst of another's work would let more threads in there.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count = 0
        self.before: list[int] = []  # the numbers to put back
        self.here = threading.local()

    def enter(self) -> None:
        depth = getattr(self.here, "depth", 0)
        if not depth:  # some BLAS have a number for each thread, so each thread sets its own
            with self.lock:
                if not self.count:
                    self.before = [found.get_num_threads() for found in _libraries()]
                for found in _libraries():
                    _set(found, 1)
                self.count += 1
        self.here.depth = depth + 1

    def leave(self) -> None:
        self.here.depth -= 1
        if not self.here.depth:
            with self.lock:
                self.count -= 1
                if not self.count:
                    for found, number in zip(_libraries(), self.before, strict=True):
                        _set(found, number)


_USERS = _Users()


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep BLAS to one thread meanwhile, until the last who asked for it is done.

    Its threads wait for each other by turning round and round: where other work runs beside, a
    factorisation of a few hundred rows takes ten times as long with two threads as with one.
    """
    _USERS.enter()
    try:
        yield
    finally:
        _USERS.leave()


@cache
def _libraries() -> list[Any]:
    import scipy.linalg  # noqa: F401  (whose BLAS compiled code calls)
    from threadpoolctl import ThreadpoolController

    found: list[Any] = ThreadpoolController().lib_controllers
    return found


def _set(library: Any, number: int) -> None:
    """Set the number of threads, whoever set it before.

    Newer versions of threadpoolctl let only the thread that set it first change it, and the
    last user may be another.
    """
    getattr(library, "_real_set_num_threads", library.set_num_threads)(number)
