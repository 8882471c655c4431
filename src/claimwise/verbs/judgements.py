"""Which system do raters prefer, head to head?"""

from __future__ import annotations

from claimwise.core.field import READING, column
from claimwise.kinds.reading import SYSTEMS
from claimwise.verbs.shared import FILE, ITEM, LEVEL, RATER
from claimwise.verbs.verb import Verb

JUDGED = (
    column("winner", "Winner", "Column of the system that won, or tie.", group=READING),
    RATER,
    ITEM,
)
NAMED = tuple(one.but(main=True, group="Study") for one in SYSTEMS)
JUDGEMENTS = Verb(
    name="judgements",
    function="judgements",
    title="Judgements",
    question="Which system do raters prefer, head to head?",
    short="Which system do raters prefer, head to head?",
    about="""Fit mixed models to the judgements in FILE, head to head, one row for each judgement.

Columns: rater, item, and winner (a system's name, or tie). Raters and items may lean to a
system; a study of a few raters is a study of those few.""",
    example="examples/judgements.csv --a base --b new",
    fields=(
        FILE.but(help="One row for each judgement: rater, item, winner."),
        *NAMED,
        *JUDGED,
        LEVEL,
    ),
)
VERBS = (JUDGEMENTS,)
