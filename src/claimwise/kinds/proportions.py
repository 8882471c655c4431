"""Two systems on different items, each answer right or wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from claimwise.core.field import SEED
from claimwise.core.listed import Listed
from claimwise.kinds.keys import (
    LEVELS,
    MISSING,
    READ,
    REPLICATES,
    decided,
    of_posterior,
    scores,
    test,
)
from claimwise.kinds.kind import Kind, Need, Plan
from claimwise.kinds.shared import (
    ALPHA,
    BASELINE,
    CLAIMS,
    PLANNED_LOOKS,
    POWER,
    SOLVE,
    N,
    alternative,
    claimed,
    difference,
    effect_prior,
    named_test,
    posterior,
    replicates,
    route,
)

if TYPE_CHECKING:
    from claimwise.study.declaration import Comparison, Study

UNPAIRED: dict[str, Any] = {"outcome": "binary", "paired": False}
PROPORTIONS = Plan(
    name="proportions",
    title="Accuracy, different items",
    question="Two systems answer different items, right or wrong: what could the study show?",
    short="Two systems on different items: right or wrong.",
    about="""Two systems on different items, each answer right or wrong.

A claim with a margin is decided by farrington-manning, unless a test or an interval is named.""",
    example="--n 1725 --baseline 0.92 --solve mde",
    lists=[Listed("Tests", "test", "z-pooled", UNPAIRED)],
    exact=True,
    fields=(
        N.but(
            title="Items of each system", help="Items in each group.", example=1000, unit="items"
        ),
        BASELINE.but(main=True, example=0.8),
        difference(
            "True accuracy of B minus true accuracy of A.",
            example=0.05,
            slider=(-0.3, 0.3),
        ),
        effect_prior(),
        *claimed("farrington-manning"),
        named_test("z-pooled", **UNPAIRED),
        alternative(claims=True),
        ALPHA,
        POWER,
        SOLVE,
        route(
            "normal (textbook formula, with exact values), exact (enumeration) or simulation",
            "normal for z-pooled, else exact",
            choices=("normal", "exact", "simulation"),
        ),
        replicates("10,000; 2,000 for posteriors"),
        SEED,
        *PLANNED_LOOKS,
        *posterior("uniform, jeffreys or beta(a,b)"),
    ),
)


def usual(study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return the test."""
    return {"test": "farrington-manning" if comparison.has_margin else "z-pooled"}


KIND = Kind(
    name="proportions",
    words="accuracies on different items",
    about="two systems, each right or wrong on items of its own",
    plans=(PROPORTIONS,),
    keys=(
        *READ,
        MISSING,
        test(scores("binary", False)),
        *decided("interval", "posterior"),
        *of_posterior(PROPORTIONS.fields),
        *LEVELS,
        REPLICATES,
    ),
    claims=CLAIMS,
    needs=(
        Need(("n",), "data"),
        Need(("baseline",)),
        Need(("difference", "effect_prior")),
    ),
    metric="accuracy",
    looks="scores",
    usual=usual,
    # Of the test itself, and not of a textbook's formula.
    to_plan=lambda study, comparison, given: {"by": "exact"},
    separate=lambda study: True,
)
