"""Two systems on the same test set, each answer right or wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from claimwise.core import ParameterError
from claimwise.core.checked import registered
from claimwise.core.field import AUTO, READING, SEED, choice, percent, text
from claimwise.core.listed import Listed
from claimwise.kinds.keys import (
    CLUSTERED,
    CLUSTERS,
    LEVELS,
    MISSING,
    READ,
    REPLICATES,
    RESAMPLES,
    SEQUENCE,
    decided,
    of_posterior,
    test,
)
from claimwise.kinds.kind import Kind, Need, Plan, assuming, clustered, of_single_items
from claimwise.kinds.reading import SYSTEMS
from claimwise.kinds.shared import (
    ALPHA,
    BASELINE,
    CLAIMS,
    POWER,
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

if TYPE_CHECKING:
    from claimwise.study.declaration import Comparison, Study

RESAMPLES_IN_CLUSTERS = 1000  # one number for plan and analysis
PAIRED: dict[str, Any] = {"outcome": "binary", "paired": True}
ACCURACY = Plan(
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
            place="assumptions",
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
            free=True,
            place="assumptions",
        ),
        choice(
            "difference_from",
            "Difference from",
            "Source of the difference: glue (for a task), squad2, or a CSV of past comparisons "
            "(baseline, candidate[, task]).",
            group=READING,
            metavar="SOURCE",
            choices=("glue", "squad2"),
            free=True,
            place="assumptions",
        ),
        text(
            "task",
            "Task",
            "Task of GLUE that the difference is from: MNLI-m, RTE, ...",
            group=READING,
            metavar="NAME",
            pattern=WORD,
            place="assumptions",
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
ICC = percent(
    "icc", "Correlation within clusters", "Correlation of differences within a cluster.",
    place="assumptions",
)  # fmt: skip
IN_CLUSTERS = Plan(
    name="accuracy",
    function="plan.clustered:accuracy_in_clusters",
    short="Two systems on items that come in clusters: right or wrong.",
    example="",
    fields=(
        *(one for one in ACCURACY.fields if one.name in ("n", "difference", "agreement", "test")),
        CLUSTERS,
        ICC,
        alternative(),
        ALPHA,
        POWER,
        REPLICATES,
        RESAMPLES,
        SEED,
    ),
)


def plan_of(study: Study, comparison: Comparison) -> Plan:
    """Return the plan: of items that come in clusters there is another."""
    if study.cluster is None:
        return ACCURACY
    averaged = ("effect_prior", "uncertain", "shrink")
    unheeded = [f"assumptions.{key}" for key in averaged if comparison.assumptions.get(key)]
    if unheeded:
        needs = "one true difference, with nothing to average over"
        raise ParameterError("the plan of accuracies in clusters", needs, ", ".join(unheeded))
    anytime = study.stopping.rule == "anytime"
    if comparison.has_margin or anytime:
        raise ParameterError(
            "the plan of accuracies in clusters",
            "a claim without a margin, and looks at given shares if any",
            "a margin" if comparison.has_margin else "stopping at any time",
            "Plan it from a pilot, or as means.",
        )
    return IN_CLUSTERS


def usual(study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return the test, and the resamples of one of clusters."""
    if study.cluster is not None:
        resamples = study.procedure.get("resamples") or RESAMPLES_IN_CLUSTERS
        return {"test": "cluster-permutation", "resamples": resamples}
    return {"test": "tango" if comparison.has_margin else "mcnemar-midp"}


KIND = Kind(
    name="accuracy",
    about="two systems on the same items, each right or wrong",
    plans=(ACCURACY,),
    by=plan_of,
    keys=(
        *READ,
        *CLUSTERED,
        MISSING,
        test(registered("test", PAIRED, {"clustered": True})),
        *decided("interval", "posterior"),
        *of_posterior(ACCURACY.fields),
        *LEVELS,
        SEQUENCE,
        REPLICATES,
        RESAMPLES,
        ICC,
    ),
    claims=CLAIMS,
    needs=(
        Need(("n",), "data"),
        Need(("difference", "difference_from", "effect_prior", "pilot"), when=of_single_items),
        Need(("agreement", "agreement_from", "pilot"), when=of_single_items),
        Need(("baseline",), when=assuming("difference_from")),
        Need(("baseline", "pilot"), when=assuming("agreement_from")),
        Need(("clusters",), "data", when=clustered),
        *(Need((key,), when=clustered) for key in ("difference", "agreement", "icc")),
    ),
    metric="accuracy",
    looks="scores",
    usual=usual,
)
