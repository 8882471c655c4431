"""Labels with gold labels: F1, precision, recall, MCC or kappa of two systems."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import Result, check_count, check_one_of
from claimwise.study.declaration import Comparison, Study
from claimwise.study.declared import analysed, beside, compared, reaching, said, sided
from claimwise.study.fields import (
    DECIDING,
    INDEPENDENT,
    READING,
    SIMULATED,
    SOURCE_FILE,
    field,
    number_in,
    one_of,
    text,
)
from claimwise.study.found import Found, outputs
from claimwise.study.kind import Kind, register

METRICS = ("f1", "precision", "recall", "mcc", "kappa")
TESTS = ("randomisation", "paired-bootstrap")
RESAMPLES = 1000  # one number for plan and analysis


def metric_of(comparison: Comparison) -> str:
    """Return the metric as compare spells it."""
    given = comparison.metric or "f1"
    check_one_of("metric", given.split(":")[0], METRICS)
    return given


def resamples_of(study: Study) -> int:
    """Return the resamples of the test."""
    return int(study.procedure.get("resamples") or RESAMPLES)


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Return what the study could show."""
    from claimwise.plan import confusion

    tables = comparison.assumptions.get("tables")
    return confusion(
        tables=None if tables is None else beside(study, tables),
        metric=metric_of(comparison),
        n=analysed(study),
        test=study.procedure.get("test") or TESTS[0],
        resamples=resamples_of(study),
        solve=solve,
        **said(
            comparison.assumptions, "difference", "positive", *(() if solve else ("effect_prior",))
        ),
        **sided(comparison),
        **reaching(study, alpha),
    )


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show."""
    return compared(
        study,
        replace(comparison, metric=_spelled(study, comparison)),
        data,
        test=study.procedure.get("test") or TESTS[0],
        better=None,
        resamples=resamples_of(study),
    )


def _spelled(study: Study, comparison: Comparison) -> str:
    """Return the metric with the positive class that the plan had."""
    from claimwise.plan.confusion_question import label_metric, tables_from

    asked, assumed = metric_of(comparison), comparison.assumptions
    if assumed.get("tables") is None:
        return asked
    tables = tables_from("study assess", beside(study, assumed["tables"]))
    return str(label_metric("study assess", asked, assumed.get("positive"), tables).name)


def found(study: Study, comparison: Comparison, data: Any) -> Found:
    """Look at the labels."""
    return outputs(study, replace(comparison, metric=metric_of(comparison)), data, "label")


register(
    Kind(
        name="labels",
        words="a metric of labels",
        about="labels of two systems with gold labels: f1, precision, recall, mcc or kappa",
        data={
            "n": field(check_count, "items of the test set", required=True, example=1000),
            **READING,
            **INDEPENDENT,
        },
        procedure={
            "test": field(
                one_of(*TESTS), "the test, in the plan and in the analysis", default=TESTS[0]
            ),
            **DECIDING,
            **SIMULATED,
        },
        assumptions={
            "tables": field(
                text,
                f"what the systems say of each class, from claimwise fit f1: {SOURCE_FILE}",
                required=True,
                example="confusion.toml",
                file=True,
            ),
            "difference": field(
                number_in(-2, 2), "true score of B minus that of A; else that of the tables"
            ),
            "effect_prior": field(text, "normal:MEAN:SD or uniform:LOW:HIGH, for the assurance"),
            "positive": field(text, "the class that a binary score looks for"),
        },
        claims=("difference", "superiority"),
        plan=plan,
        assess=assess,
        metric="f1",
        found=found,
        solves=True,
        looks="pvalue",
        usual=lambda study, comparison: {"resamples": resamples_of(study)},
    )
)
