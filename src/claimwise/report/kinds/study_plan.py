"""What a declared study could show: the plan of its comparison, or a line for each of several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isnan, nan

from claimwise.core import AT_MOST, BOUNDS, Result, Row
from claimwise.report.answer import Answer, Table, table
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import against, given_percent, percent, percents
from claimwise.report.plan_rows import Plan
from claimwise.report.plan_tables import NEEDED
from claimwise.report.quantities import value
from claimwise.report.scale import Scale
from claimwise.report.studies import headed, parts_of, study_answer


def present(result: Result) -> Answer:
    """Return the plan of the only comparison; of several, how many reach the declared power."""
    plans = parts_of(result)
    answers = {name: answer_of(_without_bound(plan)) for name, plan in plans.items()}
    target = result.settings["target"]
    return study_answer(
        result,
        "What the study could show",
        answers,
        lambda: Answer(
            title="",
            question=f"Would the study support its {len(plans)} claims?",
            headline=_headline(plans, target),
            lines=_together(result),
            tables=_table(plans, answers),
        ),
    )


def _without_bound(plan: Result) -> Result:
    """Return a plan without the most that its power can be, which the study adds."""
    return replace(plan, rows=tuple(row for row in plan.rows if row.at.get("end") != AT_MOST))


def _power(plan: Result) -> Row:
    """Return the power that decides, of several metrics the least; undefined where none does."""
    none = Row(quantity="power", estimate=nan)
    return min(plan.deciding, key=lambda row: row.estimate, default=none)


def _headline(plans: Mapping[str, Result], target: float) -> str:
    powers = {name: _power(plan).estimate for name, plan in plans.items()}
    below = [f"{name} ({against(x, target)})" for name, x in powers.items() if not x >= target]
    wanted = given_percent(target)
    if not below:
        return f"Each of {len(plans)} comparisons reaches power {wanted}"
    some = f"{len(below)} of {len(plans)} comparisons"
    return f"Power below {wanted} in {some}: {', '.join(below)}"


def _together(result: Result) -> tuple[str, ...]:
    """Return what is known of all claims together."""
    ends = {row.at["over"]: row for row in result.select("power") if row.kind == BOUNDS}
    if not ends:
        return ()
    every, one = (percents(ends[over].low, ends[over].high) for over in ("all", "any"))
    return (f"All claims are supported in {every} of studies, at least one in {one}.",)


def _table(plans: Mapping[str, Result], answers: Mapping[str, Answer]) -> tuple[Table, ...]:
    body = [
        [
            name,
            answers[name].word.lower(),
            Plan(plan).chance(_power(plan)),
            *([percent(row.estimate) for row in plan.select("power", end=AT_MOST)] or [""])[:1],
            *(_known(plan, key, answers[name].scale) for key in ("mde", "sample_size")),
        ]
        for name, plan in plans.items()
    ]
    claimed = any(Plan(plan).claimed for plan in plans.values())
    detectable = headed(NEEDED if claimed else "detectable", answers)
    header = ["comparison", "verdict", "power", AT_MOST, detectable, "size needed"]
    return table("Comparisons", header, body)


def _known(plan: Result, quantity: str, scale: Scale) -> str:
    """Return the value of a quantity where the power is that decides, or with one look."""
    at = _power(plan).at
    once = {key: x for key, x in at.items() if key != "stopping"}
    rows = [row for row in plan.select(quantity) if not isnan(row.estimate)]
    here = [value(row, scale) for row in rows if row.at == at]
    return next(
        iter([*here, *(f"{value(row, scale)} (one look)" for row in rows if row.at == once)]), ""
    )
