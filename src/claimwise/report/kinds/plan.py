"""What could a study show? Power, size or detectable difference, with looks and beliefs."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

from claimwise.core import Result, Row
from claimwise.report.account import Account
from claimwise.report.answer import Answer, Checks, Table, table
from claimwise.report.method import (
    brief_method,
    metrics_used,
    posterior_used,
    power_found,
    tests_used,
)
from claimwise.report.numbers import percent, rate
from claimwise.report.plan_beliefs import (
    assured,
    concluded,
    conclusions,
    expected,
    goal_row,
    open_pilot,
    posterior_method,
)
from claimwise.report.plan_curves import curve_headline, pivot
from claimwise.report.plan_looks import look_lines, look_table, looked, looks_method
from claimwise.report.planned import Plan
from claimwise.report.quantities import ends, value
from claimwise.report.simulated import checks_of, found_in, studies_words, too_large, word_of

ROUTES = {
    "exact": "by enumeration",
    "normal": "by the normal approximation",
    "textbook": "by the textbook formula",
}


def present(result: Result) -> Answer:
    """Return what was asked for: whether the size suffices, or the size or effect solved for."""
    plan = Plan(result)
    curve = bool(result.provenance.get("axes"))
    word, tone = word_of(result)
    headline, lines = (curve_headline(plan), []) if curve else _said(plan)
    return Answer(
        title="What the studies could show" if curve else "What the study could show",
        question=_question(plan),
        word=word,
        tone=tone,
        headline=headline,
        lines=tuple(line for line in lines if line),
        tables=pivot(plan) if curve else (*_cases(plan), *look_table(plan), *conclusions(plan)),
        brief=_brief(plan),
        account=_account(plan),
        checks=_checks(plan, headline),
        scale=plan.scale,
    )


def _question(plan: Plan) -> str:
    asked = {
        "mde": "What is the smallest difference that the study would find?",
        "n": f"How many {plan.unit} are needed?",
    }
    usual = "Would the study support the claim?" if plan.claimed else "Would the study find it?"
    return asked.get(str(plan.settings.get("solve")), usual)


def _said(plan: Plan) -> tuple[str, list[str]]:
    """Return the headline and the lines below it."""
    solve = plan.settings.get("solve")
    if solve in ("mde", "n"):
        return _solved(plan, str(solve)), [*_errors(plan), assured(plan)]
    if looked(plan):
        return _power(plan, looked(plan)), look_lines(plan)
    if plan.known("expected_power"):
        return expected(plan), [open_pilot(plan), *_needs(plan)]
    rows = [row for end in plan.ends or [""] if (row := plan.known("power", **_end(end)))]
    if rows:
        below = " ".join([*_errors(plan), *_needs(plan)])
        sure = f"{concluded(plan)}." if goal_row(plan) else ""
        return _power(plan, rows[len(rows) // 2]), [below, sure, assured(plan)]
    if goal_row(plan):
        return concluded(plan), [assured(plan), *_needs(plan, "posterior")]
    if plan.known("support"):
        return _untrue(plan), _needs(plan)
    if assured(plan):
        return assured(plan).rstrip("."), _needs(plan)
    null = plan.known("alpha")
    if null is not None:
        what = f"{plan.items(null.n)} find a difference between equal systems"
        return f"{what} in {rate(null.estimate)} of studies", _needs(plan)
    return "No power is defined for what was assumed", _needs(plan)


def _end(end: str) -> dict[str, str]:
    return {"end": end} if end else {}


def _power(plan: Plan, row: Row | None) -> str:
    """Return how often the difference is found, or the claim supported."""
    if row is None or isnan(row.estimate):
        return "No power is defined: there is no true difference to be found"
    looks = plan.settings.get("looks")
    items = plan.items(row.n)
    if isinstance(looks, list):
        items += f" with {len(looks)} look{'s' * (len(looks) != 1)}"
    elif plan.settings.get("spending") == "anytime":
        items += ", looked at after each,"
    if plan.claimed:
        shown = f"show that {plan.claim()} in {percent(row.estimate)} of studies"
        return f"{items} {shown}, {plan.if_true()}"
    found = f"{items} {found_in(plan.gain(), row, plan.target)}"
    if row.estimate < plan.target:
        return found
    size = plan.known("sample_size", **_place(row))
    would = size is not None and size.n is not None and size.n < (row.n or 0)
    return f"{found}; {size.n:,} would do" if would and size is not None else found


def _place(row: Row) -> dict[str, str]:
    return {key: str(row.at[key]) for key in ("end", "stopping") if key in row.at}


def _untrue(plan: Plan) -> str:
    row = plan.row("support")
    share = percent(row.estimate) if row is not None else ""
    return (
        f"{plan.items(row.n if row else None)} support that {plan.claim()} in {share} of studies, "
        f"though it is not true {plan.if_true()}"
    )


def _solved(plan: Plan, solve: str) -> str:
    quantity = {"mde": "mde", "n": "sample_size"}[solve]
    rows = [row for end in plan.ends or [""] if (row := plan.row(quantity, **_end(end)))]
    with_looks = plan.known(quantity, stopping="sequential")
    row = with_looks or (rows[len(rows) // 2] if rows else None)
    power = f"with power {percent(plan.target)}"
    what = f"show that {plan.claim()}" if plan.claimed else f"find {plan.gain()}"
    condition = f", {plan.if_true()}" if plan.claimed else plan.agreement()
    if row is None or isnan(row.estimate):
        if solve == "n":
            return (
                f"No number of {plan.unit} that could be searched would {what} {power}{condition}"
            )
        return f"{plan.items(row.n if row else None)} find no possible difference {power}"
    if solve == "n":
        return f"{plan.items(row.n)} {what} {power}{_between(rows, plan)}{condition}"
    size = plan.scale.size(row.estimate) if plan.claimed else plan.scale.size(abs(row.estimate))
    if plan.claimed:
        side = "at most" if plan.settings.get("better") == "lower" else "at least"
        return (
            f"{plan.items(row.n)} show that {plan.claim()} {power}, if the true difference is "
            f"{side} {size}"
        )
    more = f"{plan.items(row.n)} find differences of {size} or more {power}"
    return f"{more}{_between(rows, plan)}{plan.agreement()}"


def _between(rows: list[Row], plan: Plan) -> str:
    """Return the range over cases where agreement is not known, or of a simulation."""
    if len(rows) > 1:
        known = [row for row in rows if not isnan(row.estimate)]
        low, high = (value(row, plan.scale) for row in (known[0], known[-1]))
        return f" ({low} to {high}, by how far the systems agree)"
    if rows and not isnan(rows[0].low):
        row = rows[0]
        if row.estimate < 0:  # the size is told without its sign
            row = replace(row, estimate=-row.estimate, low=-row.high, high=-row.low)
        return f" (the simulation leaves open {ends(row, plan.scale)})"
    return ""


def _errors(plan: Plan) -> list[str]:
    """Return how far findings exaggerate, where that matters."""
    end = plan.ends[len(plan.ends) // 2] if plan.ends else ""
    by = {"by": "exact"} if plan.known("power", by="exact") and not plan.known("type_m") else {}
    shown = too_large(plan, **_end(end)) or too_large(plan, **by)
    return [shown] if shown else []


def _needs(plan: Plan, *stopping: str) -> list[str]:
    """Return how many items are needed, and what these would show."""
    if plan.settings.get("solve"):
        return []
    end = plan.ends[len(plan.ends) // 2] if plan.ends else ""
    at = {"by": stopping[0]} if stopping else _end(end)
    power, size = plan.known("power", **_end(end)), plan.row("sample_size", **at)
    mde, parts = plan.row("mde", **_end(end)), []
    enough = power is not None and power.estimate >= plan.target
    if size is not None and not enough:
        if isnan(size.estimate):
            parts.append(f"No number of {plan.unit} that could be searched would do")
        else:
            parts.append(f"You need {plan.items(size.n)}")
    if mde is not None and not isnan(mde.estimate):
        shown = plan.scale.size(mde.estimate if plan.claimed else abs(mde.estimate))
        word = "suffice from a true difference of" if plan.claimed else "can show"
        on = " on" if plan.claimed else ""
        parts.append(f"{mde.n:,} {word} {shown}{on}")
    elif mde is not None:
        parts.append(f"{mde.n:,} can show no possible difference")
    return [f"{'; '.join(parts)}."] if parts else []


def _cases(plan: Plan) -> tuple[Table, ...]:
    """Return a line for each case where agreement is not known, and for exact values."""
    if plan.ends:
        places: list[dict[str, str]] = [{"end": end} for end in plan.ends]
    elif plan.row("power", by="exact"):
        places = [{}, {"by": "exact"}]
    else:
        return ()
    columns = {
        "mde": "detectable",
        "sample_size": "size needed",
        "power": "power",
        "type_m": "exaggeration",
        "type_s": "wrong sign",
        "alpha": "false findings",
    }
    names = {"low": "low", "mid": "middle", "high": "high"}
    body = []
    for at in places:
        name = names.get(at.get("end", ""), "exact" if at else str(_formula(plan)))
        cells = [plan.row(quantity, **at) for quantity in columns]
        body.append([name, *("" if row is None else value(row, plan.scale) for row in cells)])
    title = "By how far the systems agree" if plan.ends else "By formula and by enumeration"
    return table(title, ["", *columns.values()], body)


def _formula(plan: Plan) -> str:
    return "formula" if plan.settings.get("formula") else "plan"


def _brief(plan: Plan) -> str:
    settings = plan.settings
    parts = brief_method({**settings, "prior": None})
    if plan.claimed and "one-sided" not in parts and settings.get("test", settings.get("interval")):
        parts.insert(len(parts) - 1, "one-sided")
    by = settings.get("by")
    if settings.get("outcome") == "numeric" and by == "exact":
        parts.append("exact for normal scores")
    elif by in ROUTES:
        parts.append(ROUTES[str(by)])
    elif settings.get("replicates") and not posterior_method(plan):
        row = plan.known("power")
        parts.append(studies_words(settings["replicates"], [row] if row else []))
    parts += [text for text in (looks_method(plan), posterior_method(plan)) if text]
    first = ", ".join(part for part in parts if part)
    given = settings.get("agreement")
    assumed = [f"agreement {percent(given)}"] if isinstance(given, float) else []
    assumed += (
        [f"accuracy of A {rate(base)}"]
        if isinstance(base := settings.get("baseline"), float)
        else []
    )
    return " · ".join(part for part in (first[:1].upper() + first[1:], ", ".join(assumed)) if part)


def _account(plan: Plan) -> Account:
    account = Account()
    quantities = {row.quantity for row in plan.result.rows}
    tests_used(account, plan.settings)
    posterior_used(account, plan.settings)
    metrics_used(account, plan.settings)
    if quantities & {"power", "mde", "sample_size"}:
        power_found(account, plan.settings, quantities)
    if looks_method(plan):
        account.say(f"All this is of one look at the end; {looks_method(plan)}.")
    return account


def _checks(plan: Plan, headline: str) -> Checks:
    settings = plan.settings
    ways = set(settings.get("assess") or [])
    by_interval = "interval" in settings and "test" not in settings
    sizes = sorted({row.n for row in plan.result.select("power", "mde", "conclude") if row.n})
    spread = " to ".join(f"{n:,}" for n in dict.fromkeys((sizes[0], sizes[-1]))) if sizes else ""
    most = "At most " if looked(plan) else ""
    margin = settings.get("margin") or 0.0
    return checks_of(
        plan,
        headline,
        ways=frozenset(ways or {"interval" if by_interval else "test"}),
        evaluated=f"{most}{spread} {plan.unit}." if spread else "",
        practical=plan.size(abs(margin)) if isinstance(margin, float) and margin else "",
    )
