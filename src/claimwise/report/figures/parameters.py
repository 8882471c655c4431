"""What a plan varies and what it holds: names, units, and how values are written."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.figures.theme import Chart
from claimwise.report.numbers import given, given_percent
from claimwise.report.scale import PLAIN, Scale, plan_scale

NAMES = {
    "difference": "true difference",
    "effect": "true effect",
    "baseline": "accuracy of A",
    "sd": "standard deviation",
    "list_length": "items per rater",
    "target": "power",
    "responses": "answers to each item",
    "responses_gold": "gold answers to each item",
    "responses_a": "answers of A to each item",
    "responses_b": "answers of B to each item",
    "epsilon_a": "error of A",
    "epsilon_b": "error of B",
}
DIFFERENCES = ("difference", "margin", "mde", "interval_width")
SHARES = (
    *("agreement", "baseline", "win", "lose", "tie", "level", "target"),
    *("power", "assurance", "expected_power", "conclude", "type_s"),
)
HELD = (  # of those that the method of the answer does not name
    *("n", "difference", "effect", "margin", "win", "lose", "tie", "sd", "correlation"),
    *("items", "raters", "ratings_per_item", "list_length"),
)


def difference_scale(result: Result) -> Scale:
    """Return the unit of differences: percentage points of right answers, points of a metric."""
    settings = result.settings
    return PLAIN if "models" in settings else plan_scale(settings)


def name_of(result: Result, parameter: str) -> str:
    """Return what a parameter is called."""
    if parameter == "n":
        return str(result.settings.get("unit", "items"))
    return NAMES.get(parameter, parameter.replace("_", " "))


def over(result: Result) -> str:
    """Return the parameters that vary, as a title names them."""
    return " and ".join(name_of(result, name) for name in result.axes)


def in_unit(result: Result, parameter: str, words: str = "") -> str:
    """Return what a parameter is, or what words say that it is, with its unit."""
    words = words or name_of(result, parameter)
    return difference_scale(result).in_unit(words) if parameter in DIFFERENCES else words


def written(result: Result, parameter: str) -> Chart:
    """Return how the values of a parameter are written on an axis or in a legend."""
    if parameter in DIFFERENCES and difference_scale(result).share:
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
            name = f"margin of {settings.get('claim')}" if key == "margin" else name_of(result, key)
            parts.append(f"{name} {_size(result, key, value)}")
    if settings.get("agreement_from"):
        parts.append(f"agreement from {settings['agreement_from']}")
    if settings.get("effect_prior"):
        parts.append(f"true difference drawn from {settings['effect_prior']}")
    return ", ".join([*parts, *(["one look at the end"] if settings.get("one_look") else [])])


def _size(result: Result, parameter: str, value: float) -> str:
    """Return a value that was given, with its unit."""
    if parameter in DIFFERENCES:
        return difference_scale(result).given(value)
    return given_percent(value) if parameter in SHARES else given(value)
