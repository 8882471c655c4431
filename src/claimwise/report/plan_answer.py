"""The answer of every plan: its word, its sentences and tables, its method, and its checklist."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from claimwise.core import Row
from claimwise.report.answer import Answer
from claimwise.report.method import account_of, brief_method, one_line, route_of, short_name
from claimwise.report.numbers import fixed, given_percent, rate
from claimwise.report.plan_rows import SOLVED, Plan
from claimwise.report.plan_tables import (
    conclusions,
    designs_table,
    ends_table,
    look_table,
    studies_table,
)
from claimwise.report.plan_words import said, unclear
from claimwise.report.tiles import few, plan_tiles

ASKED = {
    "mde": "What is the smallest difference that the study would find?",
    "sample_size": "How large must the study be?",
    "cost": "What does it take to find it?",
    "split": "How is the budget best spent?",
}
FOUND = {"power": "power", "mde": "detectable differences", "sample_size": "sizes"}
SIZED = ("power", "conclude", "alpha", "mde")  # quantities of a study as large as is asked about
FEW = 3  # metrics of which something is said; the table has the others


def plan_answer(plan: Plan, *others: Plan) -> Answer:
    """Return the answer of a plan, and in a sentence each that of `others`, such as metrics."""
    headline, lines = said(plan)
    lines = [plan.known_as, *lines]
    for other in others[: FEW - 1]:
        lines += [said(other)[0], "" if other.axes else unclear(other, other.answer)]
    own = (*look_table(plan), *conclusions(plan)) if not plan.axes else ends_table(plan)
    settings = plan.settings
    usual = "interval" if "interval" in settings and "test" not in settings else "test"
    asked = "Would the study support the claim?" if plan.claimed else "Would the study find it?"
    return Answer(
        title="What the study could show",
        question=f"Claim: {plan.claim}. {ASKED.get(SOLVED.get(plan.solve, plan.solve), asked)}",
        word=(plan.result.verdict or "").upper(),
        headline=headline,
        lines=tuple(line if line.endswith(".") else f"{line}." for line in lines if line),
        tiles=few(tile for one in (plan, *others) for tile in plan_tiles(one)),
        tables=(*designs_table(plan), *own, *studies_table(plan)),
        brief=_brief(plan),
        account=account_of(plan.result),
        ways=frozenset(settings.get("assess") or [usual]),
        size=_evaluated(plan),
        planned=True,
        scale=plan.scale,
    )


def _brief(plan: Plan) -> str:
    """Return procedures, how power was found, and what was assumed: in a line."""
    settings = plan.settings
    side = {"alternative": "one-sided"} if plan.claimed else {}
    first, *others = settings.get("analyses", {}).values() or [""]
    parts = [f"{first} (and {len(others)} more)" if others else first]
    parts += [*brief_method({**settings, **side}), *_routes(plan), _looks(plan)]
    agreement, baseline = settings.get("agreement"), settings.get("baseline")
    assumed = [settings.get("simulated", {}).get("data", "")]
    assumed += [f"agreement {given_percent(agreement)}"] if isinstance(agreement, float) else []
    if settings.get("agreement_from"):
        assumed.append(f"agreement from {settings['agreement_from']}")
    assumed += [f"accuracy of A {rate(baseline)}"] if isinstance(baseline, float) else []
    return one_line(parts, ", ".join(filter(None, assumed)))


def _routes(plan: Plan) -> list[str]:
    """Return how power was found, and what was found otherwise."""
    settings, powers, route = plan.settings, plan.result.select("power"), route_of(plan.settings)
    ran = [row.estimate for row in plan.result.select("studies")]
    count = ran[0] if ran else settings.get("replicates")
    formulas: dict[str, list[str]] = {}
    for quantity, way in (settings.get("formula") or {}).items():
        formulas.setdefault(way, []).append(FOUND[quantity])
    others = [f"{' and '.join(what)} {way}" for way, what in formulas.items() if way != route]
    first = f"power {route}" if others else route
    return [first, *others, studies_words(count, powers) if count else ""]


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


def _looks(plan: Plan) -> str:
    """Return how the power with looks was found; empty without looks."""
    settings, rows = plan.settings, plan.result.select("power")
    rows = tuple(row for row in rows if "stopping" in row.at and "analysis" not in row.at)
    if not rows or "spending" not in settings:
        return ""
    count = settings.get("looks_replicates") or settings.get("sequence_replicates")
    rule = short_name("stopping", str(settings["spending"]))
    how = ["normal theory"] if any(isnan(row.low) for row in rows) else []
    how += [studies_words(count, rows)] if count else []
    return f"{plan.looks} ({rule}) by {' and '.join(how)}"


def _evaluated(plan: Plan) -> str:
    """Return how large the study will be, as its answer says; of several, from where to where."""
    row, sizes = plan.answer, {one.n: one for one in plan.result.select(*SIZED) if one.n}
    if len(sizes) > 1 and plan.solve != "split":
        return f"{min(sizes):,} to {max(sizes):,} {plan.unit}"
    known = [row] if row.n and not isnan(row.estimate) else [*sizes.values()][:1]
    return "".join(plan.study(one).rstrip(",") for one in known)
