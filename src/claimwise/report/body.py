"""What a Result says, whatever kind it is of: sentences and tables, for every form of report."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.calibration_heads import calibration_head, is_calibration
from claimwise.report.calibrations import calibration_paragraphs, calibration_tables
from claimwise.report.claim_plans import (
    claim_plan_head,
    claim_plan_paragraphs,
    is_claim_plan,
)
from claimwise.report.comparison import comparison_paragraphs, is_comparison
from claimwise.report.curve import Table, axes, pivot
from claimwise.report.judgements import (
    is_judgements,
    judgements_head,
    judgements_paragraphs,
    judgements_tables,
)
from claimwise.report.leaderboard import (
    is_leaderboard,
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
from claimwise.report.pilot_plans import (
    is_pilot_plan,
    pilot_plan_head,
    pilot_plan_paragraphs,
)
from claimwise.report.presentation import presentation_of
from claimwise.report.rating_plans import (
    is_rating_plan,
    rating_plan_head,
    rating_plan_paragraphs,
    rating_plan_tables,
)
from claimwise.report.rating_posterior import (
    is_rating_posterior,
    rating_posterior_head,
    rating_posterior_paragraphs,
    rating_posterior_tables,
)
from claimwise.report.ratings import (
    is_ratings,
    ratings_head,
    ratings_paragraphs,
    ratings_tables,
)
from claimwise.report.response_plan_tables import response_plan_tables
from claimwise.report.response_plans import (
    is_response_plan,
    response_plan_head,
    response_plan_paragraphs,
)
from claimwise.report.sentences import paragraphs
from claimwise.report.studies import is_study, study_head, study_paragraphs, study_tables
from claimwise.report.study_check import (
    is_study_check,
    study_check_head,
    study_check_paragraphs,
)
from claimwise.report.survey_tables import survey_tables
from claimwise.report.surveys import is_survey, survey_head, survey_paragraphs


def head_of(result: Result) -> str:
    """Return the line that says what was asked; empty for kinds whose method says it."""
    own = presentation_of(result)
    if own is not None:
        return own.head(result)
    if is_study(result):
        return study_head(result)
    if is_study_check(result):
        return study_check_head(result)
    if is_rating_posterior(result):
        return rating_posterior_head(result)
    if is_ratings(result):
        return ratings_head(result)
    if is_judgements(result):
        return judgements_head(result)
    if is_pilot_plan(result):
        return pilot_plan_head(result)
    if is_response_plan(result):
        return response_plan_head(result)
    if is_calibration(result):
        return calibration_head(result)
    if is_claim_plan(result):
        return claim_plan_head(result)
    if is_survey(result):
        return survey_head(result)
    return rating_plan_head(result) if is_rating_plan(result) else ""


def said_of(result: Result) -> list[str]:
    """Return the sentences, one string for each paragraph; none for a curve."""
    own = presentation_of(result)
    if own is not None:
        return own.paragraphs(result)
    if is_study(result):
        return study_paragraphs(result, said_of, head_of)
    if is_study_check(result):
        return study_check_paragraphs(result, said_of)
    if has_looks(result):
        return [*looks_paragraphs(result), *with_one_look(said_of(without_looks(result)))]
    if is_rating_plan(result):
        return rating_plan_paragraphs(result)
    if is_response_plan(result):
        return response_plan_paragraphs(result)
    if is_calibration(result):
        return calibration_paragraphs(result)
    if is_survey(result):
        return survey_paragraphs(result)
    if axes(result):
        return []
    if is_pilot_plan(result):
        return pilot_plan_paragraphs(result)
    if is_claim_plan(result):
        return claim_plan_paragraphs(result)
    if is_rating_posterior(result):
        return rating_posterior_paragraphs(result)
    if is_ratings(result):
        return ratings_paragraphs(result)
    if is_judgements(result):
        return judgements_paragraphs(result)
    if is_leaderboard(result):
        across = comparison_paragraphs(result, labelled=False)
        return [leaderboard_claim(result), *across]
    return comparison_paragraphs(result) if is_comparison(result) else paragraphs(result)


def tables_of(result: Result) -> list[Table]:
    """Return the tables."""
    own = presentation_of(result)
    if own is not None:
        return own.tables(result)
    if has_looks(result):
        return [*tables_of(without_looks(result)), *looks_tables(result)]
    if is_study(result):
        return study_tables(result, tables_of)
    if is_rating_plan(result):
        return rating_plan_tables(result)
    if is_response_plan(result):
        return response_plan_tables(result)
    if is_calibration(result):
        return calibration_tables(result)
    if is_survey(result):
        return survey_tables(result)
    if axes(result):
        return pivot(result)
    if is_rating_posterior(result):
        return rating_posterior_tables(result)
    if is_ratings(result):
        return ratings_tables(result)
    if is_judgements(result):
        return judgements_tables(result)
    if is_leaderboard(result):
        return leaderboard_tables(result)
    if is_comparison(result):
        return [*sensitivity_table(result), *predictive_table(result)]
    return []
