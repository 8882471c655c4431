"""The few numbers of a plan or of a comparison that are shown large, each with its unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan

from claimwise.core import Result, Row
from claimwise.report.answer import Tile
from claimwise.report.comparison_rows import comparisons
from claimwise.report.numbers import compact
from claimwise.report.plan_rows import Plan, one_look
from claimwise.report.plan_words import SURE
from claimwise.report.quantities import ends, quantity_of, value
from claimwise.report.tables import signed

SHORT = {"power": "Power", "mde": "Detects", "sample_size": "Needs"}  # where there is little room
POWERS = ("power", "expected_power")
ERRORS = ("type_m", "type_s")
ONCE = ("expected_power", "assurance", "mde")  # known for one look at the end alone
SHOWN = (*POWERS, "assurance", *ERRORS, "mde", "sample_size")
MOST = 8  # tiles; more of them are read better in a table
CASES = {"stopping": "with looks", "by": ""}  # others are named as they are


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


def comparison_tiles(result: Result) -> tuple[Tile, ...]:
    """Return the difference of two systems on all data, and their scores; none of several."""
    if "b" not in result.settings or "claim" not in result.settings:
        return ()
    whole = [c for c in comparisons(result) if not c.at or c.at == {"over": "combined"}]
    if len(whole) != 1 or isnan(whole[0].difference.estimate):
        return ()
    c = whole[0]
    row, scale = c.shown()
    places = scale.decimals(row)
    size, inside = signed(scale.bare(row.estimate, places)), ""
    if row.level:
        inside = scale.ends(row, places)
    found = [Tile(f"{c.b} minus {c.a}", size, row, unit=scale.unit, range=inside)]
    for name, shown in reversed(list(zip((c.a, c.b), c.scored(), strict=True))):
        score = c.row("score", system=name)
        if score is not None:
            found.append(Tile(name, shown, score, range=ends(score, c.scale)))
    return tuple(found)
