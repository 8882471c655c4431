"""Right or wrong on the same items: accuracies of two systems."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import Result, check_count, check_probability
from claimwise.study.declaration import Comparison, Study
from claimwise.study.declared import (
    analysed,
    beside,
    beside_if_file,
    claimed,
    compared,
    has_margin,
    reaching,
    said,
)
from claimwise.study.fields import (
    DECIDING,
    MISSING,
    READING,
    SIMULATED,
    SOURCE_FILE,
    field,
    number_in,
    registered,
    text,
)
from claimwise.study.found import metric_there, paired_scores
from claimwise.study.kind import Kind, register

TESTS = registered("test", {"paired": True, "outcome": "binary"})
KNOWN = ("difference", "agreement", "baseline", "difference_from", "task", "effect_prior")


def test_of(study: Study, comparison: Comparison) -> str:
    """Return the test: the one declared, or the one default of plan and analysis."""
    usual = "tango" if has_margin(comparison) else "mcnemar-midp"
    return str(study.procedure.get("test") or usual)


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Return what the study could show."""
    from claimwise.plan import accuracy

    assumed = comparison.assumptions
    more = said(assumed, *KNOWN)
    if assumed.get("agreement_from") is not None:
        more["agreement_from"] = beside_if_file(study, assumed["agreement_from"])
    if assumed.get("pilot") is not None:
        more |= {"pilot": beside(study, assumed["pilot"]), "a": comparison.a, "b": comparison.b}
    return accuracy(
        n=analysed(study),
        test=test_of(study, comparison),
        solve=solve,
        **more,
        **claimed(comparison),
        **reaching(study, alpha),
    )


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show."""
    named = replace(comparison, metric=metric_there(study, comparison, data))
    return compared(study, named, data, test=test_of(study, comparison))


register(
    Kind(
        name="accuracy",
        about="two systems on the same items, each right or wrong",
        data={
            "n": field(check_count, "items of the test set", required=True, example=2000),
            **READING,
            "missing": MISSING,
        },
        procedure={
            "test": field(TESTS, "the test, in the plan and in the analysis"),
            **DECIDING,
            "replicates": SIMULATED["replicates"],
        },
        assumptions={
            "difference": field(
                number_in(-1, 1), "true accuracy of B minus true accuracy of A", example=0.02
            ),
            "agreement": field(
                check_probability,
                "share of the items on which both are right or both are wrong",
                example=0.9,
            ),
            "baseline": field(check_probability, "accuracy of A"),
            "agreement_from": field(text, "glue, squad2, lachenbruch, or a table of past studies"),
            "difference_from": field(text, "glue or squad2: predict the difference"),
            "task": field(text, "the task of GLUE"),
            "pilot": field(
                text, f"scores of both systems on validation items: {SOURCE_FILE}", file=True
            ),
            "effect_prior": field(text, "normal:MEAN:SD or uniform:LOW:HIGH, for the assurance"),
        },
        claims=("difference", "superiority", "non-inferiority", "equivalence"),
        plan=plan,
        assess=assess,
        metric="accuracy",
        found=paired_scores,
        solves=True,
    )
)
