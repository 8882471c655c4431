"""Tables of a plan of a study with several answers to each item."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.curve import Table
from claimwise.report.numbers import number, probability, quantity
from claimwise.report.places import place_of, plain

COLUMNS = {
    "difference": "B - A",
    "power": "power",
    "assurance": "assurance",
    "power_known_null": "known null",
    "true_p": "expected p",
    "estimated_p": "as estimated",
    "type_m": "Type-M",
    "type_s": "Type-S",
    "alpha": "equally good",
}
SHOWN = ("power", "assurance", "power_known_null", "true_p", "alpha")  # on a surface and in a split
TITLES = {
    "power": "Power",
    "assurance": "Assurance: power averaged over the prior",
    "power_known_null": "Power of a one-sided test that knows how the metric varies by chance",
    "true_p": "Expected p",
    "alpha": "Findings between systems that are equally good",
}


def row_of(result: Result, name: str, metric: str) -> Row | None:
    """Return the row of a metric that is of no place; None if there is none."""
    wanted = f"{name}[{metric}]"
    return next((row for row in result.rows if row.estimand == wanted), None)


def response_plan_tables(result: Result) -> list[Table]:
    """Return the metrics side by side; over a surface or a split one table for each quantity."""
    settings = result.provenance["settings"]
    if settings["solve"] == "budget":
        return _costs(result)
    if result.provenance.get("axes"):
        return _surface(result)
    names = [plain(metric) for metric in settings["metrics"]]
    used = [
        name
        for name in COLUMNS
        if any(row_of(result, name, metric) is not None for metric in names)
    ]
    if not used:
        return []
    body = [[metric, *(_cell(row_of(result, name, metric)) for name in used)] for metric in names]
    return [("Metrics", ["metric", *(COLUMNS[name] for name in used)], body)]


def _cell(row: Row | None) -> str:
    if row is None:
        return ""
    if row.quantity in ("difference", "type_m"):
        return quantity(float(f"{row.estimate:.3g}"))
    if row.quantity in ("true_p", "estimated_p") and row.estimate == 0:
        return f"<{row.high:.1g}" if row.quantity == "true_p" else "<0.0001"
    return probability(row.estimate) if not isnan(row.estimate) else "-"


def parts_of(row: Row) -> tuple[str, str]:
    """Return the metric and the place of a row."""
    metric, _, place = place_of(row).partition(", ")
    return metric, place


def _surface(result: Result) -> list[Table]:
    """Return a table for each quantity: places down, metrics across."""
    names = [plain(metric) for metric in result.provenance["settings"]["metrics"]]
    tables: list[Table] = []
    for name in SHOWN:
        rows = [row for row in result.rows if row.quantity == name and parts_of(row)[1]]
        if not rows:
            continue
        places = list(dict.fromkeys(parts_of(row)[1] for row in rows))
        cells = {parts_of(row): _cell(row) for row in rows}
        heads = [part.partition("=")[0].replace("_", " ") for part in places[0].split(", ")]
        body = [
            [
                *(number(float(part.partition("=")[2])) for part in place.split(", ")),
                *(cells.get((metric, place), "") for metric in names),
            ]
            for place in places
        ]
        tables.append((TITLES[name], [*heads, *names], body))
    return tables


def _costs(result: Result) -> list[Table]:
    rows = [row for row in result.rows if row.quantity == "cost" and parts_of(row)[1]]
    body = []
    for row in rows:
        metric = parts_of(row)[0]
        size = result[f"sample_size[{place_of(row)}]"]
        counts = (f"{key.removeprefix('responses_')} {k:g}" for key, k in row.point.items())
        answers = f"{row.point['responses']:g}" if "responses" in row.point else ", ".join(counts)
        body.append([metric, answers, f"{size.estimate:,.0f}", _range(size), number(row.estimate)])
    header = ["metric", "answers", "items", "Monte Carlo interval", "cost"]
    return [("Items and answers that reach the power", header, body)] if body else []


def _range(row: Row) -> str:
    return f"{row.low:,.0f} to {row.high:,.0f}"
