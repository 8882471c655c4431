"""Judges compare two systems head to head: win, lose or tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from claimwise.core import ParameterError, check_count
from claimwise.core.checked import text
from claimwise.core.field import METHOD, choice, percent
from claimwise.core.listed import Listed
from claimwise.kinds.keys import COLUMNS, DECIDING, MISSING, REPLICATES, SEQUENCE, scores, test
from claimwise.kinds.kind import Kind, Need, Plan
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
from claimwise.verbs.verb import later

if TYPE_CHECKING:
    from claimwise.study.declaration import Comparison, Study


def counts(who: str, value: Any) -> list[int] | str:
    """Return wins, losses and ties, three whole numbers; or the path of a table."""
    if isinstance(value, str):
        return text(who, value)
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise ParameterError(who, "wins, losses and ties", repr(value))
    return [0 if count == 0 else check_count(who, count) for count in value]


OWN = {"pilot": [None]} | WITH_DIFFERENCE
DECIDED: dict[str, Any] = {"outcome": "binary", "paired": True, "margin": False}
PREFERENCE = Plan(
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
            place="assumptions",
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
            place="assumptions",
            main=True,
            varies=True,
            example=0.4,
            slider=(0, 1),
            step=0.005,
            shown_when=OWN,
        ),
        percent(
            "tie",
            "Ties",
            "Probability of a tie.",
            place="assumptions",
            varies=True,
            usual="the rest",
            step=0.005,
        ),
        choice(
            "ties",
            "Treatment of ties",
            "Treatment of ties: drop (leave them out) or split (half to each side).",
            group=METHOD,
            choices=("drop", "split"),
            place="procedure",
            default="drop",
            always=True,
            metavar="HOW",
        ),
        file_of(
            "pilot",
            "Pilot",
            "Wins, losses and ties of a pilot, such as 60,40,20; or a table with a column of "
            "winners, or with scores of both systems.",
            metavar="COUNTS|FILE",
            check=counts,
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


def to_plan(study: Study, comparison: Comparison, *_: Any) -> dict[str, Any]:
    """Refuse what no preference can be; say whose a pilot of a table is."""
    if comparison.better == "lower":
        raise ParameterError("better", "higher in a study of preferences", "lower", "Leave it out.")
    counted = not isinstance(comparison.assumptions.get("pilot"), str)
    return {"a": None, "b": None} if counted else {}


KIND = Kind(
    name="preference",
    words="preferences",
    about="judges compare two systems head to head, one judgement each",
    plans=(PREFERENCE,),
    keys=(
        COLUMNS,
        MISSING,
        test(scores("binary", True)),
        *DECIDING,
        SEQUENCE,
        REPLICATES,
    ),
    needs=(
        Need(("n",), "data"),
        Need(("win lose", "win", "lose tie", "pilot", "effect_prior")),
    ),
    metric="preference",
    looks="scores",
    usual=lambda study, comparison: {"test": "sign"},
    to_plan=to_plan,
    assess=later("study.preferences:assess"),
    found=later("study.preferences:found"),
)
