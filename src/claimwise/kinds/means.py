"""Two systems by their mean scores, on the same items or on different ones."""

from __future__ import annotations

from claimwise.core.field import BAYES, GIVEN, METHOD, READING, SEED, choice, count, flag, number
from claimwise.core.listed import Listed
from claimwise.kinds.kind import Kind
from claimwise.kinds.reading import SYSTEMS
from claimwise.kinds.shared import (
    ALPHA,
    BELIEVED,
    BETTER,
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
    high=1e6,
    slider=(0.01, 2),
    step=0.005,
    main=True,
    shown_when={"unpaired": [True], **WITHOUT_PILOT},
)
QUICK = ("paired-t", "welch", "t")  # tests of normal scores, which need no simulation
TESTS = (
    *("paired-t", "welch", "t", "permutation", "wilcoxon", "sign-scores", "bootstrap"),
    *("cluster-permutation", "cluster-t", "cluster-cr2", "unpaired-permutation", "mann-whitney"),
)
MEANS = Kind(
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
            low=2,
            slider=(5, 20_000),
            unit="items",
        ),
        number(
            "difference",
            "True difference",
            "True mean score of B minus that of A.",
            main=True,
            varies=True,
            example=0.05,
            low=-1e6,
            high=1e6,
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
            main=True,
            default=False,
        ),
        number(
            "correlation",
            "Correlation",
            "Correlation of both scores over items, where each has its own deviation.",
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
            group=READING,
            usual="as many as in the pilot",
            high=10_000,
            shown_when={"pilot": [GIVEN]},
        ),
        choice(
            "shape",
            "Shape",
            "Shape of the differences: normal or skewed.",
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
            high=1e6,
            shown_when=ON_SAME,
            simulates=(GIVEN,),
        ),
        number(
            "icc",
            "Correlation within clusters",
            "Correlation of the differences within a cluster.",
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
            high=1e6,
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
KINDS = (MEANS,)
