"""A survey of published comparisons: could they have found what they report?"""

from __future__ import annotations

from claimwise.core import Result, counted
from claimwise.report.answer import Answer
from claimwise.report.method import brief_line
from claimwise.report.numbers import percent
from claimwise.report.studies import titled
from claimwise.report.survey_method import survey_account
from claimwise.report.survey_tables import (
    comparison_table,
    share_table,
    survey_scale,
    task_table,
)
from claimwise.report.survey_words import first_lines, reported, underpowered


def present(result: Result) -> Answer:
    """Return how many comparisons are underpowered; without a power, what they report."""
    settings = result.provenance["settings"]
    tasks, comparisons = task_table(result), comparison_table(result)
    return Answer(
        title=titled("What published comparisons could show", settings),
        question=_question(result),
        headline=underpowered(result) or reported(result),
        lines=tuple(first_lines(result)),
        tables=tasks or comparisons,
        brief=_brief(result),
        more=(*(comparisons if tasks else ()), *share_table(result)),
        account=survey_account(result),
        scale=survey_scale(result),
    )


def _question(result: Result) -> str:
    settings = result.provenance["settings"]
    papers = f" of {counted(settings['papers'], 'paper')}" if settings.get("papers") else ""
    count = counted(settings["comparisons"], "published comparison")
    return f"What could {count}{papers} have shown?"


def _brief(result: Result) -> str:
    settings = result.provenance["settings"]
    where = f"those with {' and '.join(settings['where'])}" if settings.get("where") else ""
    if "test" not in settings:
        return ", ".join(part for part in ("Scores of unknown spread", where) if part)
    items = "different items for each system" if settings.get("unpaired") else ""
    return brief_line(settings, f"power {percent(settings['target'])} wanted", items, where)
