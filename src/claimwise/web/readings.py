"""Detectable differences and sizes of studies as the page's tiles say them: by their own plan."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.claim_plans import is_claim_plan
from claimwise.report.detectable import difference_size
from claimwise.report.numbers import number
from claimwise.report.studies import STUDIES, parts_of
from claimwise.report.study_check import planned

Reading = dict[str, str]


def readings_of(result: Result) -> dict[str, Reading]:
    """Return for each detectable difference and needed size, by its estimand, what to show.

    Both are read in the words and units of the plan that they belong to, also within a study.
    """
    found = {}
    for plan, name in _plans(result):
        for row in plan.rows:
            if row.quantity in WAYS and not isnan(row.estimate):
                named = row.within(comparison=name) if name else row
                found[named.estimand] = WAYS[row.quantity](row, plan)
    return found


def _plans(result: Result) -> Iterator[tuple[Result, str]]:
    """Yield every plan in a result, and what a study calls it."""
    if result.kind == "study check":
        inside = planned(result)
        if inside is not None:
            yield from _plans(inside)
    elif result.kind in STUDIES:
        for name, part in parts_of(result).items():
            yield part, name
    else:
        yield result, ""


def _difference(row: Row, plan: Result) -> Reading:
    settings: dict[str, Any] = plan.provenance.get("settings", {})
    said = _ends(row, lambda value: difference_size(value, plan))
    if is_claim_plan(plan):
        side = "at most" if settings.get("better") == "lower" else "at least"
        power = number(settings["target"])
        title = f"Claim has power {power} where the true B - A is"
        short = f"Power {power} at B - A"  # where there is little room
        return {"title": title, "short": short} | said | {"estimate": f"{side} {said['estimate']}"}
    what = "effect" if plan.kind == "rating plan" else "difference"
    return {"title": f"Detectable {what}"} | said


def _sample_size(row: Row, plan: Result) -> Reading:
    unit = str(plan.provenance.get("settings", {}).get("unit", "items"))
    return {"title": "Needed", "unit": unit} | _ends(row, lambda value: f"{value:,.0f}")


def _ends(row: Row, said: Any) -> Reading:
    told = {"estimate": said(row.estimate)}
    if not isnan(row.low) and not isnan(row.high):
        told["range"] = f"{said(row.low)} to {said(row.high)}"
    return told


WAYS = {"mde": _difference, "sample_size": _sample_size}
