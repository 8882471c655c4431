"""Raters compare two systems head to head, on several items each."""

from __future__ import annotations

from claimwise.core.field import METHOD, Field, choice, file, number, percent
from claimwise.core.listed import Listed
from claimwise.kinds.kind import Kind
from claimwise.kinds.layout import BUYING, JUDGED, SOLVING, WITH_EFFECT
from claimwise.kinds.shared import effect_prior

FROM_NUMBERS = {"world": [None]}
SHARES = WITH_EFFECT | FROM_NUMBERS


def _leaning(name: str, title: str, who: str, example: float, more: str = "") -> Field:
    return number(
        name,
        title,
        f"Standard deviation, in logits, of how {who} lean to a system{more}.",
        main=True,
        example=example,
        low=0,
        high=10,
        slider=(0, 3),
        step=0.05,
        shown_when=FROM_NUMBERS,
    )


JUDGEMENTS = Kind(
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
KINDS = (JUDGEMENTS,)
