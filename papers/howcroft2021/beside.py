"""What stands beside the grid of Howcroft and Rieser (2021), to judge and to explain it.

Where the expected ratings of both systems are equal, the linear model should find nothing. Powers
next to 0.8, on which a sentence rests, need more studies than the 100 of a cell. And the thresholds
of the grid are at their means, where the paper draws them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import product
from math import sqrt

import numpy as np

from claimwise.plan import ratings
from claimwise.worlds import OrdinalRatings, find_rating_world
from papers.base import Cell, Effort, Value, Where
from papers.howcroft2021.setting import (
    DESIGNS,
    DRAWN,
    EQUAL_POINTS,
    FIGURE_2,
    MODELS,
    MORE,
    SETTINGS,
    STUDIES,
    equal_points,
    where,
)

LINEAR_FINDS = (3, 500)  # ratings of a text and items, where the linear model finds much at 0
HAIR = 1e-4
MANY, SETS = 1000, 100  # studies; sets of thresholds, as published
EFFECT = "0.465"
NEXT_TO_ENOUGH = [(setting, 3, 100, design) for design, setting in product(DESIGNS, FIGURE_2)]
WITH_DRAWN = ("general", 3, 50, DESIGNS[0])
FIRST, GAP = (-1.78, 0.19), (0.62, 0.18)  # mean and deviation, of the lowest and between them


def cells_beside() -> list[Cell]:
    """Return the cells that are not of the published grid; none is of a quick run."""
    equal = [
        (_place(EQUAL_POINTS, setting, *LINEAR_FINDS, design), partial(_equal, setting, design))
        for design, setting in product(DESIGNS, SETTINGS)
    ]
    more = [
        (_place(MORE[model], *at), partial(_more, model, at))
        for at, model in product([*NEXT_TO_ENOUGH, WITH_DRAWN], MODELS)
    ]
    drawn = [(_place(DRAWN[model], *WITH_DRAWN), partial(_drawn, model)) for model in MODELS]
    return [Cell(place, compute, quick=False) for place, compute in equal + more + drawn]


def _place(analysis: str, setting: str, per_item: int, items: int, design: str) -> Where:
    return (*where(setting, per_item, items, design), ("analysis", analysis))


def _equal(setting: str, design: str, effort: Effort) -> list[Value]:
    """Return what the linear model finds where the expected ratings of both systems are equal.

    Power counts findings of the right sign: so it is asked for a hair below and a hair above.
    """
    per_item, items = LINEAR_FINDS
    ends = [f"{equal_points(setting) + hair:.9f}" for hair in (-HAIR, HAIR)]
    found = ratings(
        world=setting,
        design=design,
        items=items,
        ratings_per_item=per_item,
        effect=",".join(ends),
        model="linear-ml",
        replicates=STUDIES,
        rng=effort.seed,
        workers=effort.workers,
    )
    share = sum(found[f"power[effect={float(end):.12g}]"].estimate for end in ends)
    place = (*_place(EQUAL_POINTS, setting, *LINEAR_FINDS, design), ("effect", "0"))
    return [Value(place, "power", share, studies=STUDIES)]


def _more(model: str, at: tuple[str, int, int, str], effort: Effort) -> list[Value]:
    """Return a power from more studies than were published."""
    setting, per_item, items, design = at
    found = ratings(
        world=setting,
        design=design,
        items=items,
        ratings_per_item=per_item,
        effect=EFFECT,
        model=model,
        replicates=MANY,
        rng=effort.seed,
        workers=effort.workers,
    )
    row, studies = found["power"], round(MANY * (1 - found["failed"].estimate))
    place = (*_place(MORE[model], *at), ("effect", EFFECT))
    return [Value(place, "power", row.estimate, row.low, row.high, studies)]


def _drawn(model: str, effort: Effort) -> list[Value]:
    """Return the mean power over sets of thresholds; its error is that of the sets."""
    setting, per_item, items, design = WITH_DRAWN
    world = find_rating_world(setting)
    assert isinstance(world, OrdinalRatings)
    powers = [
        ratings(
            world=replace(world, thresholds=tuple(cuts)),
            design=design,
            items=items,
            ratings_per_item=per_item,
            effect=EFFECT,
            model=model,
            replicates=MANY // SETS,
            rng=effort.seed + k,
            workers=1,
        )["power"].estimate
        for k, cuts in enumerate(thresholds(effort.seed))
    ]
    mean, error = float(np.mean(powers)), float(np.std(powers, ddof=1)) / sqrt(SETS)
    place = (*_place(DRAWN[model], *WITH_DRAWN), ("effect", EFFECT))
    return [Value(place, "power", mean, mean - 1.96 * error, mean + 1.96 * error, MANY)]


def thresholds(seed: int) -> Iterable[list[float]]:
    """Yield sets of thresholds: the lowest and the gaps above it are normal, gaps without sign."""
    rng = np.random.default_rng(seed)
    for _ in range(SETS):
        first, gaps = rng.normal(*FIRST), np.abs(rng.normal(*GAP, size=4))
        yield [float(cut) for cut in first + np.cumsum([0.0, *gaps])]
