"""Which true difference a study would find: in the words of its own kind, with its unit."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite, isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.claim_plans import claim_detectable, is_claim_plan
from claimwise.report.claim_words import size
from claimwise.report.comparison import SENTENCES as COMPARED
from claimwise.report.comparison import comparison_names
from claimwise.report.curve import axes
from claimwise.report.judgements import judgements_detectable
from claimwise.report.looks import has_looks, is_of_looks, may_stop, with_looks_more, with_one_look
from claimwise.report.numbers import number
from claimwise.report.pilot_plans import is_pilot_plan, pilot_detectable
from claimwise.report.places import place_of
from claimwise.report.rating_plans import rating_plan_detectable
from claimwise.report.ratings import RATED, rating_detectable
from claimwise.report.sentences import plan_size, sentence_for
from claimwise.report.solved_curves import solved_curve
from claimwise.report.studies import STUDIES, parts_of
from claimwise.report.study_check import planned
from claimwise.report.survey_tables import SHOWN

Settings = Mapping[str, Any]
MOST = 6  # detectable differences that are listed one by one


def detectable_of(result: Result) -> tuple[str, ...]:
    """Return a sentence for each detectable difference that the result knows."""
    if result.kind in STUDIES:
        return tuple(text for one in parts_of(result).values() for text in detectable_of(one))
    if result.kind == "study check":
        plan = planned(result)
        return () if plan is None else detectable_of(plan)
    if axes(result):
        solved = solved_curve(result)
        return (solved,) if solved else ()
    plain = "verb" not in result.provenance.get("settings", {})  # a plan says that there is none
    found = [row for row in result.rows if row.quantity == "mde"]
    found = [row for row in found if plain or not isnan(row.estimate)]
    if len(found) > MOST and all(isfinite(row.estimate) for row in found):
        return (_range(found, result),)
    if not found:
        found = _solved_sizes(result)
    said = [text for row in found if (text := _detectable(row, result))]
    if not has_looks(result):
        return tuple(said)
    return tuple(with_looks_more(said) if may_stop(result) else with_one_look(said))


def _solved_sizes(result: Result) -> list[Row]:
    """Return the sizes that a plan was solved for: they detect the difference it assumes."""
    settings: Settings = result.provenance.get("settings", {})
    plain = settings.get("solve") == "n" and "verb" not in settings
    if not plain or is_pilot_plan(result):
        return []
    rows = [row for row in result.rows if row.quantity == "sample_size" and not isnan(row.estimate)]
    return [row for row in rows if not is_of_looks(row)]


def difference_size(value: float, result: Result) -> str:
    """Return a difference in the unit of the result: points, or those of its metric or model."""
    settings: Settings = result.provenance.get("settings", {})
    if result.kind == "rating plan":
        return number(value)
    if result.kind in COMPARED or settings.get("verb") in ("ratings", "judgements"):
        return size(value, settings)
    if result.kind in STUDIES:
        return next((difference_size(value, one) for one in parts_of(result).values()), str(value))
    return plan_size(value, settings)


def _range(rows: list[Row], result: Result) -> str:
    """Return the least and the greatest of many detectable differences."""
    low, high = (pick(rows, key=lambda row: abs(row.estimate)) for pick in (min, max))
    shown = [f"{difference_size(abs(r.estimate), result)} ({place_of(r)})" for r in (low, high)]
    power = number(result.provenance.get("settings", {}).get("target", 0.8))
    return (
        f"With power {power}, studies like these detect true differences between {shown[0]} and "
        f"{shown[1]}{_alone(rows, result)}; {_where(rows, result)}."
    )


def _where(rows: list[Row], result: Result) -> str:
    """Say which of them stand in the table: of a long survey the first alone."""
    cut = result.kind == "survey" and len(rows) > SHOWN
    return f"the first {SHOWN} stand in the table" if cut else "each stands in the table"


def _alone(rows: list[Row], result: Result) -> str:
    """Say that corrections for the number of comparisons are left aside, where they are.

    Where comparisons share alpha, they are not, and a note says so.
    """
    if any("alpha shared by" in note for note in result.notes):
        return ""
    raw = {place_of(row) for row in result.rows if row.quantity == "raw_pvalue"}
    return " (each by its comparison alone)" if any(place_of(row) in raw for row in rows) else ""


def _detectable(row: Row, result: Result) -> str:
    settings: Settings = result.provenance.get("settings", {})
    under = f"[{place_of(row)}] " if place_of(row) else ""
    if result.kind in COMPARED:
        a, b = comparison_names(place_of(row), settings)
        known = {**settings, **settings.get("details", {}).get(place_of(row), {})}
        return under + COMPARED["mde"](row, a, b, known)
    if is_claim_plan(result):
        return under + claim_detectable(row, settings)
    if result.kind in RATED:
        rows = {one.estimand: one for one in result.rows}
        return under + rating_detectable(place_of(row), rows, settings)
    if result.kind == "judgements":
        return judgements_detectable(result)
    if is_pilot_plan(result):
        return pilot_detectable(result)
    if result.kind == "rating plan":
        return rating_plan_detectable(result)
    return under + sentence_for(row, result)
