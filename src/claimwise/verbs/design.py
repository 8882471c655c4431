"""Who rates what?"""

from __future__ import annotations

from claimwise.core.field import OUTPUT, Field, count, file
from claimwise.kinds.layout import JUDGED, RATED
from claimwise.verbs.shared import SEED
from claimwise.verbs.verb import Verb

# The layout calls it the same for ratings and for judgements.
LAID_OUT = {"design": "kind", "per_item": "ratings_per_item"}
OUT = "File to write the assignment to, as CSV: one row for each {}."


def _fields(laid_out: tuple[Field, ...], row: str) -> tuple[Field, ...]:
    """Return how a study is laid out, and where the assignment is written."""
    return (
        *(one.but(parameter=LAID_OUT.get(one.name, "")) for one in laid_out),
        SEED,
        file("out", "Out", OUT.format(row), group=OUTPUT, of_command=True),
    )


RATINGS = Verb(
    name="design ratings",
    function="plan.rating_design:DesignPlan.of",
    short="Assign texts to raters: lists, complete or random.",
    about="""Assign texts to raters: balanced lists, complete, or at random.

\b
Designs:
  lists      a rater sees some items, never one under two systems; all texts equally often
  complete   every rater rates every item under every system
  random     each text goes to raters drawn at random; --uneven for unequal loads
  published, published-corrected
             the lists of Howcroft and Rieser (2021), with the error of their generator
             or without: for replication""",
    example="--items 100 --ratings-per-item 3 --list-length 25 --out lists.csv",
    fields=(
        *_fields(RATED, "rating"),
        count("systems", "Systems", "Number of systems to compare.", default=2, most=1000),
    ),
    draws=False,
)
JUDGEMENTS = Verb(
    name="design judgements",
    function="plan.rating_design:DesignPlan.of",
    short="Assign pairs to raters, head to head.",
    about="""Assign pairs to raters, head to head, with the system that each sees first.

\b
Designs:
  lists      a rater judges some items, each once; all items equally often
  complete   every rater judges every item
  random     each item goes to raters drawn at random; --uneven for unequal loads""",
    example="--items 100 --per-item 3 --list-length 20 --out lists.csv",
    fields=_fields(JUDGED, "pair"),
    draws=False,
)
VERBS = (RATINGS, JUDGEMENTS)
