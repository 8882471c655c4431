"""Judgements head to head, each by itself: which of two systems is preferred."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from claimwise.core import (
    ParameterError,
    Result,
    Row,
    check_count,
    check_probability,
    meaning,
)
from claimwise.study.declaration import Comparison, Study
from claimwise.study.declared import analysed, compared, looked, looking, reaching, said, sided
from claimwise.study.fields import (
    DECIDING,
    MISSING,
    SEQUENCE,
    SIMULATED,
    field,
    flag,
    number_in,
    one_of,
    registered,
    renamed,
    text,
)
from claimwise.study.found import Found, one
from claimwise.study.kind import Kind, register
from claimwise.study.needs import Need
from claimwise.study.verdicts import Winners, read_winners

TESTS = registered("test", {"paired": True, "outcome": "binary"})
KNOWN = ("win", "lose", "tie", "pilot")
AVERAGED = ("effect_prior", "uncertain", "shrink")  # no part of the power alone
OF_SCORES = ("score", "flips")  # rows that speak of right and wrong


def counts(who: str, value: Any) -> list[int]:
    """Return wins, losses and ties: three whole numbers."""
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise ParameterError(who, "wins, losses and ties", repr(value))
    return [0 if count == 0 else check_count(who, count) for count in value]


def test_of(study: Study, comparison: Comparison) -> str:
    """Return the test: the one declared, or the one default of plan and analysis."""
    return str(study.procedure.get("test") or "sign")


def ties_of(study: Study) -> str:
    """Return what is done with ties."""
    return str(study.procedure.get("ties") or "drop")


def plan(study: Study, comparison: Comparison, alpha: float, solve: str | None = None) -> Result:
    """Return what the study could show."""
    from claimwise.plan import preference

    _refuse_lower(comparison)
    return preference(
        n=analysed(study),
        test=test_of(study, comparison),
        ties=ties_of(study),
        solve=solve,
        **said(comparison.assumptions, *KNOWN, *(() if solve else AVERAGED)),
        **sided(comparison),
        **reaching(study, alpha),
        **looking(study),
    )


def _refuse_lower(comparison: Comparison) -> None:
    if comparison.better == "lower":
        raise ParameterError("better", "higher in a study of preferences", "lower", "Leave it out.")


def pairs_of(winners: Winners, comparison: Comparison, ties: str) -> Any:
    """Return the judgements as pairs in which the winner has 1 and the loser 0.

    Where ties are split, half of them are wins and half losses; an odd one stays a tie.
    """
    from claimwise.data import Pairs

    outcome = winners.outcome.copy()
    if ties == "split":
        tied = np.flatnonzero(outcome == 0)
        half = len(tied) // 2
        outcome[tied[:half]] = 1
        outcome[tied[half : 2 * half]] = -1
    won, lost = (outcome == 1).astype(float), (outcome == -1).astype(float)
    still = np.flatnonzero(outcome == 0)[:1]
    won[still] = lost[still] = 1.0  # a tie as well; so that ties alone are not taken for no data
    made = {"data": winners.digest} if winners.digest else {}
    return Pairs(lost, won, names=(comparison.a, comparison.b), provenance=made)


def assess(study: Study, comparison: Comparison, data: Any) -> Result:
    """Return what the data show."""
    _refuse_lower(comparison)
    winners = read_winners(data, comparison, study.data.get("columns") or {})
    if len(winners.outcome) < 2:
        raise ParameterError(
            "study assess",
            f"at least two judgements of {comparison.a} and {comparison.b}",
            f"{len(winners.outcome)}",
        )
    ties = ties_of(study)
    bare = replace(study, data={})
    pairs = pairs_of(winners, comparison, ties)
    result = compared(
        bare,
        replace(comparison, metric=None),
        (pairs,),
        test=test_of(study, comparison),
        cluster=None,
        **looked(study),
    )
    n, wins, losses = len(winners.outcome), winners.wins, winners.losses
    shares = {comparison.a: losses, comparison.b: wins, "tie": n - wins - losses}
    rows = [row for row in result.rows if row.quantity not in OF_SCORES]
    rows += [
        Row(quantity="share", at={"system": name}, estimate=count / n, n=n)
        for name, count in shares.items()
    ]
    handled = {"drop": "left out of the test", "split": "half given to each side"}[ties]
    notes = (
        meaning(
            f"Judgements: {wins:,} for {comparison.b}, {losses:,} for {comparison.a}, "
            f"{n - wins - losses:,} ties, which are {handled}. The difference is the share of wins "
            "minus the share of losses among all judgements."
        ),
        *(note for note in result.notes if note.kind != "dropped"),
    )
    return replace(result, rows=tuple(rows), notes=notes)


def found(study: Study, comparison: Comparison, data: Any) -> Found:
    """Look at the judgements."""
    winners = read_winners(data, comparison, study.data.get("columns") or {})
    n = len(winners.outcome) + winners.lost
    more = {}
    for role, coded in (("by raters", winners.rater), ("of items", winners.item)):
        if coded is not None and 0 < len(coded.used()) < len(winners.outcome):
            word, what = role.split()
            more[what] = (
                f"The {len(winners.outcome):,} judgements are {word} {len(coded.used()):,} {what}, "
                f"several each: the declared test takes them as unrelated, and finds too "
                "much if they are not. Studies of the kind judgements allow for it."
            )
    missing = winners.lost / n if n else 0.0
    return Found(
        systems=winners.systems,
        counts={"n": one(n)},
        missing=missing,
        unit="judgements",
        more=more,
    )


register(
    Kind(
        name="preference",
        words="preferences",
        about="judges compare two systems head to head, one judgement each",
        data={
            "n": field(check_count, "judgements", required=True, example=400),
            "columns": field(renamed, "which column plays which role: winner, first, second"),
            "missing": MISSING,
        },
        procedure={
            "test": field(TESTS, "the test, in the plan and in the analysis"),
            "ties": field(
                one_of("drop", "split"), "leave ties out, or give half to each", default="drop"
            ),
            **DECIDING,
            "sequence": SEQUENCE,
            "replicates": SIMULATED["replicates"],
        },
        assumptions={
            "win": field(check_probability, "probability that B is preferred", example=0.5),
            "lose": field(check_probability, "probability that A is preferred", example=0.4),
            "tie": field(check_probability, "probability of a tie"),
            "pilot": field(counts, "wins, losses and ties of a pilot, such as [40, 30, 10]"),
            "effect_prior": field(text, "normal:MEAN:SD or uniform:LOW:HIGH, for the assurance"),
            "uncertain": field(flag, "whether power is averaged over what the pilot leaves open"),
            "shrink": field(number_in(0), "how many items the prior of the pilot is worth"),
        },
        needs=(Need(("win lose", "win", "lose tie", "pilot", "effect_prior")),),
        claims=("difference", "superiority"),
        plan=plan,
        assess=assess,
        metric="preference",
        found=found,
        solves=True,
        looks="scores",
        usual=lambda study, comparison: {"test": test_of(study, comparison)},
    )
)
