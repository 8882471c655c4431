"""The same world with systems that are equally good, and not alike."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Self

import numpy as np

from claimwise.data.responses import Answers, Counts
from claimwise.worlds.responses import ResponseWorld


def is_observed(world: ResponseWorld) -> bool:
    """Whether A and B are known by their answers alone: who gave them is not kept."""
    inner = world.world if isinstance(world, SwappedRows) else world
    return bool(getattr(inner, "observed", False))


def is_even(world: ResponseWorld) -> bool:
    """Whether A and B are off by as much, so that neither is better."""
    if isinstance(world, SwappedRows):
        return True
    if is_observed(world):
        return world.epsilon_a == world.epsilon_b == 0
    pairs = _pairs(world)
    return bool(pairs) and all(a == b for a, b in pairs.values())


def is_alike(world: ResponseWorld) -> bool:
    """Whether A and B answer alike: neither has errors of its own."""
    swapped = isinstance(world, SwappedRows)
    return not swapped and is_even(world) and world.epsilon_b == 0


def even(world: ResponseWorld) -> ResponseWorld:
    """Return the world in which both err as the worse of them does, by errors of their own.

    Where A and B are known by their answers alone, they are swapped on random items.
    """
    pairs = _pairs(world)
    if not pairs:
        return world if isinstance(world, SwappedRows) else SwappedRows(world)
    if world.epsilon_a > world.epsilon_b:
        changes = {f"{name[:-1]}b": a for name, (a, _) in pairs.items()}
    else:
        changes = {name: b for name, (_, b) in pairs.items()}
    made: Any = replace(world, **changes)  # type: ignore[type-var]
    return made  # type: ignore[no-any-return]


def _pairs(world: ResponseWorld) -> dict[str, tuple[Any, Any]]:
    """Return what is told of A and likewise of B, such as epsilon_a, by the name that A's has."""
    if not is_dataclass(world) or is_observed(world):
        return {}
    names = {field.name for field in fields(world)}
    twins = {name: f"{name[:-1]}b" for name in names if name.endswith("_a")}
    return {
        one: (getattr(world, one), getattr(world, two))
        for one, two in twins.items()
        if two in names
    }


@dataclass(frozen=True, slots=True)
class SwappedRows:
    """A world whose systems are swapped on random items: equally good, and not alike."""

    world: ResponseWorld

    @property
    def kind(self) -> str:
        """Which kind of answers."""
        return self.world.kind

    @property
    def epsilon_a(self) -> float:
        """Not known."""
        return self.world.epsilon_a

    @property
    def epsilon_b(self) -> float:
        """Not known."""
        return self.world.epsilon_b

    def at(self, *, epsilon_a: float | None = None, epsilon_b: float | None = None) -> Self:
        """Return the world with other errors, swapped likewise."""
        return replace(self, world=self.world.at(epsilon_a=epsilon_a, epsilon_b=epsilon_b))

    def draw(self, items: int, counts: Counts, rng: np.random.Generator, size: int) -> Answers:
        """Return studies in which each item has A's answers as B's, by a fair coin."""
        most = max(counts.a, counts.b)
        drawn = self.world.draw(items, Counts(counts.gold, most, most), rng, size)
        swap = rng.integers(0, 2, size=(size, items, 1), dtype=np.int8).astype(bool)
        a, b = np.where(swap, drawn.b, drawn.a), np.where(swap, drawn.a, drawn.b)
        return Answers(drawn.gold, a[..., : counts.a], b[..., : counts.b])

    def draw_mixed(
        self, items: int, counts: Counts, rng: np.random.Generator, size: int
    ) -> Answers:
        """Return studies in which each answer is, by a fair coin, A's or B's."""
        return self.world.draw_mixed(items, counts, rng, size)

    def settings(self) -> dict[str, Any]:
        """Return what the world is, for the record."""
        return self.world.settings()
