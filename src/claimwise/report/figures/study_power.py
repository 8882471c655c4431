"""The power of every comparison of a declared study, against the power that is wanted."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.figures.book import figure
from claimwise.report.figures.names import list_axis
from claimwise.report.figures.parts import comparisons_of
from claimwise.report.figures.theme import BLUE, LINE, Chart, axis, titled
from claimwise.report.figures.words import alpha, given_share, share

SIDE = 360


def _powers(result: Result) -> dict[str, Row]:
    """Return the power of each comparison by its name; of the first analysis, if several."""
    if result.kind != "study plan":
        return {}
    powers = {}
    for name, part in comparisons_of(result).items():
        rows = [row for row in part.select("power") if row.at.get("end") != "at most"]
        if rows and rows[0].estimate == rows[0].estimate:
            powers[name] = rows[0]
    return powers


def _target(result: Result) -> float:
    return float(result.provenance["settings"]["target"])


def _bars(result: Result) -> str:
    level = next((row.level for row in _powers(result).values() if row.low == row.low), None)
    return "" if level is None else f"; bars: {given_share(level)} Monte Carlo interval"


def _declared(result: Result) -> str:
    settings = result.provenance["settings"]
    source = f", assumptions from {settings['source']}" if settings.get("source") else ""
    corrected = settings.get("correct", "none")
    by = "" if corrected == "none" else f", corrected by {corrected}"
    return f"alpha {alpha(settings['alpha'])}{by}{source}"


def _caption(result: Result) -> str:
    return (
        "The power of each comparison of the study, at the difference that was declared. Dashed "
        f"line: the wanted {given_share(_target(result))}{_bars(result)}. Declared: "
        f"{_declared(result)}."
    )


@figure(
    "powers",
    place=24,
    fits=lambda result: len(_powers(result)) > 1,
    caption=_caption,
    needs="a declared study of several comparisons",
    remedy="Make it with claimwise study power.",
)
def powers_chart(result: Result) -> Chart:
    """Return a point for each comparison, and the wanted power as a line."""
    values: list[dict[str, Any]] = []
    for name, row in _powers(result).items():
        known = {"low": row.low, "high": row.high} if row.low == row.low else {}
        size = "" if row.n is None else f" (n {row.n:,})"
        text = f"{share(row.estimate)}{size}"
        values.append({"comparison": name, "power": row.estimate, "text": text, **known})
    names = [value["comparison"] for value in values]
    x = axis("power", "power", scale={"domain": [0, 1]}, axis={"format": "%", "tickCount": 6})
    y = axis("comparison", "comparison", kind="nominal", sort=names, axis=list_axis(names))
    ends = {"x": x | {"field": "low"}, "x2": {"field": "high"}, "y": y}
    dashed = f"dashed: wanted {given_share(_target(result))}{_bars(result)}"
    return {
        "title": titled("Power of each comparison", [_declared(result), dashed]),
        "width": SIDE,
        "height": {"step": LINE},
        "data": {"values": values},
        "layer": [
            {
                "mark": {"type": "rule", "strokeDash": [6, 4]},
                "encoding": {"x": {"datum": _target(result)}},
            },
            {
                "transform": [{"filter": "isValid(datum.low)"}],
                "mark": {"type": "rule", "strokeWidth": 2.5, "color": BLUE},
                "encoding": ends,
            },
            {
                "mark": {"type": "point", "filled": True, "size": 90, "color": BLUE, "opacity": 1},
                "encoding": {"x": x, "y": y},
            },
            {
                "mark": {"type": "text", "align": "left", "dx": 8},
                "encoding": {"x": {"value": SIDE}, "y": y, "text": {"field": "text"}},
            },
        ],
    }
