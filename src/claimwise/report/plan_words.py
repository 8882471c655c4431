"""The sentences of every plan: what a study finds, what it takes, and how far findings err."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan
from typing import Any

from claimwise.core import POWERS, Row
from claimwise.report.account import Account
from claimwise.report.answer import BAD, GOOD, Answer, Checks, Table
from claimwise.report.numbers import (
    chance,
    compact,
    decimal,
    fixed,
    given_percent,
    number,
    often,
    percent,
    percents,
    times,
)
from claimwise.report.planned import SOLVED, Plan
from claimwise.report.quantities import ends, value

WORDS = {"enough": ("ENOUGH", GOOD), "too small": ("TOO SMALL", BAD)}
UNDEFINED = "No power is defined for what was assumed"
SURE = 0.95  # a power above which what is found is hardly too large
AGREE = "by how far the systems agree"
CHECKED = {"simulated": "With the test itself at every look", "exact": "By enumeration"}
ASKED = {
    "mde": "What is the smallest difference that the study would find?",
    "budget": "What does it take to find it?",
    "split": "How is the budget best spent?",
}


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
    """Return what a study is to do: "find", "a 2-point gain"; "show", "that B beats A"."""
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
        row = replace(row, estimate=-row.estimate, low=-row.high, high=-row.low)
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


def studies_words(count: float, rows: Sequence[Row], of: str = "power", each: str = "") -> str:
    """Return how many studies were simulated, and how near the answer is: the farthest of it.

    >>> studies_words(1000, [Row(quantity="power", estimate=0.65, low=0.6195, high=0.6796)])
    '1,000 simulated studies, power to within 3 points'
    """
    reach = [100 * max(r.high - r.estimate, r.estimate - r.low) for r in rows if not isnan(r.low)]
    near = ""
    if reach:
        shown = fixed(max(reach), 0 if max(reach) >= 0.95 else 1)
        near = f", {of} to within {shown} point{'' if shown == '1' else 's'}"
    return f"{count:,.0f} simulated studies{each}{near}"


def brief_of(plan: Plan, procedure: str, world: str) -> str:
    """Return procedure, what is wanted, how much was simulated, and of what world: in a line."""
    powers, nulls = plan.result.select("power"), plan.result.select("alpha")
    ran = [row.estimate for row in plan.result.select("studies")]
    count = ran[0] if ran else plan.settings["replicates"]
    near = studies_words(count, powers or nulls, "power" if powers else "shares")
    wanted = f"alpha {decimal(plan.settings['alpha'])}, {plan.power} wanted"
    return f"{procedure[:1].upper()}{procedure[1:]}, {wanted} · {near} · {world}"


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
    word, tone = WORDS.get(plan.result.verdict or "", ("", ""))
    return Answer(
        title=title,
        question=_question(plan),
        word=word,
        tone=tone,
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


def _checks(plan: Plan, headline: str, **more: Any) -> Checks:
    """Return what a checklist asks of a plan."""
    wanted = "" if plan.solve in SOLVED else f" Power {given_percent(plan.target)} is wanted."
    known: dict[str, Any] = {
        "planned": True,
        "ways": frozenset(["test"]),
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
    place = {key: x for key, x in _words(plan.answer).items() if key != "stopping"}
    rows = [row for row in plan.result.select("mde") if "by" not in row.at]
    here = [row for row in rows if _words(row) == place]
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


def _words(row: Row) -> dict[str, str]:
    return {key: x for key, x in row.at.items() if isinstance(x, str)}
