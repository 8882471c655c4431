"""How many items and answers are enough, and how a budget is best spent: in words."""

from __future__ import annotations

from math import isnan

from claimwise.core import Row, counted
from claimwise.report.answers_to_items import answers_words
from claimwise.report.metric_plan import SOURCES, MetricPlan
from claimwise.report.numbers import number, percent
from claimwise.report.simulated import unclear

Words = tuple[str, list[str]]  # the headline and the lines below it


def sizes_needed(plans: list[MetricPlan]) -> Words:
    """Return the fewest items, or answers, by each metric."""
    power = f"power {percent(plans[0].settings['target'])}"
    if len(plans) == 1:
        return _needed(plans[0], power)
    rows = [(plan, row) for plan in plans if (row := plan.row("sample_size")) is not None]
    known = [(plan, row) for plan, row in rows if not isnan(row.estimate)]
    never = [plan.name for plan, row in rows if isnan(row.estimate)]
    if not known:
        return f"No number of {_unit(plans[0])} that was tried reaches {power}", []
    (first, row), *others = known
    enough = f"{row.estimate:,.0f} {_unit(plans[0])} are enough on {first.name}"
    enough += "".join(f", {row.estimate:,.0f} on {plan.name}" for plan, row in others)
    none = f"; no number that was tried on {', '.join(never)}" if never else ""
    return f"{enough}, for {power}{_fixed(first, row)}{none}", [_own(first)]


def _needed(plan: MetricPlan, power: str) -> Words:
    row = plan.row("sample_size")
    if row is None or isnan(row.estimate):
        return f"No number of {_unit(plan)} that was tried reaches {power} on {plan.name}", []
    count = f"{row.estimate:,.0f}"
    if plan.settings["solve"] == "items":
        size = f"{count} items x {answers_words(plan.settings['answers'])}"
    else:
        size = f"{count} {_unit(plan)} to each of {row.n:,} items"
    ends = f"Simulation leaves open {row.low:,.0f} to {row.high:,.0f} {_unit(plan)}."
    lines = ["" if isnan(row.low) else ends, _own(plan)]
    return f"{size} find {plan.what} with {power}", [" ".join(one for one in lines if one)]


def _fixed(plan: MetricPlan, row: Row) -> str:
    """Return what was given next to what was solved for."""
    if plan.settings["solve"] == "responses":
        return f" with {row.n:,} items"
    return f" with {answers_words(plan.settings['answers'])} to each"


def _unit(plan: MetricPlan) -> str:
    """Return what was solved for: items, or answers of sources without a number of their own."""
    if plan.settings["solve"] == "items":
        return "items"
    free = [words for source, words in SOURCES.items() if not _given(plan, source)]
    return "answers" if len(free) == len(SOURCES) else " and ".join(free)


def _own(plan: MetricPlan) -> str:
    """Return the sources that have a number of their own; empty where none has."""
    own = [
        f"{k} {words}"
        for source, words in SOURCES.items()
        if (k := _given(plan, source)) and plan.settings["solve"] == "responses"
    ]
    return f"Given are {' and '.join(own)}." if own else ""


def _given(plan: MetricPlan, source: str) -> int | None:
    count: int | None = plan.settings.get(f"responses_{source}")
    return count


def best_spent(plans: list[MetricPlan]) -> Words:
    """Return the split of a budget with the most power, or the cheapest study, by each metric."""
    clauses, lines = [], []
    for plan in plans:
        clause, line = _best(plan)
        clauses.append(clause)
        lines.append(line)
    settings = plans[0].settings
    if settings["solve"] == "split":
        start = f"A budget of {number(settings['budget'])} is best spent on "
    else:
        start = f"The cheapest study with power {percent(settings['target'])} has "
    none = f"No study that was tried reaches power {percent(settings['target'])}"
    return (start + "; ".join(c for c in clauses if c) if any(clauses) else none), lines


def _best(plan: MetricPlan) -> tuple[str, str]:
    """Return the best items and answers of a metric, and what is open about them."""
    items = plan.row("best_items")
    if items is None or isnan(items.estimate):
        return "", f"No study that was tried reaches the power on {plan.name}."
    every = plan.row("best_responses")
    gold = int(every.estimate) if every is not None else 0
    rest = [plan.row(f"best_responses_{name}") for name in ("a", "b")]
    a, b = (gold if row is None else int(row.estimate) for row in rest)
    size = (
        f"{counted(int(items.estimate), 'item')} x {answers_words({'gold': gold, 'a': a, 'b': b})}"
    )
    cost = plan.row("cost")
    if cost is not None:
        return f"{size} (cost {number(cost.estimate)} on {plan.name})", ""
    shared: dict[str, float] = {"items": items.estimate, "responses": gold}
    own = {"items": items.estimate, "responses_gold": gold, "responses_a": a, "responses_b": b}
    power = plan.row("power", shared) or plan.row("power", own)
    if power is None:
        return f"{size} ({plan.name})", ""
    return f"{size} (power {percent(power.estimate)} on {plan.name})", _wanted(plan, power)


def _wanted(plan: MetricPlan, power: Row) -> str:
    """Return how the best split stands to the power that is wanted."""
    target = plan.settings["target"]
    if unclear(power, target):
        return f"On {plan.name} the simulation cannot tell it from the {percent(target)} wanted."
    if power.estimate >= target:
        return ""
    return f"The {percent(target)} wanted is not reached on {plan.name}."
