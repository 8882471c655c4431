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
        self.first: Any = None  # knows the numbers to put back
        self.here = threading.local()

    def enter(self) -> None:
        depth = getattr(self.here, "depth", 0)
        if not depth:  # some BLAS have a number for each thread, so each thread sets its own
            with self.lock:
                limited = _controller().limit(limits=1)
                self.first = limited if not self.count else self.first
                self.count += 1
        self.here.depth = depth + 1

    def leave(self) -> None:
        self.here.depth -= 1
        if not self.here.depth:
            with self.lock:
                self.count -= 1
                if not self.count:
                    self.first.restore_original_limits()
                    self.first = None


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
def _controller() -> Any:
    import scipy.linalg  # noqa: F401  (whose BLAS compiled code calls)
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
