"""Several studies as tables: along a curve, by metrics or analyses, in better and worse cases."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan

from claimwise.core import At, Row
from claimwise.report.answer import Table
from claimwise.report.answers_to_items import HEADS
from claimwise.report.numbers import percent
from claimwise.report.plan_words import SURE
from claimwise.report.planned import SOLVED, Plan
from claimwise.report.quantities import quantity_of, value
from claimwise.report.tabled import Column, tabled

HEADINGS = {  # what is shown of a study, the first most of all; the rest is with every row
    "mde": "detectable",
    "sample_size": "size needed",
    "power": "power",
    "conclude": "posterior sure",
    "expected_power": "expected power",
    "assurance": "assurance",
    "difference": "true difference",
    "type_m": "times too large",
    "type_s": "wrong sign",
    "alpha": "false findings",
    "interval_width": "width of the interval",
    "expected_n": "size at the end",
    "boundary": "fits at the edge",
    "failed": "failed fits",
    "failed_null": "failed without an effect",
}
RARE = ("type_s", "boundary", "failed", "failed_null")  # shown where one is not 0
CHECKS = ("exact", "simulated")  # rows by which others are checked


def axes(plan: Plan) -> list[str]:
    """Return the parameters that vary, in the order in which they were given."""
    return list(plan.result.provenance.get("axes", []))


def stands_aside(row: Row, plan: Plan) -> bool:
    """Whether a conclusion is one that nobody hopes for: with no effect, or of the other side."""
    if row.quantity != "conclude":
        return False
    goal = plan.settings.get("goal")
    side = goal.get("side") if isinstance(goal, dict) else "greater"
    return row.at.get("truth") == "no effect" or row.at.get("side", side) != side


def studies_table(title: str, plan: Plan, by: Mapping[str, str | None]) -> tuple[Table, ...]:
    """Return studies down, told apart by these keys of their places; what is known across."""
    columns = [
        Column(quantity, _heading(plan, quantity, rest), rest)
        for quantity, rest in _series(plan, list(by))
    ]
    return tabled(title, _telling(plan), by=by, columns=columns, scale=plan.scale, say=plan.value)


def curve_tables(plan: Plan) -> tuple[Table, ...]:
    """Return the studies of a curve; of a grid a table a quantity, with one parameter across."""
    names, rows = axes(plan), _telling(plan)
    points = {tuple(row.at[name] for name in names) for row in rows if set(names) <= set(row.at)}
    if len(names) != 2 or len(points) == len({first for first, _ in points}):
        return studies_table("Studies", plan, {name: HEADS.get(name, name) for name in names})
    down, across = names
    values = dict.fromkeys(row.point[across] for row in rows if across in row.at)
    return tuple(
        made
        for quantity, rest in _series(plan, names)
        for made in tabled(
            _heading(plan, quantity, rest).capitalize(),
            rows,
            by={down: HEADS.get(down, down)},
            columns=[
                Column(quantity, plan.parameter(across, x), {**rest, across: x}) for x in values
            ],
            scale=plan.scale,
            say=plan.value,
        )
    )


def curve_headline(plan: Plan) -> str:
    """Return the least and the greatest of what the curve is about, with where they are."""
    names = axes(plan)
    every = [(q, rest) for q, rest in _series(plan, names) if plan.at.items() <= rest.items()]
    wanted = SOLVED.get(plan.solve, every[0][0] if every else "power")
    places = [rest for q, rest in every if q == wanted]
    place = next((at for at in plan.places if at in places), places[0] if places else {})
    rows = sorted(
        (
            row
            for row in plan.result.select(wanted, **place)
            if len(row.at) == len(place) + len(names) and not isnan(row.estimate)
        ),
        key=lambda row: row.estimate,
    )
    if not rows:
        return "No value of the curve is defined"
    label = {"mde": "the detectable difference", "sample_size": f"the number of {plan.unit} needed"}
    start = label.get(wanted, HEADINGS[wanted] + plan.on + plan.by)
    start += f" for {plan.power}" if plan.solve in SOLVED else ""
    if len({row.n for row in rows}) == 1 and wanted != "sample_size":
        start = f"with {plan.made_of(rows[0])} {start}"
    low, high = (_placed(plan, row, names) for row in (rows[0], rows[-1]))
    shown = f"{start[:1].upper()}{start[1:]} runs from {low} to {high}"
    if wanted != "power" or plan.solve in SOLVED:
        return shown
    enough = sum(row.estimate >= plan.target for row in rows)
    reach = f"{enough or 'none'} of {len(rows)} reach{'es' if enough < 2 else ''}"
    return f"{shown}; {reach} {percent(plan.target)}"


def _placed(plan: Plan, row: Row, names: list[str]) -> str:
    """Return a value with where it is."""
    size = plan.scale.size(row.estimate) if row.quantity == "mde" else value(row, plan.scale)
    return f"{size} ({', '.join(plan.parameter(name, row.point[name]) for name in names)})"


def _telling(plan: Plan) -> list[Row]:
    """Return the rows but for checks, for what stands aside, and for errors that are none."""
    seen = {row.quantity for row in plan.result.rows if row.estimate > 0}
    sure = [row.at for row in plan.result.select("power") if row.estimate > SURE]

    def tells(row: Row) -> bool:
        if row.quantity == "type_m":
            return not isnan(row.estimate) and row.at not in sure
        return row.quantity in seen or row.quantity not in RARE

    return [
        row
        for row in plan.result.select(*HEADINGS)
        if tells(row) and not stands_aside(row, plan) and "part" not in row.at
    ]


def _series(plan: Plan, keys: list[str]) -> list[tuple[str, At]]:
    """Return which quantities there are, and what their places are like apart from these keys."""
    every: list[tuple[str, At]] = []
    for row in sorted(_telling(plan), key=lambda row: list(HEADINGS).index(row.quantity)):
        one = row.quantity, {key: x for key, x in row.at.items() if key not in keys}
        if one not in every and one[1].get("by") not in CHECKS:
            every.append(one)
    return every


def _heading(plan: Plan, quantity: str, rest: At) -> str:
    words = [plan.value(key, x) for key, x in rest.items()]
    form = quantity_of(Row(quantity=quantity, estimate=0.0)).form
    words += [plan.scale.unit] if form == "difference" and plan.scale.unit else []
    return HEADINGS[quantity] + (f" ({', '.join(words)})" if words else "")
