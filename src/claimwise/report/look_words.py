"""A comparison before the end in words: what was spent, and whether the study stops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.claim_words import ends, size
from claimwise.report.looks import RULES, small
from claimwise.report.numbers import percent, pvalue
from claimwise.report.places import estimand_of

Settings = Mapping[str, Any]


def decision_text(row: Row, a: str, b: str, settings: Settings) -> str:
    """Return what the look asked for, and what follows from it."""
    rule = settings.get("stopping", {})
    if "look" not in rule:
        return ""
    asked = f"asks for a p-value of at most {small(rule['level'])}"
    early = rule.get("final") and rule["look"] < rule["of"]
    which = f"the last look, after {rule['look'] - 1} of {rule['of'] - 1} planned before it"
    which = which if early else f"look {rule['look']} of {rule['of']}"
    start = (
        f"This is {which}, at {percent(rule['fractions'][-1])} of the "
        f"planned data ({RULES[rule['rule']]} spending of alpha {rule['alpha']:g}); it {asked}"
    )
    then = {
        1: "The study stops here: the boundary is crossed.",
        0: "The boundary is not crossed: the study goes on.",
        -1: "This is the end, and the boundary is not crossed.",
    }.get(int(row.estimate) if not isnan(row.estimate) else 9, "Without a p-value none is crossed.")
    if rule.get("contradicted"):
        start += " for the claim, and for what contradicts it"
        then = "The study stops here: what contradicts the claim crosses the boundary."
    return f"{start}. {then} {_trust(rule)}"


def _trust(rule: Mapping[str, Any]) -> str:
    if rule.get("declared"):
        return "The rule was declared before the data."
    return "Whether the rule was fixed before the data is not known here, and it must have been."


def spent_text(row: Row, a: str, b: str, settings: Settings) -> str:
    """Return how much of alpha is gone."""
    rule = settings.get("stopping", {})
    total = rule.get("alpha", settings["alpha"])
    if rule.get("final"):
        return f"All of alpha ({total:g}) is spent now."
    return f"Of alpha {total:g}, {small(row.estimate)} is spent now."


def adjusted_text(row: Row, a: str, b: str, settings: Settings) -> str:
    """Return the estimate that allows for the looks."""
    p = pvalue(row.pvalue) if row.pvalue is not None else ""
    if isnan(row.estimate):
        return f"Allowing for the looks, {p}."
    interval = ""
    if not isnan(row.low):
        interval = f"; {percent(row.level or 0)} confidence interval {ends(row, settings)}"
    return (
        f"Allowing for the looks, B - A is {size(row.estimate, settings)} (median-unbiased"
        f"{interval}; {p}; stage-wise ordering)."
    )


def adjusted_of(rows: Iterable[Row], where: str = "") -> Row | None:
    """Return the difference that allows for the looks, which is the one to report; None if none."""
    wanted = estimand_of("adjusted_difference", where)
    found = [row for row in rows if row.estimand == wanted and not isnan(row.estimate)]
    return found[0] if found else None


def reported_text(row: Row, a: str, b: str, settings: Settings) -> str:
    """Return the difference that allows for the looks as the answer to a claim."""
    way = "higher" if row.estimate > 0 else "lower"
    interval = ""
    if not isnan(row.low):
        interval = f"; {percent(row.level or 0)} confidence interval of B - A {ends(row, settings)}"
    p = f"; {pvalue(row.pvalue)}, stage-wise ordering" if row.pvalue is not None else ""
    return (
        f"Allowing for the looks, {b} scores {size(abs(row.estimate), settings)} {way} than {a} "
        f"(median-unbiased{interval}{p}; {row.n:,} items)."
    )


def repeated_text(row: Row, a: str, b: str, settings: Settings) -> str:
    """Return the estimate with the interval that holds at all looks together."""
    return (
        f"B - A is {size(row.estimate, settings)} so far; {percent(row.level or 0)} confidence "
        f"interval {ends(row, settings)}, at all looks together."
    )


def shown_after_text(row: Row, a: str, b: str, settings: Settings) -> str:
    """Return from which item on the claim was settled, and what that rests on."""
    rule = settings.get("stopping", {})
    when = "" if isnan(row.estimate) else f"It was settled after {row.estimate:,.0f} items. "
    alpha = settings["alpha"]
    start = f" from item {rule['start']:,} on" if "start" in rule else ""
    return (
        f"{when}Interval and p-value hold at every item at once{start}, so that one may stop at "
        f"any time: alpha {alpha:g} is spent on all of them together. {_trust(rule)}"
    )


def win_rate_text(row: Row, a: str, b: str, settings: Settings) -> str:
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
        f"Of the {row.n:,} items that tell them apart, {b} has the higher score on "
        f"{percent(row.estimate)} ({interval}beta-binomial mixture, at any time{p})."
    )


def look_paragraphs(result: Result) -> list[str]:
    """Return what a single look says; nothing of other results."""
    settings = result.provenance.get("settings", {})
    if settings.get("verb") != "look":
        return []
    said = [LOOKS[r.quantity](r, "A", "B", settings) for r in result.rows if r.quantity in LOOKS]
    return [" ".join(text for text in said if text)]


LOOKS = {
    "decision": decision_text,
    "spent": spent_text,
    "adjusted_difference": adjusted_text,
    "repeated_difference": repeated_text,
    "shown_after": shown_after_text,
    "win_rate": win_rate_text,
}
