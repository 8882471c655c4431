"""Graded scores: means of two systems, on the same items or each on its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import (
    ParameterError,
    Result,
    check_count,
    check_number,
    check_probability,
)
from claimwise.study.declaration import Comparison, Study
from claimwise.study.declared import (
    analysed,
    beside,
    cluster_of,
    compared,
    has_margin,
    looked,
    looking,
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
    one_of,
    registered,
    text,
)
from claimwise.study.found import Found, metric_there, paired_scores, separate_scores
from claimwise.study.kind import Kind, register
from claimwise.study.needs import Need, clustered

TESTS = registered("test", *({"outcome": "numeric", "paired": p} for p in (True, False)))
RESAMPLES = 1000  # one number for plan and analysis
SPREADS = ("sd", "sd_a", "sd_b", "correlation", "icc", "shape")
AVERAGED = ("effect_prior", "uncertain", "shrink")  # no part of the power alone


def unpaired(study: Study) -> bool:
    """Whether each system has items of its own."""
    return bool(study.data.get("unpaired"))


def test_of(study: Study, comparison: Comparison) -> str:
    """Return the test: the one declared, or the one default of plan and analysis."""
    usual = "welch" if unpaired(study) else "paired-t"
    if cluster_of(study):
        usual = "cluster-cr2" if has_margin(comparison) else "cluster-permutation"
    return str(study.procedure.get("test") or usual)


def resamples_of(study: Study) -> int:
    """Return the resamples of the test."""
    return int(study.procedure.get("resamples") or RESAMPLES)


def usual(study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return the test, and its resamples if it has any."""
    from claimwise.htest import find_test

    test = test_of(study, comparison)
    more = {"resamples": resamples_of(study)} if find_test(test).resampled else {}
    return {"test": test, **more}


def _clusters(study: Study) -> dict[str, Any]:
    """Return how many items a cluster has, on average."""
    if not cluster_of(study):
        return {}
    if not study.data.get("clusters"):
        raise ParameterError(
            "data.clusters", "how many clusters there will be", "none", "Write it in."
        )
    return {"cluster_size": max(1, round(analysed(study) / study.data["clusters"]))}


def _side(comparison: Comparison) -> dict[str, Any]:
    better = comparison.better or "higher"
    if not has_margin(comparison):
        return {**sided(comparison), "better": better}
    return {"claim": comparison.says, "margin": comparison.margin, "better": better}


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Return what the study could show."""
    from claimwise.htest import find_test
    from claimwise.plan import means

    assumed, test = comparison.assumptions, test_of(study, comparison)
    more = said(assumed, "difference", *SPREADS, *(AVERAGED if solve is None else ()))
    if assumed.get("pilot") is not None:
        more |= {"pilot": beside(study, assumed["pilot"]), "a": comparison.a, "b": comparison.b}
        if not more.get("uncertain"):
            more["runs_per_item"] = study.data.get("runs") or 1
    if find_test(test).resampled:
        more["resamples"] = resamples_of(study)
    return means(
        n=analysed(study),
        unpaired=unpaired(study),
        test=test,
        solve=solve,
        **_clusters(study),
        **more,
        **_side(comparison),
        **reaching(study, alpha),
        **looking(study),
    )


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show."""
    named = replace(comparison, metric=metric_there(study, comparison, data))
    return compared(
        study,
        named,
        data,
        test=test_of(study, comparison),
        resamples=resamples_of(study),
        paired=False if unpaired(study) else None,
        **looked(study),
    )


def found(study: Study, comparison: Comparison, data: Any) -> Found:
    """Look at the scores."""
    look = separate_scores if unpaired(study) else paired_scores
    return look(study, comparison, data)


register(
    Kind(
        name="means",
        words="mean scores",
        about="graded scores of two systems, on the same items or each on its own",
        data={
            "n": field(
                check_count, "items; of each system, if unpaired", required=True, example=500
            ),
            "unpaired": field(flag, "whether each system has items of its own", default=False),
            "runs": field(check_count, "runs of each item, whose mean is taken"),
            **READING,
            **CLUSTERS,
            "missing": MISSING,
        },
        procedure={
            "test": field(TESTS, "the test, in the plan and in the analysis"),
            **DECIDING,
            **LEVELS,
            **SIMULATED,
        },
        assumptions={
            "difference": field(check_number, "true mean of B minus that of A", example=0.05),
            "sd": field(
                number_in(0, beyond=True),
                "standard deviation of the differences",
                example=0.4,
            ),
            "sd_a": field(number_in(0, beyond=True), "standard deviation of the scores of A"),
            "sd_b": field(number_in(0, beyond=True), "standard deviation of the scores of B"),
            "correlation": field(number_in(-1, 1), "correlation of the two scores of an item"),
            "icc": field(check_probability, "correlation within a cluster"),
            "shape": field(one_of("normal", "skewed"), "distribution of the differences"),
            "pilot": field(text, f"scores of both systems: {SOURCE_FILE}", file=True),
            "effect_prior": field(text, "normal:MEAN:SD or uniform:LOW:HIGH, for the assurance"),
            "uncertain": field(flag, "whether power is averaged over what the pilot leaves open"),
            "shrink": field(number_in(0), "how many items the prior of the pilot is worth"),
        },
        needs=(
            Need(("difference", "effect_prior", "pilot")),
            Need(
                ("sd", "sd_a sd_b correlation", "pilot"), when=lambda study, _: not unpaired(study)
            ),
            Need(("sd_a sd_b", "pilot"), when=lambda study, _: unpaired(study)),
            Need(("clusters",), "data", when=clustered),
            Need(("icc",), when=clustered),
        ),
        claims=("difference", "superiority", "non-inferiority", "equivalence"),
        plan=plan,
        assess=assess,
        metric="mean",
        found=found,
        solves=True,
        looks="scores",
        usual=usual,
    )
)
