"""Learn from past data what is usual: agreement, gains, raters, answers, effects of swaps."""

from __future__ import annotations

from claimwise.core.field import READING, RUN, Field, choice, count, number, text
from claimwise.kinds.labels import POSITIVE
from claimwise.kinds.labels import WHAT as LABELS
from claimwise.kinds.reading import (
    CLUSTER,
    COLUMN,
    DATASET,
    FILTER,
    GOLD,
    NAMES,
    REFERENCES,
    SYSTEMS,
)
from claimwise.kinds.shared import WORD, replicates
from claimwise.verbs import texts
from claimwise.verbs.judgements import JUDGED
from claimwise.verbs.ratings import COLUMNS, LINK, MODEL, NO_SLOPES
from claimwise.verbs.shared import FILE, FILES, SEED
from claimwise.verbs.verb import Verb

PAST = "FILE has a row for each past comparison: baseline, candidate (or difference), {}."
OF_OUTPUTS = """FILES are one text file for each system, line by line, with --references; or a table
(item, system, gold, prediction)."""
KIND = choice(
    "kind",
    "Kind of answers",
    "Kind of answers: continuous, ordinal or categorical.",
    group=READING,
    choices=("continuous", "ordinal", "categorical"),
    usual="as they look",
    metavar="KIND",
)


def _outputs(name: str, called: str) -> Verb:
    """Return the fit of a metric of outputs."""
    return Verb(
        name=f"fit {name}",
        function="worlds.delta_read:fit_files",
        short=f"A world of {called}, for plan {name}.",
        about=f"""Fit a world of {called} to the outputs of two systems; print it as TOML for plan
{name}.

{OF_OUTPUTS}""",
        example=f"base.txt new.txt --references ref.txt > world.toml; then "
        f"claimwise plan {name} --world world.toml --n 3000 --difference 1",
        fields=(
            FILES,
            REFERENCES,
            *SYSTEMS,
            NAMES,
            text(
                "metric",
                "Metric",
                f"Metric, with options, such as {name}:case=lc.",
                usual=name,
                metavar="NAME",
                pattern=WORD,
            ),
            CLUSTER.but(
                help="Documents to be swapped whole: a file with the document of each line, or a "
                "column. The n of a plan is then a number of documents.",
                metavar="NAME",
            ),
            choice(
                "scale",
                "Scale",
                "Fit of b0: matched (to the spread of the effects) or published (by Laplace "
                "maximum likelihood).",
                choices=("matched", "published"),
                default="matched",
                metavar="HOW",
            ),
            count(
                "subsets",
                "Subsets",
                "Random subsets of swaps, to see whether single effects add up.",
                group=RUN,
                default=2000,
            ),
            SEED,
        ),
    )


def _tables(name: str) -> Verb:
    """Return the fit of confusion tables, under the name of a metric of labels."""
    return Verb(
        name=f"fit {name}",
        function="assess.confusion_pilot:fit_tables",
        short=f"Confusion tables of two systems, for plan {name}.",
        about="""Fit a world of labels to a pilot; print it as TOML for claimwise plan.

FILES: a table with a row for each item and system: item, system, gold, prediction. Or text
files with one label on each line, one file for each system, with --references.

The tables are the same for every metric of labels: f1, precision, recall, mcc, kappa.""",
        example="examples/ner.csv --a base --b new > tables.toml; then "
        "claimwise plan f1 --tables tables.toml --average macro --n 1000",
        fields=(
            FILES,
            *SYSTEMS,
            number(
                "smooth",
                "Smooth",
                "Count added to every cell, so that what the pilot did not show can be.",
                default=0.0,
                low=0,
            ),
            POSITIVE,
            REFERENCES,
            COLUMN,
            NAMES,
            FILTER,
            DATASET,
        ),
        answers=False,
    )


AGREEMENT = Verb(
    name="fit agreement",
    function="fit_agreement",
    result="result()",
    short="Agreement of two systems, from their accuracies.",
    about="Regress the agreement of two systems on their accuracies.\n\n"
    + PAST.format("agreement"),
    example="past.csv, with the columns baseline, candidate, agreement; then claimwise plan "
    "accuracy --agreement-from past.csv ...",
    fields=(FILE,),
)
EFFECT = Verb(
    name="fit effect",
    function="fit_effect",
    result="result()",
    short="Gain over the baseline, from its accuracy.",
    about="Regress the gain over the baseline on the baseline's accuracy.\n\n"
    + PAST.format("and task\nif there are several"),
    example="past.csv, with the columns baseline, candidate and, if there are several, task.",
    fields=(FILE,),
)
RATINGS = Verb(
    name="fit ratings",
    function="assess.rating_world:fit_world",
    short="A world of ratings, for plan ratings.",
    about="""Fit a world of ratings to a pilot; print it as TOML for claimwise plan ratings.

FILE has a row for each rating: rater, item, system, rating.""",
    example="examples/ratings.csv --b large > world.toml; then "
    "claimwise plan ratings --world world.toml ...",
    fields=(
        FILE,
        MODEL,
        LINK.but(
            help="Link of the ordinal model: probit or logit.",
            choices=("probit", "logit"),
            default="probit",
            usual="",
            shown_when=(),
        ),
        *COLUMNS,
        *SYSTEMS,
        NO_SLOPES,
    ),
)
JUDGEMENTS = Verb(
    name="fit judgements",
    function="assess.judgement_fit:fit_judgement_world",
    short="A world of judgements, for plan judgements.",
    about="""Fit a world of judgements to a pilot; print it as TOML for claimwise plan judgements.

FILE has a row for each judgement: rater, item, winner (a system's name, or tie).""",
    example="examples/judgements.csv --b new > world.toml; then "
    "claimwise plan judgements --world world.toml ...",
    fields=(FILE, *JUDGED, *SYSTEMS),
)
LEVELS: Field = text(
    "levels",
    "Levels",
    "Levels of a scale in order, or all categories.",
    group=READING,
    metavar="L1,L2,...",
    reads=texts.words,
)
RESPONSES = Verb(
    name="fit responses",
    function="fit_responses",
    short="A world of several answers to each item, for plan responses.",
    about="""Fit a world of several answers to each item; print it as TOML for claimwise plan
responses.

FILES have a row for each answer: item, source (gold and systems), response, and who gave it
(responder) where that is known.""",
    example="examples/responses.csv --plot fit.png > world.toml; "
    "then claimwise plan responses --world world.toml ...",
    fields=(
        FILES,
        GOLD,
        *SYSTEMS,
        KIND,
        LEVELS,
        COLUMN,
        replicates(199).but(
            help="Number of simulated data sets, with which the data are compared."
        ),
        SEED,
    ),
)
OUTPUTS = tuple(
    _outputs(name, called) for name, called in (("bleu", "BLEU"), ("chrf", "chrF"), ("ter", "TER"))
)
TABLES = tuple(_tables(name) for name in LABELS)
VERBS = (AGREEMENT, EFFECT, RATINGS, JUDGEMENTS, *OUTPUTS, *TABLES, RESPONSES)
