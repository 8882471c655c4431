"""Tables of a plan with several answers to each item."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Table
from claimwise.report.answers_to_items import HEADS, value_words
from claimwise.report.quantities import quantity_of
from claimwise.report.scale import metric_name
from claimwise.report.simulated import telling
from claimwise.report.tabled import Column, tabled

STUDIES = ("power", "assurance", "power_known_null", "true_p", "alpha")  # the first is shown


def metrics_table(result: Result) -> tuple[Table, ...]:
    """Return a line for each metric."""
    settings = result.provenance["settings"]
    columns = {
        "difference": "true difference",
        "power": "power",
        "assurance": "assurance",
        "type_m": "times too large",
        "alpha": "alike" if settings.get("null") == "alike" else "equally good",
        "true_p": "expected p",
        "estimated_p": "as estimated",
        "power_known_null": "known null",
        "type_s": "wrong sign",
    }
    return tabled(
        "Metrics",
        telling(result),
        by={"metric": "metric"},
        columns=[
            Column("sample_size", HEADS.get(settings["solve"], "")),
            Column("sample_size", "simulation leaves open", shows="ends"),
            *(Column(quantity, heading) for quantity, heading in columns.items()),
        ],
    )


def studies_tables(result: Result) -> tuple[Table, ...]:
    """Return a table for each quantity over several studies: power first."""
    return tuple(one for quantity in STUDIES for one in _studies(result, quantity))


def _studies(result: Result, quantity: str) -> tuple[Table, ...]:
    """Return studies down and metrics across; of one metric, one parameter down and one across."""
    rows = [row for row in result.select(quantity) if row.point]
    if not rows:
        return ()
    title = quantity_of(rows[0]).label
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
