"""What could a study show? Power, size or detectable difference, with looks and beliefs."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result
from claimwise.report.answer import Answer, Table
from claimwise.report.plan_answer import plan_account, plan_answer, plan_brief
from claimwise.report.plan_rows import SOLVED, Plan
from claimwise.report.plan_tables import (
    conclusions,
    curve_headline,
    curve_tables,
    look_table,
    studies_table,
)
from claimwise.report.plan_words import (
    assured,
    averaged,
    concluded,
    look_lines,
    looked_at,
    needs,
    open_pilot,
    said,
    share,
    width_to_come,
)


def present(result: Result) -> Answer:
    """Return what was asked for: whether the size suffices, or the size or effect solved for."""
    plan = Plan(result)
    curve = bool(plan.result.axes)
    headline, lines = (curve_headline(plan), []) if curve else _said(plan)
    one = (*_cases(plan), *look_table(plan), *conclusions(plan))
    tables = curve_tables(plan) if curve else one
    settings = plan.settings
    ways = settings.get("assess")
    if not ways:
        ways = ["interval"] if "interval" in settings and "test" not in settings else ["test"]
    margin = settings.get("margin")
    return plan_answer(
        plan,
        headline,
        lines,
        title="What the studies could show" if curve else "What the study could show",
        brief=plan_brief(plan),
        account=plan_account(plan),
        tables=tables[:1] if curve else tables,
        more=tables[1:] if curve else (),
        ways=frozenset(ways),
        practical=plan.size(abs(margin)) if isinstance(margin, float) and margin else "",
    )


def _said(plan: Plan) -> tuple[str, list[str]]:
    """Return the headline and the lines below it."""
    headline, lines = said(plan)
    row = plan.answer
    if row.quantity == "expected_power":
        size = needs(plan, plan.looked or row)
        return averaged(plan), [looked_at(plan), open_pilot(plan), *size]
    if "stopping" in row.at and plan.solve not in SOLVED:
        return headline, [*look_lines(plan, row), averaged(plan)]
    if row.quantity == "conclude":
        size = needs(plan, row, by="posterior")
        return concluded(plan), [width_to_come(plan), assured(plan), *size]
    if not isnan(row.estimate) or plan.solve in SOLVED:
        return headline, [*lines, concluded(plan), width_to_come(plan)]
    if support := plan.known("support"):
        given = f", though it is not true{plan.if_true()}"
        return share(plan, support, f"support that {plan.claim()}", given), [*needs(plan, row)]
    return headline, lines


def _cases(plan: Plan) -> tuple[Table, ...]:
    """Return a line for each case where agreement is not known, and for exact values."""
    if plan.ends:
        return studies_table("By how far the systems agree", plan, {"end": ""})
    if not plan.row("power", by="exact"):
        return ()
    return studies_table("By formula and by enumeration", plan, {"by": ""})
