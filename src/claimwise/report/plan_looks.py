"""A plan with looks: what each asks for, when a study stops, what that costs."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import At, Row, counted
from claimwise.report.answer import Table
from claimwise.report.method import short_name
from claimwise.report.numbers import chance, number
from claimwise.report.plan_tables import studies_table
from claimwise.report.plan_words import checked, needs, studies_words, too_large, unclear, without
from claimwise.report.planned import Plan
from claimwise.report.tabled import Column, tabled


def look_lines(plan: Plan, power: Row) -> list[str]:
    """Return when the study stops, what it needs, and what its findings look like."""
    anytime = power.at["stopping"] == "anytime"
    null = without(plan, **power.at, **({} if anytime else {"by": "simulated"}))
    return [
        checked(plan, power),
        unclear(plan, power),
        _stops(plan, power.at if anytime else {}),
        " ".join([*needs(plan, power), *too_large(plan, power)]),
        null,
    ]


def _stops(plan: Plan, at: At) -> str:
    """Return after how many items the study ends on average."""
    effect, null = (plan.known("expected_n", truth=t, **at) for t in ("effect", "no effect"))
    if effect is None or null is None:
        return ""
    never = plan.known("never", **at)
    rest = f" ({chance(never)} of studies never stop)" if never else ""
    untrue = "if the claim is just not true" if plan.claimed else "if there is no difference"
    return (
        f"On average it ends after {plan.items(effect.estimate)} if the difference is as assumed"
        f"{rest}, after {null.estimate:,.0f} {untrue}."
    )


def look_table(plan: Plan) -> tuple[Table, ...]:
    """Return what each look asks for and how likely it stops the study; or the sequences."""
    looks = tabled(
        "What each look asks for",
        plan.result.rows,
        by={"look": "look"},
        columns=[
            Column("boundary_z", plan.unit, shows="n"),
            Column("boundary_p", "p at most", shows=_small),
            Column("spent", "alpha spent", shows=_small),
            Column("stop", "stops here"),
            Column("stop", "simulated", at={"by": "simulated"}),
            Column("boundary_z", "z", shows=lambda row: f"{row.estimate:.3f}"),
        ],
    )
    rows = plan.result.select("power", "alpha", "type_m", stopping="anytime")
    anytime = replace(plan.result, rows=rows)
    if len(anytime.select("power")) < 2:
        return looks
    title, by = "Confidence sequences", {"stopping": None, "analysis": ""}
    return studies_table(title, Plan(anytime), by)  # one to choose before the data


def _small(row: Row) -> str:
    """Return a level of significance, however small."""
    return f"{row.estimate:.4f}" if row.estimate >= 0.001 else number(row.estimate)


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
