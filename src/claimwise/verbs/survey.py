"""What could published comparisons have shown?"""

from __future__ import annotations

from claimwise.core.field import METHOD, READING, choice, flag, text
from claimwise.kinds.shared import ALPHA, POWER, named_test, resamples, route
from claimwise.verbs.shared import FILE, LEVEL, SEED, UNPAIRED
from claimwise.verbs.verb import Verb

SURVEY = Verb(
    name="survey",
    function="survey",
    short="What could published comparisons have shown?",
    about="""Audit published comparisons: what could each have shown, and what would be expected?

FILE has a row for each comparison. The difference that its size detects, the power for the
gain that all other comparisons predict, and whether small studies report larger gains.

\b
Columns: n (size of the test set), baseline, new       needed
         agreement       share of items where both are right or both wrong
         task            gains are predicted by one line, shifted for each task
         paper           intervals are over papers
         name            how the comparison is called
         expected        the gain that was expected, instead of the predicted one
         low, high, sd   of scores: ends of the scale, and the standard deviation of
                         the items' differences""",
    example="examples/survey.csv --agreement-from own --report survey.html",
    fields=(
        FILE,
        choice(
            "kind",
            "Kind of results",
            "Kind of results: accuracy (right or wrong), or scores such as mean ratings.",
            choices=("accuracy", "scores"),
            default="accuracy",
            metavar="KIND",
        ),
        flag(
            "percent",
            "Percent",
            "Read accuracies as percentages, or as shares of 1.",
            group=READING,
            negated="--no-percent",
            usual="percent if a value is above 1",
        ),
        UNPAIRED.but(parameter="", means=True, default=False),
        text(
            "agreement_from",
            "Agreement from",
            "Source of the agreement, for rows without one: own, glue, squad2, lachenbruch, "
            "lachenbruch-low, lachenbruch-high, independent, or a file of past comparisons.",
            metavar="SOURCE",
            usual="own if ten rows have one, else lachenbruch",
        ),
        text(
            "where",
            "Rows",
            "Rows that the survey is about; also !=, >, >=, <, <=, and difference>0 (new minus "
            "baseline, in the unit of the table). Repeatable.",
            several=True,
            metavar="COLUMN=VALUE",
        ),
        text(
            "fit_where",
            "Rows that predict",
            "Rows from which expected gains are predicted.",
            group=METHOD,
            several=True,
            metavar="COLUMN=VALUE",
            usual="all",
        ),
        named_test("mcnemar-midp; z-pooled or paired-t", "Test, by name."),
        route("exact (enumeration) or normal (classical formula)", choices=("exact", "normal")).but(
            default="exact"
        ),
        choice(
            "counts",
            "Counts",
            "Rounding of predicted counts: nearest, or down as in Card et al. (2020).",
            group=METHOD,
            choices=("nearest", "down"),
            default="nearest",
            metavar="HOW",
        ),
        ALPHA.but(varies=False),
        POWER.but(varies=False),
        LEVEL,
        resamples(2000, "Resamples of intervals."),
        SEED,
    ),
)
VERBS = (SURVEY,)
