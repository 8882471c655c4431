"""Delta-Laplace worlds as TOML files: written by a fit to outputs, read by a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan, nan, sqrt
from pathlib import Path
from typing import Any

from claimwise.core import (
    ClaimwiseError,
    DataError,
    Note,
    caution,
    check_count,
    check_number,
    check_one_of,
    did_you_mean,
    option,
)
from claimwise.core.toml import assigned, comments, key_of, read_toml
from claimwise.worlds.delta_laplace import DeltaLaplace

KIND = "delta-laplace"
ADDITIVITY = ("slope", "correlation", "sd_ratio")
WIDTH = 86  # of a comment
SLOPE, CORRELATION = 0.05, 0.98  # how far swaps may be from adding up
ALIKE = 0.02  # by how much two scales may differ that are as good as the same
WORDS = ("a", "b", "unit", "better", "signature")
NUMBERS = ("difference", "zero_share", "scale")
TABLES = ("scales", "additivity")


@dataclass(frozen=True, slots=True)
class DeltaPilot:
    """A world, and the systems, metric and items that it was fitted to."""

    world: DeltaLaplace
    metric: str
    a: str = "A"
    b: str = "B"
    n: int = 0
    unit: str = "items"
    better: str = "higher"
    signature: str = ""
    scales: Mapping[str, float] = field(default_factory=dict)  # by every way
    additivity: Mapping[str, float] = field(default_factory=dict)

    def adds_up(self) -> bool:
        """Whether the effects of swaps add up; also where nobody looked."""
        if not self.additivity:
            return True
        slope, correlation, _ = (self.additivity[key] for key in ADDITIVITY)
        return abs(slope - 1) <= SLOPE and correlation >= CORRELATION

    def cautions(self, world: DeltaLaplace | None = None) -> tuple[Note, ...]:
        """Say where the effects of swaps do not add up, and to which side a plan then errs.

        `world` is the one that a plan rests on, which may have been given another P0 or b0.
        """
        if self.adds_up():
            return ()
        slope, correlation, ratio = (self.additivity[key] for key in ADDITIVITY)
        if isnan(slope):
            return (caution("Whether the effects of swaps add up could not be seen."),)
        said = (
            f"The effects of swaps do not add up (slope {slope:.3f}, correlation "
            f"{correlation:.3f}), as this world supposes."
        )
        if "matched" not in self.scales:
            return (caution(f"{said} To which side that moves the power of a plan is not known."),)
        used = self.world if world is None else world
        # The sums of effects vary as a world with the matched scale does; the metric `ratio` times.
        fitted = self.scales["matched"] * ratio * sqrt(1 - self.world.zero_share)
        scale = fitted / sqrt(1 - used.zero_share)
        times = scale / used.scale
        if abs(times - 1) < ALIKE:
            return (
                caution(
                    f"{said} But with b0 {used.scale:.4g} the difference varies under random swaps "
                    "as much as the metric does, so that the power of a plan is about right."
                ),
            )
        high = "high" if times > 1 else "low"
        return (
            caution(
                f"{said} Under random swaps the metric varies {times:.3f} times as much as with b0 "
                f"{used.scale:.4g}: the power of a plan is too {high}. With "
                + option("scale", float(f"{scale:.4g}"))
                + " the difference varies as much."
            ),
        )

    def toml(self, notes: tuple[str, ...] = ()) -> str:
        """Return the file."""
        lines = [*comments(notes, WIDTH), assigned("world", KIND)]
        for name in ("metric", "signature", "better", "a", "b", "unit"):
            lines.append(assigned(name, getattr(self, name)))
        world = self.world
        lines += [
            f"n = {self.n}",
            f"difference = {world.difference:.8g}  # B minus A, as observed",
            f"zero_share = {world.zero_share:.8g}  # P0: swapping such an item changes nothing",
            f"scale = {world.scale:.8g}  # b0: n times the Laplace scale of the other effects",
        ]
        for name, values in (("scales", self.scales), ("additivity", self.additivity)):
            if values:
                lines += [
                    "",
                    f"[{name}]",
                    *(f"{key_of(key)} = {value:.8g}" for key, value in values.items()),
                ]
        return "\n".join(lines) + "\n"


def read_delta(path: str | Path) -> DeltaPilot:
    """Read a world that `claimwise fit bleu` wrote."""
    found = read_toml(path)
    if found.get("world") != KIND:
        kind = found.get("world", found.get("outcome"))
        raise DataError(
            f"the world {path}",
            f'world = "{KIND}"',
            "another kind" if kind is None else repr(kind),
            "claimwise fit bleu writes such a file.",
        )
    try:
        return _pilot(found)
    except ClaimwiseError as error:
        raise DataError(f"{path}: {error}") from error  # its keys are no options


def _pilot(found: Mapping[str, Any]) -> DeltaPilot:
    """Return what a file holds, or say what is wrong with it."""
    known = ("world", "metric", *WORDS, "n", *NUMBERS, *TABLES)
    for key in found:
        if key not in known:
            needs = f"keys among {', '.join(known)}"
            raise DataError("the file", needs, repr(key), did_you_mean(key, known))
    for key in ("metric", "zero_share", "scale"):
        if key not in found:
            remedy = "claimwise fit bleu writes a file that has all."
            raise DataError("the file", f"a {key}", "none", remedy)
    words = {name: _word(name, found[name]) for name in ("metric", *WORDS) if name in found}
    if "better" in words:
        check_one_of("better", words["better"], ("higher", "lower"))
    numbers = {name: check_number(name, found.get(name, 0.0)) for name in NUMBERS}
    scales = _numbers("scales", found.get("scales", {}))
    for key, value in scales.items():
        if not value > 0:
            raise DataError(f"{key} of [scales]", "a number above 0", f"{value:g}")
    return DeltaPilot(
        DeltaLaplace(**numbers),
        n=check_count("n", found["n"]) if found.get("n", 0) != 0 else 0,
        scales=scales,
        additivity=_additivity(found),
        **words,
    )


def _word(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise DataError(name, "a text in quotes", repr(value))
    return value


def _numbers(name: str, found: Any, *, undefined: bool = False) -> dict[str, float]:
    """Return a table of numbers; nan among them only where they may be undefined."""
    if not isinstance(found, Mapping):
        raise DataError(name, f"a table [{name}]", repr(found))
    return {
        key: nan
        if undefined and isinstance(value, float) and isnan(value)
        else check_number(f"{key} of [{name}]", value)
        for key, value in found.items()
    }


def _additivity(found: Mapping[str, Any]) -> dict[str, float]:
    """Return how swaps add up: all three numbers, or none where nobody looked."""
    if "additivity" not in found:
        return {}
    numbers = _numbers("additivity", found["additivity"], undefined=True)
    missing = [key for key in ADDITIVITY if key not in numbers]
    if missing:
        needs = ", ".join(ADDITIVITY[:-1]) + f" and {ADDITIVITY[-1]}"
        raise DataError("[additivity]", needs, f"no {missing[0]}")
    if numbers["sd_ratio"] < 0 or abs(numbers["correlation"]) > 1 + 1e-6:
        needs = "an sd_ratio from 0 on and a correlation between -1 and 1"
        shown = f"{numbers['sd_ratio']:g} and {numbers['correlation']:g}"
        raise DataError("[additivity]", needs, shown)
    return {key: numbers[key] for key in ADDITIVITY}
