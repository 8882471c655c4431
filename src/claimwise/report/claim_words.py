"""The words of a claim: what is to be supported, and how that is judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from claimwise.core import Settings
from claimwise.report.comparison_rows import Compared
from claimwise.report.method import SEQUENCE, TESTED
from claimwise.report.numbers import decimal
from claimwise.report.plan_rows import margin_claim


def claim_text(c: Compared) -> str:
    """Return the claim as a clause: what is supported, contradicted or left open."""
    a, b, on = c.a, c.b, c.on
    if c.alike:
        return f"{b} and {a} do not answer alike"
    if c.settings["claim"] != "difference":
        return margin_claim(c.settings, c.scale.given, a, b) + on
    if c.two_sided:
        return f"one of {b} and {a} is {c.lead.better}{on}{'' if is_decided_at(c) else c.beyond}"
    direction = {"greater": "higher", "less": "lower"}[c.settings["alternative"]]
    return f"{b} scores {direction} than {a}{on}"


def ways_of(settings: Settings) -> frozenset[str]:
    """Return how a claim is judged."""
    return frozenset(settings.get("assess") or TESTED)


def is_decided_at(c: Compared) -> bool:
    """Whether a level decides on the claim: something other than beliefs was asked for."""
    return bool({*TESTED, SEQUENCE} & ways_of(c.settings))


def look_name(rule: Mapping[str, Any]) -> str:
    """Return which look it is, and of how many or that it ends the study before all are taken.

    >>> look_name({"look": 2, "of": 4, "final": False})
    'look 2 of 4'
    >>> look_name({"look": 2, "of": 4, "final": True})
    'look 2 (the last)'
    """
    early = rule["final"] and rule["look"] < rule["of"]
    return f"look {rule['look']} " + ("(the last)" if early else f"of {rule['of']}")


def claim_question(c: Compared, each: str = "") -> str:
    """Return the claim as a report states it, with its level where one decides.

    Of many comparisons it is general, and `each` says of which: "for each pair of systems".
    """
    aside = [f"alpha {decimal(c.settings['alpha'])}"] if is_decided_at(c) else []
    aside += ["lower scores are better"] if c.lower else []
    at = f" ({'; '.join(aside)})" if aside else ""
    general = replace(c, a="A", b="B", settings={**c.settings, "measure": None}) if each else c
    return f"Claim: {claim_text(general)}{at}{each and f', {each}'}."
