"""The world of a plan for BLEU and metrics like it: published, fitted or given."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Any

from claimwise.core import Note, ParameterError, assumed, check_one_of, meaning
from claimwise.engine.direction import direction
from claimwise.plan.grid import is_list
from claimwise.worlds.delta_file import DeltaPilot, read_delta
from claimwise.worlds.delta_laplace import DeltaLaplace
from claimwise.worlds.delta_presets import PRESETS, delta_preset

METRICS = {"bleu": "BLEU", "chrf": "chrF", "ter": "TER"}
LOWER = ("ter",)  # of which lower scores are better
LARGEST = {"bleu": 100.0, "chrf": 100.0}  # differences that can be
SYMBOLS = {"zero_share": "P0", "scale": "b0"}
DEFAULT = "wmt-average"


@dataclass(frozen=True, slots=True)
class Place:
    """A world at no difference, what it is called, and what is known of it."""

    world: DeltaLaplace
    name: str
    unit: str = "items"
    notes: tuple[Note, ...] = ()
    pilot: DeltaPilot | None = None

    def heed(self, world: DeltaLaplace) -> tuple[Note, ...]:
        """Return what to know of a plan in this world, which may have a P0 or b0 of its own."""
        return self.notes if self.pilot is None else (*self.notes, *self.pilot.cautions(world))


def place_of(metric: str, parameters: dict[str, Any]) -> Place:
    """Return the world that was asked for, without a difference."""
    given = parameters.get("world")
    own: dict[str, Any] = {name: parameters.get(name) for name in ("zero_share", "scale")}
    if is_list(given):
        raise ParameterError("world", "one world", "several")
    first: dict[str, Any] = {
        name: next(iter(v), None) if is_list(v) else v for name, v in own.items()
    }
    if given is None and None not in first.values():
        return Place(DeltaLaplace(0.0, **first), "given")
    if given is None and metric != "bleu":
        raise ParameterError(
            f"plan {metric}",
            f"a world fitted to outputs under {METRICS[metric]}",
            "none",
            f"claimwise fit {metric} makes one; none is published.",
        )
    found = _found(metric, DEFAULT if given is None else given)
    moved = {name: value for name, value in first.items() if value is not None}
    if not moved:
        return found
    there = [f"{SYMBOLS[name]}, there {getattr(found.world, name):.4g}" for name in moved]
    changed = assumed(f"Not of that world: {'; '.join(there)}.")
    return replace(found, world=replace(found.world, **moved), notes=(*found.notes, changed))


def _found(metric: str, given: Any) -> Place:
    if isinstance(given, DeltaLaplace):
        return Place(given.null(), "given")
    if metric == "bleu" and isinstance(given, str) and given in PRESETS:
        source = assumed(f"World {given}: {PRESETS[given].source}.")
        return Place(delta_preset(given), given, notes=(source,))
    if not isinstance(given, DeltaPilot) and not str(given).lower().endswith(".toml"):
        check_one_of("world", str(given), [*(PRESETS if metric == "bleu" else ()), "FILE.toml"])
    pilot = given if isinstance(given, DeltaPilot) else read_delta(given)
    if pilot.metric.split(":")[0] != metric:
        remedy = f"Fit it with claimwise fit {metric}."
        raise ParameterError(
            f"plan {metric}", f"a world of {METRICS[metric]}", pilot.metric, remedy
        )
    better = "lower" if metric in LOWER else "higher"
    if pilot.better != better and not isinstance(given, DeltaPilot):
        needs = f'better = "{better}"'
        raise ParameterError(f"the world {given}, of {METRICS[metric]},", needs, repr(pilot.better))
    many = f" on {pilot.n:,} {pilot.unit}" if pilot.n else ""
    said = assumed(f"World fitted to {pilot.b} (B) and {pilot.a} (A){many}.")
    name = "fitted" if isinstance(given, DeltaPilot) else str(given)
    return Place(pilot.world.null(), name, pilot.unit, (said,), pilot)


def swap_notes(world: DeltaLaplace) -> list[Note]:
    """Say what the plan supposes of single swaps."""
    return [
        assumed(
            f"Assumed of single swaps: {world.zero_share:.4g} change nothing (P0); the scale of "
            f"the others, times n, is {world.scale:.4g} (b0)."
        )
    ]


def sign_of(metric: str, alternative: str, difference: float | None) -> int:
    """Return the sign of the differences that are looked for: where none is given, a better B."""
    if alternative == "two-sided" and not difference and metric in LOWER:
        return -1
    return direction(alternative, difference)


def check_possible(metric: str, difference: float | None) -> None:
    """Refuse a difference that two scores cannot have."""
    largest = LARGEST.get(metric, inf)
    if difference is not None and abs(difference) > largest:
        needs = f"a number from {-largest:g} to {largest:g}, in {METRICS[metric]} points"
        raise ParameterError("difference", needs, f"{difference:g}")


def lower(metric: str) -> list[Note]:
    """Say which differences are good ones, where that is not plain."""
    if metric not in LOWER:
        return []
    better = f"Lower {METRICS[metric]} is better: where B is better its difference is negative."
    return [meaning(better)]
