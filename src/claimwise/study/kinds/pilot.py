"""Any metric, its studies drawn from the items of a pilot."""

from __future__ import annotations

from typing import Any

from claimwise.core import ParameterError, Result, check_count, check_number
from claimwise.data.clusters import NO_CLUSTERS
from claimwise.study.declaration import Comparison, Study
from claimwise.study.declared import (
    CHOSEN,
    analysed,
    beside,
    cluster_of,
    compared,
    reaching,
    said,
    sided,
)
from claimwise.study.fields import (
    CLUSTERS,
    DECIDING,
    LEVELS,
    MISSING,
    READING,
    SIMULATED,
    SOURCE_FILE,
    field,
    flag,
    number_in,
    paths,
    registered,
    text,
)
from claimwise.study.found import Found, outputs, paired_scores
from claimwise.study.kind import Kind, register

TESTS = registered("test", *({"paired": True, "outcome": o} for o in ("binary", "numeric")))
CORPUS = registered("test", {"outcome": "corpus"})
AVERAGED = ("effect_prior", "uncertain", "shrink")  # no part of the power alone
RESAMPLES = 1000  # one number for plan and analysis


def any_test(who: str, value: Any) -> str:
    """Return the name of a paired test of scores, or of one of a corpus."""
    try:
        return str(TESTS(who, value))
    except ParameterError:
        return str(CORPUS(who, value))


def read(study: Study, comparison: Comparison) -> Any:
    """Return the pilot that the declaration names."""
    from claimwise.plan.pilot_sources import read_pilot

    given = comparison.assumptions.get("pilot")
    if given is None:
        raise ParameterError(
            "assumptions.pilot", "the file of the pilot", "none", "Or choose another kind."
        )
    files = beside(study, given)
    references = comparison.assumptions.get("references")
    return read_pilot(
        *(files if isinstance(files, list) else [files]),
        references=None if references is None else beside(study, references),
        metric=comparison.metric,
        a=comparison.a,
        b=comparison.b,
        cluster=cluster_of(study) or NO_CLUSTERS,
        **said(study.data, "columns", "dataset"),
    )


def test_of(study: Study, comparison: Comparison) -> str:
    """Return the test: the one declared, or the one that fits the pilot and the declared n."""
    if study.procedure.get("test"):
        return str(study.procedure["test"])
    from claimwise.plan.pilot_question import PilotQuestion

    return PilotQuestion.of(
        read(study, comparison),
        test=None,
        n=analysed(study),
        alternative="two-sided",
        alpha=study.alpha,
        power=study.target,
        replicates=None,
        resamples=None,
        seed=study.seed,
        workers=1,
        nulls={},
    ).test.name


def resamples_of(study: Study) -> int:
    """Return the resamples of the test."""
    return int(study.procedure.get("resamples") or RESAMPLES)


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Return what the study could show."""
    from claimwise.plan import pilot

    found = read(study, comparison)
    return pilot(
        found,
        n=analysed(study),
        test=test_of(study, comparison),
        resamples=resamples_of(study),
        solve=solve,
        **said(comparison.assumptions, "difference", *(() if solve else AVERAGED)),
        **sided(comparison, found.metric.better),
        **reaching(study, alpha),
    )


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show."""
    test = study.procedure.get("test")
    references = study.data.get("references")
    return compared(
        study,
        comparison,
        data,
        test=test if test == CHOSEN else test_of(study, comparison),
        better=None,
        resamples=resamples_of(study),
        references=None if references is None else beside(study, references),
    )


def found(study: Study, comparison: Comparison, data: Any) -> Found:
    """Look at the scores, or at the outputs if the pilot's metric is of a corpus."""
    from claimwise.metrics import find_metrics, is_metric

    pilot = read(study, comparison)
    name = comparison.metric
    if name is not None and is_metric(name) and pilot.values is None:
        return outputs(study, comparison, data, find_metrics(name)[0].takes)
    return paired_scores(study, comparison, data)


register(
    Kind(
        name="pilot",
        words="a metric, planned from a pilot",
        about="two systems on the same items under any metric, planned from a pilot's items",
        data={
            "n": field(check_count, "items of the test set", required=True, example=1000),
            "references": field(
                paths, "files of references, line by line, in the folder of this one", file=True
            ),
            **READING,
            **CLUSTERS,
            "missing": MISSING,
        },
        procedure={
            "test": field(any_test, "the test, in the plan and in the analysis"),
            **DECIDING,
            **LEVELS,
            **SIMULATED,
        },
        assumptions={
            "pilot": field(
                paths,
                f"scores or outputs of both systems: {SOURCE_FILE}",
                required=True,
                example="pilot.csv",
                file=True,
            ),
            "references": field(paths, "references of a pilot of texts", file=True),
            "difference": field(
                check_number, "true score of B minus that of A; else that of the pilot"
            ),
            "effect_prior": field(text, "normal:MEAN:SD or uniform:LOW:HIGH, for the assurance"),
            "uncertain": field(flag, "whether power is averaged over what the pilot leaves open"),
            "shrink": field(number_in(0), "how many items the prior of the pilot is worth"),
        },
        claims=("difference", "superiority"),
        plan=plan,
        assess=assess,
        found=found,
        solves=True,
        better=lambda study, comparison: str(read(study, comparison).metric.better),
        looks="pvalue",
        usual=lambda study, comparison: {
            "test": test_of(study, comparison),
            "resamples": resamples_of(study),
        },
    )
)
