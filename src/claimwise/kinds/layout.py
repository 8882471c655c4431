"""How a study with raters is laid out and what it costs: fields of ratings and of judgements."""

from __future__ import annotations

from claimwise.core.field import (
    BAYES,
    METHOD,
    RUN,
    SEED,
    Field,
    choice,
    count,
    flag,
    number,
    percent,
)
from claimwise.kinds.shared import ALPHA, POWER, replicates

# What is looked for is not asked for; prices only where something is bought.
WITH_ITEMS = {"solve": ["power", "mde", "raters"]}
WITH_RATERS = {"solve": ["power", "mde", "items"]}
WITH_EFFECT = {"solve": ["power", "items", "raters", "budget"]}
BUYING = {"solve": ["budget"]}


EACH = count(
    "ratings_per_item",
    "Ratings of an item",
    "Ratings of each item under each system.",
    place="data",
    aliases=("--per-item",),
    main=True,
    example=3,
    usual="3 without raters",
    most=200,
    slider=(1, 20),
    shown_when={"raters": [None], **WITH_RATERS},
)
LENGTH = count(
    "list_length",
    "Items of a rater",
    "Items that one rater sees, each under one system.",
    place="data",
    main=True,
    most=10_000,
    slider=(5, 100),
)
RATERS = count(
    "raters",
    "Raters",
    "Raters, who then rate everything.",
    place="data",
    most=1000,
    slider=(2, 50),
    shown_when=WITH_RATERS,
)
DESIGN = choice(
    "design",
    "Design",
    "Design: complete, lists, random, published or published-corrected.",
    place="data",
    choices=("complete", "lists", "random"),
    usual="lists where one sees some, else as in the world's study, else complete",
    metavar="KIND",
)
ANY_DESIGN = DESIGN.but(choices=(*DESIGN.choices, "published", "published-corrected"))
RATED = (
    count(
        "items",
        "Items",
        "Items that both systems work on.",
        place="data",
        aliases=("--n",),
        main=True,
        example=100,
        most=10_000,
        slider=(10, 500),
        scale="log",
        shown_when=WITH_ITEMS,
    ),
    EACH,
    LENGTH,
    RATERS,
    DESIGN,
    percent(
        "missing",
        "Missing",
        "Rate at which ratings go missing.",
        place="data",
        group=METHOD,
        default=0.0,
        high=None,
        below=1,
        step=0.01,
    ),
    number(
        "uneven",
        "Uneven",
        "Inequality of the loads of a random design: 0 equal, 1 as in crowds.",
        place="data",
        group=METHOD,
        default=0.0,
        low=0,
        most=1,
    ),
)
HEAD_TO_HEAD = {
    EACH.name: EACH.but(
        name="per_item",
        aliases=("--ratings-per-item",),
        title="Judgements of an item",
        help="Judgements of each item.",
        place="data.judgements_per_item",
    ),
    LENGTH.name: LENGTH.but(help="Items that one rater judges."),
    RATERS.name: RATERS.but(help="Raters, who then judge every item."),
    DESIGN.name: DESIGN.but(
        help="Design: complete, lists or random.", usual="lists where one sees some, else complete"
    ),
}
JUDGED = tuple(HEAD_TO_HEAD.get(field.name, field) for field in RATED)


def _price(what: str, one: str, example: float = 0.0) -> Field:
    return number(
        f"cost_{what}",
        f"Cost of {one.split(' or ')[0]}",
        f"Cost of {one}, for the budget.",
        default=0.0,
        example=example or None,
        low=0,
        most=1e9,
        shown_when=BUYING,
    )


SOLVING = (
    ALPHA.but(varies=False),
    POWER.but(varies=False),
    choice(
        "solve",
        "Look for",
        "Quantity to solve for: power, mde (smallest detectable effect), items, raters or budget.",
        choices=("power", "mde", "items", "raters", "budget"),
        example="power",
        usual="power",
        metavar="WHAT",
    ),
    _price("item", "an item"),
    _price("rating", "a rating or judgement", 1.0),
    _price("rater", "a rater"),
    flag(
        "uncertain",
        "Uncertain pilot",
        "Draw each study's world from what the pilot leaves open.",
        place="assumptions",
        group=BAYES,
        default=False,
    ),
    replicates(1000, most=20_000),
    number(
        "precision",
        "Precision",
        "Half-width of the Monte Carlo intervals at which simulation ends.",
        group=RUN,
        above=0,
        below=0.5,
    ),
    SEED,
)
