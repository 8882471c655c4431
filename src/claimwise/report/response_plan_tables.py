"""Tables of a plan with several answers to each item."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Table
from claimwise.report.answers_to_items import HEADS, value_words
from claimwise.report.numbers import number
from claimwise.report.scale import metric_name
from claimwise.report.simulated import telling
from claimwise.report.tabled import Column, tabled

TITLES = {  # of tables over several studies; the first is shown without details
    "power": "Power",
    "assurance": "Assurance: power averaged over the prior",
    "power_known_null": "Power of a one-sided test that knows its null",
    "true_p": "Expected p",
    "alpha": "Findings between systems that are equally good",
}


def metrics_table(result: Result) -> tuple[Table, ...]:
    """Return a line for each metric."""
    alike = result.provenance["settings"].get("null") == "alike"
    columns = {
        "difference": "true difference",
        "power": "power",
        "assurance": "assurance",
        "type_m": "times too large",
        "alpha": "alike" if alike else "equally good",
        "true_p": "expected p",
        "estimated_p": "as estimated",
        "power_known_null": "known null",
        "type_s": "wrong sign",
    }
    return tabled(
        "Metrics",
        telling(result),
        by={"metric": "metric"},
        columns=[Column(quantity, heading) for quantity, heading in columns.items()],
    )


def sizes_table(result: Result) -> tuple[Table, ...]:
    """Return the size that each metric needs."""
    return tabled(
        "Sizes that reach the power",
        result.rows,
        by={"metric": "metric"},
        columns=[
            Column("sample_size", HEADS[result.provenance["settings"]["solve"]]),
            Column("sample_size", "simulation leaves open", shows="ends"),
            Column("power", "power there"),
            Column("difference", "true difference"),
        ],
    )


def studies_tables(result: Result) -> tuple[Table, ...]:
    """Return a table for each quantity over several studies: power first."""
    return tuple(one for name, title in TITLES.items() for one in _studies(result, name, title))


def _studies(result: Result, quantity: str, title: str) -> tuple[Table, ...]:
    """Return studies down and metrics across; of one metric, one parameter down and one across."""
    rows = [row for row in result.select(quantity) if row.point]
    if not rows:
        return ()
    keys, metrics = list(rows[0].point), result.provenance["settings"]["metrics"]
    columns = [Column(quantity, metric_name(m), at={"metric": m}) for m in metrics]
    if len(metrics) == 1 and len(keys) == 2 and len(rows) > len({r.at[keys[0]] for r in rows}):
        across, title = keys.pop(), f"{title}, {metric_name(metrics[0])}"
        columns = [
            Column(quantity, value_words(across, x), at={"metric": metrics[0], across: x})
            for x in dict.fromkeys(row.point[across] for row in rows)
        ]
    return tabled(title, rows, by={key: HEADS[key] for key in keys}, columns=columns)


def costs_table(result: Result) -> tuple[Table, ...]:
    """Return what studies that reach the power cost."""
    rows = [row for row in result.select("cost", "sample_size") if row.point]
    return tabled(
        "Items and answers that reach the power",
        rows,
        by={"metric": "metric", **{key: HEADS[key] for row in rows for key in row.point}},
        columns=[
            Column("cost", "cost"),
            Column("sample_size", "items"),
            Column("sample_size", "simulation leaves open", shows="ends"),
        ],
    )


def affordable_table(result: Result) -> tuple[Table, ...]:
    """Return how many items a budget buys."""
    rows = result.select("affordable_items")
    budget = number(result.provenance["settings"].get("budget"))
    return tabled(
        f"Items that a budget of {budget} buys",
        rows,
        by={key: HEADS[key] for row in rows for key in row.point},
        columns=[Column("affordable_items", "items")],
    )
