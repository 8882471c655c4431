"""A plan from a pilot in words: differences in the units of its metric."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.numbers import number, percent, points, probability, quantity
from claimwise.report.posterior_plans import foreseen_paragraphs
from claimwise.report.uncertain_plans import uncertain_paragraphs


def is_pilot_plan(result: Result) -> bool:
    """Whether the result is a plan from a pilot."""
    return bool(result.provenance.get("settings", {}).get("verb") == "plan pilot")


def pilot_plan_head(result: Result) -> str:
    """Return the line that says what was simulated."""
    settings = result.provenance["settings"]
    alpha = settings.get("alpha")
    level = "" if alpha is None or isinstance(alpha, list) else f", alpha {number(alpha)}"
    within = f" with {settings['resamples']:,} resamples" if "resamples" in settings else ""
    return (
        f"{result.method} of {settings['metric']}, {settings['alternative']}{level}, by simulation "
        f"({settings['replicates']:,} studies drawn from the pilot{within})"
    )


def pilot_plan_paragraphs(result: Result) -> list[str]:
    """Return the answer: what was asked for, its errors, and the rate without an effect."""
    settings = result.provenance["settings"]
    rows = {row.quantity: row for row in result.rows}
    said = [_solved(rows, settings), _power(rows, settings), _type_m(rows, settings)]
    said += [_type_s(rows), _alpha(rows, result.method)]
    averages = [*uncertain_paragraphs(result), *foreseen_paragraphs(result)]
    return [" ".join(text for text in said if text), *averages]


def pilot_detectable(result: Result) -> str:
    """Return the smallest difference that such a study would find."""
    rows = {row.quantity: row for row in result.rows if row.quantity == "mde"}
    return _solved(rows, result.provenance["settings"])


def _solved(rows: Mapping[str, Row], settings: Mapping[str, Any]) -> str:
    """Say what was looked for, and whether there is any."""
    target = f"power {settings['target']:g}"
    if "mde" in rows:
        row = rows["mde"]
        if isnan(row.estimate):
            return f"With {_items(row.n)}, no possible difference is found with {target}."
        size, ends = _size(row.estimate, settings), _ends(row, settings)
        return (
            f"With {_items(row.n)}, the smallest difference found with {target} is {size} ({ends})."
        )
    if "sample_size" in rows:
        row = rows["sample_size"]
        at = f"for {target} at a true difference of {_size(rows['difference'].estimate, settings)}"
        if isnan(row.estimate):
            return f"No number of items that could be searched suffices {at}."
        ends = f"Monte Carlo interval {row.low:,.0f} to {row.high:,.0f}"
        return f"{_items(row.n)} {'suffices' if row.n == 1 else 'suffice'} {at} ({ends})."
    return ""


def _power(rows: Mapping[str, Row], settings: Mapping[str, Any]) -> str:
    row = rows.get("power")
    if row is None or isnan(row.estimate):
        return ""
    found = f"in {percent(row.estimate)} of studies: power {probability(row.estimate)}"
    if settings["solve"] != "power":
        return (
            "There, the true difference comes out significant and with the right sign "
            f"{found} ({_ends(row)})."
        )
    verdict = "enough for" if row.estimate >= settings["target"] else "short of"
    return (
        f"With {_items(row.n)}, a true difference of "
        f"{_size(rows['difference'].estimate, settings)} comes out significant and with the right "
        f"sign {found} ({_ends(row)}), {verdict} the wanted {settings['target']:g}."
    )


def _type_m(rows: Mapping[str, Row], settings: Mapping[str, Any]) -> str:
    row = rows.get("type_m")
    if row is None or isnan(row.estimate):
        return ""
    truth = abs(rows["difference"].estimate)
    seen = f"{_size(row.estimate * truth, settings)} instead of {_size(truth, settings)}"
    return (
        f"A significant difference would on average look {row.estimate:.2f} times as large as the "
        f"true one: {seen} (Type-M)."
    )


def _type_s(rows: Mapping[str, Row]) -> str:
    row = rows.get("type_s")
    if row is None or isnan(row.estimate):
        return ""
    share = percent(row.estimate) if row.estimate else "none"
    return f"Of the significant differences, {share} would have the wrong sign (Type-S)."


def _alpha(rows: Mapping[str, Row], test: str) -> str:
    row = rows.get("alpha")
    if row is None or isnan(row.estimate):
        return ""
    return (
        f"Were the systems equally good, {test} would still find a difference in "
        f"{percent(row.estimate)} of studies ({_ends(row)})."
    )


def _size(difference: float, settings: Mapping[str, Any]) -> str:
    """Return a difference: of right answers in points, of a metric in its own units."""
    if settings.get("shares"):
        return points(float(f"{difference:.3g}"))
    return f"{quantity(float(f'{difference:.3g}'))} {settings.get('points', '')}".rstrip()


def _items(n: int | None) -> str:
    return "1 item" if n == 1 else f"{n:,} items"


def _ends(row: Row, settings: Mapping[str, Any] | None = None) -> str:
    """Return the Monte Carlo interval, of a share or of a difference."""
    if isnan(row.low):
        return "no interval"
    if settings is None:
        return f"Monte Carlo interval {probability(row.low)} to {probability(row.high)}"
    return f"Monte Carlo interval {_size(row.low, settings)} to {_size(row.high, settings)}"
