"""Worlds of ratings as TOML files: written by a fit to a pilot, read by a plan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from claimwise.core import DataError, check_count, check_number, check_one_of
from claimwise.core.toml import assigned, comment, read_toml, rows_of
from claimwise.kernels.arrays import Floats
from claimwise.worlds.judgements import Judgements
from claimwise.worlds.ratings import LinearRatings, OrdinalRatings, RatingWorld
from claimwise.worlds.varying import Varying

DESIGN = ("items", "raters", "ratings", "list_length")


@dataclass(frozen=True, slots=True, eq=False)
class Uncertainty:
    """How well a pilot knows its world: the covariance of what its search moved.

    These are thresholds (the first, then logarithms of steps), the effect, and the entries of the
    lower triangles of raters and items, column after column, for slopes of x less a centre; of a
    linear model the entries over sigma, and the logarithm of sigma. Of judgements: thresholds and
    the two standard deviations.
    """

    estimate: Floats
    covariance: Floats
    centres: Floats = field(default_factory=lambda: np.zeros(2))  # of raters and of items


@dataclass(frozen=True, slots=True, eq=False)
class PilotWorld:
    """A world, the design it was seen with, and how well it is known."""

    world: RatingWorld
    design: dict[str, int]
    uncertainty: Uncertainty | None = None
    a: str = "A"
    b: str = "B"

    def toml(self, notes: tuple[str, ...] = ()) -> str:
        """Return the file."""
        world = self.world
        lines = [comment(note) for note in notes]
        lines.append(assigned("outcome", world.outcome))
        if not isinstance(world, Judgements):
            lines.append(assigned("coding", world.coding))
        lines += [assigned("a", self.a), assigned("b", self.b)]
        lines.append(assigned("effect", world.effect, "B minus A"))
        if isinstance(world, OrdinalRatings):
            lines.append(assigned("noise", world.noise))
            if not isinstance(world, Judgements):
                lines.append(assigned("lowest", world.lowest))
            if world.values:
                lines.append(assigned("values", _floats(world.values)))
            lines.append(assigned("thresholds", _floats(world.thresholds)))
        elif isinstance(world, LinearRatings):
            lines += [assigned("level", world.level), assigned("sigma", world.sigma)]
        for name in ("rater", "item"):
            varying: Varying = getattr(world, name)
            lines += ["", f"[{name}]  # standard deviations"]
            keys = ["intercept", "slope", "correlation"]
            keys = keys[:1] if isinstance(world, Judgements) else keys
            lines += [assigned(key, getattr(varying, key)) for key in keys]
        if self.design:
            lines += ["", "[design]  # of the pilot"]
            lines += [assigned(key, value) for key, value in self.design.items()]
        if self.uncertainty is not None:
            lines += ["", "[uncertainty]  # of the parameters, as the search moves them"]
            lines.append(assigned("centres", _floats(self.uncertainty.centres)))
            lines.append(assigned("estimate", _floats(self.uncertainty.estimate)))
            lines.append(rows_of("covariance", map(_floats, self.uncertainty.covariance)))
        return "\n".join(lines) + "\n"

    def redrawn(self, rng: np.random.Generator) -> RatingWorld:
        """Return a world that the pilot might have come from, with the effect of this one."""
        if self.uncertainty is None:
            raise DataError(
                "uncertainty",
                "a world with the covariance of its parameters",
                "none",
                "Write it with claimwise fit ratings.",
            )
        drawn = rng.multivariate_normal(
            self.uncertainty.estimate, self.uncertainty.covariance, method="eigh"
        )
        return from_search(self.world, drawn, self.uncertainty.centres)


def from_search(world: RatingWorld, moved: Floats, centres: Floats) -> RatingWorld:
    """Return the world at other parameters of the search; the effect stays."""
    if isinstance(world, Judgements):
        k = len(world.thresholds)
        width = float(np.exp(moved[1])) / 2 if k == 2 else 0.0
        rater, item = (Varying(abs(float(sd))) for sd in moved[k : k + 2])
        ends = (-width, width) if k == 2 else (0.0,)
        return replace(world, thresholds=ends, rater=rater, item=item)
    if isinstance(world, OrdinalRatings):
        k = len(world.thresholds)
        steps = np.concatenate([moved[:1], np.exp(moved[1:k])])
        cuts = tuple(float(cut) for cut in np.cumsum(steps))
        rater, item = (
            _triangle(moved[at : at + 3], centre)
            for at, centre in zip((k + 1, k + 4), centres, strict=True)
        )
        return replace(world, thresholds=cuts, rater=rater, item=item)
    if isinstance(world, LinearRatings):
        sigma = float(np.exp(moved[6]))
        rater, item = (
            _triangle(sigma * moved[at : at + 3], centre)
            for at, centre in zip((0, 3), centres, strict=True)
        )
        return replace(world, sigma=sigma, rater=rater, item=item)
    raise DataError("a world", "linear or ordinal ratings", type(world).__name__)


def _triangle(entries: Floats, centre: float) -> Varying:
    """Return deviations and correlation at x = 0 of a lower triangle for x less a centre."""
    first, below, last = (float(x) for x in entries)
    slope = np.array([below, last])
    level = np.array([first, 0.0]) - centre * slope
    sizes = float(np.linalg.norm(level)), float(np.linalg.norm(slope))
    both = sizes[0] * sizes[1]
    return Varying(*sizes, float(np.clip(level @ slope / both, -1, 1)) if both > 0 else 0.0)


def _floats(values: Iterable[float]) -> list[float]:
    return [float(x) for x in values]


def find_rating_world(name: str | Path) -> RatingWorld:
    """Return a world of ratings: a published one by its name, or that of a TOML file.

    >>> world = find_rating_world("card-high")
    >>> world.rater.slope, world.sigma
    (0.22, 0.26)
    """
    from claimwise.worlds.rating_presets import PRESETS, preset

    if name in PRESETS:
        return preset(str(name))
    if not str(name).endswith(".toml"):
        check_one_of("world", str(name), [*PRESETS, "FILE.toml"])
    return read_world(name).world


def read_world(path: str | Path) -> PilotWorld:
    """Read a world of ratings."""
    found = read_toml(path)
    try:
        return _pilot(found)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise DataError(
            f"the world {path}",
            "outcome, effect, [rater], [item] and thresholds or level and sigma",
            f"no {error}" if isinstance(error, KeyError) else f"what cannot be read ({error})",
            "See claimwise fit ratings for a file that has all.",
        ) from error


def _whole(name: str, value: object) -> int:
    number = check_number(name, value)
    if number != int(number):
        raise ValueError(f"{name} is {number:g}, not a whole number")
    return int(number)


def _check_uncertainty(known: Uncertainty, world: RatingWorld) -> None:
    """Refuse numbers that do not fit the world, or each other."""
    if isinstance(world, Judgements):
        size = len(world.thresholds) + 2
    else:
        size = len(world.thresholds) + 7 if isinstance(world, OrdinalRatings) else 7
    shapes = known.estimate.shape, known.covariance.shape, known.centres.shape
    if shapes != ((size,), (size, size), (2,)):
        raise ValueError(f"uncertainty of {size} parameters needed, found {shapes[0]}")


def _pilot(found: dict[str, Any]) -> PilotWorld:
    varying = {
        name: Varying(**{key: check_number(key, value) for key, value in found[name].items()})
        for name in ("rater", "item")
    }
    effect, coding = check_number("effect", found.get("effect", 0.0)), found.get("coding", "halves")
    world: RatingWorld
    if found["outcome"] == "preference":
        world = Judgements(
            effect=effect,
            thresholds=tuple(found["thresholds"]),
            noise=found.get("noise", "logistic"),
            rater=varying["rater"],
            item=varying["item"],
        )
    elif found["outcome"] == "ordinal":
        world = OrdinalRatings(
            effect=effect,
            coding=coding,
            thresholds=tuple(found["thresholds"]),
            noise=found.get("noise", "normal"),
            lowest=_whole("lowest", found.get("lowest", 1)),
            values=tuple(found.get("values", ())),
            rater=varying["rater"],
            item=varying["item"],
        )
    elif found["outcome"] == "linear":
        level, sigma = found["level"], found["sigma"]
        world = LinearRatings(effect=effect, coding=coding, level=level, sigma=sigma, **varying)
    else:
        raise TypeError(f"outcome {found['outcome']!r}")
    given = found.get("uncertainty")
    known = None
    if given is not None:
        numbers = (np.array(given[key]) for key in ("estimate", "covariance", "centres"))
        known = Uncertainty(*numbers)
        _check_uncertainty(known, world)
    design = {
        key: check_count(key, value)
        for key, value in found.get("design", {}).items()
        if key in DESIGN
    }
    names = {key: str(found[key]) for key in ("a", "b") if key in found}
    return PilotWorld(world, design, known, **names)
