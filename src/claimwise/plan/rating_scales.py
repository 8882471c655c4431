"""Which rating scale? The same raters and items, with more or fewer points to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    assumed,
    check_count,
    meaning,
    option,
    root_seed,
)
from claimwise.worlds.ratings import OrdinalRatings, RatingWorld

MOST = 1000  # points
MOST_ORDERED = 20  # points for which ordinal models are fitted, with a threshold between any two
NUMBERS = ("linear",)  # what is left for more
ASSUMED = assumed(
    "Scales: the raters use the same range of what they feel, cut into as many equal parts of the "
    "world's own scale as there are points. That more points are harder to choose between is left "
    "out."
)
ALIKE = meaning("The effect is the same latent one on every scale.")


def on_scale(worlds: Sequence[RatingWorld], points: Any) -> list[RatingWorld]:
    """Return worlds whose raters have so many points; refuse those of no fixed scale."""
    count = check_count("scale_points", points)
    if not 2 <= count <= MOST:
        raise ParameterError("scale_points", f"a number from 2 to {MOST:,}", f"{count:,}")
    found: list[RatingWorld] = []
    for world in worlds:
        if not isinstance(world, OrdinalRatings):
            raise ParameterError(
                option("scale_points", count),
                "an ordinal world, which cuts what raters feel into ratings",
                "a linear one",
                "Use a world such as general.",
            )
        found.append(world.on_scale(count))
    return found


def scale_tests(points: Any, tests: tuple[str, ...], *, named: bool) -> tuple[str, ...]:
    """Return the analyses of a scale: ordinal models are for few points."""
    if points is None or points <= MOST_ORDERED:
        return tests
    odd = [test for test in tests if test.startswith("ordinal")]
    if odd and named:
        raise ParameterError(
            option("model", odd[0]),
            f"a scale of at most {MOST_ORDERED} points",
            f"{points:,}",
            "Use " + option("model", "linear") + ".",
        )
    return tuple(test for test in tests if test not in odd) or NUMBERS


def over_scales(plan: Callable[..., Result], given: dict[str, Any]) -> Result:
    """Plan the same study on several scales, with the same random numbers.

    All by the same analyses: those that the longest of them allows.
    """
    scales = [check_count("scale_points", points) for points in given["scale_points"]]
    if not scales:
        raise ParameterError("scale_points", "at least one value", "an empty list")
    for name in ("effect", "difference"):
        value = given[name]
        if (isinstance(value, str) and "," in value) or isinstance(value, list | tuple):
            raise ParameterError(
                option("scale_points", ",".join(map(str, scales))),
                "one effect",
                "several",
                "Give one of the two lists.",
            )
    if given["model"] is None and max(scales) > MOST_ORDERED:
        given = given | {"model": ",".join(NUMBERS)}
    given = given | {"rng": root_seed(given["rng"])}
    each = [plan(**given | {"scale_points": points}) for points in scales]
    first = each[0]
    notes: dict[Note, None] = dict.fromkeys(note for one in each for note in one.notes)
    settings = dict(first.settings)
    # In rating points the effect is another on every scale: it is told in latent units.
    settings["effects_in"] = dict(settings["effects_in"]) | {"points": [0.0]}
    settings |= {"scale_points": scales}
    return replace(
        first,
        rows=tuple(
            row.within(scale_points=points)
            for points, one in zip(scales, each, strict=True)
            for row in one.rows
        ),
        notes=(ASSUMED, ALIKE, *notes),
        provenance=dict(first.provenance) | {"settings": settings, "axes": ["scale_points"]},
    )
