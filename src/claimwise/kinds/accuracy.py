"""Two systems on the same test set, each answer right or wrong."""

from __future__ import annotations

from typing import Any

from claimwise.core.field import AUTO, READING, choice, percent, text
from claimwise.core.listed import Listed
from claimwise.kinds.kind import Kind
from claimwise.kinds.reading import SYSTEMS
from claimwise.kinds.shared import (
    BASELINE,
    UNCERTAIN,
    WORD,
    N,
    alternative,
    claimed,
    difference,
    effect_prior,
    enumerated,
    file_of,
    named_test,
)

PAIRED: dict[str, Any] = {"outcome": "binary", "paired": True}
ACCURACY = Kind(
    name="accuracy",
    title="Accuracy, same items",
    question="Two systems answer the same items, right or wrong: what could the study show?",
    short="Two systems on the same test set: right or wrong.",
    about="""Two systems on the same test set, each answer right or wrong.

A claim with a margin is decided by tango, unless a test or an interval is named.""",
    example="--n 500 --difference 0.02 --agreement 0.9",
    lists=[Listed("Tests", "test", "mcnemar-midp", PAIRED)],
    exact=True,
    fields=(
        N.but(example=500, unit="items"),
        difference(
            "True accuracy of B minus true accuracy of A.",
            "pilot",
            "difference_from",
            example=0.02,
            slider=(-0.2, 0.2),
        ),
        percent(
            "agreement",
            "Agreement",
            "Share of items where both are right or both are wrong.",
            main=True,
            varies=True,
            example=0.9,
            slider=(0, 1),
            step=0.005,
            shown_when={"pilot": [None], "agreement_from": [AUTO]},
        ),
        BASELINE,
        choice(
            "agreement_from",
            "Agreement from",
            "Source of the agreement: glue, squad2 (published regressions), lachenbruch (no prior: "
            "low, mid, high), independent (as if by chance), or a CSV of past comparisons "
            "(baseline, candidate, agreement).",
            group=READING,
            metavar="SOURCE",
            choices=("glue", "squad2", "lachenbruch", "independent"),
        ),
        choice(
            "difference_from",
            "Difference from",
            "Source of the difference: glue (for a task), squad2, or a CSV of past comparisons "
            "(baseline, candidate[, task]).",
            group=READING,
            metavar="SOURCE",
            choices=("glue", "squad2"),
        ),
        text(
            "task",
            "Task",
            "Task of GLUE that the difference is from: MNLI-m, RTE, ...",
            group=READING,
            metavar="NAME",
            pattern=WORD,
        ),
        file_of("pilot", "Pilot", "CSV of validation verdicts: item, system, correct."),
        *SYSTEMS,
        effect_prior(),
        *UNCERTAIN,
        *claimed("tango"),
        named_test("mcnemar-midp", **PAIRED),
        alternative(claims=True),
        *enumerated("uniform, jeffreys, perks or dirichlet(a,b,c,d)"),
    ),
)
KINDS = (ACCURACY,)
