"""The tables of plans: studies side by side, looks, and what a posterior will say."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from math import isnan

from claimwise.core import POWERS, At, Row
from claimwise.report.answer import Table, table
from claimwise.report.numbers import compact, given_percent, number
from claimwise.report.plan_rows import SOLVED, Plan
from claimwise.report.plan_words import SURE
from claimwise.report.quantities import ends, quantity_of, value
from claimwise.report.tables import MISSING, Column, table_of

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
NEEDED = "true difference needed"  # where a claim with a margin has the power that is wanted
OF_ONE_LOOK = (*POWERS, "mde", "sample_size")  # without looks in their place
ERRORS = ("type_m", "type_s", "alpha")  # of one look they say nothing of a study with several
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
        Column(quantity, _heading(plan, quantity, rest, by), rest, _shows(plan, quantity))
        for quantity, rest in _series(plan, list(by))
    ]
    return table_of(title, _telling(plan), by=by, columns=columns, scale=plan.scale, say=plan.value)


def curve_tables(plan: Plan) -> tuple[Table, ...]:
    """Return the studies of a curve; of a grid a table a quantity, with one parameter across."""
    names, rows = plan.result.axes, _telling(plan)
    points = {tuple(row.at[name] for name in names) for row in rows if set(names) <= set(row.at)}
    if len(names) != 2 or len(points) == len({first for first, _ in points}):
        return studies_table("Studies", plan, {name: plan.name_of(name) for name in names})
    down, across = names
    values = dict.fromkeys(row.point[across] for row in rows if across in row.at)
    return tuple(
        made
        for quantity, rest in _series(plan, names)
        for made in table_of(
            _heading(plan, quantity, rest).capitalize(),
            rows,
            by={down: plan.name_of(down)},
            columns=[
                Column(
                    quantity,
                    plan.parameter(across, x),
                    {**rest, across: x},
                    _shows(plan, quantity),
                )
                for x in values
            ],
            scale=plan.scale,
            say=plan.value,
        )
    )


def curve_headline(plan: Plan) -> str:
    """Return the least and the greatest of what the curve is about, with where they are.

    Of power that is the row that decides at each place; of what was solved for, with cases of
    agreement, the middle one.
    """
    names = plan.result.axes
    rows = plan.deciding if plan.solve == "power" else []
    rows = sorted(rows or _first_series(plan, names), key=lambda row: row.estimate)
    rows = [row for row in rows if set(names) <= set(row.at)]
    if not rows:
        return "No value of the curve is defined"
    first, quantities = rows[0], {row.quantity for row in rows}
    wanted = first.quantity if len(quantities) == 1 else "power"
    label = {"mde": _detectable(plan, first), "sample_size": f"the number of {plan.unit} needed"}
    start = label.get(wanted, HEADINGS[wanted] + plan.on + plan.by)
    start += f" for {plan.power}" if plan.solve in SOLVED else ""
    if len({row.n for row in rows}) == 1 and wanted != "sample_size":
        start = f"with {plan.made_of(first)} {start}"
    elif "stopping" in first.at:
        start += f" with {plan.looks_words}"
    if "end" in first.at:
        start = f"in the {'worst' if wanted == 'power' else 'middle'} case {start}"
    low, high = (_placed(plan, row, names) for row in (first, rows[-1]))
    shown = f"{start[:1].upper()}{start[1:]} runs from {low} to {high}"
    if wanted not in POWERS or plan.solve in SOLVED:
        return shown
    enough = sum(row.estimate >= plan.target for row in rows)
    reach = f"{enough or 'none'} of {len(rows)} reach{'es' if enough < 2 else ''}"
    return f"{shown}; {reach} {given_percent(plan.target)}"


def _first_series(plan: Plan, names: list[str]) -> list[Row]:
    """Return the rows of what was solved for, or of what comes first, at the place that answers."""
    every = [(q, rest) for q, rest in _series(plan, names) if plan.at.items() <= rest.items()]
    wanted = SOLVED.get(plan.solve, every[0][0] if every else "power")
    places = [rest for q, rest in every if q == wanted]
    place = next((at for at in plan.places if at in places), places[0] if places else {})
    return [
        row
        for row in plan.result.select(wanted, **place)
        if len(row.at) == len(place) + len(names) and not isnan(row.estimate)
    ]


def _detectable(plan: Plan, row: Row) -> str:
    """Return what a detectable difference is called: of a claim it is a true one that suffices."""
    if plan.claimed:
        return f"the {NEEDED}"
    return f"the detectable {plan.change(row.estimate) if plan.sided else 'difference'}"


def _placed(plan: Plan, row: Row, names: list[str]) -> str:
    """Return a value with where it is."""
    size = plan.chance(row) if row.quantity in POWERS else value(row, plan.scale)
    if row.quantity == "mde":
        size = plan.scale.size(row.estimate if plan.claimed else abs(row.estimate))
    return f"{size} ({', '.join(plan.parameter(name, row.point[name]) for name in names)})"


def _telling(plan: Plan) -> list[Row]:
    """Return the rows but for checks, for what stands aside, and for errors that are none."""
    seen = {row.quantity for row in plan.result.rows if row.estimate > 0}
    sure = [row.at for row in plan.result.select("power") if row.estimate > SURE]
    looked = plan.looked is not None

    def tells(row: Row) -> bool:
        if looked and row.quantity in ERRORS and "stopping" not in row.at:
            return False
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

    def order(row: Row) -> tuple[int, bool]:  # what is known with looks before what is not
        return list(HEADINGS).index(row.quantity), "stopping" not in row.at

    for row in sorted(_telling(plan), key=order):
        one = row.quantity, {key: x for key, x in row.at.items() if key not in keys}
        if one not in every and one[1].get("by") not in CHECKS:
            every.append(one)
    return every


def _shows(plan: Plan, quantity: str) -> str | Callable[[Row], str]:
    """Return what stands in a column: of a power, what is on its side of the one wanted."""

    def power(row: Row) -> str:
        return MISSING if isnan(row.estimate) else compact(plan.chance(row))

    return power if quantity in POWERS else "value"


def _heading(plan: Plan, quantity: str, rest: At, by: Collection[str] = ()) -> str:
    words = [plan.value(key, x) for key, x in rest.items()]
    if plan.looked and quantity in OF_ONE_LOOK and "stopping" not in (*rest, *by):
        words.append("one look")
    form = quantity_of(Row(quantity=quantity, estimate=0.0)).form
    words += [plan.scale.unit] if form == "difference" and plan.scale.unit else []
    heading = NEEDED if quantity == "mde" and plan.claimed else HEADINGS[quantity]
    return heading + (f" ({', '.join(words)})" if words else "")


def look_table(plan: Plan) -> tuple[Table, ...]:
    """Return what each look asks for and how likely it stops the study; or the sequences."""
    looks = table_of(
        "What each look asks for",
        plan.result.rows,
        by={"look": "look"},
        columns=[
            Column("boundary_z", plan.unit, shows="n"),
            Column("boundary_p", "p at most", shows=_small),
            Column("spent", "alpha spent", shows=_small),
            Column("stop", "stops here"),
            Column("stop", "simulated", at={"by": "simulated"}),
            Column("boundary_z", "z", shows=lambda row: f"{row.estimate:.3f}"),
        ],
    )
    rows = plan.result.select("power", "alpha", "type_m", stopping="anytime")
    anytime = replace(plan.result, rows=rows)
    if len(anytime.select("power")) < 2:
        return looks
    title, by = "Confidence sequences", {"stopping": None, "analysis": ""}
    return studies_table(title, Plan(anytime), by)  # one to choose before the data


def _small(row: Row) -> str:
    """Return a level of significance, however small."""
    return f"{row.estimate:.4f}" if row.estimate >= 0.001 else number(row.estimate)


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


def _label(plan: Plan, row: Row) -> str:
    starts = {"against": "beyond the ", "threshold": "at least "}
    words = [f"{starts.get(key, '')}{plan.value(key, x)}" for key, x in row.at.items()]
    return ": ".join([quantity_of(row).label, *([", ".join(words)] if words else [])])
