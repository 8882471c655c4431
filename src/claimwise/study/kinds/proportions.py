"""Right or wrong on different items: accuracies of two systems, unpaired."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import Result, check_count, check_probability
from claimwise.study.declaration import Comparison, Study
from claimwise.study.declared import (
    analysed,
    claimed,
    compared,
    has_margin,
    looked,
    looking,
    reaching,
    said,
)
from claimwise.study.fields import (
    DECIDING,
    LEVELS,
    MISSING,
    READING,
    SIMULATED,
    field,
    number_in,
    registered,
    text,
)
from claimwise.study.found import metric_there, separate_scores
from claimwise.study.kind import Kind, register
from claimwise.study.needs import Need

TESTS = registered("test", {"paired": False, "outcome": "binary"})


def test_of(study: Study, comparison: Comparison) -> str:
    """Return the test: the one declared, or the one default of plan and analysis."""
    usual = "farrington-manning" if has_margin(comparison) else "z-pooled"
    return str(study.procedure.get("test") or usual)


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Return what the study could show, of the test itself and not of a textbook's formula."""
    from claimwise.plan import proportions

    return proportions(
        n=analysed(study),
        test=test_of(study, comparison),
        by="exact",
        solve=solve,
        **said(comparison.assumptions, "baseline", "difference", "effect_prior"),
        **claimed(comparison),
        **reaching(study, alpha),
        **looking(study),
    )


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show."""
    named = replace(comparison, metric=metric_there(study, comparison, data))
    return compared(
        study, named, data, test=test_of(study, comparison), paired=False, **looked(study)
    )


register(
    Kind(
        name="proportions",
        words="accuracies on different items",
        about="two systems, each right or wrong on items of its own",
        data={
            "n": field(check_count, "items of each system", required=True, example=1000),
            **READING,
            "missing": MISSING,
        },
        procedure={
            "test": field(TESTS, "the test, in the plan and in the analysis"),
            **DECIDING,
            **LEVELS,
            "replicates": SIMULATED["replicates"],
        },
        assumptions={
            "baseline": field(check_probability, "accuracy of A", required=True, example=0.8),
            "difference": field(
                number_in(-1, 1), "true accuracy of B minus true accuracy of A", example=0.05
            ),
            "effect_prior": field(text, "normal:MEAN:SD or uniform:LOW:HIGH, for the assurance"),
        },
        needs=(Need(("difference", "effect_prior")),),
        claims=("difference", "superiority", "non-inferiority", "equivalence"),
        plan=plan,
        assess=assess,
        metric="accuracy",
        found=separate_scores,
        solves=True,
        looks="scores",
        usual=lambda study, comparison: {"test": test_of(study, comparison)},
    )
)
