"""Figures 2 and 3 of Howcroft and Rieser (2021): ordinal against linear models of ratings.

Six points, thresholds at their means; 3 or 10 ratings of each text, 50, 100 or 500 items, four
effects, five settings of the variances; the ordinal model by Wald's z, the linear one by maximum
likelihood with Satterthwaite's t, slopes correlated with levels. In the design as released, rater
ids are shifted; beside it stands the same design without that error. Effect 0 was not published. No
numbers were published either, only curves and what the paper says of them; where that hangs on a
power next to 0.8, more studies decide. The largest studies take half an hour for each setting.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from claimwise.plan import ratings
from papers.base import Effort, Number
from papers.declared import Part, declared
from papers.from_plan import powers
from papers.howcroft2021.beside import BESIDE
from papers.howcroft2021.sentences import claims, remarks
from papers.howcroft2021.setting import (
    DESIGNS,
    DRAWN,
    EFFECTS,
    EQUAL_POINTS,
    MODELS,
    MORE,
    SETTINGS,
    STUDIES,
    place,
)

SIZES = ((3, 50), (3, 100), (10, 50), (10, 100), (3, 500), (10, 500))  # ratings of a text, items
QUICK = 60  # studies
FEW = [place("general", 3, 50, design) for design in DESIGNS]  # the cells of a quick run
# All cells, the small ones first.
GRID = [
    place(setting, *size, design) for size, design, setting in product(SIZES, DESIGNS, SETTINGS)
]


def _study(effort: Effort, **at: Any) -> dict[tuple[str, str], Number]:
    found = ratings(
        **at,
        effect=",".join(EFFECTS),
        model=MODELS,
        replicates=QUICK if effort.quick else STUDIES,
        rng=effort.seed,
        workers=effort.workers,
    )
    return powers(found, MODELS, EFFECTS)


FIGURES = declared(
    name="howcroft-figures-2-3",
    source="Howcroft and Rieser (2021), Figures 2 and 3",
    title="Power of ordinal and linear mixed models of ratings",
    columns=("world", "ratings_per_item", "items", "design", "analysis", "effect"),
    parts=[Part(_study, GRID, quick=lambda **at: at in FEW), *BESIDE],
    quantity="power",
    claims=claims,
    remarks=remarks,
    chart={
        "x": "effect",
        "color": "items",
        "dash": "analysis",
        "row": "world",
        "column": "ratings_per_item",
        "page": "design",
        "leave": "; ".join((EQUAL_POINTS, *MORE.values(), *DRAWN.values())),
    },
    commands=(
        "claimwise plan ratings --world general --design published --items 100 "
        "--ratings-per-item 3 --effect 0.155,0.31,0.465,0.62 --model ordinal-z,linear-ml "
        "--replicates 100 --seed 1",
    ),
)
