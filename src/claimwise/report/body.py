"""What a Result says, whatever kind it is of: sentences and tables, for every form of report."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from claimwise.core import Result
from claimwise.report.calibration_heads import calibration_head
from claimwise.report.calibrations import calibration_paragraphs, calibration_tables
from claimwise.report.claim_plans import claim_plan_head, claim_plan_paragraphs, is_claim_plan
from claimwise.report.comparison import comparison_paragraphs
from claimwise.report.curve import Table, axes, pivot
from claimwise.report.inventory import inventory
from claimwise.report.judgements import judgements_head, judgements_paragraphs, judgements_tables
from claimwise.report.leaderboard import (
    leaderboard_claim,
    leaderboard_tables,
    predictive_table,
    sensitivity_table,
)
from claimwise.report.looks import (
    has_looks,
    looks_paragraphs,
    looks_tables,
    with_one_look,
    without_looks,
)
from claimwise.report.pilot_plans import is_pilot_plan, pilot_plan_head, pilot_plan_paragraphs
from claimwise.report.presentation import presentation_of
from claimwise.report.rating_plans import (
    rating_plan_head,
    rating_plan_paragraphs,
    rating_plan_tables,
)
from claimwise.report.rating_posterior import (
    rating_posterior_head,
    rating_posterior_paragraphs,
    rating_posterior_tables,
)
from claimwise.report.ratings import ratings_head, ratings_paragraphs, ratings_tables
from claimwise.report.response_plan_tables import response_plan_tables
from claimwise.report.response_plans import response_plan_head, response_plan_paragraphs
from claimwise.report.sentences import paragraphs
from claimwise.report.studies import STUDIES, study_head, study_paragraphs, study_tables
from claimwise.report.study_check import study_check_head, study_check_paragraphs
from claimwise.report.survey_tables import survey_tables
from claimwise.report.surveys import survey_head, survey_paragraphs


class Words(NamedTuple):
    """How a kind of result is put: the line that says what was asked, sentences, tables."""

    head: Callable[[Result], str]  # empty for kinds whose method says it
    paragraphs: Callable[[Result], list[str]]
    tables: Callable[[Result], list[Table]]


def head_of(result: Result) -> str:
    """Return the line that says what was asked; empty for kinds whose method says it."""
    return _words(result).head(result)


def said_of(result: Result) -> list[str]:
    """Return the sentences, one string for each paragraph; none for a curve."""
    if has_looks(result) and result.kind not in (*STUDIES, "study check"):
        return [*looks_paragraphs(result), *with_one_look(said_of(without_looks(result)))]
    return _words(result).paragraphs(result)


def tables_of(result: Result) -> list[Table]:
    """Return the tables."""
    if has_looks(result):
        return [*tables_of(without_looks(result)), *looks_tables(result)]
    return _words(result).tables(result)


def _words(result: Result) -> Words:
    own = presentation_of(result)
    if own is not None:
        return Words(own.head, own.paragraphs, own.tables)
    return KINDS.get(result.kind, PLAN)


def _plan_head(result: Result) -> str:
    if is_pilot_plan(result):
        return pilot_plan_head(result)
    return claim_plan_head(result) if is_claim_plan(result) else ""


def _plan_paragraphs(result: Result) -> list[str]:
    if axes(result):
        return []
    if is_pilot_plan(result):
        return pilot_plan_paragraphs(result)
    return claim_plan_paragraphs(result) if is_claim_plan(result) else paragraphs(result)


def _leaderboard_paragraphs(result: Result) -> list[str]:
    return [leaderboard_claim(result), *comparison_paragraphs(result, labelled=False)]


def _nothing(result: Result) -> str:
    return ""


PLAN = Words(_plan_head, _plan_paragraphs, lambda result: pivot(result) if axes(result) else [])
STUDY = Words(
    study_head,
    lambda result: study_paragraphs(result, said_of, head_of),
    lambda result: study_tables(result, tables_of),
)
KINDS = {  # what is not here is put as a plan is
    **dict.fromkeys(STUDIES, STUDY),
    "study check": Words(
        study_check_head, lambda result: study_check_paragraphs(result, said_of), PLAN.tables
    ),
    "rating plan": Words(rating_plan_head, rating_plan_paragraphs, rating_plan_tables),
    "response plan": Words(response_plan_head, response_plan_paragraphs, response_plan_tables),
    "calibration": Words(calibration_head, calibration_paragraphs, calibration_tables),
    "survey": Words(survey_head, survey_paragraphs, survey_tables),
    "rating posterior": Words(
        rating_posterior_head, rating_posterior_paragraphs, rating_posterior_tables
    ),
    "ratings": Words(ratings_head, ratings_paragraphs, ratings_tables),
    "judgements": Words(judgements_head, judgements_paragraphs, judgements_tables),
    "leaderboard": Words(_nothing, _leaderboard_paragraphs, leaderboard_tables),
    "comparison": Words(
        _nothing,
        comparison_paragraphs,
        lambda result: [*sensitivity_table(result), *predictive_table(result)],
    ),
    "inventory": Words(_nothing, inventory, PLAN.tables),
}
