"""One thread for linear algebra: many small matrices are slower with more."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from typing import Any


def one_thread() -> AbstractContextManager[Any]:
    """Keep BLAS to one thread meanwhile.

    Its threads wait for each other by turning round and round: where other work runs beside, a
    factorisation of a few hundred rows takes ten times as long with two threads as with one.
    """
    limited: AbstractContextManager[Any] = _controller().limit(limits=1)
    return limited


@cache
def _controller() -> Any:
    import scipy.linalg  # noqa: F401  (whose BLAS compiled code calls)
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
