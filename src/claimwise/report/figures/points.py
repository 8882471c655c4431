"""The rows of a curve as points: what is drawn, where it stands, and which line it belongs to."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from claimwise.core import Result, Row
from claimwise.report.figures.build import known_ends
from claimwise.report.plan_tables import stands_aside
from claimwise.report.planned import Plan

Points = list[dict[str, float | str]]
KINDS = {  # what the lines of a curve differ in, and what that is called
    "comparison": "comparison",
    "metric": "metric",
    "analysis": "analysis",
    "stopping": "looks",
    "side": "sure that",
    "by": "computed",
}
SIDES = {"greater": "B is higher", "less": "B is lower"}
WAYS = {"textbook": "by the textbook formula", "exact": "exact", "normal": "by normal theory"}


def curve_rows(result: Result, *quantities: str) -> list[Row]:
    """Return the rows of a curve, but for conclusions that nobody hopes for."""
    plan = Plan(result)
    return [row for row in result.select(*quantities) if row.point and not stands_aside(row, plan)]


def points(result: Result, quantity: str) -> Points:
    """Return one point for each row that has a number; with its interval, if any."""
    rows = [row for row in curve_rows(result, quantity) if isfinite(row.estimate)]
    if quantity == "power":
        rows = [*_at_no_effect(result), *rows]
    lines = {_line(row): row for row in rows}
    names = {line: _case(result, row) for line, row in lines.items()}  # once each: it takes long
    return [
        {
            "quantity": quantity,
            "case": names[_line(row)],
            "estimate": row.estimate,
            **known_ends(row),
            **row.point,
        }
        for row in rows
    ]


def cases(shown: Points) -> list[str]:
    """Return the names of the lines, in their order."""
    return list(dict.fromkeys(str(point["case"]) for point in shown))


def case_title(result: Result, *quantities: str) -> str:
    """Return what the lines of a curve differ in."""
    keys = {key for row in curve_rows(result, *quantities) for key in _words(row)}
    known = [title for key, title in KINDS.items() if key in keys]
    return known[0] if known and not keys - set(KINDS) else "case"


def _line(row: Row) -> tuple[str, ...]:
    """Return what the rows of a line have in common."""
    return row.quantity, *_words(row).values()


def _words(row: Row) -> dict[str, str]:
    """Return what of a place is no number: which line it is, not where on it."""
    return {key: value for key, value in row.at.items() if isinstance(value, str)}


def _case(result: Result, row: Row) -> str:
    """Return the name of the line that a row belongs to; empty where it has none."""
    words = _words(row)
    if any("stopping" in other.at for other in result.select("power")):
        first, way = _look(result, words)
    else:
        way = words.pop("by", "") or _formula(result, row.quantity)
        first = SIDES.get(words.pop("side", ""), "")
    beyond = " beyond the margin" if words.pop("against", "") == "margin" else ""
    return ", ".join(part for part in (first + beyond, *words.values(), WAYS.get(way, way)) if part)


def _look(result: Result, words: dict[str, str]) -> tuple[str, str]:
    """Return how often a study is looked at, and how that was computed; both leave the words."""
    settings = result.settings
    simulated = f"simulated ({settings.get('looks_replicates') or 0:,} studies)"
    by, stopping = words.pop("by", ""), words.pop("stopping", "")
    if stopping == "sequential":
        looks = {row.at["look"] for row in result.select("stop") if "look" in row.at}
        return f"{len(looks) or 'several'} looks", simulated if by == "simulated" else "normal"
    if stopping == "anytime":
        return "a look after every item", simulated
    way = str(settings.get("by", ""))
    return "one look", "simulated" if way == "simulation" else way


def _formula(result: Result, quantity: str) -> str:
    """Return by which formula a quantity was computed that is there exactly as well."""
    if not any("by" in row.at for row in result.select(quantity)):
        return ""
    settings = result.settings
    return str((settings.get("formula") or {}).get(quantity) or settings.get("by", ""))


def _at_no_effect(result: Result) -> list[Row]:
    """Return what each analysis of a rating study finds at effect 0, where its curve begins."""
    rows = [row for row in result.select("alpha") if row.point.keys() == {"effect"}]
    if any(row.at["effect"] == 0 for row in rows):
        return []
    first = {_line(row): row for row in reversed(rows)}  # alike at every effect
    known = [row for row in reversed(first.values()) if isfinite(row.estimate)]
    return [replace(row, at={**row.at, "effect": 0.0}) for row in known]
