"""The rows of a curve as points: what is drawn, where it stands, and which line it belongs to."""

from __future__ import annotations

from math import isfinite

from claimwise.core import Result, Row
from claimwise.report.figures.build import known_ends, settings_of
from claimwise.report.plan_tables import stands_aside
from claimwise.report.planned import Plan

Points = list[dict[str, float | str]]
KINDS = {  # what the lines of a curve differ in, and what that is called
    "comparison": "comparison",
    "analysis": "analysis",
    "stopping": "looks",
    "side": "sure that",
    "by": "computed",
}
ONE_LOOK = {
    "exact": "exact",
    "textbook": "exact",
    "normal": "normal approximation",
    "simulation": "simulated",
}
SIDES = {"greater": "B is higher", "less": "B is lower"}
WAYS = {
    "textbook": "by the textbook formula",
    "exact": "by enumeration",
    "normal": "by normal theory",
}


def axes(result: Result) -> list[str]:
    """Return the parameters that vary, in the order in which they were given."""
    return list(result.provenance.get("axes", []))


def curve_rows(result: Result, *quantities: str) -> list[Row]:
    """Return the rows of a curve, but for conclusions that nobody hopes for."""
    plan = Plan(result)
    return [row for row in result.select(*quantities) if row.point and not stands_aside(row, plan)]


def points(result: Result, *quantities: str) -> Points:
    """Return one point for each row that has a number; with its interval, if any."""
    drawn = [row for row in curve_rows(result, *quantities) if isfinite(row.estimate)]
    rows: list[tuple[Row, dict[str, float | str]]] = [(row, {}) for row in drawn]
    if "power" in quantities:
        null: dict[str, float | str] = {"effect": 0.0, "quantity": "power"}
        rows = [*((row, null) for row in _at_no_effect(result)), *rows]
    lines = {_line(row): row for row, _ in rows}
    names = {line: _case(result, row) for line, row in lines.items()}  # once each: it takes long
    return [_point(row, names[_line(row)]) | more for row, more in rows]


def left_out(result: Result, *quantities: str) -> int:
    """Return how many rows have no number that could be drawn."""
    return sum(not isfinite(row.estimate) for row in curve_rows(result, *quantities))


def cases(shown: Points) -> list[str]:
    """Return the names of the lines, in their order."""
    return list(dict.fromkeys(str(point["case"]) for point in shown))


def case_title(result: Result, *quantities: str) -> str:
    """Return what the lines of a curve differ in."""
    keys = {key for row in curve_rows(result, *quantities) for key in _words(row)}
    return (
        "case" if keys - set(KINDS) else next((KINDS[key] for key in KINDS if key in keys), "case")
    )


def is_looked(result: Result) -> bool:
    """Whether some lines are of a study that is looked at before its end."""
    return any("stopping" in row.at for row in result.select("power"))


def _look(result: Result, row: Row) -> str:
    """Return what a line is called in the legend of a plan with looks."""
    settings = settings_of(result)
    simulated = f"simulated ({settings.get('looks_replicates') or 0:,} studies)"
    stopping = row.at.get("stopping")
    if stopping == "sequential":
        how = simulated if row.at.get("by") == "simulated" else "by normal theory"
        return f"{_looks(result)}, {how}"
    if stopping == "anytime":
        sequence = f" ({row.at['analysis']})" if "analysis" in row.at else ""
        return f"a look after every item{sequence}, {simulated}"
    return ", ".join(
        part for part in ("one look", ONE_LOOK.get(settings.get("by", ""), "")) if part
    )


def _looks(result: Result) -> str:
    numbers = {row.at["look"] for row in result.select("stop") if "look" in row.at}
    return f"{len(numbers)} looks" if numbers else "several looks"


def _point(row: Row, case: str) -> dict[str, float | str]:
    return {
        "quantity": row.quantity,
        "case": case,
        "estimate": row.estimate,
        **known_ends(row),
        **row.point,
    }


def _line(row: Row) -> tuple[str, ...]:
    """Return what the rows of a line have in common."""
    return row.quantity, *_words(row).values()


def _words(row: Row) -> dict[str, str]:
    """Return what of a place is no number: which line it is, not where on it."""
    return {key: value for key, value in row.at.items() if isinstance(value, str)}


def _case(result: Result, row: Row) -> str:
    """Return the name of the line that a row belongs to; empty where it has none."""
    if is_looked(result):
        return _look(result, row)
    words = _words(row)
    by = words.pop("by", "") or _formula(result, row.quantity)
    side = SIDES.get(words.pop("side", ""), "")
    beyond = " beyond the margin" if words.pop("against", "") == "margin" else ""
    parts = [side + beyond, *words.values(), WAYS.get(by, by)]
    return ", ".join(part for part in parts if part)


def _formula(result: Result, quantity: str) -> str:
    """Return by which formula a quantity was computed that is there exactly as well."""
    if not any("by" in row.at for row in result.select(quantity)):
        return ""
    settings = settings_of(result)
    return str((settings.get("formula") or {}).get(quantity) or settings.get("by", ""))


def _at_no_effect(result: Result) -> list[Row]:
    """Return what each analysis of a rating study finds at effect 0, where its curve begins."""
    rows = [row for row in result.select("alpha") if row.point.keys() == {"effect"}]
    if any(row.at["effect"] == 0 for row in rows):
        return []
    first = {_line(row): row for row in reversed(rows)}  # alike at every effect
    return [row for row in reversed(first.values()) if isfinite(row.estimate)]
