"""What may one file or question cost? The limits with their defaults, and the values in force.

A refusal names the limit that stopped it, and ``--limit NAME=VALUE`` raises it. The page has the
same limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from claimwise.core.check import check_count
from claimwise.core.errors import DataError, ParameterError, Words, did_you_mean, option


@dataclass(frozen=True, slots=True)
class Limit:
    """What is allowed unless the user says otherwise."""

    default: int
    help: str


LIMITS: dict[str, Limit] = {
    "columns": Limit(4096, "Columns of a table"),
    "nesting": Limit(100, "Levels of lists and objects inside each other, in JSON"),
    "pairs": Limit(100_000, "Pairs of systems that are compared at once"),
    "resamples": Limit(10_000_000, "Resamples of a test or an interval of one comparison"),
    "systems": Limit(2_000, "Systems that are compared at once"),
    "toml_size": Limit(10_000_000, "Bytes of a TOML file"),
    "zip_entries": Limit(200_000, "Members of a zip file"),
    "zip_member": Limit(512 << 20, "Bytes of one member of a zip file"),
    "zip_ratio": Limit(200, "Times the packed size of a zip file"),
    "zip_total": Limit(4 << 30, "Bytes of all members of a zip file"),
}
_RAISED: ContextVar[Mapping[str, int]] = ContextVar("limits", default={})  # noqa: B039


def limit(name: str) -> int:
    """Return the limit in force.

    >>> with using(columns=9):
    ...     limit("columns")
    9
    """
    return _RAISED.get().get(name, LIMITS[name].default)


@contextmanager
def using(**values: int) -> Iterator[None]:
    """Set limits for what is read inside the block.

    Parameters
    ----------
    **values : int
        Limits by name: columns (of a table) and nesting (levels of JSON), among others; the table
        `LIMITS` has them all.

    Examples
    --------
    >>> import claimwise as cw
    >>> with cw.limits(columns=30_000):
    ...     pass  # cw.read("wide.csv")
    """
    for name, value in values.items():
        if name not in LIMITS:
            known = ", ".join(LIMITS)
            problem = f"There is no limit called {name}; there are {known}."
            raise ParameterError(problem, did_you_mean(name, LIMITS))
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ParameterError(f"limits of {name}", "a whole number of at least 1", repr(value))
    token = _RAISED.set({**_RAISED.get(), **values})
    try:
        yield
    finally:
        _RAISED.reset(token)


def check_resamples(value: object) -> int:
    """Return a number of resamples; refuses one that would run for days without a word."""
    found, most = check_count("resamples", value), limit("resamples")
    if found > most:
        problem = option("resamples", found) + f" would take very long; the limit is {most:,}."
        raise ParameterError(problem, "Raise it: " + option("limit", {"resamples": found}) + ".")
    return found


def above(name: str, found: int, has: str) -> DataError:
    """Say that a file goes beyond a limit, and how to raise it.

    >>> str(above("columns", 9000, "x.csv has 9,000 columns"))
    'x.csv has 9,000 columns; the limit is 4,096. Raise it: with claimwise.limits(columns=9000).'
    """
    raised: Words = option("limit", {name: found})
    return DataError(f"{has}; the limit is {limit(name):,}.", "Raise it: " + raised + ".")
