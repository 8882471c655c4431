"""What a plan varies and what it holds: names, units, and how values are written."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.figures.theme import Chart
from claimwise.report.numbers import given, given_percent
from claimwise.report.plan_rows import ANSWERS, Plan

DIFFERENCES = ("difference", "margin", "mde", "interval_width")
SHARES = (
    *("agreement", "baseline", "win", "lose", "tie", "level", "target"),
    *("power", "assurance", "expected_power", "conclude", "type_s"),
)
HELD = (  # of those that the method of the answer does not name
    *("n", "difference", "effect", "margin", "win", "lose", "tie", "sd", "correlation"),
    *("items", "raters", "ratings_per_item", "list_length"),
)


def over(result: Result) -> str:
    """Return the parameters that vary, as a title names them."""
    return " and ".join(Plan(result).name_of(name) for name in result.axes)


def in_unit(result: Result, parameter: str, words: str = "") -> str:
    """Return what a parameter is, or what words say that it is, with its unit."""
    plan = Plan(result)
    words = words or plan.name_of(parameter)
    if parameter in DIFFERENCES:
        return plan.scale.in_unit(words)
    return f"{words} to each item" if parameter in ANSWERS else words


def written(result: Result, parameter: str) -> Chart:
    """Return how the values of a parameter are written on an axis or in a legend."""
    if parameter in DIFFERENCES and Plan(result).scale.share:
        return {"labelExpr": "format(100 * datum.value, '~g')"}
    if parameter in SHARES:
        return {"format": "~%"}
    return {"format": ",~r"} if parameter in ("n", "sample_size") else {}


def held(result: Result) -> str:
    """Return what was assumed and does not vary, but for what the method says."""
    settings = result.settings
    parts = [f"study {settings['study']}"] if settings.get("study") else []
    for key in HELD:
        value = settings.get(key)
        if key in result.axes or isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if value or key != "margin":
            name = (
                f"margin of {settings.get('claim')}"
                if key == "margin"
                else Plan(result).name_of(key)
            )
            parts.append(f"{name} {_size(result, key, value)}")
    if settings.get("agreement_from"):
        parts.append(f"agreement from {settings['agreement_from']}")
    if settings.get("effect_prior"):
        parts.append(f"true difference drawn from {settings['effect_prior']}")
    return ", ".join([*parts, *(["one look at the end"] if settings.get("one_look") else [])])


def _size(result: Result, parameter: str, value: float) -> str:
    """Return a value that was given, with its unit."""
    if parameter in DIFFERENCES:
        return Plan(result).scale.given(value)
    return given_percent(value) if parameter in SHARES else given(value)
