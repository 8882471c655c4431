"""Tables of a plan with several answers to each item."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.answer import Table, table
from claimwise.report.answers_to_items import HEADS, answers_words, value_words
from claimwise.report.metric_plan import MetricPlan, expected_p
from claimwise.report.numbers import given, number
from claimwise.report.simulated import digits, exaggeration, share_cell

TITLES = {  # of tables over several studies; the first is shown without details
    "power": "Power",
    "assurance": "Assurance: power averaged over the prior",
    "power_known_null": "Power of a one-sided test that knows its null",
    "true_p": "Expected p",
    "alpha": "Findings between systems that are equally good",
}


def metrics_table(plans: list[MetricPlan]) -> tuple[Table, ...]:
    """Return a line for each metric."""
    alike = plans[0].settings.get("null") == "alike"
    header = ["metric", "true difference", "power", "assurance", "times too large"]
    header += ["alike" if alike else "equally good", "expected p", "as estimated", "known null"]
    header += ["wrong sign"]
    body = [
        [
            plan.name,
            _difference(plan),
            share_cell(plan.row("power")),
            share_cell(plan.row("assurance")),
            exaggeration(plan.row("type_m"), plan.row("power")),
            share_cell(plan.row("alpha")),
            _p_cell(plan.row("true_p")),
            _p_cell(plan.row("estimated_p")),
            share_cell(plan.row("power_known_null")),
            share_cell(plan.row("type_s")),
        ]
        for plan in plans
    ]
    return table("Metrics", header, body)


def sizes_table(plans: list[MetricPlan]) -> tuple[Table, ...]:
    """Return the size that each metric needs."""
    solved = plans[0].settings["solve"]
    header = ["metric", HEADS[solved], "simulation leaves open", "power there", "true difference"]
    body = []
    for plan in plans:
        row = plan.row("sample_size")
        if row is not None:
            size = "none" if isnan(row.estimate) else f"{row.estimate:,.0f}"
            power = share_cell(plan.row("power"))
            body.append([plan.name, size, _range(row), power, _difference(plan)])
    return table("Sizes that reach the power", header, body)


def studies_tables(plans: list[MetricPlan]) -> tuple[Table, ...]:
    """Return a table for each quantity over several studies: power first."""
    return tuple(one for name, title in TITLES.items() for one in _studies(plans, name, title))


def _studies(plans: list[MetricPlan], quantity: str, title: str) -> tuple[Table, ...]:
    """Return studies down and metrics across; of one metric, one parameter down and one across."""
    places: list[dict[str, float]] = []
    for plan in plans:
        places += [row.point for row in plan.rows(quantity) if row.point not in places]
    if not places:
        return ()
    keys = list(places[0])
    if len(plans) == 1 and len(keys) == 2 and len(places) > len({p[keys[0]] for p in places}):
        return _crossed(plans[0], quantity, title, places)
    header = [*(HEADS[key] for key in keys), *(plan.name for plan in plans)]
    body = [
        [
            *(given(point[key]) for key in keys),
            *(_cell(plan.row(quantity, point)) for plan in plans),
        ]
        for point in places
    ]
    return table(title, header, body)


def _crossed(
    plan: MetricPlan, quantity: str, title: str, places: list[dict[str, float]]
) -> tuple[Table, ...]:
    down, across = list(places[0])
    columns = list(dict.fromkeys(point[across] for point in places))
    body = [
        [
            given(first),
            *(_cell(plan.row(quantity, {down: first, across: second})) for second in columns),
        ]
        for first in dict.fromkeys(point[down] for point in places)
    ]
    header = [HEADS[down], *(value_words(across, column) for column in columns)]
    return table(f"{title}, {plan.name}", header, body)


def costs_table(plans: list[MetricPlan]) -> tuple[Table, ...]:
    """Return what studies that reach the power cost."""
    header = ["metric", "cost", "items", "answers", "simulation leaves open"]
    body = []
    for plan in plans:
        for row in plan.rows("cost"):
            size = plan.row("sample_size", row.point)
            if size is not None:
                line = [plan.name, number(row.estimate), f"{size.estimate:,.0f}"]
                body.append([*line, _answers(row), _range(size)])
    return table("Items and answers that reach the power", header, body)


def affordable_table(result: Result) -> tuple[Table, ...]:
    """Return how many items a budget buys."""
    rows = result.select("affordable_items")
    body = [[_answers(row) or "", number(row.estimate)] for row in rows]
    budget = number(result.provenance["settings"].get("budget"))
    return table(f"Items that a budget of {budget} buys", ["answers to each", "items"], body)


def _answers(row: Row) -> str:
    """Return the answers of a study: one number, or those of each source that varies."""
    point = {key: int(value) for key, value in row.point.items()}
    if "responses" in point:
        return f"{point['responses']:,}"
    of = {source: point.get(f"responses_{source}") for source in ("gold", "a", "b")}
    known = {source: k for source, k in of.items() if k is not None}
    return answers_words(known) if len(known) == len(of) else ", ".join(map(str, known.values()))


def _difference(plan: MetricPlan) -> str:
    row = plan.row("difference")
    return "" if row is None or isnan(row.estimate) else digits(row.estimate)


def _cell(row: Row | None) -> str:
    return _p_cell(row) if row is not None and row.quantity == "true_p" else share_cell(row)


def _p_cell(row: Row | None) -> str:
    return expected_p(row) if row is not None and not isnan(row.estimate) else share_cell(row)


def _range(row: Row) -> str:
    return "" if isnan(row.low) else f"{row.low:,.0f} to {row.high:,.0f}"
