"""The answer of every plan: its word, its sentences and tables, its method, and its checklist."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan

from claimwise.core import Row
from claimwise.report.answer import Answer, Tile
from claimwise.report.method import account_of, brief_method, one_line, route_of, short_name
from claimwise.report.numbers import compact, fixed, given_percent, percent
from claimwise.report.plan_rows import SOLVED, SURE, Plan, one_look
from claimwise.report.plan_tables import (
    conclusions,
    designs_table,
    ends_table,
    look_table,
    studies_table,
)
from claimwise.report.plan_words import said, unclear
from claimwise.report.quantities import ends, quantity_of, value

ASKED = {
    "mde": "What is the smallest difference that the study would find?",
    "sample_size": "How large must the study be?",
    "cost": "What does it take to find it?",
    "split": "How is the budget best spent?",
}
FOUND = {"power": "power", "mde": "detectable differences", "sample_size": "sizes"}
SIZED = ("power", "conclude", "alpha", "mde")  # quantities of a study as large as is asked about
SHORT = {"power": "Power", "mde": "Detects", "sample_size": "Needs"}  # where there is little room
POWERS = ("power", "expected_power")
ERRORS = ("type_m", "type_s")
ONCE = ("expected_power", "assurance", "mde")  # known for one look at the end alone
SHOWN = (*POWERS, "assurance", *ERRORS, "mde", "sample_size")
MOST = 8  # tiles; more of them are read better in a table
CASES = {"stopping": "with looks", "by": ""}  # others are named as they are
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
    assumed += [f"accuracy of A {percent(baseline, 1)}"] if isinstance(baseline, float) else []
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


def few(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the tiles of all parts of an answer, without errors if they are many; or none."""
    every = list(tiles)
    if len(every) > MOST:
        every = [one for one in every if one.row.quantity not in ERRORS]
    every.sort(key=lambda one: (not one.answers, SHOWN.index(one.row.quantity)))
    return tuple(every) if len(every) <= MOST else ()


def plan_tiles(plan: Plan) -> list[Tile]:
    """Return the row that decides, and what is known at its place; none of a curve.

    Variants stand in the text and the tables.
    """
    rows = [row for row in plan.result.select(*SHOWN) if not isnan(row.estimate)]
    answer = plan.answer
    if plan.axes:
        return []
    known = _around(rows, answer) if answer in rows else [r for r in rows if r.at == plan.at]
    if any(row.estimate > SURE for row in known if row.quantity in POWERS):
        known = [row for row in known if row.quantity not in ERRORS]
    looked = any("stopping" in row.at for row in known)
    return [_tile(row, plan, answers=row == answer, looked=looked) for row in known]


def _around(rows: Sequence[Row], answer: Row) -> list[Row]:
    """Return what is known at the place of an answer; with looks also what one look would have."""
    base = one_look(answer.at)
    looked = [row.at for row in rows if row.quantity == "power" and "stopping" in row.at]
    looks = [at for at in looked if one_look(at) == base]
    place = looks[0] if looks else answer.at
    # What was solved for may be of another size than the rows next to it.
    rows = [row for row in rows if row.quantity != "power" or row.n in (None, answer.n)]
    found = [row for row in rows if row.at == place]
    for by in ("exact", "simulated"):
        if not any(row.quantity in ERRORS for row in found):
            at = {**place, "by": by}
            found += [row for row in rows if row.quantity in ERRORS and row.at == at]
    return [*found, *(row for row in rows if looks and row.at == base and row.quantity in ONCE)]


def _tile(row: Row, plan: Plan, *, answers: bool, looked: bool) -> Tile:
    scale = plan.scale
    units = {"mde": scale.unit, "sample_size": plan.unit, "type_m": "times"}
    aside = ["one look at the end"] if looked and "stopping" not in row.at else []
    if plan.settings.get("uncertain") and row.quantity != "expected_power":
        aside.append("pilot at its word")
    case = f"{'worst' if plan.solve == 'power' else 'middle'} case"
    where = [CASES.get(key, case if key == "end" else str(x)) for key, x in row.at.items()]
    title, shown = quantity_of(row).label, value(row, scale)
    plain = not aside and row.at.keys() <= {"stopping", "end"}
    short = SHORT.get(row.quantity, "") if plain else ""
    if row.quantity in POWERS:
        shown = compact(plan.chance(row))
    if row.quantity == "mde" and not isnan(plan.truth):
        shown = scale.bare(row.estimate, plan.places_of(row.estimate))
    if row.quantity == "mde" and plan.claimed:
        title, short = f"B - A for {plan.power}", short and "B - A"
        shown = f"{'≤' if plan.lower else '≥'} {shown}"
    of = ", ".join(filter(None, (*where, *aside)))
    return Tile(
        f"{title} ({of})" if of else title,
        shown,
        row,
        unit=units.get(row.quantity, ""),
        range=ends(row, scale),
        short=short,
        target=plan.settings.get("target"),
        answers=answers,
    )
