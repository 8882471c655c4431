"""The sentences of every plan: what a study finds, what it takes, and how far findings err."""

from __future__ import annotations

from math import isnan

from claimwise.core import POWERS, At, Row
from claimwise.report.numbers import (
    chance,
    compact,
    given_percent,
    often,
    percent,
    percents,
    times,
)
from claimwise.report.plan_rows import SOLVED, Plan
from claimwise.report.quantities import ends, negative, value

UNDEFINED = "No power is defined for what was assumed"
SURE = 0.95  # a power above which what is found is hardly too large
AGREE = "by how far the systems agree"
CHECKED = {"simulated": "With the test itself at every look", "exact": "By enumeration"}


def said(plan: Plan) -> tuple[str, list[str]]:
    """Return the answer to what was asked in a sentence, and what else is to be known of it."""
    row = plan.answer
    if headline := solved(plan, row) if plan.solve in SOLVED else found(plan, row):
        below = [*too_large(plan, row), *needs(plan, row)]
        return headline, [" ".join(below), checked(plan, row), unclear(plan, row), assured(plan)]
    return assured(plan) or without(plan) or UNDEFINED, [*needs(plan, row)]


def found(plan: Plan, row: Row) -> str:
    """Return how often a study finds what there is, or misses it where that is too often.

    Empty where no power at a difference decides.
    """
    if row.quantity != "power" or isnan(row.estimate):
        return ""
    power, agree = _cases(plan, row)
    if row.estimate < plan.target and not plan.claimed:
        worst = " in the worst case" if agree else ""
        missed = f"{plan.gain()}{plan.on} {often(1 - row.estimate)}{worst}"
        return plan.does(row, f"miss {missed} (power {power}{plan.by}{agree})")
    given = plan.if_true() if plan.claimed else ""
    needed = plan.known("sample_size", **row.at)
    if needed and needed.n and row.estimate >= plan.target and needed.n < (row.n or 0):
        given += f"; {needed.n:,} would do" if not (plan.claimed or agree) else ""
    return plan.does(row, f"{' '.join(aim(plan))} in {power} of studies{agree}{given}")


def _cases(plan: Plan, row: Row) -> tuple[str, str]:
    """Return the power, of several cases that in the worst and in the best, and what they are."""
    if "end" not in row.at:
        return plan.chance(row), ""
    known = [one for end in plan.ends if (one := plan.known(row.quantity, end=end))]
    best = max(known, key=lambda one: one.estimate)
    return f"{plan.chance(row)} to {compact(plan.chance(best))}", f", {AGREE}"


def solved(plan: Plan, row: Row) -> str:
    """Return how large a study, or an effect, must be; or that none is large enough."""
    verb, what = aim(plan)
    if not isnan(row.estimate):
        given = f"{between(plan, row)}{plan.condition()}"
        return plan.does(row, f"{verb} {what} with {plan.power}{given}")
    if plan.solve == "mde":
        return plan.does(row, f"find no possible difference with {plan.power}")
    none = "study" if plan.solve == "budget" else f"number of {moved(plan)}"
    return f"No {none} that was tried {verb}s {what} with {plan.power}{plan.condition()}"


def share(plan: Plan, row: Row | None, does: str, given: str = "") -> str:
    """Return in which share of studies something happens; empty where that is not defined."""
    if row is None or isnan(row.estimate):
        return ""
    judged = row.quantity in POWERS
    shown = plan.chance(row) if judged else chance(row)
    return plan.does(row, f"{does} in {shown} of studies{given}")


def assured(plan: Plan) -> str:
    """Return the power averaged over a prior of the effect; empty without one."""
    row = plan.known("assurance") or plan.known("assurance", by="posterior")
    does = (
        f"show that {plan.claim()}"
        if plan.claimed
        else f"find which system is better{plan.on}{plan.by}"
    )
    return share(plan, row, does, f", averaged over {plan.prior}")


def without(plan: Plan, **at: str | float) -> str:
    """Return how often something is found where there is nothing to find."""
    row = plan.known("alpha", **at)
    if row is None:
        return ""
    alike = plan.settings.get("null") == "alike"
    equal = "systems that answer alike" if alike else "equal systems"
    claim = "show the claim where it is just not true"
    does = claim if plan.claimed else f"find a difference between {equal}{plan.on}{plan.by}"
    promised = f", where {given_percent(plan.settings['alpha'])} are promised"
    return share(plan, row, does, promised)


def aim(plan: Plan) -> tuple[str, str]:
    """Return what a study is to do: "find", "a 2-point gain"; "show", "that B is better than A"."""
    what = f"that {plan.claim()}" if plan.claimed else plan.gain()
    return "show" if plan.claimed else "find", f"{what}{plan.on}{plan.by}"


def moved(plan: Plan) -> str:
    """Return what there is more or less of when a size is solved for."""
    return {"n": plan.unit, "responses": "answers"}.get(plan.solve, plan.solve)


def between(plan: Plan, row: Row) -> str:
    """Return the range over cases where agreement is not known, or of a simulation."""
    cases = [one for end in plan.ends if (one := plan.known(row.quantity, end=end))]
    if cases:
        cases.sort(key=lambda one: one.estimate)
        low, high = (value(one, plan.scale) for one in (cases[0], cases[-1]))
        return f" ({low} to {high}, {AGREE})"
    if row.estimate < 0 and not plan.claimed:  # a difference is said without its sign
        row = negative(row)
    shown = ends(row, plan.scale)
    if not shown or plan.solve not in SOLVED or row.low == row.high:
        return ""
    unit = {"mde": plan.scale.unit, "sample_size": moved(plan)}.get(row.quantity, "")
    return f" (the simulation leaves open {f'{shown} {unit}'.rstrip()})"


def too_large(plan: Plan, row: Row) -> list[str]:
    """Return how wrong findings would be at the place of a row; nothing where power is high."""
    for by in ({}, {"by": "exact"}, {"by": "simulated"}):
        at = {**row.at, **by}
        power, size, sign = (plan.known(name, **at) for name in ("power", "type_m", "type_s"))
        if power is None or size is None:
            continue
        if power.estimate > SURE or times(size.estimate) == "1.0":  # no more than the rounding
            return []
        shown = f"What is found would look {times(size.estimate)} times too large"
        if sign is not None and sign.estimate >= 0.01:
            shown += f", and {percent(sign.estimate)} of it would have the wrong sign"
        return [f"{shown}."]
    return []


def needs(plan: Plan, row: Row, **at: str | float) -> list[str]:
    """Return how large a study must be, and what this one can show; nothing if that is solved.

    At the place of the row that decides, or at another. A size for a pilot taken at its word is
    called so, and left out where the pilot at its word promises enough.
    """
    if plan.solve != "power":
        return []
    at = at or dict(row.at)
    power, size, mde = (plan.row(name, **at) for name in ("power", "sample_size", "mde"))
    parts = []
    if size is not None and (power is None or not power.estimate >= plan.target):
        none = f"no number of {plan.unit} that was tried would do"
        parts.append(none if isnan(size.estimate) else f"you need {plan.items(size.n)}")
    if mde is not None and isnan(mde.estimate):
        parts.append(f"{mde.n:,} can show no possible difference")
    elif mde is not None and plan.claimed:
        suffice = "suffices" if mde.n == 1 else "suffice"
        from_on = plan.detectable(mde.estimate)
        parts.append(f"{mde.n:,} {suffice} from a true difference of {from_on} on")
    elif mde is not None:
        can = plan.changes(mde.estimate) if plan.sided else plan.detectable(abs(mde.estimate))
        parts.append(f"{mde.n:,} can show {can}")
    start = "At the pilot's word " if plan.settings.get("uncertain") else ""
    start = "In the worst case " if "end" in at else start
    listed = f"{start}{'; '.join(parts)}."
    return [f"{listed[0].upper()}{listed[1:]}"] if parts else []


def checked(plan: Plan, row: Row) -> str:
    """Return what the power is by the test itself, if that lies on the other side of the target."""
    for by, start in CHECKED.items():
        check = plan.known(row.quantity, **{**row.at, "by": by})
        if check and (check.estimate >= plan.target) != (row.estimate >= plan.target):
            near = "" if isnan(check.low) else f" ({percents(check.low, check.high)})"
            return f"{start} the power is {plan.chance(check)}{near}."
    return ""


def unclear(plan: Plan, row: Row) -> str:
    """Return that a simulation leaves open on which side of the target a power is, if it does."""
    if row.quantity != "power" or not row.low < plan.target <= row.high:
        return ""
    what = f"the power{plan.on}" if plan.on else "this"
    return (
        f"The simulation cannot tell {what} from the {given_percent(plan.target)} wanted: the "
        f"power may be {percents(row.low, row.high)}."
    )


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


def width_to_come(plan: Plan) -> str:
    """Return how wide the interval of the posterior will be; empty without one."""
    row = plan.known("interval_width")
    if row is None:
        return ""
    return f"The interval of the difference will be {plan.scale.size(row.estimate)} wide on average"
