"""The answer of every plan: its word, its method in a line and in full, and its checklist."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

from claimwise.core import Row, counted
from claimwise.report.answer import Answer, Checks, Table
from claimwise.report.method import (
    Account,
    brief_method,
    metrics_used,
    one_line,
    posterior_used,
    power_found,
    short_name,
    tests_used,
)
from claimwise.report.numbers import (
    decimal,
    fixed,
    given,
    given_percent,
    number,
    rate,
)
from claimwise.report.plan_rows import SOLVED, Plan, one_look
from claimwise.report.plan_words import AGREE, moved

ASKED = {
    "mde": "What is the smallest difference that the study would find?",
    "budget": "What does it take to find it?",
    "split": "How is the budget best spent?",
}
ROUTES = {
    "exact": "by enumeration",
    "normal": "by the normal approximation",
    "textbook": "by the textbook formula",
}
FOUND = {"power": "power", "mde": "detectable differences", "sample_size": "sizes"}
SIZED = ("power", "conclude", "alpha", "mde")  # quantities of a study as large as is asked about


def plan_answer(
    plan: Plan,
    headline: str,
    lines: Sequence[str],
    *,
    title: str,
    brief: str,
    account: Account,
    tables: tuple[Table, ...],
    more: tuple[Table, ...] = (),
    **checks: Any,
) -> Answer:
    """Return the answer of a plan; `checks` are what its checklist knows besides the usual."""
    return Answer(
        title=title,
        question=_question(plan),
        word=(plan.result.verdict or "").upper(),
        headline=headline,
        lines=tuple(line if line.endswith(".") else f"{line}." for line in lines if line),
        tables=tables,
        brief=brief,
        more=more,
        account=account,
        checks=_checks(plan, headline, **checks),
        scale=plan.scale,
    )


def _question(plan: Plan) -> str:
    if SOLVED.get(plan.solve) == "sample_size":
        return f"How many {moved(plan)} are needed?"
    usual = "Would the study support the claim?" if plan.claimed else "Would the study find it?"
    return ASKED.get(plan.solve, usual)


def plan_brief(plan: Plan) -> str:
    """Return procedures, how power was found, and what was assumed: in a line."""
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
    agreement, baseline = settings.get("agreement"), settings.get("baseline")
    assumed = [f"agreement {given_percent(agreement)}"] if isinstance(agreement, float) else []
    if settings.get("agreement_from"):
        assumed.append(f"agreement from {settings['agreement_from']}")
    assumed += [f"accuracy of A {rate(baseline)}"] if isinstance(baseline, float) else []
    return one_line(parts, ", ".join(assumed))


def _routes(plan: Plan) -> list[str]:
    """Return how power was found, and what was found otherwise."""
    route = ROUTES[str(plan.settings["by"])]
    formulas: dict[str, list[str]] = {}
    for quantity, way in (plan.settings.get("formula") or {}).items():
        if way != route:
            formulas.setdefault(way, []).append(FOUND[quantity])
    others = [f"{' and '.join(what)} {way}" for way, what in formulas.items()]
    return [f"power {route}" if others else route, *others]


def brief_of(plan: Plan, procedure: str, world: str) -> str:
    """Return procedure, what is wanted, how much was simulated, and of what world: in a line."""
    powers, nulls = plan.result.select("power"), plan.result.select("alpha")
    ran = [row.estimate for row in plan.result.select("studies")]
    count = ran[0] if ran else plan.settings["replicates"]
    near = studies_words(count, powers or nulls, "power" if powers else "shares")
    alpha = f"alpha {decimal(plan.settings['alpha'])}"
    return one_line([procedure, alpha, f"{plan.power} wanted"], near, world)


def studies_words(count: float, rows: Sequence[Row], of: str = "power", each: str = "") -> str:
    """Return how many studies were simulated, and how near the answer is: the farthest of it.

    >>> studies_words(1000, [Row(quantity="power", estimate=0.65, low=0.6195, high=0.6796)])
    '1,000 simulated studies, power to within 3 points'
    """
    reach = [100 * max(r.high - r.estimate, r.estimate - r.low) for r in rows if not isnan(r.low)]
    near = ""
    if reach:
        far = max(0.1, *reach)  # a bound, which is never nothing
        shown = fixed(far, 0 if far >= 0.95 else 1)
        near = f", {of} to within {shown} point{'' if shown == '1' else 's'}"
    return f"{count:,.0f} simulated studies{each}{near}"


def looks_method(plan: Plan) -> str:
    """Return how the power with looks was found; empty without looks."""
    power = plan.looked
    if power is not None and power.at["stopping"] == "sequential":
        rule = short_name("stopping", str(plan.settings.get("spending")))
        count = plan.settings.get("looks_replicates")
        drawn = plan.result.select("power", stopping="sequential", by="simulated")
        more = f" and {studies_words(count, drawn)}" if count else ""
        looks = counted(plan.looks, f"{rule} look") if plan.looks else f"{rule} looks"
        return f"{looks} by normal theory{more}"
    if power is not None:
        count = plan.settings.get("sequence_replicates")
        every = plan.result.select("power", stopping="anytime")
        chosen = [row for row in every if "analysis" not in row.at]
        return f"looks at any time by {studies_words(count, chosen)}" if count else ""
    return ""


def posterior_method(plan: Plan) -> str:
    """Return how the posterior to come was found; empty without one."""
    if "posterior" not in (plan.settings.get("assess") or []):
        return ""
    return (
        f"posterior under prior {plan.settings.get('prior')}, level "
        f"{given(plan.settings.get('level'))}, {plan.settings.get('replicates', 0):,} simulated "
        "studies"
    )


def plan_account(plan: Plan) -> Account:
    """Return by which procedures the study will judge, and how its power was found."""
    account = Account()
    quantities = {row.quantity for row in plan.result.rows}
    tests_used(account, plan.settings)
    posterior_used(account, plan.settings)
    metrics_used(account, plan.settings)
    if quantities & {"power", "mde", "sample_size"}:
        power_found(account, plan.settings, quantities)
    return account


def _checks(plan: Plan, headline: str, **more: Any) -> Checks:
    """Return what a checklist asks of a plan."""
    wanted = "" if plan.solve in SOLVED else f" Power {given_percent(plan.target)} is wanted."
    known: dict[str, Any] = {
        "planned": True,
        "ways": frozenset(["test"]),
        "evaluated": _evaluated(plan),
        "powered": f"{headline}.{wanted}",
        "significant": _significant(plan),
        "smallest": _smallest(plan),
        "meaning": "There are no p-values and intervals yet: they come with the data.",
    }
    return Checks(**{**known, **more})


def _significant(plan: Plan) -> str:
    """Return what a difference is called significant by: with looks, what each of them asks for."""
    alpha = plan.settings.get("alpha")
    level = f" ({decimal(alpha)})" if isinstance(alpha, float) else ""
    if plan.looked is None:
        return f"a p-value of at most alpha{level}"
    asked = [
        f"{number(row.estimate)} at look {row.at['look']}"
        for row in plan.result.select("boundary_p")
        if set(row.at) == {"look"}
    ]
    if asked:
        return f"a p-value of at most {', '.join(asked)}"
    if plan.looks:  # several sizes: each has its own looks
        return f"a p-value of at most what its look asks for, so that all spend alpha{level}"
    return f"a confidence sequence that holds at every look leaves out 0, at alpha{level}"


def _smallest(plan: Plan) -> str:
    """Return the detectable difference at the place that decides; of a curve, from where to where.

    What is known of one look alone, or of a pilot at its word, is called so.
    """
    place = one_look(plan.answer.words)
    rows = [row for row in plan.result.select("mde") if "by" not in row.at]
    here = [row for row in rows if row.words == place]
    known = [row.estimate for row in here or rows if not isnan(row.estimate)]
    if not known:
        return f"No possible difference is found with {plan.power}." if rows else ""
    values = sorted(known if plan.claimed else map(abs, known))
    sizes = " to ".join(dict.fromkeys(plan.detectable(x) for x in (values[0], values[-1])))
    if plan.claimed:
        side = "at most" if plan.lower else "at least"
        start = f"A true difference of {side} {sizes} is needed for {plan.power}"
    else:
        side = f"A {plan.change(known[0])} of " if plan.sided else ""
        start = f"{side}{sizes} with {plan.power}"
    case = "in the worst case" if plan.solve == "power" else "in the middle case"
    aside = [case if here else AGREE] if plan.ends else []
    aside += ["with one look at the end"] if plan.looked else []
    aside += ["if the pilot is taken at its word"] if plan.settings.get("uncertain") else []
    return f"{', '.join([start, *aside])}."


def _evaluated(plan: Plan) -> str:
    """Return how large the study will be, as its answer says; of several, from where to where."""
    row, sizes = plan.answer, {one.n: one for one in plan.result.select(*SIZED) if one.n}
    if len(sizes) > 1 and plan.solve != "split":
        return f"{min(sizes):,} to {max(sizes):,} {plan.unit}."
    known = [row] if row.n and not isnan(row.estimate) else [*sizes.values()][:1]
    return "".join(f"{plan.made_of(one).rstrip(',')}." for one in known)
