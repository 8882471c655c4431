"""Two systems on the same items: studies of items drawn from a pilot."""

from __future__ import annotations

from typing import Any

from claimwise.core import ParameterError
from claimwise.core.checked import registered
from claimwise.core.field import SEED, file, number, text
from claimwise.kinds import keys
from claimwise.kinds.keys import CLUSTERED, DECIDING, LEVELS, MISSING, READ, SIMULATED, scores
from claimwise.kinds.kind import Kind, Need, Plan
from claimwise.kinds.reading import CLUSTER, COLUMN, DATASET, FILTER, NAMES, REFERENCES, SYSTEMS
from claimwise.kinds.shared import (
    ALPHA,
    BETTER,
    CLAIM,
    CLAIMS,
    LISTED_TEST,
    MARGIN,
    PLANNED_LOOKS,
    POWER,
    SOLVE,
    UNCERTAIN,
    WITH_DIFFERENCE,
    WITH_MARGIN,
    WORD,
    N,
    alternative,
    effect_prior,
    replicates,
    resamples,
)
from claimwise.verbs.verb import later

PILOT = Plan(
    name="pilot",
    title="Like my pilot",
    question="You have a pilot: what could a larger study like it show?",
    short="Two systems on the same items, drawn from a pilot.",
    about="""Two systems on the same items: studies of items drawn from a pilot.

FILES: outputs of two systems with --references, a table of gold answers and predictions with
--metric, or a table of scores (item, system, score). The items are weighted so that the
systems differ by the given difference.

\b
Tests:
  randomisation     swap the systems on random items; the default of corpus metrics
  paired-bootstrap  draw items with replacement
  permutation, paired-t, bootstrap, wilcoxon, ...
                    where the metric is a mean of item scores
  mcnemar-midp, ... where these are right or wrong
  cluster-permutation, cluster-t, cluster-cr2
                    scores of items in clusters""",
    example="base.txt new.txt --references ref.txt --metric bleu --n 3000 --difference 0.5",
    fields=(
        file(
            "files",
            "Pilot",
            "Scores or outputs of both systems.",
            place="assumptions.pilot",
            example="pilot.csv",
            main=True,
            required=True,
            several=True,
            argument=True,
        ),
        REFERENCES.but(place="assumptions"),
        text(
            "metric",
            "Metric",
            "Metric, if the file has several; or the one to compute from outputs: bleu, f1:macro, "
            "or a Python file, whose code is run.",
            main=True,
            metavar="NAME",
            pattern=WORD,
        ),
        N.but(example=1000, most=1_000_000),
        number(
            "difference",
            "True difference",
            "True score of B minus that of A, in the metric's units.",
            place="assumptions",
            main=True,
            varies=True,
            usual="the pilot's own",
            least=-1e6,
            most=1e6,
            by_data=True,
            scaled_when={"metric": [None]},
            shown_when=WITH_DIFFERENCE,
        ),
        text(
            "test",
            "Test",
            LISTED_TEST,
            group="Method",
            usual="the one that fits the data",
            metavar="NAME",
            pattern=WORD,
        ),
        CLAIM.but(help=f"Claim to make: {', '.join(CLAIMS[:-1])} or {CLAIMS[-1]}."),
        number(
            "margin",
            "Margin",
            MARGIN,
            varies=True,
            above=0,
            high=1e6,
            by_data=True,
            shown_when=WITH_MARGIN,
        ),
        BETTER,
        alternative(
            "Side of the test: two-sided, less or greater (B scores higher than A).", claims=True
        ),
        ALPHA,
        POWER,
        SOLVE.but(choices=("power", "mde", "n"), example="power", usual="power"),
        replicates("10,000 of verdicts, 2,000 of scores, 500 of a corpus", example=2000),
        resamples("1,000"),
        SEED,
        *(system.but(main=True) for system in SYSTEMS),
        CLUSTER,
        COLUMN,
        NAMES,
        DATASET,
        FILTER,
        effect_prior(),
        *PLANNED_LOOKS,
        *UNCERTAIN,
    ),
)
TESTS = (scores("binary", True), scores("numeric", True), registered("test", {"outcome": "corpus"}))


def any_test(who: str, value: Any) -> str:
    """Return the name of a paired test of scores, or of one of a corpus."""
    for check in TESTS[:-1]:
        try:
            return str(check(who, value))
        except ParameterError:
            continue
    return str(TESTS[-1](who, value))


KIND = Kind(
    name="pilot",
    words="a metric, planned from a pilot",
    about="two systems on the same items under any metric, planned from a pilot's items",
    plans=(PILOT,),
    keys=(
        keys.REFERENCES.but(name="own_references", place="data.references"),
        *READ,
        *CLUSTERED,
        MISSING,
        keys.test(any_test),
        *DECIDING,
        *LEVELS,
        *SIMULATED,
    ),
    needs=(Need(("n",), "data"), Need(("pilot",))),
    looks="pvalue",
    usual=later("study.pilots:usual"),
    better=later("study.pilots:better"),
    plan=later("study.pilots:plan"),
    found=later("study.pilots:found"),
)
