"""Rows over a grid of one or two parameters, as tables."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result, Row
from claimwise.report.numbers import number
from claimwise.report.places import estimand_of, place_of

# On a curve these say the most; the others are in the JSON.
SHOWN = (
    "power",
    "mde",
    "sample_size",
    "type_m",
    "assurance",
    "expected_power",
    "conclude",
    "interval_width",
)
TABLED = (*SHOWN, "expected_n")  # not in plots, where the unit is another
Table = tuple[str, list[str], list[list[str]]]  # name, header, rows


def axes(result: Result) -> list[str]:
    """Return the parameters that vary, in the order in which they were given."""
    return list(result.provenance.get("axes", []))


def pivot(result: Result) -> list[Table]:
    """Return one table for each kind of row: first axis down, second axis across."""
    names = axes(result)
    tables: list[Table] = []
    for estimand, rows in _by_estimand(result, TABLED).items():
        values = {tuple(r.point.values()): _cell(r) for r in rows}
        down = sorted({key[0] for key in values})
        across = sorted({key[1] for key in values}) if len(names) > 1 else []
        header = [names[0]]
        header += [f"{names[1]} {number(x)}" for x in across] or [estimand]
        body = [
            [number(d), *([values.get((d, x), "") for x in across] or [values[d,]])] for d in down
        ]
        tables.append((estimand, header, body))
    return tables


def _cell(row: Row) -> str:
    """Return the estimate, with its interval where it has one."""
    if isnan(row.low) or isnan(row.high):
        return number(row.estimate)
    return f"{number(row.estimate)} [{number(row.low)}, {number(row.high)}]"


def _label(name: str, qualifier: str) -> str:
    """The estimand without the point of the grid: ``power`` or ``mde[low]``."""
    case = ", ".join(part for part in qualifier.split(", ") if part and "=" not in part)
    return estimand_of(name, case)


def _by_estimand(result: Result, shown: tuple[str, ...]) -> dict[str, list[Row]]:
    """Return the rows of these kinds by their estimand, but for those that stand aside."""
    found: dict[str, list[Row]] = {}
    for row in result.rows:
        if (name := row.quantity) in shown and not _aside(row, result):
            found.setdefault(_label(name, place_of(row)), []).append(row)
    return found


def _aside(row: Row, result: Result) -> bool:
    """Whether a conclusion is one that nobody hopes for: with no effect, or of the other side."""
    if row.quantity != "conclude":
        return False
    given = result.provenance.get("settings", {}).get("difference")
    differences = given if isinstance(given, list) else [given or 0.0]
    words = place_of(row).split(", ")
    if all(d >= 0 for d in differences) and "less" in words:
        return True
    return "no effect" in words or (all(d < 0 for d in differences) and "greater" in words)
