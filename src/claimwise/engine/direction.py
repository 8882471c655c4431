"""On which side of zero a study looks for a difference."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_SOUGHT: ContextVar[int] = ContextVar("sought", default=1)


@contextmanager
def seeking(sign: int) -> Iterator[None]:
    """Let two-sided searches for a detectable difference look on this side of zero.

    A search is given no difference, so it cannot know the side of the plan that it is drawn around.
    """
    before = _SOUGHT.set(sign)
    try:
        yield
    finally:
        _SOUGHT.reset(before)


def direction(alternative: str, difference: float | None) -> int:
    """Return the sign of the differences that a study looks for."""
    if alternative == "two-sided":
        if difference is None:
            return _SOUGHT.get()
        return -1 if difference < 0 else 1
    return -1 if alternative == "less" else 1
