"""What a declared study could show: the plan of its comparison, or lines for each of several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from claimwise.core import AT_MOST, BOUNDS, Result
from claimwise.report.answer import Answer
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import against, given_percent, percents
from claimwise.report.plan_rows import Plan
from claimwise.report.plan_tables import studies_table
from claimwise.report.studies import parts_of, study_answer


def present(result: Result) -> Answer:
    """Return the plan of the only comparison; of several, how many reach the declared power."""
    plans = {name: Plan(part) for name, part in parts_of(result).items()}
    answers = {}
    for name, plan in plans.items():
        # The study adds the most that the power can be.
        rows = tuple(row for row in plan.result.rows if row.at.get("end") != AT_MOST)
        answers[name] = answer_of(replace(plan.result, rows=rows))
    return study_answer(
        result, "What the study could show", answers, lambda: _several(result, plans)
    )


def _several(result: Result, plans: Mapping[str, Plan]) -> Answer:
    """Return which comparisons have too little power, and what is known of all together."""
    target, first = result.settings["target"], next(iter(plans.values()))
    powers = {name: plan.answer.estimate for name, plan in plans.items()}
    below = [f"{name} ({against(x, target)})" for name, x in powers.items() if not x >= target]
    some = f"{len(below)} of {len(plans)} comparisons have power below {given_percent(target)}"
    rows = tuple(row for row in result.rows if "over" not in row.at)
    ends = {row.at["over"]: row for row in result.select("power") if row.kind == BOUNDS}
    every, one = (percents(row.low, row.high) for row in (ends["all"], ends["any"]))
    return Answer(
        title="",
        question=f"Would the study support its {len(plans)} claims?",
        headline=": ".join(filter(None, (some, ", ".join(below)))),
        lines=(f"All claims are supported in {every} of studies, at least one in {one}.",),
        tables=studies_table(Plan(replace(first.result, rows=rows))),
    )
