"""Delta-Laplace worlds as TOML files: written by a fit to outputs, read by a plan."""

from __future__ import annotations

import json
import textwrap
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan
from pathlib import Path
from typing import Any

from claimwise.core import DataError, check_number, sentence
from claimwise.worlds.delta_laplace import DeltaLaplace

KIND = "delta-laplace"
ADDITIVITY = ("slope", "correlation", "sd_ratio")
WIDTH = 86  # of a comment
SLOPE, CORRELATION = 0.05, 0.98  # how far swaps may be from adding up


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

    def cautions(self) -> tuple[str, ...]:
        """Say where the effects of swaps do not add up, and to which side a plan then errs."""
        if self.adds_up():
            return ()
        slope, correlation, ratio = (self.additivity[key] for key in ADDITIVITY)
        if isnan(slope):
            return ("CAUTION: whether the effects of swaps add up could not be seen.",)
        high = "high" if ratio > 1 else "low"
        return (
            f"CAUTION: the effects of swaps do not add up (slope {slope:.3f}, correlation "
            f"{correlation:.3f}). Under random swaps the difference varies {ratio:.3f} times as "
            f"much as the sums of effects on which this world rests: the power of a plan is too "
            f"{high}. With --scale {self.scales.get('matched', self.world.scale) * ratio:.4g} it "
            "varies as much.",
        )

    def toml(self, notes: tuple[str, ...] = ()) -> str:
        """Return the file."""
        lines = [f"# {line}" for note in notes for line in textwrap.wrap(note, WIDTH)]
        lines.append(f'world = "{KIND}"')
        for name in ("metric", "signature", "better", "a", "b", "unit"):
            lines.append(f"{name} = {json.dumps(getattr(self, name), ensure_ascii=False)}")
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
                    *(f"{key} = {value:.8g}" for key, value in values.items()),
                ]
        return "\n".join(lines) + "\n"


def read_delta(path: str | Path) -> DeltaPilot:
    """Read a world that `claimwise fit bleu` wrote."""
    try:
        found = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise DataError(sentence("a world", "a file that is there", f"none at {path}")) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise DataError(sentence(f"the world {path}", "TOML", str(error))) from error
    if found.get("world") != KIND:
        kind = found.get("world", found.get("outcome"))
        raise DataError(
            sentence(
                f"the world {path}",
                f'world = "{KIND}"',
                "another kind" if kind is None else repr(kind),
                "claimwise fit bleu writes such a file.",
            )
        )
    try:
        return _pilot(found)
    except (KeyError, TypeError, AttributeError) as error:
        raise DataError(
            sentence(
                f"the world {path}",
                "metric, zero_share and scale",
                f"no {error}" if isinstance(error, KeyError) else f"what cannot be read ({error})",
                "claimwise fit bleu writes a file that has all.",
            )
        ) from error


def _pilot(found: Mapping[str, Any]) -> DeltaPilot:
    numbers = {
        name: check_number(name, found.get(name, 0.0) if name == "difference" else found[name])
        for name in ("difference", "zero_share", "scale")
    }
    added = found.get("additivity", {})
    words = ("a", "b", "unit", "better", "signature")
    return DeltaPilot(
        DeltaLaplace(**numbers),
        str(found["metric"]),
        n=int(found.get("n", 0)),
        scales={key: float(value) for key, value in found.get("scales", {}).items()},
        additivity={key: float(added[key]) for key in ADDITIVITY} if added else {},
        **{name: str(found[name]) for name in words if name in found},
    )
