"""What a declared study could show: the plan of its comparison, or a line for each of several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from claimwise.core import AT_MOST, BOUNDS, Result
from claimwise.report.answer import Answer, Table, table
from claimwise.report.kinds import answer_of
from claimwise.report.numbers import against, given_percent, percent, percents
from claimwise.report.plan_rows import Plan, one_look
from claimwise.report.plan_tables import NEEDED
from claimwise.report.quantities import value
from claimwise.report.scale import Scale, heading
from claimwise.report.studies import parts_of, study_answer


def present(result: Result) -> Answer:
    """Return the plan of the only comparison; of several, how many reach the declared power."""
    plans = {name: Plan(part) for name, part in parts_of(result).items()}
    answers = {}
    for name, plan in plans.items():
        # The study adds the most that the power can be.
        rows = tuple(row for row in plan.result.rows if row.at.get("end") != AT_MOST)
        answers[name] = answer_of(replace(plan.result, rows=rows))
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


def _headline(plans: Mapping[str, Plan], target: float) -> str:
    powers = {name: plan.answer.estimate for name, plan in plans.items()}
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


def _table(plans: Mapping[str, Plan], answers: Mapping[str, Answer]) -> tuple[Table, ...]:
    body = [
        [
            name,
            answers[name].word.lower(),
            plan.chance(plan.answer),
            *([percent(r.estimate) for r in plan.result.select("power", end=AT_MOST)] or [""])[:1],
            *(_known(plan, key, answers[name].scale) for key in ("mde", "sample_size")),
        ]
        for name, plan in plans.items()
    ]
    claimed = any(plan.claimed for plan in plans.values())
    detectable = heading(
        NEEDED if claimed else "detectable", [one.scale for one in answers.values()]
    )
    header = ["comparison", "verdict", "power", AT_MOST, detectable, "size needed"]
    return table("Comparisons", header, body)


def _known(plan: Plan, quantity: str, scale: Scale) -> str:
    """Return the value of a quantity where the power is that decides, or with one look."""
    at = plan.answer.at
    if here := plan.known(quantity, **at):
        return value(here, scale)
    once = plan.known(quantity, **one_look(at))
    return f"{value(once, scale)} (one look)" if once else ""
