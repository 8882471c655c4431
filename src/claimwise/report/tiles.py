"""The few numbers of a plan or of a comparison that are shown large, each with its unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isnan

from claimwise.core import Result, Row
from claimwise.report.comparison_rows import comparisons
from claimwise.report.numbers import compact
from claimwise.report.plan_rows import Plan, one_look
from claimwise.report.plan_words import SURE
from claimwise.report.quantities import ends, quantity_of, value
from claimwise.report.scale import Scale
from claimwise.report.tables import signed

SHORT = {"power": "Power", "mde": "Detects", "sample_size": "Needs"}  # where there is little room
POWERS = ("power", "expected_power")
ERRORS = ("type_m", "type_s")
ONCE = ("expected_power", "assurance", "mde")  # known for one look at the end alone
SHOWN = (*POWERS, "assurance", *ERRORS, "mde", "sample_size")
MOST = 8  # tiles; more of them are read better in a table


@dataclass(frozen=True, slots=True)
class Tile:
    """One number: what it is, its value with unit and interval, and the row it is from."""

    title: str
    value: str
    unit: str
    range: str
    short: str
    row: Row
    target: float | None = None  # the power that is wanted


def tiles_of(result: Result, scale: Scale) -> tuple[Tile, ...]:
    """Return the tiles of a plan, also of those within a study, or of one comparison.

    Those of a plan are of the row that decides and of what is known at its place; variants stand
    in the text and the tables.
    """
    rows = [row for row in result.select(*SHOWN) if not isnan(row.estimate)]
    powers = [row for row in rows if row.quantity in POWERS]
    if not powers and result.select("difference"):
        return _of_comparison(result)
    answers = _answers(result)
    whole = [row for row in rows if not row.at] if any(not row.at for row in powers) else rows
    shown = list(dict.fromkeys(row for one in answers for row in _around(rows, one))) or whole
    judged = [row.estimate for row in shown if row.quantity in POWERS]
    if len(shown) > MOST or (judged and min(judged) > SURE):
        shown = [row for row in shown if row.quantity not in ERRORS]
    shown.sort(key=lambda row: (row not in answers, SHOWN.index(row.quantity)))
    looked = any("stopping" in row.at for row in shown)
    few = shown if len(shown) <= MOST else []
    return tuple(_tile(row, _plan_of(row, result), scale, looked=looked) for row in few)


def _of_comparison(result: Result) -> tuple[Tile, ...]:
    """Return the difference of two systems on all data, and their scores; none of several."""
    if "b" not in result.settings or "claim" not in result.settings:
        return ()
    whole = [c for c in comparisons(result) if not c.at or c.at == {"over": "combined"}]
    if len(whole) != 1 or isnan(whole[0].difference.estimate):
        return ()
    c = whole[0]
    row, scale = c.shown()
    places = scale.decimals(row)
    found = [
        Tile(
            title=f"{c.b} minus {c.a}",
            value=signed(scale.bare(row.estimate, places)),
            unit=scale.unit,
            range=scale.ends(row, places) if row.level else "",
            short="",
            row=row,
        )
    ]
    for name, shown in reversed(list(zip((c.a, c.b), c.scored(), strict=True))):
        score = c.row("score", system=name)
        if score is not None:
            found.append(Tile(name, shown, "", ends(score, c.scale), "", score))
    return tuple(found)


def _answers(result: Result) -> list[Row]:
    """Return the rows that decide, or the one that answers what was solved for."""
    plan = Plan(result)
    if plan.solve == "power":
        return [row for row in result.deciding if row.quantity in SHOWN]
    return [] if isnan(plan.answer.estimate) else [plan.answer]


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
    once = [row for row in rows if row.at == base and row.quantity in ONCE] if looks else []
    return [*found, *once]


def _plan_of(row: Row, result: Result) -> Plan:
    """Return the plan of a row: that of its comparison, where it is in a study."""
    plan = result.provenance.get("plan") or result.provenance
    parts = plan.get("parts")
    own = parts.get(row.at.get("comparison", ""), {}) if parts else plan
    return Plan(replace(result, provenance=own))


def _tile(row: Row, plan: Plan, scale: Scale, *, looked: bool) -> Tile:
    units = {"mde": scale.unit, "sample_size": plan.unit, "type_m": "times"}
    aside = ["one look at the end"] if looked and "stopping" not in row.at else []
    if plan.settings.get("uncertain") and row.quantity != "expected_power":
        aside.append("pilot at its word")
    where = ", ".join([*_where(row, plan), *aside])
    title, shown = quantity_of(row).label, value(row, scale)
    plain = not aside and row.at.keys() <= {"stopping", "end"}
    short = SHORT.get(row.quantity, "") if plain else ""
    if row.quantity in POWERS:
        shown = compact(plan.chance(row))
    if row.quantity == "mde" and not isnan(plan.truth):
        shown = scale.bare(row.estimate, plan.places_of(row.estimate))
    if row.quantity == "mde" and plan.claimed:
        side = "≤" if plan.lower else "≥"
        title, short = f"B - A for {plan.power}", short and "B - A"
        shown = f"{side} {shown}"
    return Tile(
        title=f"{title} ({where})" if where else title,
        value=shown,
        unit=units.get(row.quantity, ""),
        range=ends(row, scale),
        short=short,
        row=row,
        target=plan.settings.get("target"),
    )


def _where(row: Row, plan: Plan) -> list[str]:
    """Return of what a tile is, where that is not the whole plan."""
    case = "worst case" if plan.solve == "power" else "middle case"
    known = {"stopping": "with looks", "end": case}
    return [known.get(key, str(x)) for key, x in row.at.items() if key != "by"]
