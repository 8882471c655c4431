"""A world of answers in words: where answers come from, and how far each system is off."""

from __future__ import annotations

from typing import Any

from claimwise.core.references import WEIN
from claimwise.worlds.response_world import ResponseWorld

OFF = ("epsilon", "bias", "spread")  # how far a system is off the gold standard, in three ways


def simulated_from(world: ResponseWorld, *, of_b: bool = True) -> dict[str, Any]:
    """Return what answers are like, with how far A, and B if wanted, is off; and whom to cite."""
    known = world.settings()
    words = [f"answers of the world {known['world']}"]
    if known.get("file"):
        words = [f"answers drawn from {known['file']} (A {known['a']}, B {known['b']})"]
    for system in ("A", "B")[: 1 + of_b]:
        for key in OFF:
            off = known.get(f"{key}_{system.lower()}")
            if isinstance(off, int | float) and (off or key == "epsilon"):
                words.append(f"{key} of {system} {off:.6g}")
    return {"data": ", ".join(words), "references": [WEIN]}
