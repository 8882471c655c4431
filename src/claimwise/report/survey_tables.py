"""The tables of a survey: a line for each task, and a line for each comparison."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row, spelled
from claimwise.report.answer import Table, table
from claimwise.report.numbers import p_cell, percent
from claimwise.report.quantities import value
from claimwise.report.scale import PLAIN, POINTS, Scale
from claimwise.report.tabled import Column, tabled

SHOWN = 200  # comparisons in a table; all are in the JSON
OF_COMPARISON = ("difference", "mde", "expected_difference", "expected_power", "agreement")


def survey_scale(result: Result) -> Scale:
    """Return the unit of differences: points of accuracy, or the scores' own."""
    return POINTS if result.provenance["settings"].get("kind") == "accuracy" else PLAIN


def of_comparisons(result: Result) -> dict[str, dict[str, Row]]:
    """Return the rows of each comparison, by its name and by quantity."""
    found: dict[str, dict[str, Row]] = {}
    for row in result.select(*OF_COMPARISON):
        found.setdefault(spelled(row.at), {})[row.quantity] = row
    return found


def task_table(result: Result) -> tuple[Table, ...]:
    """Return a line for each task: what is reported there, and what its sizes detect."""
    scale = survey_scale(result)
    body = []
    for row in result.select("median_n"):
        if "task" not in row.at:
            continue
        own = {one.quantity: one for one in result.rows if one.at == row.at}
        reported, detectable = own["mean_difference"], own.get("median_mde")
        body.append(
            [
                str(row.at["task"]),
                value(reported, scale),
                "" if detectable is None else _cell(detectable, scale),
                value(row),
                f"{row.n:,}",
            ]
        )
    unit = f" ({scale.unit})" if scale.unit else ""
    header = ["task", f"mean reported{unit}", f"median detectable{unit}", "median items"]
    return table("By task", [*header, "comparisons"], body)


def comparison_table(result: Result) -> tuple[Table, ...]:
    """Return a line for each comparison: reported, detectable and expected gain, power, p."""
    scale, found = survey_scale(result), of_comparisons(result)
    body = []
    for name, rows in list(found.items())[:SHOWN]:
        reported = rows["difference"]
        gains = [reported, rows.get("mde"), rows.get("expected_difference")]
        power = rows.get("expected_power")
        body.append(
            [
                name,
                *("" if row is None else _cell(row, scale) for row in gains),
                "" if power is None or isnan(power.estimate) else percent(power.estimate),
                p_cell(reported.pvalue),
                f"{reported.n:,}",
            ]
        )
    unit = f" ({scale.unit})" if scale.unit else ""
    header = ["comparison", f"reported{unit}", "detectable", "expected gain", "expected power"]
    more = f" (the first {SHOWN} of {len(found):,})" if len(found) > SHOWN else ""
    return table(f"By comparison{more}", [*header, "predicted p", "items"], body)


def share_table(result: Result) -> tuple[Table, ...]:
    """Return which share of the comparisons is what; also at the bounds of unknown agreement."""
    return tabled(
        "Shares of the comparisons",
        result.select("share"),
        by={"statistic": "", "among": "among"},
        columns=[
            Column("share", "share"),
            Column("share", "agreement at its most", {"end": "low"}),
            Column("share", "at its least", {"end": "high"}),
            Column("share", "comparisons", shows="n"),
        ],
    )


def _cell(row: Row, scale: Scale) -> str:
    return "" if isnan(row.estimate) else value(row, scale)
