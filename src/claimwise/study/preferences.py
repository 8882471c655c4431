"""Judgements head to head, each by itself: what they show, and what data hold of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from claimwise.core import ParameterError, Result, Row, meaning
from claimwise.kinds.preference import to_plan
from claimwise.study.assessing import compared, looked
from claimwise.study.declaration import Comparison, Study
from claimwise.study.found import Found, one
from claimwise.study.verdicts import Winners, read_winners

OF_SCORES = ("score", "flips")  # rows that speak of right and wrong


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
    to_plan(study, comparison)  # refuses what no preference can be
    winners = read_winners(data, comparison, study.data.get("columns") or {})
    if len(winners.outcome) < 2:
        raise ParameterError(
            "study assess",
            f"at least two judgements of {comparison.a} and {comparison.b}",
            f"{len(winners.outcome)}",
        )
    ties = study.procedure.get("ties") or "drop"
    bare = study.but(data={})
    pairs = pairs_of(winners, comparison, ties)
    result = compared(
        bare,
        replace(comparison, metric=None),
        (pairs,),
        test=study.procedure.get("test") or "sign",
        better="higher",
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
