"""A plan of a claim with a margin in words: what the study could support."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.claim_words import claim_text
from claimwise.report.numbers import interval, number, percent, points, probability, quantity
from claimwise.report.places import place_of
from claimwise.report.uncertain_plans import is_uncertain, uncertain_paragraphs

Settings = Mapping[str, Any]


def is_claim_plan(result: Result) -> bool:
    """Whether the result is a plan of a claim with a margin."""
    settings = result.provenance.get("settings", {})
    planned = settings.get("verb", "study curve") == "study curve"
    return bool(planned and settings.get("claim", "difference") != "difference")


def claim_plan_head(result: Result) -> str:
    """Return the line that says what is to be claimed, and what decides it."""
    settings = result.provenance["settings"]
    kind = "test" if "test" in settings else "interval"
    alpha = settings.get("alpha")
    level = "" if alpha is None or isinstance(alpha, list) else f", alpha {number(alpha)} one-sided"
    margin = settings.get("margin")
    by = (
        f" by a margin of {claim_size(margin, settings)}"
        if isinstance(margin, float) and margin
        else ""
    )
    route = {
        "exact": "exact for normal scores" if settings.get("outcome") else "by enumeration",
        "simulation": f"by simulation ({settings.get('replicates', 0):,} studies)",
    }[settings["by"]]
    return (
        f"claim of {settings['claim']}{by}, decided by the {kind} {result.method}{level}, {route}"
    )


def claim_plan_paragraphs(result: Result) -> list[str]:
    """Return the answer, one paragraph for each case (low, mid, high)."""
    settings = result.provenance["settings"]
    cases: dict[str, dict[str, Row]] = {}
    for row in result.rows:
        if is_uncertain(row):
            continue
        cases.setdefault(place_of(row), {})[row.quantity] = row
    found = []
    for case, rows in cases.items():
        said = [f"[{case}]"] if case else []
        said += [_solved(rows, settings), _power(rows, settings), _alpha(rows, settings)]
        if not settings.get("solve"):
            said += [_mde(rows, settings), _sample_size(rows, settings)]
        said += [_assurance(rows, settings)]
        found.append(" ".join(text for text in said if text))
    return found + uncertain_paragraphs(result)


def claim_detectable(row: Row, settings: Settings) -> str:
    """Return from which true difference, or size, on the claim would be supported often enough."""
    return (_sample_size if row.quantity == "sample_size" else _mde)({row.quantity: row}, settings)


def _claim(settings: Settings) -> str:
    unit = None if settings.get("outcome") else "points"
    return claim_text("A", "B", {**settings, "unit": unit})


def _solved(rows: Mapping[str, Row], settings: Settings) -> str:
    if settings.get("solve") == "mde":
        return _mde(rows, settings)
    return _sample_size(rows, settings) if settings.get("solve") == "n" else ""


def _power(rows: Mapping[str, Row], settings: Settings) -> str:
    row, support = rows.get("power"), rows.get("support")
    if row is None or support is None:
        return ""
    difference = settings.get("difference")
    at = "there" if settings.get("solve") == "mde" else _truth(difference, settings)
    start = f"With {_items(support.n, settings)} and {at}, the claim that {_claim(settings)} is"
    share = f"{percent(support.estimate)} of studies"
    if isnan(row.estimate):
        return f"{start} not true, and supported all the same in {share}{_ends(support)}."
    target, verdict = settings.get("target"), ""
    if isinstance(target, float) and settings.get("solve") not in ("mde", "n"):
        reached = row.estimate >= target
        verdict = f", {'enough for' if reached else 'short of'} the wanted {target:g}"
    return f"{start} supported in {share}: power {probability(row.estimate)}{_ends(row)}{verdict}."


def _alpha(rows: Mapping[str, Row], settings: Settings) -> str:
    row = rows.get("alpha")
    if row is None or isnan(row.estimate):
        return ""
    margin, kind = settings.get("margin", 0.0), settings["claim"]
    edge = {
        "superiority": f"B better by just {claim_size(margin, settings)}"
        if margin
        else "the systems equally good",
        "non-inferiority": f"B worse by just {claim_size(margin, settings)}",
        "equivalence": f"the systems {claim_size(margin, settings)} apart",
    }[kind]
    return f"Were {edge}, it would be supported falsely in {percent(row.estimate)}{_ends(row)}."


def _mde(rows: Mapping[str, Row], settings: Settings) -> str:
    row = rows.get("mde")
    if row is None:
        return ""
    target = f"power {settings['target']:g}"
    if isnan(row.estimate):
        return (
            f"With {_items(row.n, settings)}, the claim has {target} at no difference that is "
            "possible."
        )
    where = "at most" if settings.get("better") == "lower" else "at least"
    return (
        f"With {_items(row.n, settings)}, the claim has {target} where the true difference, B "
        f"minus A, is {where} {claim_size(row.estimate, settings)}{_ends(row, settings)}."
    )


def _sample_size(rows: Mapping[str, Row], settings: Settings) -> str:
    row = rows.get("sample_size")
    if row is None:
        return ""
    at = f"for power {settings['target']:g} with {_truth(settings.get('difference'), settings)}"
    if isnan(row.estimate):
        return f"No number of {settings.get('unit', 'items')} that could be searched suffices {at}."
    ends = ""
    if not isnan(row.low):
        ends = f" (Monte Carlo interval {row.low:,.0f} to {row.high:,.0f})"
    suffice = "suffices" if row.n == 1 else "suffice"
    return f"{_items(row.n, settings)} {suffice} {at}{ends}."


def _assurance(rows: Mapping[str, Row], settings: Settings) -> str:
    row = rows.get("assurance")
    if row is None:
        return ""
    return (
        f"With {_items(row.n, settings)}, averaged over true differences from "
        f"{settings.get('effect_prior')}, the claim that {_claim(settings)} is true and supported "
        f"in {percent(row.estimate)} of studies: assurance {probability(row.estimate)}{_ends(row)}."
    )


def _truth(difference: Any, settings: Settings) -> str:
    if not isinstance(difference, float | int) or difference == 0:
        return "no true difference"
    return f"a true difference of {claim_size(difference, settings)}"


def _items(n: int | None, settings: Settings) -> str:
    unit = str(settings.get("unit", "items"))
    return f"{n:,} {unit.replace('s', '', 1) if n == 1 else unit}"


def claim_size(value: Any, settings: Settings) -> str:
    """Return a difference: of right answers in points, of scores in their own units."""
    return quantity(value) if settings.get("outcome") else points(value)


def _ends(row: Row, settings: Settings | None = None) -> str:
    if isnan(row.low):
        return ""
    if settings is None:
        return f" ({interval(row)})"
    low, high = (claim_size(end, settings) for end in (row.low, row.high))
    return f" (Monte Carlo interval {low} to {high})"
