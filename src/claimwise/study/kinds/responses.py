"""Several answers to each item, of systems and of a gold standard."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import Result, check_count, check_number
from claimwise.study.declaration import Comparison, Study
from claimwise.study.declared import analysed, beside_if_file, compared, reaching, said, sided
from claimwise.study.fields import (
    DECIDING,
    SIMULATED,
    field,
    number_in,
    one_of,
    registered,
    renamed,
    text,
)
from claimwise.study.found import Found, one
from claimwise.study.kind import Kind, register
from claimwise.study.needs import Need

METRIC, TEST = "mae", "item-swap"
RESAMPLES = 500  # one number for plan and analysis
OWN = ("responses", "responses_gold", "responses_a", "responses_b")


def resamples_of(study: Study) -> int:
    """Return the resamples of the test."""
    return int(study.procedure.get("resamples") or RESAMPLES)


def direction(study: Study, comparison: Comparison) -> str:
    """Return which scores of the metric are better."""
    from claimwise.metrics.responses import find_response_metric

    return str(find_response_metric(comparison.metric or METRIC).better)


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Return what the study could show."""
    from claimwise.plan import responses

    assumed = said(comparison.assumptions, "epsilon_a", "epsilon_b", "effect_prior")
    world = comparison.assumptions.get("world")
    if world is not None:
        assumed["world"] = beside_if_file(study, world)
    return responses(
        items=analysed(study, "items"),
        metric=comparison.metric or METRIC,
        procedure=study.procedure.get("test") or TEST,
        resamples=resamples_of(study),
        solve=solve,
        **said(study.data, *OWN),
        **said(study.procedure, "sets"),
        **assumed,
        **sided(comparison, direction(study, comparison)),
        **reaching(study, alpha),
    )


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show."""
    return compared(
        study,
        replace(comparison, metric=comparison.metric or METRIC),
        data,
        test=study.procedure.get("test") or TEST,
        better=None,
        cluster=None,
        gold=study.data.get("gold") or "gold",
        kind=study.data.get("answers"),
        resamples=resamples_of(study),
    )


def found(study: Study, comparison: Comparison, data: Any) -> Found:
    """Look at the answers."""
    from claimwise.data import Responses, read_responses

    if len(data) == 1 and isinstance(data[0], Responses):
        answers = data[0]
    else:
        answers = read_responses(
            *data,
            gold=study.data.get("gold") or "gold",
            columns=study.data.get("columns"),
            kind=study.data.get("answers"),
        )
    systems = tuple(answers.systems)
    if not {comparison.a, comparison.b} <= set(systems):
        return Found(systems=systems)
    sources = (answers.gold, comparison.a, comparison.b)
    spans = {}
    for key, name in zip(OWN[1:], sources, strict=True):
        given = answers.counts(name)
        spans[key] = (int(given.min()), int(given.max()))
    shared = [span for key, span in spans.items() if study.data.get(key) is None]
    if shared:
        spans["responses"] = (min(low for low, _ in shared), max(high for _, high in shared))
    return Found(systems=systems, counts={"items": one(answers.n), **spans})


register(
    Kind(
        name="responses",
        words="several answers to each item",
        about="several answers to each item of two systems and of a gold standard",
        data={
            "items": field(check_count, "items", required=True, example=500),
            "responses": field(check_count, "answers of each source to an item", example=5),
            "responses_gold": field(check_count, "gold answers, where they have their own number"),
            "responses_a": field(check_count, "answers of A, where they have their own number"),
            "responses_b": field(check_count, "answers of B, where they have their own number"),
            "gold": field(text, "the source that is the gold standard", default="gold"),
            "answers": field(one_of("continuous", "ordinal", "categorical"), "what they are"),
            "columns": field(renamed, "which column plays which role"),
        },
        procedure={
            "test": field(
                registered("test", {"outcome": "responses"}),
                "the test, in the plan and in the analysis",
                default=TEST,
            ),
            **DECIDING,
            **SIMULATED,
            "sets": field(check_count, "test sets of the estimated p, in the plan"),
        },
        assumptions={
            "world": field(text, "published, toxicity, or a file from claimwise fit responses"),
            "epsilon_a": field(check_number, "how far A is off the gold standard"),
            "epsilon_b": field(number_in(0), "how far B is off the gold standard", example=0.3),
            "effect_prior": field(text, "of epsilon_b minus epsilon_a: normal:MEAN:SD, ..."),
        },
        needs=(
            Need(("responses", "responses_gold responses_a responses_b"), "data"),
            Need(("epsilon_b", "epsilon_a", "effect_prior", "world")),
        ),
        claims=("difference", "superiority"),
        plan=plan,
        assess=assess,
        metric=METRIC,
        found=found,
        solves=True,
        better=direction,
        usual=lambda study, comparison: {"resamples": resamples_of(study)},
    )
)
