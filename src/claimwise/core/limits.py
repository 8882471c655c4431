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
    "toml_size": Limit(10_000_000, "bytes of a TOML file"),
    "zip_entries": Limit(200_000, "members of a zip file"),
    "zip_member": Limit(512 << 20, "bytes of one member of a zip file"),
    "zip_ratio": Limit(200, "times the packed size of a zip file"),
    "zip_total": Limit(4 << 30, "bytes of all members of a zip file"),
}
_VALUES: ContextVar[dict[str, int]] = ContextVar("limits")


def limit(name: str) -> int:
    """Return the value of a limit that is in force.

    >>> limit("zip_entries")
    200000
    """
    return _VALUES.get({}).get(name, LIMITS[name].default)


@contextmanager
def using(**values: int) -> Iterator[None]:
    """Put other values in force for a while.

    >>> with using(zip_entries=5):
    ...     limit("zip_entries")
    5
    """
    for name in values:
        check_one_of("limit", name, list(LIMITS))
    token = _VALUES.set({**_VALUES.get({}), **values})
    try:
        yield
    finally:
        _VALUES.reset(token)
