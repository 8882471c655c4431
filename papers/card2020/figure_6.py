"""Figure 6 of Card et al. (2020): power of linear mixed models of ratings.

Every worker rates every item of both systems. The models are coded -1 and 1 and the axis of the
figure is the coefficient, so that its 0.1 is a difference of 0.2; the test is maximum likelihood
and t > 1.96. The published values are those of the authors' stored run, 200 studies for each.
"""

from __future__ import annotations

from math import sqrt

from claimwise.plan import ratings
from papers.base import Claim, Effort, Number, Value
from papers.declared import declared
from papers.found import number, numbers
from papers.from_plan import powers
from papers.tolerance import ENOUGH, beside

WORLDS = ("card-high", "card-low")
WORKERS, ITEMS = (3, 10), (50, 100, 500)
EFFECTS = ("0.1", "0.2", "0.3", "0.4")
MODELS = ("linear-z", "linear")
STUDIES, QUICK, THEIRS = 10_000, 1_000, 200
NOMINAL = 0.05
# Workers and items down, coefficients .05, .10, .15, .20 across.
PUBLISHED = {
    ("card-high", 3, 50): (0.235, 0.44, 0.69, 0.89),
    ("card-high", 3, 100): (0.27, 0.555, 0.75, 0.885),
    ("card-high", 3, 500): (0.27, 0.545, 0.75, 0.92),
    ("card-high", 10, 50): (0.24, 0.7, 0.955, 0.995),
    ("card-high", 10, 100): (0.315, 0.795, 0.98, 1.0),
    ("card-high", 10, 500): (0.34, 0.87, 0.995, 1.0),
    ("card-low", 3, 50): (0.455, 0.94, 1.0, 1.0),
    ("card-low", 3, 100): (0.6, 0.945, 1.0, 1.0),
    ("card-low", 3, 500): (0.665, 0.975, 1.0, 1.0),
    ("card-low", 10, 50): (0.575, 0.985, 1.0, 1.0),
    ("card-low", 10, 100): (0.835, 1.0, 1.0, 1.0),
    ("card-low", 10, 500): (0.95, 1.0, 1.0, 1.0),
}


def _study(effort: Effort, world: str, raters: int, items: int) -> dict[tuple[str, str], Number]:
    found = ratings(
        world=world,
        items=items,
        raters=raters,
        difference=[float(effect) for effect in EFFECTS],
        model=MODELS,
        correlated=False,
        replicates=QUICK if effort.quick else STUDIES,
        rng=effort.seed,
        workers=effort.workers,
    )
    return powers(found, MODELS, EFFECTS)


def _claims(values: list[Value]) -> list[Claim]:
    """Hold what the text says of the figure against what its test and an honest one give."""
    high = {"world": "card-high", "raters": "3", "items": "100"}
    low = {"world": "card-low", "items": "100", "effect": "0.1"}
    theirs, honest = (number(values, analysis=m, **high, effect="0.4") for m in MODELS)
    few, many = (number(values, analysis="linear-z", **low, raters=k) for k in ("3", "10"))
    smaller = number(values, analysis="linear-z", **high, effect="0.3")
    return [
        Claim(
            "with high variance, 3 workers and 100 items are underpowered unless the coefficient "
            "is at least 0.2, a difference of 0.4",
            smaller < ENOUGH <= theirs,
            f"By the test of the paper the power is {smaller:.2f} at 0.3 and {theirs:.2f} at 0.4; "
            f"by Satterthwaite's t, which keeps to its level better, {honest:.2f} at 0.4.",
        ),
        Claim(
            "even with low variance, typical designs are underpowered to detect small effects (a "
            "coefficient of 0.05, a difference of 0.1), unless an unusually large number of "
            "ratings per item are collected (10+ for 100 items)",
            few < ENOUGH <= many,
            f"The power of 100 items is {few:.3f} with 3 ratings of each and {many:.3f} with 10, "
            "by the test of the paper.",
            because=f"the published 0.835 for 10 ratings, of {THEIRS} studies with a standard "
            f"error of {sqrt(many * (1 - many) / THEIRS):.3f}, lies above the power by chance",
        ),
    ]


def _remarks(values: list[Value]) -> list[str]:
    """Say what the axis is, and what the test does without an effect."""
    cell = ("world", "raters", "items")
    few = numbers(values, *cell, analysis="linear-z", effect="0", raters="3").values()
    honest = numbers(values, *cell, analysis="linear", effect="0").values()
    return [
        "An effect is the difference between the systems: twice the value on the axis of the "
        "figure, which is a coefficient of systems coded -1 and 1.",
        f"The test is not honest: without a difference it finds one in {min(few):.1%} to "
        f"{max(few):.1%} of studies with 3 raters, not in {NOMINAL:.0%}; Satterthwaite's t in "
        f"{min(honest):.1%} to {max(honest):.1%} in all cells.",
    ]


FIGURE = declared(
    name="card-figure-6",
    source="Card et al. (2020), Figure 6",
    title="Power of linear mixed models of ratings",
    columns=("world", "raters", "items", "analysis", "effect"),
    study=_study,
    grid={"world": WORLDS, "raters": WORKERS, "items": ITEMS},
    quantity="power",
    printed={
        (world, str(raters), str(items), "linear-z", effect): share
        for (world, raters, items), line in PUBLISHED.items()
        for effect, share in zip(EFFECTS, line, strict=True)
    },
    chance=beside(THEIRS),
    claims=_claims,
    remarks=_remarks,
    chart={"x": "effect", "color": "items", "dash": "analysis", "row": "world", "column": "raters"},
    commands=(
        "claimwise plan ratings --world card-high --items 100 --raters 3 --difference "
        "0.1,0.2,0.3,0.4 --model linear-z,linear --independent --replicates 10000 --seed 1",
    ),
)
