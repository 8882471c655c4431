"""Texts with references: BLEU, chrF or TER of two systems."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from claimwise.core import (
    DataError,
    ParameterError,
    Result,
    check_count,
    check_number,
    check_one_of,
)
from claimwise.study.declaration import Comparison, Study
from claimwise.study.declared import (
    analysed,
    beside,
    beside_if_file,
    compared,
    reaching,
    said,
    sided,
)
from claimwise.study.fields import (
    DECIDING,
    INDEPENDENT,
    READING,
    SIMULATED,
    field,
    number_in,
    one_of,
    paths,
    text,
)
from claimwise.study.found import Found, outputs
from claimwise.study.kind import Kind, register
from claimwise.study.needs import Need

METRICS = {"bleu": "higher", "chrf": "higher", "ter": "lower"}
TEST = "randomisation"
RESAMPLES = 1000  # one number for plan and analysis


def metric_of(comparison: Comparison) -> str:
    """Return the name of the metric, without its options."""
    given = comparison.metric or "bleu"
    return check_one_of("metric", given.split(":")[0].lower(), METRICS)


def _is_unpublished(study: Study, comparison: Comparison) -> bool:
    """Whether no world of the metric is published."""
    return (comparison.metric or "bleu").split(":")[0].lower() in ("chrf", "ter")


def resamples_of(study: Study) -> int:
    """Return the resamples of the test."""
    return int(study.procedure.get("resamples") or RESAMPLES)


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Return what the study could show."""
    from claimwise import plan as plans

    name = metric_of(comparison)
    averaged = () if solve else ("effect_prior",)
    assumed = said(comparison.assumptions, "difference", "zero_share", "scale", *averaged)
    if comparison.assumptions.get("world") is not None:
        assumed["world"] = beside_if_file(study, comparison.assumptions["world"])
    elif name != "bleu":
        raise ParameterError(
            "assumptions.world",
            f"a world of {name}",
            "none",
            f"Fit one to outputs with claimwise fit {name}.",
        )
    planned = {"bleu": plans.bleu, "chrf": plans.chrf, "ter": plans.ter}[name]
    return planned(
        n=analysed(study),
        resamples=resamples_of(study),
        solve=solve,
        **assumed,
        **sided(comparison, METRICS[name]),
        **reaching(study, alpha),
    )


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show."""
    from dataclasses import replace

    references = study.data.get("references")
    named = replace(comparison, metric=comparison.metric or "bleu")
    return compared(
        study,
        named,
        data,
        test=study.procedure.get("test") or TEST,
        better=None,
        resamples=resamples_of(study),
        references=None if references is None else beside(study, references),
    )


def found(study: Study, comparison: Comparison, data: Any) -> Found:
    """Look at the texts."""
    files = [one for one in data if isinstance(one, str | Path) and Path(one).suffix == ".txt"]
    if files and study.data.get("references") is None:
        raise DataError(
            f"{files[0]} is a text, line by line, and needs references.",
            "Write data.references, the file of references.",
        )
    return outputs(study, comparison, data, "text")


register(
    Kind(
        name="corpus",
        words="a corpus metric",
        about="texts of two systems with references: bleu, chrf or ter",
        data={
            "n": field(check_count, "sentences of the test set", required=True, example=2000),
            "references": field(
                paths, "files of references, line by line, in the folder of this one", file=True
            ),
            **READING,
            **INDEPENDENT,
        },
        procedure={
            "test": field(one_of(TEST), "the test, in the plan and in the analysis", default=TEST),
            **DECIDING,
            **SIMULATED,
        },
        assumptions={
            "difference": field(
                check_number, "true score of B minus that of A, in points", example=1.0
            ),
            "world": field(text, "wmt-average (of BLEU), wmt19, ..., or a file from claimwise fit"),
            "effect_prior": field(text, "normal:MEAN:SD or uniform:LOW:HIGH, for the assurance"),
            "zero_share": field(number_in(0, 1), "share of sentences whose swap changes nothing"),
            "scale": field(number_in(0, beyond=True), "how much other swaps change the score"),
        },
        needs=(
            Need(("difference", "effect_prior")),
            Need(("world",), when=_is_unpublished),
        ),
        claims=("difference", "superiority"),
        plan=plan,
        assess=assess,
        metric="bleu",
        found=found,
        solves=True,
        better=lambda study, comparison: METRICS[metric_of(comparison)],
        looks="pvalue",
        usual=lambda study, comparison: {"resamples": resamples_of(study)},
    )
)
