"""What is in this file, and what is wrong with it?"""

from __future__ import annotations

from claimwise.core.field import text
from claimwise.kinds.reading import COLUMN, FILTER, NAMES
from claimwise.kinds.shared import WORD
from claimwise.verbs.shared import FILES
from claimwise.verbs.verb import Verb

DOCTOR = Verb(
    name="doctor",
    function="doctor",
    short="What is in this file, and what is wrong with it?",
    about="""Say what is in FILES, which roles were inferred, what can be asked, what is wrong.

Nothing is computed but counts. Exit code 2 if the file cannot be read.""",
    example="examples/arc.csv",
    fields=(
        FILES,
        text(
            "metric",
            "Metric",
            "Metric, if the file has several.",
            metavar="NAME",
            pattern=WORD,
        ),
        FILTER,
        COLUMN,
        NAMES,
    ),
    draws=False,
)
VERBS = (DOCTOR,)
