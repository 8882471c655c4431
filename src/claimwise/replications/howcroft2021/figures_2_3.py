"""Figures 2 and 3 of Howcroft and Rieser (2021): ordinal against linear models of ratings.

Six points, thresholds at their means; 3 or 10 ratings of each text, 50, 100 or 500 items, four
effects, five settings of the variances; the ordinal model by Wald's z, the linear one by maximum
likelihood with Satterthwaite's t, slopes correlated with levels. In the design as released, rater
ids are shifted; beside it stands the same design without that error, the largest studies for some
settings alone (they take half an hour each). Effect 0 was not published. No numbers were published
either, only curves and what the paper says of them.
"""

from __future__ import annotations

from functools import partial
from itertools import product

from claimwise.plan import ratings
from claimwise.replications.base import Cell, Effort, Replication, Value, Where
from claimwise.replications.from_plan import values_of
from claimwise.replications.howcroft2021.sentences import claims, remarks
from claimwise.replications.howcroft2021.setting import (
    DESIGNS,
    EFFECTS,
    EQUAL_POINTS,
    MODELS,
    SETTINGS,
    equal_points,
)

SIZES = ((3, 50), (3, 100), (10, 50), (10, 100), (3, 500), (10, 500))  # ratings of a text, items
LARGEST = SIZES[-1]  # 10,000 ratings; 2,000 fits for each design
CORRECTED = ("extreme-low",)  # settings that have the largest study in the corrected design too
STUDIES, QUICK = 100, 60
FEW = ("general", 3, 50)  # the cell of a quick run
LINEAR_FINDS = (3, 500)  # where the linear model finds much at effect 0
HAIR = 1e-4


def _where(setting: str, per_item: int, items: int, design: str) -> Where:
    where = {"world": setting, "ratings_per_item": per_item, "items": items, "design": design}
    return tuple((name, str(value)) for name, value in where.items())


def _cells() -> list[Cell]:
    """Return all cells, the small ones first."""
    main = [
        Cell(
            _where(setting, per_item, items, design),
            partial(_compute, setting, per_item, items, design),
            quick=(setting, per_item, items) == FEW,
        )
        for (per_item, items), design, setting in product(SIZES, DESIGNS, SETTINGS)
        if (per_item, items) != LARGEST or design == DESIGNS[0] or setting in CORRECTED
    ]
    equal = [
        Cell(
            (*_where(setting, *LINEAR_FINDS, design), ("analysis", EQUAL_POINTS)),
            partial(_compute_equal, setting, design),
            quick=False,
        )
        for design, setting in product(DESIGNS, SETTINGS)
    ]
    return main + equal


def _compute(setting: str, per_item: int, items: int, design: str, effort: Effort) -> list[Value]:
    found = ratings(
        world=setting,
        design=design,
        items=items,
        ratings_per_item=per_item,
        effect=",".join(EFFECTS),
        model=MODELS,
        replicates=QUICK if effort.quick else STUDIES,
        rng=effort.seed,
        workers=effort.workers,
    )
    return values_of(found, dict(_where(setting, per_item, items, design)), MODELS, EFFECTS)


def _compute_equal(setting: str, design: str, effort: Effort) -> list[Value]:
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
    where = (*_where(setting, *LINEAR_FINDS, design), ("analysis", EQUAL_POINTS), ("effect", "0"))
    return [Value(where, "power", share, studies=STUDIES)]


FIGURES = Replication(
    name="howcroft-figures-2-3",
    source="Howcroft and Rieser (2021), Figures 2 and 3",
    title="Power of ordinal and linear mixed models of ratings",
    columns=("world", "ratings_per_item", "items", "design", "analysis", "effect"),
    cells=_cells,
    claims=claims,
    remarks=remarks,
    chart={
        "x": "effect",
        "color": "items",
        "dash": "analysis",
        "row": "world",
        "column": "ratings_per_item",
        "page": "design",
        "leave": EQUAL_POINTS,
    },
    commands=(
        "claimwise plan ratings --world general --design published --items 100 "
        "--ratings-per-item 3 --effect 0.155,0.31,0.465,0.62 --model ordinal,linear-ml "
        "--replicates 100 --seed 1",
    ),
)
