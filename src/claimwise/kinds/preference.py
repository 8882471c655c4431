"""Judges compare two systems head to head: win, lose or tie."""

from __future__ import annotations

from typing import Any

from claimwise.core.field import METHOD, choice, percent
from claimwise.core.listed import Listed
from claimwise.kinds.kind import Kind
from claimwise.kinds.reading import SYSTEMS
from claimwise.kinds.shared import (
    UNCERTAIN,
    WITH_DIFFERENCE,
    N,
    alternative,
    claimed,
    effect_prior,
    enumerated,
    file_of,
    named_test,
)

OWN = {"pilot": [None]} | WITH_DIFFERENCE
DECIDED: dict[str, Any] = {"outcome": "binary", "paired": True, "margin": False}
PREFERENCE = Kind(
    name="preference",
    title="Preference",
    question="Unrelated judges prefer one of two systems: what could the study show?",
    short="Unrelated judgements head to head: win, lose or tie.",
    about="""Judges compare two systems head to head: win, lose or tie.

Fit for unrelated judgements; where a rater judges several items, or an item is judged several
times, use claimwise plan judgements.""",
    example="--n 100 --win 0.65 --lose 0.35",
    lists=[Listed("Tests", "test", "sign", DECIDED)],
    exact=True,
    fields=(
        N.but(
            title="Judgements",
            help="Number of judgements.",
            example=200,
            slider=(10, 10_000),
            unit="judgements",
        ),
        percent(
            "win",
            "B wins",
            "Probability that a judgement prefers B.",
            main=True,
            varies=True,
            example=0.5,
            slider=(0, 1),
            step=0.005,
            shown_when=OWN,
        ),
        percent(
            "lose",
            "A wins",
            "Probability that a judgement prefers A.",
            main=True,
            varies=True,
            example=0.4,
            slider=(0, 1),
            step=0.005,
            shown_when=OWN,
        ),
        percent("tie", "Ties", "Probability of a tie.", varies=True, usual="the rest", step=0.005),
        choice(
            "ties",
            "Treatment of ties",
            "Treatment of ties: drop (leave them out) or split (half to each side).",
            group=METHOD,
            choices=("drop", "split"),
            default="drop",
            metavar="HOW",
        ),
        file_of(
            "pilot",
            "Pilot",
            "Wins, losses and ties of a pilot, such as 60,40,20; or a table with a column of "
            "winners, or with scores of both systems.",
            metavar="COUNTS|FILE",
        ),
        *SYSTEMS,
        effect_prior(),
        *UNCERTAIN,
        *claimed("tango"),
        named_test("sign", **DECIDED),
        alternative(claims=True),
        *enumerated("uniform, jeffreys, perks or dirichlet(a,b,c,d)"),
    ),
)
KINDS = (PREFERENCE,)
