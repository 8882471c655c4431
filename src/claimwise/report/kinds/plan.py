"""What could a study show? Power, size or detectable difference, with looks and beliefs."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result
from claimwise.report.account import Account
from claimwise.report.answer import Answer, Table
from claimwise.report.method import (
    brief_method,
    metrics_used,
    posterior_used,
    power_found,
    tests_used,
)
from claimwise.report.numbers import made_percent, rate
from claimwise.report.plan_beliefs import (
    averaged,
    concluded,
    conclusions,
    looked_at,
    open_pilot,
    posterior_method,
    width_to_come,
)
from claimwise.report.plan_looks import look_lines, look_table, looks_method
from claimwise.report.plan_tables import axes, curve_headline, curve_tables, studies_table
from claimwise.report.plan_words import (
    assured,
    needs,
    plan_answer,
    said,
    share,
    studies_words,
)
from claimwise.report.planned import SOLVED, Plan

ROUTES = {
    "exact": "by enumeration",
    "normal": "by the normal approximation",
    "textbook": "by the textbook formula",
}
FOUND = {"power": "power", "mde": "detectable differences", "sample_size": "sizes"}


def present(result: Result) -> Answer:
    """Return what was asked for: whether the size suffices, or the size or effect solved for."""
    plan = Plan(result)
    curve = bool(axes(plan))
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
        brief=_brief(plan),
        account=_account(plan),
        tables=tables[:1] if curve else tables,
        more=tables[1:] if curve else (),
        ways=frozenset(ways),
        evaluated=_evaluated(plan),
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


def _brief(plan: Plan) -> str:
    settings = plan.settings
    parts = brief_method({**settings, "prior": None})
    if plan.claimed and "one-sided" not in parts and settings.get("test", settings.get("interval")):
        parts.insert(len(parts) - 1, "one-sided")
    by = settings.get("by")
    if settings.get("outcome") == "numeric" and by == "exact":
        parts.append("exact for normal scores")
    elif by in ROUTES:
        parts += _routes(plan)
    elif settings.get("replicates") and not posterior_method(plan):
        parts.append(studies_words(settings["replicates"], plan.result.select("power")))
    parts += [looks_method(plan), posterior_method(plan)]
    first = ", ".join(part for part in parts if part)
    agreement, baseline = settings.get("agreement"), settings.get("baseline")
    assumed = [f"agreement {made_percent(agreement)}"] if isinstance(agreement, float) else []
    if settings.get("agreement_from"):
        assumed.append(f"agreement from {settings['agreement_from']}")
    assumed += [f"accuracy of A {rate(baseline)}"] if isinstance(baseline, float) else []
    return " · ".join(part for part in (first[:1].upper() + first[1:], ", ".join(assumed)) if part)


def _routes(plan: Plan) -> list[str]:
    """Return how power was found, and what was found otherwise."""
    route = ROUTES[str(plan.settings["by"])]
    formulas: dict[str, list[str]] = {}
    for quantity, way in (plan.settings.get("formula") or {}).items():
        if way != route:
            formulas.setdefault(way, []).append(FOUND[quantity])
    others = [f"{' and '.join(what)} {way}" for way, what in formulas.items()]
    return [f"power {route}" if others else route, *others]


def _account(plan: Plan) -> Account:
    account = Account()
    quantities = {row.quantity for row in plan.result.rows}
    tests_used(account, plan.settings)
    posterior_used(account, plan.settings)
    metrics_used(account, plan.settings)
    if quantities & {"power", "mde", "sample_size"}:
        power_found(account, plan.settings, quantities)
    for way in _routes(plan)[1:] if plan.settings.get("by") in ROUTES else []:
        account.say(f"{way[0].upper()}{way[1:]}.")
    if looks_method(plan):
        account.say(f"All this is of one look at the end; {looks_method(plan)}.")
    return account


def _evaluated(plan: Plan) -> str:
    """Return how many items there will be, with looks at most."""
    sizes = sorted({row.n for row in plan.result.select("power", "mde", "conclude") if row.n})
    if not sizes:
        return ""
    spread = " to ".join(f"{n:,}" for n in dict.fromkeys((sizes[0], sizes[-1])))
    return f"{'At most ' if looks_method(plan) else ''}{spread} {plan.unit}."
