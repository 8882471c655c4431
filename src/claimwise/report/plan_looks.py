"""A plan with looks: what each asks for, when a study stops, what that costs."""

from __future__ import annotations

from math import isnan

from claimwise.core import Row
from claimwise.report.answer import Table, table
from claimwise.report.method import short_name
from claimwise.report.numbers import number, percent, rate, times
from claimwise.report.planned import Plan, monte_carlo
from claimwise.report.quantities import value

SEQUENCES = {
    "difference": "betting confidence sequence of the difference",
    "win rate": "beta-binomial mixture of the win rate among decided items",
    "asymptotic": "asymptotic confidence sequence of the mean difference",
}


def looked(plan: Plan) -> Row | None:
    """Return the power with looks; None for a plan with one look at the end."""
    return plan.row("power", stopping="sequential") or plan.row("power", stopping="anytime")


def look_lines(plan: Plan) -> list[str]:
    """Return when the study stops, what it needs, and what its findings look like."""
    if plan.row("power", stopping="anytime"):
        return _anytime(plan)
    ends = [plan.known("expected_n", truth=truth) for truth in ("effect", "no effect")]
    lines = []
    if ends[0] is not None and ends[1] is not None:
        null = "if the claim is just not true" if plan.claimed else "if there is no difference"
        lines.append(
            f"On average it ends after {plan.items(ends[0].estimate)} if the difference is as "
            f"assumed, after {ends[1].estimate:,.0f} {null}."
        )
    size, factor = plan.known("sample_size", stopping="sequential"), plan.known("inflation")
    if size is not None and factor is not None:
        lines.append(
            f"For power {percent(plan.target)} it may need up to {plan.items(size.n)}, "
            f"{factor.estimate:.3f} times as many as with one look."
        )
    return [*lines, *_simulated(plan)]


def _simulated(plan: Plan) -> list[str]:
    at = {"stopping": "sequential", "by": "simulated"}
    power, alpha = plan.known("power", **at), plan.known("alpha", **at)
    if power is None or alpha is None:
        return []
    size = plan.known("type_m", **at)
    shown = (
        f"With the test itself at every look: power {percent(power.estimate)}{monte_carlo(power)}, "
        f"false findings {rate(alpha.estimate)}{monte_carlo(alpha)}."
    )
    if size is not None:
        shown += f" What is found would look {times(size.estimate)} times too large."
    return [shown]


def _anytime(plan: Plan) -> list[str]:
    at = {"stopping": "anytime"}
    never, median = plan.known("never", **at), plan.known("median_n", **at)
    ends = [plan.known("expected_n", truth=truth, **at) for truth in ("effect", "no effect")]
    lines = []
    if ends[0] is not None and ends[1] is not None:
        half = f", half of the studies by item {median.estimate:,.0f}" if median else ""
        none = f"; {percent(never.estimate)} of studies never stop" if never else ""
        lines.append(
            f"On average it ends after {plan.items(ends[0].estimate)}{half}{none}; without a "
            f"difference after {ends[1].estimate:,.0f}."
        )
    alpha, size = plan.known("alpha", **at), plan.known("type_m", **at)
    if alpha is not None:
        lines.append(f"False findings: {rate(alpha.estimate)}{monte_carlo(alpha)} of studies.")
    if size is not None:
        lines.append(f"What is found would look {times(size.estimate)} times too large.")
    return lines


def look_table(plan: Plan) -> tuple[Table, ...]:
    """Return what each look asks for and how likely it stops the study; or the sequences."""
    looks = [row for row in plan.result.select("boundary_z") if "look" in row.at]
    body = []
    for row in looks:
        at = {"look": row.at["look"]}
        p, spent = plan.row("boundary_p", **at), plan.row("spent", **at)
        stop, drawn = plan.row("stop", **at), plan.row("stop", by="simulated", **at)
        body.append(
            [
                f"{row.at['look']}",
                f"{row.n:,}",
                small(p),
                small(spent),
                "" if stop is None or isnan(stop.estimate) else value(stop),
                "" if drawn is None else value(drawn),
                f"{row.estimate:.3f}",
            ]
        )
    header = ["look", plan.unit, "p at most", "alpha spent", "stops here", "simulated", "z"]
    return (*table("What each look asks for", header, body), *_sequences(plan))


def small(row: Row | None) -> str:
    """Return a level of significance, however small."""
    return (
        ""
        if row is None
        else f"{row.estimate:.4f}"
        if row.estimate >= 0.001
        else number(row.estimate)
    )


def _sequences(plan: Plan) -> tuple[Table, ...]:
    """Return the confidence sequences that could be used, one to choose before the data."""
    found = plan.result.select("power", stopping="anytime")
    if len(found) < 2:
        return ()
    body = []
    for row in found:
        kind = str(row.at.get("analysis", plan.settings.get("sequence", "")))
        alpha = plan.row("alpha", **row.at)
        never = plan.row("never", **row.at)
        body.append(
            [
                SEQUENCES.get(kind, kind),
                value(row),
                "" if alpha is None else value(alpha),
                "" if never is None else value(never),
            ]
        )
    return table("Confidence sequences", ["", "power", "false findings", "never stop"], body)


def looks_method(plan: Plan) -> str:
    """Return how the power with looks was found; empty without looks."""
    if plan.row("power", stopping="sequential"):
        rule = short_name("stopping", str(plan.settings.get("spending")))
        drawn = plan.settings.get("looks_replicates")
        more = f" and {drawn:,} simulated studies" if isinstance(drawn, int) else ""
        return f"{rule} looks by normal theory{more}"
    if plan.row("power", stopping="anytime"):
        studies = plan.settings.get("sequence_replicates")
        of = f" of {studies:,} studies" if isinstance(studies, int) else ""
        return f"the power at any time is by simulation{of}"
    return ""
