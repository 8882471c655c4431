"""Is this procedure honest on data like mine?"""

from __future__ import annotations

from claimwise.core.field import METHOD, RUN, Field, choice, count, number, text
from claimwise.core.listed import Listed
from claimwise.kinds.accuracy import PAIRED
from claimwise.kinds.means import PAIRED as GRADED
from claimwise.kinds.means import UNPAIRED as GRADED_APART
from claimwise.kinds.reading import COLUMN, GOLD, SYSTEMS
from claimwise.kinds.responses import SIDES, WORLD
from claimwise.kinds.shared import (
    ALPHA,
    BASELINE,
    WORD,
    N,
    alternative,
    replicates,
    resamples,
    route,
)
from claimwise.verbs.shared import HIGHER, LEVEL, SEED, SPREAD, UNPAIRED
from claimwise.verbs.verb import Verb

DIFFERENCES = "True {} of B minus that of A: one or several; 0 is always added."


def tried(name: str, title: str, help_: str, usual: str) -> Field:
    """Return the procedures of a kind that are tried."""
    return text(name, title, help_, group=METHOD, usual=usual, metavar="LIST", pattern=WORD)


def _procedures(tests: str, intervals: str) -> tuple[Field, ...]:
    return (
        tried("test", "Tests", "Tests to try, with commas, or none.", tests),
        tried("interval", "Intervals", "Intervals to try, with commas, or none.", intervals),
        alternative(f"Side of the test: {HIGHER}."),
        ALPHA.but(varies=False),
        LEVEL.but(default=None, usual="1 - alpha", group=METHOD),
    )


ACCURACY = Verb(
    name="calibrate accuracy",
    function="calibrate.accuracy",
    short="Tests and intervals of right and wrong, on the same items.",
    about="""Right/wrong answers to the same items: which tests and intervals are honest?

False positives and p-values of tests where both systems are equally good, their power where
B is better, and how often intervals hold the true difference.""",
    example="--n 100 --agreement 0.9 --difference 0.05",
    lists=[
        Listed("Tests", "test", traits=PAIRED),
        Listed("Intervals", "interval", traits=PAIRED),
    ],
    fields=(
        N.but(varies=False, required=True),
        number(
            "agreement",
            "Agreement",
            "Share of items where both are right or both are wrong.",
            required=True,
            low=0,
            high=1,
        ),
        number("difference", "Differences", DIFFERENCES.format("accuracy"), varies=True),
        BASELINE.but(help="True accuracy of A; newcombe-paired needs it.", varies=False),
        *_procedures(
            "mcnemar-midp, mcnemar-exact, mcnemar-asymptotic, mcnemar-corrected",
            "tango, bonett-price, wald-paired",
        ),
        route(
            "exact (every outcome of a study) or simulation",
            "exact up to a million outcomes",
            choices=("exact", "simulation"),
        ),
        replicates("10,000"),
        SEED,
    ),
    simulates=True,
)
MEANS = Verb(
    name="calibrate means",
    function="calibrate.means",
    short="Tests and intervals of graded scores.",
    about="""Graded scores: which tests and intervals are honest?

All are applied to the same simulated studies: of systems that are equally good on average, and
of systems that differ.""",
    example="--n 30 --shape skewed --difference 0.5 --test paired-t,wilcoxon "
    "--interval t,studentised",
    lists=[
        Listed("Tests on the same items, in clusters and not", "test", traits=GRADED),
        Listed("Tests on different items", "test", traits=GRADED_APART),
        Listed("Intervals on the same items, in clusters and not", "interval", traits=GRADED),
        Listed("Intervals on different items", "interval", traits=GRADED_APART),
    ],
    fields=(
        N.but(
            help="Items in the test set; of each system, if they have different items.",
            varies=False,
            required=True,
        ),
        number("difference", "Differences", DIFFERENCES.format("mean score"), varies=True),
        *SPREAD,
        UNPAIRED.but(parameter="", means=True, default=False, group="Study"),
        choice(
            "shape",
            "Shape",
            "Shape of the differences: normal or skewed.",
            choices=("normal", "skewed"),
            default="normal",
            metavar="NAME",
        ),
        count("cluster_size", "Items in a cluster", "Items in each cluster, where they correlate."),
        number(
            "icc", "Correlation in a cluster", "Correlation of the differences within a cluster."
        ),
        *_procedures(
            "permutation, paired-t, wilcoxon, bootstrap; in clusters cluster-permutation, "
            "cluster-cr2, paired-t; on different items welch, t, unpaired-permutation, "
            "mann-whitney",
            "t, percentile, bca, studentised; in clusters cluster-cr2, cluster-bootstrap, t; on "
            "different items welch, pooled-t, unpaired-percentile",
        ),
        replicates("10,000; 2,000 if any procedure resamples"),
        resamples(1000),
        SEED,
    ),
    simulates=True,
)
RESPONSES = Verb(
    name="calibrate responses",
    function="calibrate.responses",
    short="Tests of several answers to each item.",
    about="""Tests of several answers to each item: which metric and which procedure to use?

Each is run on many simulated studies: of systems that are alike, of systems that are equally
good but not alike, and of systems that differ.""",
    example="--world published --epsilon-b 0,0.05,0.1 "
    "--n 200 --metric mae,wins --test item-swap,response-permutation,htest",
    lists=[Listed("Tests", "test", "item-swap", {"outcome": "responses"})],
    fields=(
        WORLD,
        number("epsilon_a", "A is off by", "Distance of A from the gold standard."),
        number(
            "epsilon_b",
            "B is off by",
            "Distances of B from the gold standard; for each, both at that distance are added.",
            varies=True,
        ),
        N.but(varies=False, parameter="items", aliases=("--items",), default=200),
        count(
            "responses",
            "Answers to an item",
            "Answers to each item: of gold, of A and of B.",
            default=5,
        ),
        text(
            "metric",
            "Metrics",
            "Metrics to try, with commas; those of claimwise plan responses.",
            default="mae,wins",
            metavar="LIST",
        ),
        text(
            "test",
            "Tests",
            "Tests to try, with commas; htest is the published expected p.",
            group=METHOD,
            parameter="procedure",
            aliases=("--procedure",),
            default="item-swap,item-bootstrap,response-permutation,htest",
            metavar="LIST",
        ),
        text(
            "sampler",
            "Sampler",
            "Resampling of htest: all or bootstrap (items), then all, first or sample(K) "
            "(answers).",
            group=METHOD,
            default="bootstrap,all",
            metavar="ITEMS,ANSWERS",
        ),
        alternative(f"Side of the test: {SIDES}."),
        ALPHA.but(varies=False),
        replicates(1000),
        resamples(500),
        count("sets", "Studies of htest", "Simulated studies for htest.", group=RUN, default=200),
        count("draws", "Resamples of htest", "Resamples of htest.", group=RUN, default=200),
        COLUMN,
        GOLD,
        *SYSTEMS,
        SEED,
    ),
    simulates=True,
)
VERBS = (ACCURACY, MEANS, RESPONSES)
