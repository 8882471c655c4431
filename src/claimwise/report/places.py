"""Where a row stands, as words print it."""

from __future__ import annotations

from claimwise.core import Row, spelled


def place_of(row: Row) -> str:
    """Return the place of a row as it is printed; empty where it has none."""
    return spelled(row.at)


def estimand_of(quantity: str, place: str) -> str:
    """Return a quantity with its place, as `Row.estimand` spells it."""
    return f"{quantity}[{place}]" if place else quantity


def plain(name: str) -> str:
    """Return the name of a system or metric as it stands in a place.

    >>> plain("bert, base [dev]")
    'bert; base (dev)'
    """
    return spelled({"system": name})
