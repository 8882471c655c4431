"""Systems that answer each item several times, against several gold answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from claimwise.core.field import METHOD, RUN, SEED, Field, choice, count, number, text
from claimwise.core.listed import Listed
from claimwise.kinds.keys import COLUMNS, DECIDING, SIMULATED, resampled
from claimwise.kinds.kind import Kind, Need, Plan
from claimwise.kinds.reading import COLUMN, GOLD, SYSTEMS
from claimwise.kinds.shared import (
    ALPHA,
    LISTED_TEST,
    POWER,
    SAMPLER,
    alternative,
    effect_prior,
    replicates,
    resamples,
    world,
)
from claimwise.verbs.verb import later

if TYPE_CHECKING:
    from claimwise.study.declaration import Comparison, Study

METRICS = (
    "mae, mse, inverse-mse, rmse, wins[:mae|mse|emd], wins-vectorised, cosine, emd-means, "
    "emd-responses, mean-emd, spearman, pearson; of categories accuracy, f1:macro, mean-tv, ..."
)
SIDES = "two-sided, better or worse (B than A), or less or greater (B's score)"
BUYING = {"solve": ["split", "budget"]}


def _answers(name: str, whose: str) -> Field:
    return count(
        f"responses_{name}",
        f"{whose} to an item",
        f"{whose} to each item.",
        place="data",
        varies=True,
        usual="as many as of the others",
        most=1000,
        shown_when={"solve": ["power", "mde", "items"]},
    )


def _cost(name: str, one: str, usual: str = "") -> Field:
    return number(
        f"cost_{name}",
        f"Cost of {one}",
        f"Cost of {one}, for the budget.",
        parameter=f"price_{name}",
        aliases=(f"--price-{name}",),
        usual=usual,
        low=0,
        most=1e9,
        shown_when=BUYING,
    )


WORLD = world(
    "World to simulate: published or toxicity (Wein et al. 2023), a file from claimwise fit "
    "responses, or a file of answers, whose items are drawn with replacement.",
    ("published", "toxicity"),
    default="published",
)
RESPONSES = Plan(
    name="responses",
    title="Responses",
    question="Gold and systems answer each item several times: how many items, how many answers?",
    short="Several answers to each item, against several gold ones.",
    about="""Systems that answer each item several times, against several gold answers.

How many items, and how many answers to each? Gold answers come from people who differ,
answers of systems from runs that differ.

item-swap and item-bootstrap ask whether A and B are equally good; response-permutation whether
they answer alike, and finds too much where different systems are equally good. Those of
responders are for raters or runs that answer all items, each with shifts of its own.""",
    example="--items 1000 --responses 5 --world published --epsilon-b 0.05 "
    "--metric mae,wins,spearman",
    lists=[Listed("Procedures", "test", "item-swap", {"outcome": "responses"})],
    drawn={"solve": ["split", "budget"], "budget": ["*"]},
    varied="--items 100,200,500",
    fields=(
        count(
            "items",
            "Items",
            "Items in the test set.",
            place="data",
            aliases=("--n",),
            main=True,
            varies=True,
            example=1000,
            most=100_000,
            slider=(20, 5000),
            scale="log",
            shown_when={"solve": ["power", "mde", "responses"]},
        ),
        count(
            "responses",
            "Answers to an item",
            "Answers to each item: of gold, of A and of B.",
            place="data",
            main=True,
            varies=True,
            example=5,
            most=1000,
            slider=(1, 50),
            shown_when={"solve": ["power", "mde", "items"]},
        ),
        _answers("gold", "Gold answers"),
        _answers("a", "Answers of A"),
        _answers("b", "Answers of B"),
        WORLD,
        number(
            "epsilon_a",
            "A is off by",
            "Distance of A from the gold standard.",
            place="assumptions",
            varies=True,
            least=0,
            most=10,
            step=0.01,
        ),
        number(
            "epsilon_b",
            "B is off by",
            "Distance of B from the gold standard, on the scale of the answers; in a world of your "
            "own answers from 0 (as gold) to 1 (as seen).",
            place="assumptions",
            main=True,
            varies=True,
            example=0.05,
            low=0,
            most=10,
            slider=(0, 0.5),
            step=0.01,
            shown_when={"solve": ["power", "responses", "items", "split", "budget"]},
        ),
        choice(
            "metric",
            "Metric",
            f"Metrics: {METRICS}.",
            main=True,
            choices=(
                *("mae", "mse", "rmse", "wins", "cosine", "spearman", "pearson"),
                *("mean-emd", "emd-means", "mae,wins,spearman"),
            ),
            default="mae",
            metavar="LIST",
        ),
        choice(
            "test",
            "Test",
            LISTED_TEST,
            parameter="procedure",
            aliases=("--procedure",),
            group=METHOD,
            registered=("test", {"outcome": "responses"}),
            default="item-swap",
            always=True,
            place="procedure",
            metavar="NAME",
        ),
        text(
            "sampler",
            "Sampler",
            "Resampling for the expected p: all or bootstrap (items), then all, first or sample(K) "
            "(answers).",
            group=METHOD,
            default="bootstrap,all",
            metavar="ITEMS,ANSWERS",
            pattern=SAMPLER,
        ),
        alternative(f"Side of the test: {SIDES}.").but(
            choices=("two-sided", "better", "worse", "less", "greater")
        ),
        ALPHA.but(varies=False),
        POWER.but(varies=False),
        choice(
            "solve",
            "Look for",
            "Quantity to solve for: power, mde (the error of B that is found), split (the best "
            "items x answers for the budget), items or responses (the fewest that reach the "
            "power), budget (the cheapest that does).",
            choices=("power", "mde", "split", "items", "responses", "budget"),
            example="power",
            usual="power",
            metavar="WHAT",
        ),
        number(
            "budget",
            "Budget",
            "Amount to spend, at the costs below.",
            example=5000.0,
            above=0,
            most=1e9,
            shown_when={"solve": ["split"]},
        ),
        _cost("item", "an item"),
        _cost("gold", "a gold answer", "1 if there is no price"),
        _cost("a", "an answer of A"),
        _cost("b", "an answer of B"),
        replicates("1,000", example=1000, most=20_000),
        resamples("500"),
        count(
            "sets",
            "Test sets",
            "Test sets from which the expected p is estimated.",
            place="procedure",
            group=RUN,
            usual="20",
            least=2,
            most=1000,
        ),
        GOLD,
        *SYSTEMS,
        COLUMN,
        effect_prior("epsilon-b minus epsilon-a, how much farther off B is"),
        SEED,
    ),
)
METRIC = "mae"


def better(study: Study, comparison: Comparison) -> str:
    """Return which scores of the metric are better."""
    from claimwise.metrics.responses import find_response_metric

    return str(find_response_metric(comparison.metric or METRIC).better)


def to_compare(study: Study, comparison: Comparison) -> dict[str, Any]:
    """Return what the answers are, and which of them are gold."""
    gold = study.data.get("gold") or "gold"
    return {"cluster": None, "gold": gold, "kind": study.data.get("answers")}


KIND = Kind(
    name="responses",
    words="several answers to each item",
    about="several answers to each item of two systems and of a gold standard",
    plans=(RESPONSES,),
    keys=(
        text(
            "gold",
            "Gold",
            "Source that is the gold standard.",
            place="data",
            default="gold",
            always=True,
        ),
        choice(
            "kind",
            "Answers",
            "What the answers are: continuous, ordinal or categorical.",
            place="data.answers",
            choices=("continuous", "ordinal", "categorical"),
        ),
        COLUMNS,
        *DECIDING,
        *SIMULATED,
    ),
    needs=(
        Need(("items",), "data"),
        Need(("responses", "responses_gold responses_a responses_b"), "data"),
        Need(("epsilon_b", "epsilon_a", "effect_prior", "world")),
    ),
    metric=METRIC,
    reads="responses",
    usual=resampled(500),
    better=better,
    to_plan=lambda study, comparison, given: {"gold": None},
    to_compare=to_compare,
    found=later("study.answers:found"),
)
