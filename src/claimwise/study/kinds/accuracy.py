"""Right or wrong on the same items: accuracies of two systems."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from claimwise.core import (
    Note,
    ParameterError,
    Result,
    check_count,
    check_probability,
    provenance,
)
from claimwise.study.declaration import Comparison, Study
from claimwise.study.declared import (
    ANYTIME,
    analysed,
    beside,
    beside_if_file,
    claimed,
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
    SEQUENCE,
    SIMULATED,
    SOURCE_FILE,
    field,
    flag,
    number_in,
    registered,
    text,
)
from claimwise.study.found import metric_there, paired_scores
from claimwise.study.kind import Kind, register
from claimwise.study.needs import Need, assuming, clustered, of_single_items

TESTS = registered("test", {"paired": True, "outcome": "binary"}, {"clustered": True})
KNOWN = ("difference", "agreement", "baseline", "difference_from", "task")
AVERAGED = ("effect_prior", "uncertain", "shrink")  # no part of the power alone
RESAMPLES = 1000  # one number for plan and analysis
REPLICATES = 2000


def test_of(study: Study, comparison: Comparison) -> str:
    """Return the test: the one declared, or the one default of plan and analysis."""
    usual = "tango" if has_margin(comparison) else "mcnemar-midp"
    if cluster_of(study):
        usual = "cluster-permutation"
    return str(study.procedure.get("test") or usual)


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Return what the study could show."""
    from claimwise.plan import accuracy

    assumed = comparison.assumptions
    if cluster_of(study):
        return in_clusters(study, comparison, alpha)
    more = said(assumed, *KNOWN, *(AVERAGED if solve is None else ()))
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
        **looking(study),
    )


def resamples_of(study: Study) -> int:
    """Return the resamples of a test of clusters."""
    return int(study.procedure.get("resamples") or RESAMPLES)


def usual(study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return the test, and the resamples of one of clusters."""
    more = {"resamples": resamples_of(study)} if cluster_of(study) else {}
    return {"test": test_of(study, comparison), **more}


def in_clusters(study: Study, comparison: Comparison, alpha: float) -> Result:
    """Simulate studies whose items come in clusters, analysed by a test of clusters."""
    from claimwise.htest import find_test
    from claimwise.power.engine import simulate_power
    from claimwise.worlds.clustered_accuracy import ClusteredAccuracy

    assumed = comparison.assumptions
    needed = {"data.clusters": study.data.get("clusters")}
    needed |= {f"assumptions.{k}": assumed.get(k) for k in ("difference", "agreement", "icc")}
    for place, value in needed.items():
        if value is None:
            raise ParameterError("a study in clusters", place, "none", "Write it in.")
    unheeded = [f"assumptions.{key}" for key in AVERAGED if assumed.get(key)]
    if unheeded:
        needs = "one true difference, with nothing to average over"
        raise ParameterError("the plan of accuracies in clusters", needs, ", ".join(unheeded))
    if has_margin(comparison) or study.stopping.rule == ANYTIME:
        found = "a margin" if has_margin(comparison) else "stopping at any time"
        raise ParameterError(
            "the plan of accuracies in clusters",
            "a claim without a margin, and looks at given shares if any",
            found,
            "Plan it from a pilot, or as means.",
        )
    n = analysed(study)
    size = max(1, round(n / study.data["clusters"]))
    world = ClusteredAccuracy(assumed["difference"], assumed["agreement"], size, assumed["icc"])
    test, side = test_of(study, comparison), sided(comparison)["alternative"]
    replicates = int(study.procedure.get("replicates") or REPLICATES)
    found_power = simulate_power(
        world,
        find_test(test, paired=True, clustered=True),
        n,
        alpha=alpha,
        alternative=side,
        replicates=replicates,
        rng=study.seed,
        resamples=resamples_of(study),
    )
    settings = {
        "test": test,
        "alternative": side,
        "alpha": alpha,
        "by": "simulation",
        "target": study.target,
        "replicates": replicates,
        "n": n,
        "difference": assumed["difference"],
        "unit": "items",
    }
    note = Note(
        f"Assumed: clusters of {size} items, a correlation of {assumed['icc']:g} between the "
        f"differences of two items of a cluster, agreement {assumed['agreement']:g}. What could be "
        "detected, and how many items suffice, is not searched for.",
        kind="assumed",
    )
    return replace(
        found_power,
        kind="plan",
        notes=(note, *found_power.notes),
        provenance=provenance(settings, seed=study.seed),
    )


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show."""
    named = replace(comparison, metric=metric_there(study, comparison, data))
    more: dict[str, Any] = {}
    if cluster_of(study):
        more["resamples"] = resamples_of(study)
    return compared(study, named, data, test=test_of(study, comparison), **more, **looked(study))


register(
    Kind(
        name="accuracy",
        about="two systems on the same items, each right or wrong",
        data={
            "n": field(check_count, "items of the test set", required=True, example=2000),
            **READING,
            **CLUSTERS,
            "missing": MISSING,
        },
        procedure={
            "test": field(TESTS, "the test, in the plan and in the analysis"),
            **DECIDING,
            **LEVELS,
            "sequence": SEQUENCE,
            **SIMULATED,
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
            "icc": field(check_probability, "correlation of differences within a cluster"),
            "agreement_from": field(text, "glue, squad2, lachenbruch, or a table of past studies"),
            "difference_from": field(text, "glue or squad2: predict the difference"),
            "task": field(text, "the task of GLUE"),
            "pilot": field(
                text, f"scores of both systems on validation items: {SOURCE_FILE}", file=True
            ),
            "effect_prior": field(text, "normal:MEAN:SD or uniform:LOW:HIGH, for the assurance"),
            "uncertain": field(flag, "whether power is averaged over what the pilot leaves open"),
            "shrink": field(number_in(0), "how many items the prior of the pilot is worth"),
        },
        needs=(
            Need(("difference", "difference_from", "effect_prior", "pilot"), when=of_single_items),
            Need(("agreement", "agreement_from", "pilot"), when=of_single_items),
            Need(("baseline",), when=assuming("difference_from")),
            Need(("baseline", "pilot"), when=assuming("agreement_from")),
            Need(("clusters",), "data", when=clustered),
            *(Need((key,), when=clustered) for key in ("difference", "agreement", "icc")),
        ),
        claims=("difference", "superiority", "non-inferiority", "equivalence"),
        plan=plan,
        assess=assess,
        metric="accuracy",
        found=paired_scores,
        solves=True,
        looks="scores",
        usual=usual,
    )
)
