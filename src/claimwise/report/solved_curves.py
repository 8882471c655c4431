"""A curve that was solved for a detectable difference or for a size: what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.claim_plans import claim_size, is_claim_plan
from claimwise.report.curve import axes
from claimwise.report.numbers import number, quantity
from claimwise.report.places import place_of
from claimwise.report.sentences import plan_size

SOLVED = {"mde": "mde", "n": "sample_size"}


def solved_rows(result: Result) -> list[Row]:
    """Return what a curve was solved for; none where it was asked for its power."""
    asked = SOLVED.get(str(_settings(result).get("solve")))
    found = [row for row in result.rows if row.quantity == asked] if axes(result) else []
    return [row for row in found if not place_of(row).endswith("exact")]


def solved_curve(result: Result) -> str:
    """Return the least and the greatest of what was solved for; empty where nothing was."""
    rows = solved_rows(result)
    if not rows:
        return ""
    power = f"power {number(_settings(result).get('target'))}"
    found = [row for row in rows if not isnan(row.estimate)]
    missing = len(rows) - len(found)
    if not found:
        return f"None of the {len(rows)} values asked for reaches {power}."
    low, high = (pick(found, key=lambda row: row.estimate) for pick in (min, max))
    shown = [f"{_size(row, result)} ({place_of(row)})" for row in dict.fromkeys((low, high))]
    lies = f"lies between {' and '.join(shown)}" if len(shown) > 1 else f"is {shown[0]}"
    left = f"; {missing} of {len(rows)} {'has' if missing == 1 else 'have'} none" if missing else ""
    return f"Over the values asked for, {_what(result, power)} {lies}{left}."


def _what(result: Result, power: str) -> str:
    settings = _settings(result)
    if settings["solve"] == "n":
        return f"the number of {settings.get('unit', 'items')} needed for {power}"
    if is_claim_plan(result):
        way = "down to" if settings.get("better") == "lower" else "from"
        return f"the true difference, B minus A, {way} which the claim has {power}"
    return f"the smallest difference found with {power}"


def _size(row: Row, result: Result) -> str:
    settings = _settings(result)
    if row.quantity == "sample_size":
        return quantity(row.estimate)
    if is_claim_plan(result):
        return claim_size(row.estimate, settings)
    return (
        number(row.estimate) if result.kind == "rating plan" else plan_size(row.estimate, settings)
    )


def _settings(result: Result) -> Mapping[str, Any]:
    settings: Mapping[str, Any] = result.provenance.get("settings", {})
    return settings
