"""Analyses of ratings and of judgements by their names."""

from __future__ import annotations

from claimwise.core import check_one_of
from claimwise.power.judgement_tests import JUDGEMENT_TESTS
from claimwise.power.rating_tests import TESTS, RatingTest


def analyses(outcome: str) -> dict[str, RatingTest]:
    """Return those that fit the outcome of a world: ratings, or judgements of pairs."""
    return JUDGEMENT_TESTS if outcome == "preference" else TESTS


def analysis(name: str, outcome: str) -> RatingTest:
    """Return an analysis by its name."""
    known = analyses(outcome)
    return known[check_one_of("model", name, known)]
