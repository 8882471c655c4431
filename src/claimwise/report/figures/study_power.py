"""The power of every comparison of a declared study, beside the power that is wanted."""

from __future__ import annotations

from typing import Any

from claimwise.core import Result, Row
from claimwise.report.figures.book import figure
from claimwise.report.figures.names import list_axis
from claimwise.report.figures.theme import BLUE, LINE, Chart, axis, titled
from claimwise.report.numbers import number, percent, probability
from claimwise.report.places import place_of
from claimwise.report.studies import STUDIES, declared, parts_of

SIDE = 360


def _powers(result: Result) -> dict[str, Row]:
    """Return the power of each comparison by its name; of the first analysis, if several."""
    if result.kind not in STUDIES or result.provenance["settings"]["verb"] != "study power":
        return {}
    found = {}
    for name, part in parts_of(result).items():
        rows = [row for row in part.rows if row.quantity == "power" and place_of(row) != "at most"]
        if rows and rows[0].estimate == rows[0].estimate:
            found[name] = rows[0]
    return found


def _target(result: Result) -> float:
    return float(result.provenance["settings"]["target"])


def _bars(result: Result) -> str:
    level = next((row.level for row in _powers(result).values() if row.low == row.low), None)
    return "" if level is None else f"bars: {percent(level)} Monte Carlo interval"


def _caption(result: Result) -> str:
    said = _bars(result)
    bars = f" {said[0].upper()}{said[1:]}." if said else ""
    return (
        "The power of each comparison of the study, at the difference that was declared. Dashed "
        f"line: the wanted {number(_target(result))}.{bars} "
        f"{declared(result.provenance['settings'])}"
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
        text = f"{probability(row.estimate)}{size}"
        values.append({"comparison": name, "power": row.estimate, "text": text, **known})
    names = [value["comparison"] for value in values]
    x = axis("power", "power", scale={"domain": [0, 1]})
    y = axis("comparison", "comparison", kind="nominal", sort=names, axis=list_axis(names))
    ends = {"x": x | {"field": "low"}, "x2": {"field": "high"}, "y": y}
    below = [declared(result.provenance["settings"]), f"dashed: wanted {number(_target(result))}"]
    return {
        "title": titled("Power of each comparison", [*below, _bars(result)]),
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
