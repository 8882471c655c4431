"""What stands beside the grid of Howcroft and Rieser (2021), to judge and to explain it.

Where the expected ratings of both systems are equal, the linear model should find nothing. Powers
next to 0.8, on which a sentence rests, need more studies than the 100 of a cell. And the thresholds
of the grid are at their means, where the paper draws them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from math import sqrt
from typing import Any

import numpy as np

from claimwise.plan import ratings
from claimwise.worlds import OrdinalRatings, find_rating_world
from papers.base import Effort, Number
from papers.declared import Part
from papers.from_plan import simulated
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
    place,
)

LINEAR_FINDS = (3, 500)  # ratings of a text and items, where the linear model finds much at 0
HAIR = 1e-4
MANY, SETS = 1000, 100  # studies; sets of thresholds, as published
EFFECT = "0.465"
NEXT_TO_ENOUGH = [(setting, 3, 100, design) for design, setting in product(DESIGNS, FIGURE_2)]
WITH_DRAWN = ("general", 3, 50, DESIGNS[0])
FIRST, GAP = (-1.78, 0.19), (0.62, 0.18)  # mean and deviation, of the lowest and between them
Powers = dict[str, Number]  # by effect


def _equal(effort: Effort, world: str, analysis: str, **at: Any) -> Powers:
    """Return what the linear model finds where the expected ratings of both systems are equal.

    Power counts findings of the right sign: so it is asked for a hair below and a hair above.
    """
    ends = [f"{equal_points(world) + hair:.9f}" for hair in (-HAIR, HAIR)]
    found = ratings(
        world=world,
        **at,
        effect=",".join(ends),
        model="linear-ml",
        replicates=STUDIES,
        rng=effort.seed,
        workers=effort.workers,
    )
    share = sum(found[f"power[effect={float(end):.12g}]"].estimate for end in ends)
    return {"0": Number(share, studies=STUDIES)}


def _more(effort: Effort, analysis: str, **at: Any) -> Powers:
    """Return a power from more studies than were published."""
    found = ratings(
        **at,
        effect=EFFECT,
        model=_model(MORE, analysis),
        replicates=MANY,
        rng=effort.seed,
        workers=effort.workers,
    )
    return {EFFECT: simulated(found, "power", "failed")}


def _drawn(effort: Effort, world: str, analysis: str, **at: Any) -> Powers:
    """Return the mean power over sets of thresholds; its error is that of the sets."""
    known = find_rating_world(world)
    assert isinstance(known, OrdinalRatings)
    powers = [
        ratings(
            world=replace(known, thresholds=tuple(cuts)),
            **at,
            effect=EFFECT,
            model=_model(DRAWN, analysis),
            replicates=MANY // SETS,
            rng=effort.seed + k,
            workers=1,
        )["power"].estimate
        for k, cuts in enumerate(thresholds(effort.seed))
    ]
    mean, error = float(np.mean(powers)), float(np.std(powers, ddof=1)) / sqrt(SETS)
    return {EFFECT: Number(mean, mean - 1.96 * error, mean + 1.96 * error, MANY)}


def _model(names: dict[str, str], analysis: str) -> str:
    """Return the model of an analysis that is called by another name."""
    return next(model for model, name in names.items() if name == analysis)


def thresholds(seed: int) -> Iterable[list[float]]:
    """Yield sets of thresholds: the lowest and the gaps above it are normal, gaps without sign."""
    rng = np.random.default_rng(seed)
    for _ in range(SETS):
        first, gaps = rng.normal(*FIRST), np.abs(rng.normal(*GAP, size=4))
        yield [float(cut) for cut in first + np.cumsum([0.0, *gaps])]


# What is not of the published grid; none of it is of a quick run.
BESIDE = [
    Part(study, grid, quick=lambda **_: False)
    for study, grid in (
        (
            _equal,
            [
                place(setting, *LINEAR_FINDS, design, analysis=EQUAL_POINTS)
                for design, setting in product(DESIGNS, SETTINGS)
            ],
        ),
        (
            _more,
            [
                place(*at, analysis=MORE[model])
                for at, model in product([*NEXT_TO_ENOUGH, WITH_DRAWN], MODELS)
            ],
        ),
        (_drawn, [place(*WITH_DRAWN, analysis=DRAWN[model]) for model in MODELS]),
    )
]
