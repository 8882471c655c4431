"""Plans over beliefs: what a pilot leaves open, and a posterior to come."""

from __future__ import annotations

from claimwise.core import Row
from claimwise.report.answer import Table, table
from claimwise.report.numbers import given, given_percent, percent, percents
from claimwise.report.plan_words import share
from claimwise.report.planned import Plan
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
)


def averaged(plan: Plan) -> str:
    """Return the power over what a pilot leaves open; empty where that was not asked for."""
    pilot = ", averaged over what the pilot leaves open"
    pilot += ", with one look at the end" if plan.looked else ""
    return share(plan, plan.known("expected_power"), "find the difference", pilot)


def open_pilot(plan: Plan) -> str:
    """Return what taking the pilot at its word would promise, and how far power may lie off."""
    power, spread = plan.known("power"), plan.row("power_interval")
    sure = plan.known("probability_powered")
    if power is None or spread is None or sure is None:
        return ""
    return (
        f"Taken at its word, the pilot promises {plan.chance(power)}; with probability "
        f"{given_percent(spread.level or 0.0)} the power lies in "
        f"{percents(spread.low, spread.high)}; it reaches {given_percent(plan.target)} with "
        f"probability {percent(sure.estimate)}."
    )


def looked_at(plan: Plan) -> str:
    """Return the power with looks next to an average of one look; empty without looks."""
    word = ", if the pilot is taken at its word; the average with looks is not known"
    return share(plan, plan.looked, "find it", word)


def concluded(plan: Plan) -> str:
    """Return how often the posterior will be sure of what is hoped for; empty without one."""
    goal = plan.settings.get("goal")
    if not isinstance(goal, dict):
        return ""
    margin = plan.settings.get("margin") or 0.0
    ahead, behind = ("A", "B") if goal["side"] == "less" else ("B", "A")
    claim = f"{ahead} exceeds {behind}" + (f" by more than {plan.size(margin)}" if margin else "")
    if margin < 0:
        claim = f"{ahead} is less than {plan.size(-margin)} below {behind}"
    sure = f"make the posterior {given_percent(float(plan.settings['level']))} sure that {claim}"
    return share(plan, plan.known("conclude", **goal), sure, plan.if_true())


def conclusions(plan: Plan) -> tuple[Table, ...]:
    """Return what the posterior will say in which share of studies, with and without an effect."""
    body = []
    for quantity in RATES:
        for row in plan.result.select(quantity):
            null = plan.row(quantity, **{**row.at, "truth": "no effect"})
            if row is not null:
                shown = value(row, plan.scale), "" if null is None else value(null, plan.scale)
                body.append([_label(plan, row), *shown, ends(row, plan.scale)])
    header = ["the posterior", "as assumed", "no difference", "Monte Carlo interval"]
    return table("What the posterior will say, as a share of studies", header, body)


def width_to_come(plan: Plan) -> str:
    """Return how wide the interval of the posterior will be; empty without one."""
    row = plan.known("interval_width")
    if row is None:
        return ""
    return f"The interval of the difference will be {plan.scale.size(row.estimate)} wide on average"


def _label(plan: Plan, row: Row) -> str:
    starts = {"against": "beyond the ", "threshold": "at least "}
    words = [f"{starts.get(key, '')}{plan.value(key, x)}" for key, x in row.at.items()]
    return ": ".join([quantity_of(row).label, *([", ".join(words)] if words else [])])


def posterior_method(plan: Plan) -> str:
    """Return how the posterior to come was found; empty without one."""
    if "posterior" not in (plan.settings.get("assess") or []):
        return ""
    return (
        f"posterior under prior {plan.settings.get('prior')}, level "
        f"{given(plan.settings.get('level'))}, {plan.settings.get('replicates', 0):,} simulated "
        "studies"
    )
