"""Raters compare two systems head to head, on several items each."""

from __future__ import annotations

from claimwise.core.field import METHOD, Field, choice, file, number, percent
from claimwise.core.listed import Listed
from claimwise.kinds.keys import ASSESS, COLUMNS, REPLICATES, model
from claimwise.kinds.kind import Kind, Need, Plan
from claimwise.kinds.layout import BUYING, JUDGED, SOLVING, WITH_EFFECT
from claimwise.kinds.shared import effect_prior
from claimwise.verbs.verb import later

FROM_NUMBERS = {"world": [None]}
SHARES = WITH_EFFECT | FROM_NUMBERS


def _leaning(name: str, title: str, who: str, example: float, more: str = "") -> Field:
    return number(
        name,
        title,
        f"Standard deviation, in logits, of how {who} lean to a system{more}.",
        place="assumptions",
        main=True,
        example=example,
        low=0,
        most=10,
        slider=(0, 3),
        step=0.05,
        shown_when=FROM_NUMBERS,
    )


JUDGEMENTS = Plan(
    name="judgements",
    title="Judgements",
    question="Raters compare two systems head to head, several items each: what could the study "
    "show?",
    short="Raters judge head to head, several items each.",
    about="""Raters compare two systems head to head, on several items each.

Fit where a rater judges several items, or an item is judged several times; for unrelated
judgements use claimwise plan preference, which is exact.

Analyses without a mixed model are what people do: see how often they find what is not there.""",
    example="--items 100 --per-item 3 --list-length 20 --win 0.6 --lose 0.4 --rater-sd 0.5 "
    "--item-sd 0.8",
    lists=[Listed("Analyses", "judgement analysis", "logistic")],
    drawn=BUYING,
    varied="--difference 0.1,0.2,0.3",
    fields=(
        *JUDGED,
        percent(
            "win",
            "B wins",
            "Share of judgements for B, over all raters and items.",
            place="assumptions",
            main=True,
            example=0.6,
            slider=(0, 1),
            step=0.01,
            shown_when=SHARES | {"difference": [None]},
        ),
        percent(
            "lose",
            "A wins",
            "Share of judgements for A; the rest are ties.",
            place="assumptions",
            main=True,
            example=0.4,
            slider=(0, 1),
            step=0.01,
            shown_when=SHARES | {"difference": [None]},
        ),
        number(
            "difference",
            "Difference",
            "Share of wins less share of losses, in place of both.",
            place="assumptions",
            varies=True,
            metavar="LIST",
            low=-1,
            high=1,
            step=0.01,
            shown_when=WITH_EFFECT,
        ),
        percent(
            "tie",
            "Ties",
            "Share of ties; with a difference, where neither is better.",
            place="assumptions",
            high=None,
            below=1,
            slider=(0, 0.9),
            step=0.01,
            shown_when=({"solve": ["mde"]}, {"difference": ["*"]}),
        ),
        _leaning("rater_sd", "Raters lean", "raters", 0.5, ": 0.5 a little, 1 much"),
        _leaning("item_sd", "Items lean", "items", 0.8),
        file(
            "world",
            "World of your own",
            "File from claimwise fit judgements, in place of assumptions.",
            place="assumptions",
        ),
        choice(
            "test",
            "Analysis",
            "Analyses, by name, with commas.",
            parameter="model",
            aliases=("--model",),
            group=METHOD,
            choices=("logistic", "linear", "logistic-z"),
            usual="logistic",
            metavar="LIST",
        ),
        effect_prior("the share of wins less that of losses"),
        *SOLVING,
    ),
)
MODELS = ("logistic", "linear", "t-items", "sign-items")
UNFIT = {"logistic-z": "logistic", "sign": "logistic"}
KIND = Kind(
    name="judgements",
    about="raters judge two systems head to head, several items each",
    plans=(JUDGEMENTS,),
    keys=(
        COLUMNS.but(help="Which column is winner, rater, item, first, second."),
        model(MODELS, UNFIT, default="logistic", always=True),
        ASSESS,
        REPLICATES,
    ),
    claims=("difference",),
    needs=(
        Need(("items",), "data"),
        Need(("win lose", "win", "difference", "effect_prior", "world")),
        Need(("rater_sd", "world")),
        Need(("item_sd", "world")),
    ),
    metric="preference",
    solves=False,
    assess=later("study.judgements:assess"),
    found=later("study.judgements:found"),
)
