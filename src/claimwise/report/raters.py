"""Who rated what: how many of each, and whom the answer holds for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import counted

Settings = Mapping[str, Any]
ROLES = ("rater", "item")


def counts_of(settings: Settings) -> str:
    """Return how many raters and items there are.

    >>> known = {"groups": {"worker": 12, "doc": 40}, "columns": {"rater": "worker", "item": "doc"}}
    >>> counts_of(known), counts_of({"groups": {"batch": 3}})
    ('12 raters and 40 items', '3 values of batch')
    """
    roles = _roles(settings)
    parts = [
        counted(count, roles[name]) if name in roles else f"{count:,} values of {name}"
        for name, count in settings["groups"].items()
    ]
    return listed(parts)


def like_these(settings: Settings) -> str:
    """Return whom the answer holds for: those of whom the ones in the data are a sample.

    >>> like_these({"groups": {"worker": 12}, "columns": {"rater": "worker"}})
    'raters like these'
    """
    roles = _roles(settings)
    names = [f"{roles[name]}s" if name in roles else name for name in settings["groups"]]
    return f"{listed(names)} like these" if names else ""


def _roles(settings: Settings) -> dict[str, str]:
    columns = settings.get("columns", {})
    return {columns[role]: role for role in ROLES if role in columns}


def listed(parts: list[str]) -> str:
    """Return parts of a sentence as a list.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
