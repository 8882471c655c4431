"""Two systems by their mean scores, on the same items or on different ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from claimwise.core import Note, ParameterError, caution, option
from claimwise.core.check import RUNS
from claimwise.core.field import BAYES, GIVEN, METHOD, READING, SEED, choice, count, flag, number
from claimwise.core.listed import Listed
from claimwise.kinds.keys import (
    CLUSTERED,
    LEVELS,
    MISSING,
    READ,
    REPLICATES,
    RESAMPLES,
    decided,
    scores,
    test,
)
from claimwise.kinds.kind import Kind, Need, Plan, clustered
from claimwise.kinds.reading import SYSTEMS
from claimwise.kinds.shared import (
    ALPHA,
    BELIEVED,
    BETTER,
    CLAIMS,
    PLANNED_LOOKS,
    POWER,
    SOLVE,
    UNCERTAIN,
    WITH_DIFFERENCE,
    WITH_MARGIN,
    N,
    alternative,
    claimed,
    effect_prior,
    file_of,
    named_test,
    posterior,
    replicates,
    resamples,
    route,
)

if TYPE_CHECKING:
    from claimwise.study.declaration import Comparison, Study

POSTERIOR = tuple(
    field
    for field in posterior("reference, or reference:WIDTH for the scale of Bayes factors")
    if field.name not in ("margin", "rope")
)
PAIRED = {"outcome": "numeric", "paired": True}
UNPAIRED = {"outcome": "numeric", "paired": False}
SIDES = "Side of the test: two-sided, less or greater (B scores higher than A)."
WITHOUT_PILOT = {"pilot": [None]}
ON_SAME = {"unpaired": [False], **WITHOUT_PILOT}
SPREAD = number(
    "sd_a",
    "Standard deviation of A",
    "Standard deviation of the scores of A.",
    varies=True,
    example=0.4,
    above=0,
    most=1e6,
    slider=(0.01, 2),
    step=0.005,
    main=True,
    shown_when={"unpaired": [True], **WITHOUT_PILOT},
    place="assumptions",
)
QUICK = ("paired-t", "welch", "t")  # tests of normal scores, which need no simulation
TESTS = (
    *("paired-t", "welch", "t", "permutation", "wilcoxon", "sign-scores", "bootstrap"),
    *("cluster-permutation", "cluster-t", "cluster-cr2", "unpaired-permutation", "mann-whitney"),
)
MEANS = Plan(
    name="means",
    title="Mean scores",
    question="Two systems get a graded score for each item: what could the study show?",
    short="Two systems by mean scores, on the same or different items.",
    about="""Two systems by their mean scores, on the same items or on different ones.

All tests but paired-t, welch and t are simulated.""",
    example="--n 300 --difference 0.05 --sd 0.4",
    lists=[
        Listed("Tests on the same items", "test", "paired-t", PAIRED),
        Listed("Tests on different items", "test", "welch", UNPAIRED),
    ],
    exact=True,
    fields=(
        N.but(
            help="Items in the test set; of each system, if they have different items.",
            example=300,
            least=2,
            slider=(5, 20_000),
            unit="items",
        ),
        number(
            "difference",
            "True difference",
            "True mean score of B minus that of A.",
            place="assumptions",
            main=True,
            varies=True,
            example=0.05,
            least=-1e6,
            most=1e6,
            slider=(-1, 1),
            step=0.005,
            shown_when=WITH_DIFFERENCE | WITHOUT_PILOT,
        ),
        SPREAD.but(
            name="sd",
            title="Standard deviation of differences",
            help="Standard deviation of the items' differences; on different items, of each "
            "system's scores.",
            shown_when=ON_SAME,
        ),
        SPREAD,
        SPREAD.but(
            name="sd_b",
            title="Standard deviation of B",
            help="Standard deviation of the scores of B.",
        ),
        flag(
            "unpaired",
            "Different items",
            "Treat the systems as scored on different items.",
            place="data",
            always=True,
            main=True,
            default=False,
        ),
        number(
            "correlation",
            "Correlation",
            "Correlation of both scores over items, where each has its own deviation.",
            place="assumptions",
            varies=True,
            low=-1,
            high=1,
            step=0.01,
        ),
        file_of("pilot", "Pilot", "Scores of both systems: item, system, score."),
        *SYSTEMS,
        count(
            "runs_per_item",
            "Runs of each item",
            "Runs of each item in the planned study.",
            place="data.runs",
            group=READING,
            usual="as many as in the pilot",
            most=10_000,
            shown_when={"pilot": [GIVEN]},
        ),
        choice(
            "shape",
            "Shape",
            "Shape of the differences: normal or skewed.",
            place="assumptions",
            group=METHOD,
            choices=("normal", "skewed"),
            default="normal",
            metavar="NAME",
            simulates=("skewed",),
        ),
        number(
            "cluster_size",
            "Items in a cluster",
            "Items in each cluster.",
            varies=True,
            low=1,
            most=1e6,
            shown_when=ON_SAME,
            simulates=(GIVEN,),
        ),
        number(
            "icc",
            "Correlation within clusters",
            "Correlation of the differences within a cluster.",
            place="assumptions",
            varies=True,
            example=0.1,
            low=0,
            high=1,
            slider=(0, 1),
            step=0.01,
            shown_when=ON_SAME | {"cluster_size": [GIVEN]},
        ),
        effect_prior().but(group=BAYES),
        *UNCERTAIN,
        named_test("paired-t; welch if unpaired").but(
            registered=None,
            choices=TESTS,
            simulates=tuple(name for name in TESTS if name not in QUICK),
        ),
        *claimed(),
        number(
            "margin",
            "Margin",
            "Margin of the claim, in the units of the scores; of a posterior, the difference by "
            "which B is to exceed A.",
            varies=True,
            low=-1e6,
            high=1e6,
            step=0.005,
            shown_when=(WITH_MARGIN, BELIEVED),
        ),
        *POSTERIOR,
        number(
            "rope",
            "Region of equivalence",
            "Region of practical equivalence of the posterior: half its width, in the units of the "
            "scores.",
            group=BAYES,
            usual="the margin",
            above=0,
            most=1e6,
            step=0.005,
            shown_when=BELIEVED,
        ),
        BETTER.but(default="higher", usual=""),
        alternative(SIDES, claims=True),
        ALPHA,
        POWER,
        SOLVE,
        route(
            "exact (t tests of normal scores), normal (known spreads) or simulation",
            "exact if it can",
            choices=("exact", "normal", "simulation"),
        ),
        replicates("10,000; 2,000 of tests by resampling", example=10_000),
        resamples("1,000").but(of_simulation=True),
        SEED,
        *PLANNED_LOOKS,
    ),
)
RESAMPLED = 1000  # one number for plan and analysis
AS_PLANNED = ("samples", "fixed")  # runs whose mean is one score, as in the plan


def unpaired(study: Study) -> bool:
    """Whether each system has items of its own."""
    return bool(study.data.get("unpaired"))


def resamples_of(study: Study) -> int:
    """Return the resamples of a test that has any."""
    return int(study.procedure.get("resamples") or RESAMPLED)


def usual(study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return the test, and its resamples if it has any."""
    from claimwise.htest import find_test

    test = "welch" if unpaired(study) else "paired-t"
    if study.cluster is not None:
        test = "cluster-cr2" if comparison.has_margin else "cluster-permutation"
    test = str(study.procedure.get("test") or test)
    more = {"resamples": resamples_of(study)} if find_test(test).resampled else {}
    return {"test": test, **more}


def to_plan(study: Study, comparison: Comparison, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the size of clusters, the resamples, and the runs of a study like its pilot."""
    more: dict[str, Any] = {"resamples": usual(study, comparison).get("resamples")}
    of_pilot = "pilot" in given and not given.get("uncertain")
    more["runs_per_item"] = (study.data.get("runs") or 1) if of_pilot else None
    if study.cluster is not None:
        if not study.data.get("clusters"):
            needs = "how many clusters there will be"
            raise ParameterError("data.clusters", needs, "none", "Write it in.")
        more["cluster_size"] = max(1, round(study.analysed("n") / study.data["clusters"]))
    return more


def remarks(study: Study, comparison: Comparison) -> tuple[Note, ...]:
    """Say so where the plan takes runs otherwise than the analysis will."""
    runs, taken = study.data.get("runs") or 1, study.procedure.get("runs") or RUNS[0]
    if runs == 1 or taken in AS_PLANNED:
        return ()
    said = (
        f"The power is that of {runs} runs which share nothing over items, and the analysis allows "
        "for what they share: it finds less than this. Such a power is not worked out. If they are "
        "independent answers of one model, declare "
    )
    return (caution(said + option("runs", AS_PLANNED[0]) + ".", "runs"),)


KIND = Kind(
    name="means",
    words="mean scores",
    about="graded scores of two systems, on the same items or each on its own",
    plans=(MEANS,),
    keys=(
        *READ,
        *CLUSTERED,
        MISSING,
        test(scores("numeric", True, False)),
        *decided("interval"),
        *LEVELS,
        REPLICATES,
        RESAMPLES,
    ),
    claims=CLAIMS,
    needs=(
        Need(("n",), "data"),
        Need(("difference", "effect_prior", "pilot")),
        Need(("sd", "sd_a sd_b correlation", "pilot"), when=lambda study, _: not unpaired(study)),
        Need(("sd_a sd_b", "pilot"), when=lambda study, _: unpaired(study)),
        Need(("clusters",), "data", when=clustered),
        Need(("icc",), when=clustered),
    ),
    metric="mean",
    graded=True,
    looks="scores",
    separate=unpaired,
    usual=usual,
    to_plan=to_plan,
    remarks=remarks,
    to_compare=lambda study, comparison: {"resamples": resamples_of(study)},
)
