"""The words of a claim and of its verdict."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from claimwise.core import Row
from claimwise.report.numbers import number, points, quantity

Settings = Mapping[str, Any]
METRICS = {"bleu": "BLEU", "chrf": "chrF", "ter": "TER", "f1": "F1", "mcc": "MCC"}
# Tests whose null is that A and B answer alike: refuted, it does not say that one is better.
OF_ALIKE = ("response-permutation", "responder-permutation")


def size(value: float, settings: Settings) -> str:
    """Return a difference in the metric's own units: points for right/wrong scores."""
    if settings.get("unit") == "points":
        return points(value)
    return quantity(value)


def ends(row: Row, settings: Settings) -> str:
    """Return both ends of an interval in the metric's own units."""
    if settings.get("unit") == "points":
        return f"{100 * row.low:.4g} to {size(row.high, settings)}"
    return f"{quantity(row.low)} to {quantity(row.high)}"


def on_measure(settings: Settings) -> str:
    """Return by which metric one is better, where the words are to name it.

    >>> on_measure({"measure": "f1:macro"}), on_measure({})
    (' on F1:macro', '')
    """
    measure = measure_of(settings)
    return f" on {measure}" if measure else ""


def measure_of(settings: Settings) -> str:
    """Return the one metric that a comparison is by, as it is written; empty for plain scores."""
    given = settings.get("measure")
    if not given and settings.get("verb") == "compare" and not settings.get("metrics"):
        given = settings.get("metric")
    if not given:
        return ""
    name, colon, options = str(given).partition(":")
    return f"{METRICS.get(name, name)}{colon}{options}"


def claim_text(a: str, b: str, settings: Settings) -> str:
    """Return the claim as a clause: what is supported, contradicted or left open."""
    margin = size(settings.get("margin", 0.0), settings)
    kind, on = settings["claim"], on_measure(settings)
    if kind == "superiority":
        beyond = f" by more than {margin}" if settings.get("margin") else ""
        return f"{b} is better than {a}{beyond}{on}"
    if kind == "non-inferiority":
        return f"{b} is less than {margin} worse than {a}{on}"
    if kind == "equivalence":
        return f"{b} and {a} differ by less than {margin}{on}"
    direction = {"greater": "higher", "less": "lower"}.get(settings["alternative"])
    word = f"scores {direction}" if direction else "is better"
    return f"{b} {word} than {a}{on}"


def verdict_text(verdict: float, a: str, b: str, settings: Settings) -> str:
    """Return what the verdict says, with the level at which it says it."""
    claim, alpha = (
        claim_text(a, b, settings),
        f"at alpha {number(settings['alpha'])}{_over(settings)}",
    )
    two_sided = settings["claim"] == "difference" and settings["alternative"] == "two-sided"
    if isnan(verdict):
        return f"Whether {claim} cannot be judged from these scores."
    if settings.get("test") in OF_ALIKE:
        return _alike_text(verdict, a, b, alpha, settings)
    if verdict == 0 and two_sided:
        return (
            f"Which of the two is better{on_measure(settings)} stays open {alpha}; that is no "
            "evidence that they are equally good."
        )
    if verdict == 0:
        return f"Neither supported nor contradicted {alpha}: {claim}."
    if two_sided:
        word = "better" if verdict > 0 else "worse"
        return f"{b} is {word} than {a}{on_measure(settings)} ({alpha}, two-sided)."
    return f"{'Supported' if verdict > 0 else 'Contradicted'} {alpha}, one-sided: {claim}."


def _over(settings: Settings) -> str:
    """Say over how many looks alpha is kept; nothing where there is one."""
    rule = settings.get("stopping", {}).get("rule")
    return "" if rule is None else " at any time" if rule == "anytime" else " over all looks"


def _alike_text(verdict: float, a: str, b: str, alpha: str, settings: Settings) -> str:
    """Return what a test of answering alike says."""
    if verdict == 0:
        return (
            f"Whether {b} and {a} answer alike stays open {alpha}; that is no evidence that they "
            "do."
        )
    side = settings["alternative"] if settings["claim"] == "difference" else "superiority"
    words = {"greater": ("higher", "lower"), "less": ("lower", "higher")}
    word = words.get(side, ("better", "worse"))[0 if verdict > 0 else 1]
    sides = "two-sided" if side == "two-sided" else "one-sided"
    if verdict < 0 and sides == "one-sided":
        return (
            f"Nothing on the side that was asked about speaks against their answering alike "
            f"({alpha}, one-sided): {b} has the {word} score here."
        )
    return (
        f"{b} and {a} do not answer alike ({alpha}, {sides}). {b} has the {word} score here; "
        "that it is so beyond chance is not what this test shows."
    )
