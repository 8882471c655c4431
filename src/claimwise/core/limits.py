"""What one file may cost: limits with their defaults, and the values that are in force.

A refusal names the limit that stopped it, and ``--limit NAME=VALUE`` raises it. The page has the
same limits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from claimwise.core.check import check_one_of


@dataclass(frozen=True, slots=True)
class Limit:
    """How much is allowed unless the user says otherwise, and of what."""

    default: int
    help: str


LIMITS: dict[str, Limit] = {
    "pairs": Limit(100_000, "pairs of systems that are compared at once"),
    "systems": Limit(2_000, "systems that are compared at once"),
}
_VALUES: ContextVar[dict[str, int]] = ContextVar("limits")


def limit(name: str) -> int:
    """Return the value of a limit that is in force.

    >>> limit("systems")
    2000
    """
    return _VALUES.get({}).get(name, LIMITS[name].default)


@contextmanager
def using(**values: int) -> Iterator[None]:
    """Put other values in force for a while.

    >>> with using(systems=5):
    ...     limit("systems")
    5
    """
    for name in values:
        check_one_of("limit", name, list(LIMITS))
    token = _VALUES.set({**_VALUES.get({}), **values})
    try:
        yield
    finally:
        _VALUES.reset(token)
