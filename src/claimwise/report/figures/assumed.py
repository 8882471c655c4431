"""What a plan assumes, in one line below the title of its figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result
from claimwise.report.figures.build import settings_of
from claimwise.report.figures.points import axes, is_looked
from claimwise.report.numbers import decimal, given, given_percent
from claimwise.report.scale import PLAIN, Scale, plan_scale

NAMES = {
    "n": "items",
    "difference": "true difference",
    "effect": "true effect",
    "agreement": "agreement",
    "baseline": "accuracy of A",
    "sd": "standard deviation",
    "ratings_per_item": "ratings per item",
    "list_length": "items per rater",
    "target": "power",
    "power": "power",
}
DIFFERENCES = ("difference", "margin", "mde", "interval_width")
SHARES = ("agreement", "baseline", "win", "lose", "tie", "level", "target", "power")
HELD = (
    *("n", "difference", "effect", "margin", "agreement", "baseline", "win", "lose", "tie", "sd"),
    *("correlation", "items", "raters", "ratings_per_item", "list_length", "level"),
)


def difference_scale(result: Result) -> Scale:
    """Return the unit of differences: percentage points of right answers, points of a metric."""
    settings = settings_of(result)
    return PLAIN if "models" in settings else plan_scale(settings)


def name_of(result: Result, parameter: str) -> str:
    """Return what a parameter is called."""
    if parameter == "n":
        return str(settings_of(result).get("unit", "items"))
    return NAMES.get(parameter, parameter.replace("_", " "))


def size_of(result: Result, parameter: str, value: float) -> str:
    """Return a value that was given, with its unit."""
    scale = difference_scale(result)
    if parameter in DIFFERENCES and scale.share:
        return scale.given(value)
    return given_percent(value) if parameter in SHARES else given(value)


def is_claim(result: Result) -> bool:
    """Whether a claim with a margin is planned, which is supported and not found."""
    return bool(settings_of(result).get("claim", "difference") != "difference")


def assumed(result: Result) -> str:
    """Return by what and at which level a study is tested, and what was taken for granted."""
    settings, names = settings_of(result), axes(result)
    rated = "models" in settings  # by which ratings are analysed
    head = _rating_study(result) if rated else _procedure(result)
    if settings.get("study") and settings["study"] != head:
        head = f"{settings['study']}: {head}"
    if settings.get("one_look"):
        head += ", one look at the end"
    parts = [f"claim of {settings['claim']}"] if is_claim(result) else []
    if settings.get("world") and not rated:
        parts.append(f"world {settings['world']}")
    for key in HELD:
        value = settings.get(key)
        if key in names or isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if value or key != "margin":
            parts.append(f"{name_of(result, key)} {size_of(result, key, value)}")
    if settings.get("agreement_from"):
        parts.append(f"agreement from {settings['agreement_from']}")
    if settings.get("effect_prior"):
        parts.append(f"true difference drawn from {settings['effect_prior']}")
    return " \u00b7 ".join([head, *([", ".join(parts)] if parts else [])])


def _procedure(result: Result) -> str:
    """Return the test, its side and its level, and how its numbers were worked out."""
    settings = settings_of(result)
    assessed = settings.get("assess", ["test"])
    believed = "posterior" in assessed
    parts = [result.method]
    if not believed or "test" in assessed:
        parts += [_side(settings), _level(settings), *_ways(result, settings)]
    if believed:
        studies = settings.get("replicates") or 0
        parts += [f"prior {settings.get('prior')}", f"{studies:,} simulated studies"]
    return ", ".join(part for part in parts if part)


def _side(settings: Mapping[str, Any]) -> str:
    if "alternative" in settings:
        return str(settings["alternative"])
    return "one-sided" if settings.get("claim", "difference") != "difference" else ""


def _level(settings: Mapping[str, Any]) -> str:
    level = settings.get("alpha")
    return f"alpha {decimal(level)}" if isinstance(level, float) else ""


def _ways(result: Result, settings: Mapping[str, Any]) -> list[str]:
    """Return how the numbers were computed; of a plan with looks its legend says that."""
    if is_looked(result):
        return []
    way = {
        "exact": "exact for normal scores" if settings.get("outcome") == "numeric" else "exact",
        "normal": "normal approximation",
        "textbook": "textbook formula",
        "simulation": f"{settings.get('replicates') or 0:,} simulated studies",
    }.get(settings.get("by", ""))
    return [way] if way else []


def _rating_study(result: Result) -> str:
    settings = settings_of(result)
    ran = next(iter(result.select("studies")), None)
    studies = settings.get("replicates", 0) if ran is None else ran.estimate
    world = settings.get("world")
    where = "as declared" if world == "declared" else f"world {world}"
    models = ", ".join(settings.get("models", []))
    level = _level(settings)
    return (
        f"{result.method}, {where}, analysed by {models}, {level}, {studies:,.0f} simulated studies"
    )
