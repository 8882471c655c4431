"""The sentences of every plan: what a study finds, what it takes, and how far findings err."""

from __future__ import annotations

from math import isnan, nan

from claimwise.core import POWERS, At, Row
from claimwise.report.numbers import (
    chance,
    fixed,
    given_percent,
    often,
    percent,
    percents,
)
from claimwise.report.plan_rows import SOLVED, SURE, Plan
from claimwise.report.plan_tables import heading_of
from claimwise.report.quantities import ends, negative

UNDEFINED = "No power is defined for what was assumed"
SENTENCES = {  # in which share of studies what happens; of a plan and of the row
    "power": "{study} {aim} in {share} of studies{case}{plan.given}",
    "expected_power": "{study} {seeks} in {share} of studies, averaged over what the pilot leaves "
    "open",
    "conclude": "{study} {plan.hope} in {share} of studies{plan.if_true}",
    "assurance": "{study} {seeks} in {share} of studies, averaged over {plan.prior}",
    "support": "{study} support that {plan.claim} in {share} of studies, though it is not "
    "true{plan.if_true}",
    "alpha": "{study} {plan.errs} in {share} of studies, where {alpha} are promised",
}
MISSED = "{study} miss {plan.gain}{plan.on} {missed}{case} (power {share}){plan.given}"
OTHERWISE = ("conclude", "assurance", "support", "alpha")  # where there is no power
CHECKED = {"simulated": "With the test itself at every look", "exact": "By enumeration"}


def said(plan: Plan) -> tuple[str, list[str]]:
    """Return the answer to what was asked in a sentence, and what else is to be known of it."""
    if plan.axes:
        return curve_headline(plan), []
    row = plan.answer
    if plan.solve in SOLVED:
        return solved(plan, row), [too_large(plan, row), *_averages(plan, row)]
    if isnan(row.estimate):
        known = (row for quantity in OTHERWISE for row in plan.best(quantity))
        row = next((one for one in known if not isnan(one.estimate)), row)
    below = [
        checked(plan, row),
        unclear(plan, row),
        *_averages(plan, row),
        open_pilot(plan),
        stops(plan),
        " ".join(filter(None, (too_large(plan, row), needs(plan, row)))),
        loud(plan, row),
    ]
    return share(plan, row), below


def share(plan: Plan, row: Row) -> str:
    """Return in which share of studies what happens, or is missed where that is too often."""
    if isnan(row.estimate):
        return UNDEFINED
    settings, form, enough = plan.settings, SENTENCES[row.quantity], ""
    if row.quantity == "power" and not plan.claimed:
        size = plan.known("sample_size", **row.at)
        if row.estimate < plan.target:
            form = MISSED
        elif size and size.estimate < (row.n or 0) and not settings.get("uncertain"):
            enough = f"; {size.n:,} would do"
    sentence = form.format(
        plan=plan,
        study=plan.study(row),
        share=plan.chance(row) if row.quantity in POWERS else chance(row),
        missed=often(1 - row.estimate),
        case=plan.case(row),
        aim=plan.aim(row),
        seeks=plan.aim(row, "which system is better"),
        alpha=given_percent(settings.get("alpha") or 0.0),
    )
    return f"{sentence[:1].upper()}{sentence[1:]}{enough}"


def _averages(plan: Plan, row: Row) -> list[str]:
    """Return the sentences of what else is a power: at a pilot's word, averaged, of a posterior."""
    asked = [] if plan.solve in SOLVED or row.quantity == "power" else plan.best("power")
    goal = plan.settings.get("goal")
    hoped = plan.known("conclude", **goal) if isinstance(goal, dict) else None
    others = [*asked, *plan.best("expected_power"), hoped, *plan.best("assurance")]
    wide = plan.known("interval_width")
    width = wide and f"The interval of the difference will be {plan.scale.size(wide.estimate)} wide"
    known = [one for one in others if one and not isnan(one.estimate) and one != row]
    return [*(share(plan, one) for one in known), f"{width} on average" if width else ""]


def solved(plan: Plan, row: Row) -> str:
    """Return how large a study, or an effect, must be; or that none is large enough."""
    if not isnan(row.estimate):
        given = f"{_left_open(plan, row)}{plan.given}"
        return f"{plan.study(row)} {plan.aim(row)} with {plan.power}{plan.case(row)}{given}"
    if plan.solve == "mde":
        return f"{plan.study(row)} find no possible difference with {plan.power}"
    return f"No size that was tried is enough to {plan.aim(row)} with {plan.power}{plan.given}"


def _left_open(plan: Plan, row: Row) -> str:
    """Return between which values a simulation leaves open what was solved for."""
    if row.estimate < 0 and not plan.claimed:  # a difference is said without its sign
        row = negative(row)
    shown = ends(row, plan.scale)
    if not shown or row.low == row.high:
        return ""
    moved = {"n": plan.unit, "mde": plan.scale.unit, "responses": "answers"}
    unit = moved.get(plan.solve, plan.solve)
    return f" (the simulation leaves open {f'{shown} {unit}'.rstrip()})"


def curve_headline(plan: Plan) -> str:
    """Return the least and the greatest of what the curve is about, with where they are."""
    rows = sorted(plan.answers, key=lambda row: row.estimate)
    rows = [row for row in rows if not isnan(row.estimate)]
    if not rows:
        return "No value of the curve is defined"
    first, last, judged = rows[0], rows[-1], plan.solve not in SOLVED
    same = len({row.n for row in rows}) == 1
    size = plan.study(first) if same else plan.looks if "stopping" in first.at else ""
    quantity = first.quantity if len({row.quantity for row in rows}) == 1 else "power"
    what = heading_of(plan, quantity, {})
    what += f" to {plan.aim(first)}" if quantity == "power" and judged else plan.on
    what += "" if judged else f" for {plan.power}"
    start = f"with {size} {what}" if size else what
    low, high = (f"{plan.cell(row)} ({plan.where(row)})" for row in (first, last))
    enough = sum(row.estimate >= plan.target for row in rows)
    given = plan.case(first) + (plan.given if first.quantity == "power" else "")
    reached = f"; {enough} of {len(rows)} reach {given_percent(plan.target)}" if judged else ""
    return f"{start[0].upper()}{start[1:]} runs from {low} to {high}{given}{reached}"


def too_large(plan: Plan, row: Row) -> str:
    """Return how wrong findings would be at the place of a row; nothing where power is high."""
    if row.quantity == "expected_power":
        return ""
    for by in ({}, {"by": "exact"}, {"by": "simulated"}):
        at = {**row.at, **by}
        power, size, sign = (plan.known(name, **at) for name in ("power", "type_m", "type_s"))
        if power is None or size is None:
            continue
        if power.estimate > SURE or fixed(size.estimate, 1) == "1.0":  # no more than the rounding
            return ""
        shown = f"What is found would look {fixed(size.estimate, 1)} times too large"
        if sign is not None and sign.estimate >= 0.01:
            shown += f", and {percent(sign.estimate)} of it would have the wrong sign"
        return f"{shown}."
    return ""


def needs(plan: Plan, row: Row) -> str:
    """Return how large a study must be, and what this one can show: at the place that decides.

    What is known of a pilot taken at its word is called so.
    """
    at = (plan.looked or row).at
    power, size = (plan.row(name, **at) for name in ("power", "sample_size"))
    parts = []
    if size is not None and (power is None or not power.estimate >= plan.target):
        none = f"no number of {plan.unit} that was tried would do"
        parts.append(none if isnan(size.estimate) else f"you need {size.n:,} {plan.unit}")
    if shown := detects(plan, at):
        parts.append(shown)
    start = "At the pilot's word " if plan.settings.get("uncertain") else ""
    listed = f"{start}{'; '.join(parts)}."
    return f"{listed[0].upper()}{listed[1:]}" if parts else ""


def detects(plan: Plan, at: At) -> str:
    """Return which difference a study can show, or needs for its claim; empty if not known."""
    mde = plan.row("mde", **at)
    if mde is None:
        return ""
    if isnan(mde.estimate):
        return f"{mde.n:,} can show no possible difference"
    if plan.claimed:
        return f"{mde.n:,} suffice from a true difference of {plan.detectable(mde.estimate)} on"
    way = "" if mde.estimate * plan.truth > 0 else f"a {plan.change(mde.estimate)} of "
    return f"{mde.n:,} can show {way}{plan.detectable(abs(mde.estimate))}"


def checked(plan: Plan, row: Row) -> str:
    """Return what the power is by the test itself, if that lies on the other side of the target."""
    for by, start in CHECKED.items():
        check = plan.known(row.quantity, **{**row.at, "by": by})
        if check and (check.estimate >= plan.target) != (row.estimate >= plan.target):
            near = "" if isnan(check.low) else f" ({percents(check.low, check.high)})"
            return f"{start} the power is {plan.chance(check)}{near}"
    return ""


def unclear(plan: Plan, row: Row) -> str:
    """Return that a simulation leaves open on which side of the target a power is, if it does."""
    if row.quantity != "power" or not row.low < plan.target <= row.high:
        return ""
    return (
        f"The simulation cannot tell the power{plan.on} from the {given_percent(plan.target)} "
        f"wanted: it may be {percents(row.low, row.high)}"
    )


def loud(plan: Plan, row: Row) -> str:
    """Return that too much is found where there is nothing to find, if simulation shows that."""
    for by in ({}, {"by": "simulated"}):
        errors = plan.known("alpha", **{**row.at, **by})
        if errors and errors != row and errors.low > plan.settings["alpha"]:
            return share(plan, errors)
    return ""


def stops(plan: Plan) -> str:
    """Return after how many items a study with looks ends on average."""
    rows = plan.result.select("expected_n")
    known = {r.at["truth"]: r.estimate for r in rows if not r.at.keys() & {"by", "analysis"}}
    effect, null = known.get("effect", nan), known.get("no effect", nan)
    if isnan(effect + null):
        return ""
    untrue = "the claim is just not true" if plan.claimed else "there is no difference"
    return (
        f"On average the study ends after {effect:,.0f} {plan.unit} if the difference is "
        f"as assumed, after {null:,.0f} if {untrue}"
    )


def open_pilot(plan: Plan) -> str:
    """Return how far power may lie off what taking the pilot at its word promises."""
    spread, sure = plan.row("power_interval"), plan.known("probability_powered")
    if spread is None or sure is None:
        return ""
    return (
        f"With probability {given_percent(spread.level or 0.0)} the power lies in "
        f"{percents(spread.low, spread.high)}; it reaches {given_percent(plan.target)} with "
        f"probability {percent(sure.estimate)}"
    )
