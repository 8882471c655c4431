"""Procedures that a help text lists: names and words are those of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from claimwise.core.registry import Entry, entries

SIZES = {
    "at most alpha": "false positives never above alpha",
    "near alpha": "false positives close to alpha",
}


@dataclass(frozen=True, slots=True)
class Listed:
    """Procedures of a kind that fit, by their traits; `usual` is the default, and stands first."""

    heading: str
    kind: str
    usual: str = ""
    traits: Mapping[str, Any] = field(default_factory=dict)

    def lines(self) -> list[tuple[str, str]]:
        """Return each name, and what it says of itself."""

        def line(entry: Entry) -> tuple[str, str]:
            says = entry.traits.get("says")
            asides = ["the default"] if entry.name == self.usual else []
            asides += [SIZES[size] for size in [entry.traits.get("size")] if size in SIZES]
            asides += ["takes a margin"] if entry.traits.get("margin") else []
            return entry.name, "; ".join([says.does if says else entry.name, *asides])

        listed = entries(self.kind, **self.traits)
        return [line(entry) for entry in sorted(listed, key=lambda one: one.name != self.usual)]
