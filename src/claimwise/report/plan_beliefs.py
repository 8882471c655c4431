"""Plans over beliefs: what a pilot leaves open, a prior of the effect, a posterior to come."""

from __future__ import annotations

from math import isnan

from claimwise.core import Row
from claimwise.report.answer import Table, table
from claimwise.report.numbers import given, percent, percents
from claimwise.report.planned import Plan, monte_carlo
from claimwise.report.quantities import ends, quantity_of, value

RATES = (  # what the posterior to come will say, in the order of reading
    "conclude",
    "hdi_excludes_zero",
    "wrong_sign",
    "hdi_outside_rope",
    "hdi_inside_rope",
    "hdi_undecided",
    "bayes_factor_10_above",
    "bayes_factor_01_above",
    "interval_width",
)
SIDES = {"greater": "B ahead", "less": "A ahead"}


def expected(plan: Plan) -> str:
    """Return the power that is expected over what a pilot leaves open."""
    row = plan.row("expected_power")
    share = percent(row.estimate) if row is not None else ""
    return (
        f"{plan.items(row.n if row else None)} find the difference in {share} of studies, averaged "
        "over what the pilot leaves open"
    )


def open_pilot(plan: Plan) -> str:
    """Return what taking the pilot at its word would promise, and how far power may lie off."""
    power, spread = plan.known("power"), plan.row("power_interval")
    sure = plan.known("probability_powered")
    parts = []
    if power is not None:
        parts.append(f"Taken at its word, the pilot promises {percent(power.estimate)}")
    if spread is not None and not isnan(spread.low):
        level = percent(spread.level or 0.0)
        parts.append(
            f"with probability {level} the power lies in {percents(spread.low, spread.high)}"
        )
    if sure is not None:
        parts.append(f"it reaches {percent(plan.target)} with probability {percent(sure.estimate)}")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if parts else ""


def assured(plan: Plan) -> str:
    """Return the power averaged over a prior of the effect; empty without one."""
    row, prior = plan.known("assurance"), plan.settings.get("effect_prior")
    also = plan.known("assurance", by="posterior")
    row = row or also
    if row is None:
        return ""
    what = f"that {plan.claim()}" if plan.claimed else "a difference with the sign of the true one"
    verb = "show" if plan.claimed else "find"
    return (
        f"Averaged over true differences from {prior}, {plan.items(row.n)} {verb} {what} in "
        f"{percent(row.estimate)} of studies{monte_carlo(row)}."
    )


def goal_row(plan: Plan) -> Row | None:
    """Return how often the posterior will be sure of what is hoped for; None without one."""
    goal = plan.settings.get("goal")
    return plan.known("conclude", **goal) if isinstance(goal, dict) else None


def concluded(plan: Plan) -> str:
    """Return how often the posterior will be sure of what is hoped for."""
    row = goal_row(plan)
    if row is None:
        return ""
    level = percent(float(plan.settings["level"]))
    truth = plan.if_true()
    return (
        f"{plan.items(row.n)} make the posterior {level} sure that {_claim(plan)} in "
        f"{percent(row.estimate)} of studies{f', {truth}' if truth else ''}"
    )


def _claim(plan: Plan) -> str:
    margin = plan.settings.get("margin") or 0.0
    ahead, behind = ("A", "B") if plan.settings["goal"]["side"] == "less" else ("B", "A")
    if margin < 0:
        return f"{ahead} is less than {plan.size(-margin)} below {behind}"
    return f"{ahead} exceeds {behind}" + (f" by more than {plan.size(margin)}" if margin else "")


def conclusions(plan: Plan) -> tuple[Table, ...]:
    """Return what the posterior will say in which share of studies, with and without an effect."""
    body = []
    for quantity in RATES:
        for row in plan.result.select(quantity):
            if row.at.get("truth") == "no effect" or "n" in row.at:
                continue
            null = plan.row(quantity, **{**row.at, "truth": "no effect"})
            body.append(
                [
                    _label(plan, row),
                    value(row, plan.scale),
                    "" if null is None else value(null, plan.scale),
                    ends(row, plan.scale),
                ]
            )
    header = ["the posterior", "as assumed", "no difference", "Monte Carlo interval"]
    return table("What the posterior will say, as a share of studies", header, body)


def _label(plan: Plan, row: Row) -> str:
    words = [SIDES.get(str(row.at.get("side")), "")]
    words += ["beyond the margin"] if row.at.get("against") == "margin" else []
    words += [f"at least {row.at['threshold']}"] if "threshold" in row.at else []
    words += [str(row.at["end"])] if "end" in row.at else []
    aside = ", ".join(word for word in words if word)
    return f"{quantity_of(row).label}{f': {aside}' if aside else ''}"


def posterior_method(plan: Plan) -> str:
    """Return how the posterior to come was found; empty without one."""
    if "posterior" not in (plan.settings.get("assess") or []):
        return ""
    return (
        f"posterior under prior {plan.settings.get('prior')}, level "
        f"{given(plan.settings.get('level'))}, {plan.settings.get('replicates', 0):,} simulated "
        "studies"
    )
