"""The tables of a survey: a line for each task, and a line for each comparison."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.curve import Table
from claimwise.report.numbers import number, probability
from claimwise.report.places import place_of
from claimwise.report.surveys import Settings

SHOWN = 200  # comparisons in a table; all are in the JSON
NONE = "-"
HEADS = {
    "difference": "reported",
    "mde": "detectable",
    "expected_difference": "expected gain",
    "expected_power": "expected power",
}


def of_comparisons(result: Result) -> dict[str, dict[str, Row]]:
    """Return the rows of each comparison, by its name and theirs."""
    found: dict[str, dict[str, Row]] = {}
    for row in result.rows:
        if row.quantity in (*HEADS, "agreement") and place_of(row):
            found.setdefault(place_of(row), {})[row.quantity] = row
    return found


def survey_tables(result: Result) -> list[Table]:
    """Return a table of tasks, where there are any, and one of comparisons."""
    settings = result.provenance["settings"]
    return [*_tasks(result, settings), _comparisons(result, settings)]


def _tasks(result: Result, settings: Settings) -> list[Table]:
    sizes = [row for row in result.rows if row.quantity == "median_n" and place_of(row)]
    if not sizes:
        return []
    unit = _unit(settings)
    rows = {row.estimand: row for row in result.rows}
    judged = any(row.quantity == "median_mde" for row in result.rows)
    header = ["task", "comparisons", "median n"]
    header += [f"median detectable{unit}"] * judged + [f"mean reported{unit}"]
    body = []
    for row in sizes:
        task = place_of(row)
        line = [task, f"{row.n:,}", number(row.estimate)]
        line += [_size(rows[f"median_mde[{task}]"], settings)] if judged else []
        body.append([*line, _size(rows[f"mean_difference[{task}]"], settings)])
    return [("By task", header, body)]


def _comparisons(result: Result, settings: Settings) -> Table:
    found = of_comparisons(result)
    first = next(iter(found.values()))
    shown = [name for name in HEADS if name in first]
    tested = any(rows["difference"].pvalue is not None for rows in found.values())
    unit = _unit(settings)
    header = ["comparison", "n"]
    header += [HEADS[n] + ("" if n == "expected_power" else unit) for n in shown]
    header += ["predicted p"] * tested
    body = []
    for name, rows in list(found.items())[:SHOWN]:
        cells = [
            _power(rows[n]) if n == "expected_power" else _size(rows[n], settings) for n in shown
        ]
        p = rows["difference"].pvalue
        told = [NONE if p is None else probability(p)] * tested
        body.append([name, f"{rows['difference'].n:,}", *cells, *told])
    more = f" (the first {SHOWN} of {len(found):,})" if len(found) > SHOWN else ""
    return f"By comparison{more}", header, body


def _unit(settings: Settings) -> str:
    return " (points)" if settings.get("kind") == "accuracy" else ""


def _size(row: Row, settings: Settings) -> str:
    if isnan(row.estimate):
        return NONE
    if settings.get("kind") != "accuracy":
        return number(row.estimate)
    return f"{100 * row.estimate:.3g}"


def _power(row: Row) -> str:
    return NONE if isnan(row.estimate) else probability(row.estimate)
