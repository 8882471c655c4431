"""All replications, by name: those that the files of each paper's folder hold."""

from __future__ import annotations

import importlib
import pkgutil
import re

from papers.base import Replication

PAPERS = ("card2020", "wein2023", "howcroft2021", "azer2020")


def _collected() -> dict[str, Replication]:
    found: dict[str, Replication] = {}
    for paper in PAPERS:
        room = importlib.import_module(f"papers.{paper}")
        here: dict[str, Replication] = {}
        for file in pkgutil.iter_modules(room.__path__):
            module = importlib.import_module(f"{room.__name__}.{file.name}")
            own = [one for one in vars(module).values() if isinstance(one, Replication)]
            here |= {one.name: one for one in own}
        found |= {name: here[name] for name in sorted(here, key=_order)}
    return found


def _order(name: str) -> tuple[str | int, ...]:
    """Sort names by their words, and numbers by size: figure-4 before figure-17."""
    return tuple(int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name))


REPLICATIONS = _collected()
