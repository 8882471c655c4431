"""A comparison before the end in words: what was spent, and whether the study stops."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from claimwise.core import Row
from claimwise.report.compared import Compared
from claimwise.report.method import short_name
from claimwise.report.numbers import decimal, number, percent, pvalue


def decided(row: Row, c: Compared) -> str:
    """Return in one line what a look asked for, and what follows from it."""
    rule = c.settings.get("stopping") or {}
    if "look" not in rule:
        return ""
    if rule.get("contradicted"):
        then = "what contradicts the claim crosses it, and the study stops"
    else:
        outcome = int(row.estimate) if not isnan(row.estimate) else None
        then = {
            1: "crossed, and the study stops",
            0: "not crossed, so the study goes on",
            -1: "not crossed, and this is the end",
        }.get(9 if outcome is None else outcome, "without a p-value none is crossed")
    return (
        f"Look {rule['look']} of {rule['of']} asks for p at most {number(rule['level'])}: {then}."
    )


def decision_text(row: Row, c: Compared) -> str:
    """Return where the look stands in the plan, and what is known of the rule."""
    rule = c.settings.get("stopping") or {}
    if "look" not in rule:
        return ""
    early = rule.get("final") and rule["look"] < rule["of"]
    which = f"the last look, after {rule['look'] - 1} of {rule['of'] - 1} planned before it"
    which = which if early else f"look {rule['look']} of {rule['of']}"
    spending = f"{short_name('stopping', rule['rule'])} spending of alpha {decimal(rule['alpha'])}"
    share = percent(rule["fractions"][-1])
    return f"This is {which}, at {share} of the planned data ({spending}). {_trust(rule)}"


def _trust(rule: Mapping[str, Any]) -> str:
    if rule.get("declared"):
        return "The rule was declared before the data."
    return "Whether the rule was fixed before the data is not known here, and it must have been."


def spent_text(row: Row, c: Compared) -> str:
    """Return how much of alpha is gone."""
    rule = c.settings.get("stopping") or {}
    total: float = rule.get("alpha") or c.settings["alpha"]
    if rule.get("final"):
        return f"All of alpha ({decimal(total)}) is spent now."
    return f"Of alpha {decimal(total)}, {number(row.estimate)} is spent now."


def adjusted_text(row: Row, c: Compared) -> str:
    """Return the estimate that allows for the looks."""
    p = pvalue(row.pvalue) if row.pvalue is not None else ""
    if isnan(row.estimate):
        return f"Allowing for the looks, {p}."
    interval = ""
    if not isnan(row.low):
        interval = f"; {percent(row.level or 0)} confidence interval {c.scale.ends(row)}"
    return (
        f"Allowing for the looks, B - A is {c.scale.size(row.estimate)} (median-unbiased"
        f"{interval}; {p}; stage-wise ordering)."
    )


def repeated_text(row: Row, c: Compared) -> str:
    """Return the estimate with the interval that holds at all looks together."""
    return (
        f"B - A is {c.scale.size(row.estimate)} so far; {percent(row.level or 0)} confidence "
        f"interval {c.scale.ends(row)}, at all looks together."
    )


def shown_after_text(row: Row, c: Compared) -> str:
    """Return from which item on the claim was settled, and what that rests on."""
    rule = c.settings.get("stopping") or {}
    when = "" if isnan(row.estimate) else f"It was settled after {row.estimate:,.0f} items. "
    alpha = c.settings["alpha"]
    start = f" from item {rule['start']:,} on" if "start" in rule else ""
    return (
        f"{when}Interval and p-value hold at every item at once{start}, so that one may stop at "
        f"any time: alpha {decimal(alpha)} is spent on all of them together. {_trust(rule)}"
    )


def win_rate_text(row: Row, c: Compared) -> str:
    """Return who wins where one of them does."""
    if isnan(row.estimate):
        return ""
    interval = ""
    if not isnan(row.low):
        interval = (
            f"{percent(row.level or 0)} confidence interval {percent(row.low)} to "
            f"{percent(row.high)}, "
        )
    p = f"; {pvalue(row.pvalue)} against one half" if row.pvalue is not None else ""
    return (
        f"Of the {row.n:,} items that tell them apart, {c.b} has the higher score on "
        f"{percent(row.estimate)} ({interval}beta-binomial mixture, at any time{p})."
    )


LOOKS = {
    "decision": decision_text,
    "spent": spent_text,
    "adjusted_difference": adjusted_text,
    "repeated_difference": repeated_text,
    "shown_after": shown_after_text,
    "win_rate": win_rate_text,
}
