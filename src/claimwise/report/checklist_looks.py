"""The reporting checklist of a study with several looks: what each asks for, and what holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Row
from claimwise.report.facts import Facts
from claimwise.report.looks import has_looks, small
from claimwise.report.numbers import number, percent
from claimwise.report.places import place_of

ADJUSTED = "adjusted_difference"
P_OF_LOOK = (
    "The p-value beside the difference is that of this look alone: the probability of a difference "
    "at least as extreme as the observed one if the null hypothesis holds, and not the probability "
    "of that hypothesis. It is held against what this look asks for"
)


def look_limit(facts: Facts) -> str:
    """Return from which p-value on a difference is called significant; empty with one look."""
    rule = _rule(facts)
    if "level" in rule:
        return (
            f"a p-value of at most {small(rule['level'])} at this look ({rule['look']} of "
            f"{rule['of']}), so that over all looks alpha ({number(rule['alpha'])}) is kept"
        )
    if rule:
        return f"a p-value, valid at every item at once, of at most alpha ({_alpha(facts)})"
    if not has_looks(facts.result):
        return ""
    if any(row.estimand == "power[anytime]" for row in facts.result.rows):
        return f"a p-value, valid at every item at once, of at most alpha ({_alpha(facts)})"
    return (
        "at each look a p-value of at most what the table of looks says, so that over all looks "
        f"alpha ({_alpha(facts)}) is kept"
    )


def look_meaning(facts: Facts) -> str:
    """Return what p-value and interval mean at a look of several; empty elsewhere."""
    rule = _rule(facts)
    if "level" not in rule:
        return ""
    sides = 1 if facts.analysed.get("alternative") == "two-sided" else 2
    every, said = 1 - sides * float(rule["alpha"]), [f"{P_OF_LOOK}, {small(rule['level'])}."]
    shown = [row for row in facts.named("difference") if row.kind == "confidence" and row.level]
    level = float(shown[0].level or 0) if shown else 0.0
    if shown and abs(level - (1 - sides * rule["level"])) < 1e-9:
        said.append(
            "Over many studies done like this one, the confidence intervals of all looks together, "
            f"each of its own level ({percent(level)} at this one), hold the true value in at "
            f"least about {percent(every)}; of this one interval that is no probability."
        )
    elif shown:
        said.append(
            "The confidence interval beside it is of this look alone, at a level of "
            f"{percent(level)} that does not allow for the looks."
        )
    adjusted = [row for row in facts.named(ADJUSTED) if row.level]
    if adjusted:
        said.append(
            "The interval that allows for the looks holds the true value in about "
            f"{percent(adjusted[0].level or 0)} of such studies."
        )
    return " ".join(said)


def look_detectable(facts: Facts) -> str:
    """Say why a comparison with looks has no detectable difference; empty elsewhere."""
    return "It is not worked out for a study with several looks." if _rule(facts) else ""


def allowing(rows: list[Row], facts: Facts) -> list[Row]:
    """Return the differences, and before them the ones that allow for the looks."""
    adjusted = {place_of(row): row for row in facts.named(ADJUSTED) if row.low == row.low}
    kept = [row for row in rows if row.quantity != "difference" or place_of(row) not in adjusted]
    return [*adjusted.values(), *kept]


def _rule(facts: Facts) -> Mapping[str, Any]:
    """Return the rule by which a comparison of data may stop; empty if there is none."""
    rule = facts.analysed.get("stopping")
    return rule if isinstance(rule, Mapping) and not facts.is_plan else {}


def _alpha(facts: Facts) -> str:
    return number(facts.analysed.get("alpha"))
