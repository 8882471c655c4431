"""Plans over a grid of one or two parameters: tables, and what they come to in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from claimwise.core import Row
from claimwise.report.answer import Table
from claimwise.report.numbers import given, percent
from claimwise.report.planned import Plan
from claimwise.report.quantities import ends, quantity_of, value

# On a curve these say the most; the others are in the JSON.
SHOWN = (
    "power",
    "mde",
    "sample_size",
    "type_m",
    "type_s",
    "assurance",
    "expected_power",
    "conclude",
    "interval_width",
    "expected_n",
)
SOLVED = {"mde": "mde", "n": "sample_size"}


def axes(plan: Plan) -> list[str]:
    """Return the parameters that vary, in the order in which they were given."""
    return list(plan.result.provenance.get("axes", []))


def pivot(plan: Plan) -> tuple[Table, ...]:
    """Return a table for each quantity: first axis down, second axis across."""
    names = axes(plan)
    tables = []
    for (label, quantity), rows in _series(plan, SHOWN).items():
        values = {tuple(row.at[name] for name in names): _cell(row, plan) for row in rows}
        down = sorted({key[0] for key in values})
        across = sorted({key[1] for key in values}) if len(names) > 1 else []
        header = [names[0]]
        header += [f"{names[1]} {_axis(x, names[1], plan)}" for x in across] or [label]
        body = [
            (
                _axis(d, names[0], plan),
                *([values.get((d, x), "") for x in across] or [values[(d,)]]),
            )
            for d in down
        ]
        unit = f" ({plan.scale.unit})" if plan.scale.unit and _is_difference(quantity) else ""
        tables.append(Table(f"{label}{unit}", tuple(header), tuple(body)))
    return tuple(tables)


def _is_difference(quantity: str) -> bool:
    return quantity_of(Row(quantity=quantity, estimate=0.0)).form == "difference"


def _axis(x: object, name: str, plan: Plan) -> str:
    number = float(x) if isinstance(x, int | float) else 0.0
    if name in ("difference", "margin"):
        return plan.size(number)
    return given(number)


def _cell(row: Row, plan: Plan) -> str:
    """Return the value, with its interval where it has one."""
    shown = ends(row, plan.scale)
    return f"{value(row, plan.scale)} ({shown})" if shown else value(row, plan.scale)


def _series(plan: Plan, quantities: Sequence[str]) -> dict[tuple[str, str], list[Row]]:
    """Return the rows of these quantities by their label, but for those that stand aside."""
    names = set(axes(plan))
    series: dict[tuple[str, str], list[Row]] = {}
    for row in plan.result.rows:
        if row.quantity not in quantities or not names <= set(row.at) or stands_aside(row, plan):
            continue
        words = [str(v) for k, v in row.at.items() if k not in names]
        label = quantity_of(row).label + (f" ({', '.join(words)})" if words else "")
        series.setdefault((label, row.quantity), []).append(row)
    return series


def stands_aside(row: Row, plan: Plan) -> bool:
    """Whether a conclusion is one that nobody hopes for: with no effect, or of the other side."""
    if row.quantity != "conclude":
        return False
    goal = plan.settings.get("goal")
    side = goal.get("side") if isinstance(goal, dict) else "greater"
    return row.at.get("truth") == "no effect" or row.at.get("side", side) != side


def curve_headline(plan: Plan) -> str:
    """Return the least and the greatest of what the curve is about, with where they are."""
    solve = str(plan.settings.get("solve"))
    wanted = (SOLVED[solve],) if solve in SOLVED else SHOWN
    every = _series(plan, wanted)
    rows = [row for row in next(iter(every.values()), []) if not isnan(row.estimate)]
    if not rows:
        return "No value of the curve is defined"
    low, high = min(rows, key=_estimate), max(rows, key=_estimate)
    label = {"mde": "The detectable difference", "sample_size": f"The number of {plan.unit} needed"}
    start = label.get(rows[0].quantity, quantity_of(rows[0]).label)
    power = f" for power {percent(plan.target)}" if solve in SOLVED else ""
    shown = (
        f"{start}{power} runs from {_sized(low, plan)} ({_where(low, plan)}) to "
        f"{_sized(high, plan)} ({_where(high, plan)})"
    )
    if rows[0].quantity != "power" or solve in SOLVED:
        return shown
    enough = sum(row.estimate >= plan.target for row in rows)
    count = f"{enough} of {len(rows)}" if enough else f"none of {len(rows)}"
    return f"{shown}; {count} reach{'es' if enough < 2 else ''} {percent(plan.target)}"


def _sized(row: Row, plan: Plan) -> str:
    if _is_difference(row.quantity):
        return plan.scale.size(row.estimate)
    return value(row, plan.scale)


def _where(row: Row, plan: Plan) -> str:
    return ", ".join(f"{name} {_axis(row.at[name], name, plan)}" for name in axes(plan))


def _estimate(row: Row) -> float:
    return row.estimate
