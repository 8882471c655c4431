"""The few numbers of a plan that the page shows large: each with its own unit and no more digits
than it deserves."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any, NamedTuple

from claimwise.core import Result, Row

Tile = dict[str, Any]
Settings = Mapping[str, Any]
TITLES = {
    "power": "Power",
    "expected_power": "Expected power",
    "assurance": "Assurance",
    "type_m": "Exaggeration (Type-M)",
    "type_s": "Wrong sign (Type-S)",
    "mde": "Detectable difference",
    "sample_size": "Needed",
}
SHORT = {"power": "Power", "mde": "Detects", "sample_size": "Needs"}  # where there is little room
POWERS = ("power", "expected_power")
ERRORS = ("type_m", "type_s")
SURE = 0.95  # power above which findings are hardly ever exaggerated or of the wrong sign
MOST = 8  # tiles; more of them are read better in a table


class Place(NamedTuple):
    """The plan that a row belongs to: what kind it is, and its settings."""

    kind: str
    settings: Settings


def tiles_of(result: Result) -> list[Tile]:
    """Return the tiles of a plan, also of those within a study; none for data."""
    rows = [r for r in result.rows if r.quantity in TITLES and not isnan(r.estimate)]
    powers = [row for row in rows if row.quantity in POWERS]
    if not powers and result.select("difference"):
        return []
    if any(not row.at for row in powers):
        rows = [row for row in rows if not row.at]  # variants stand in the text and the tables
    if len(rows) > MOST or (powers and min(row.estimate for row in powers) > SURE):
        rows = [row for row in rows if row.quantity not in ERRORS]
    return [_tile(row, place_of(row, result)) for row in rows] if len(rows) <= MOST else []


def place_of(row: Row, result: Result) -> Place:
    """Return the plan of a row: that of its comparison, where a study has several."""
    plan = result.provenance.get("plan") or {"kind": result.kind, **result.provenance}
    parts = plan.get("parts")
    if parts:
        plan = parts.get(row.at.get("comparison", ""), {})
    return Place(plan.get("kind", ""), plan.get("settings", {}))


def _tile(row: Row, place: Place) -> Tile:
    unit, write = _written(row, place)
    where = ", ".join(str(value) for value in row.at.values())
    made = {
        "estimand": row.estimand,
        "quantity": row.quantity,
        "title": TITLES[row.quantity],
        "short": "" if row.at else SHORT.get(row.quantity, ""),
        "value": write(row.estimate),
        "unit": unit,
        "range": "" if isnan(row.low) or isnan(row.high) else _range(row, write),
    }
    if row.quantity == "mde":
        made |= _detectable(row, place, made["value"])
    if row.quantity in POWERS:
        made["gauge"] = {
            "share": row.estimate,
            "low": None if isnan(row.low) else row.low,
            "high": None if isnan(row.high) else row.high,
            "target": place.settings.get("target"),
        }
    return made | ({"title": f"{made['title']} ({where})"} if where else {})


def _written(row: Row, place: Place) -> tuple[str, Any]:
    """Return the unit of a row, and how its values are written."""
    if row.quantity == "mde":
        return _difference(place)
    if row.quantity == "sample_size":
        return str(place.settings.get("unit", "items")), lambda value: f"{value:,.0f}"
    if row.quantity == "type_m":
        return "times", lambda value: f"{value:.1f}"
    return "", percent


def _difference(place: Place) -> tuple[str, Any]:
    """Return the unit of a difference: percentage points, points of a metric, or its scores'."""
    metric = place.settings.get("points")
    if metric:
        return f"{metric} points", points
    if place.kind == "rating plan" or place.settings.get("outcome") in ("numeric", "corpus"):
        return "", lambda value: f"{value:.3g}"
    return "points", lambda value: points(100 * value)


def _detectable(row: Row, place: Place, value: str) -> Tile:
    """Return how a detectable difference is called; of a claim it is where the claim has power."""
    if place.settings.get("claim", "difference") == "difference":
        return {"title": "Detectable effect"} if place.kind == "rating plan" else {}
    side = "≤" if place.settings.get("better") == "lower" else "≥"
    title = f"B - A for power {percent(place.settings['target'])}"
    return {"title": title, "short": "B - A", "value": f"{side} {value}"}


def _range(row: Row, write: Any) -> str:
    return f"{write(row.low)} to {write(row.high)}"


def points(value: float) -> str:
    """Return points: one decimal, two where there is less than one.

    >>> points(3.8988), points(-0.6184), points(12.0)
    ('3.9', '-0.62', '12.0')
    """
    return f"{value:.1f}" if round(abs(value), 2) >= 1 else f"{value:.2f}"


def percent(share: float) -> str:
    """Return a probability: whole per cent, a decimal at the ends.

    >>> percent(0.2906), percent(0.8), percent(0.0366), percent(0.0013), percent(0.9962)
    ('29%', '80%', '3.7%', '0.1%', '99.6%')
    >>> percent(0.0), percent(1.0), percent(1e-6), percent(0.99999)
    ('0%', '100%', '< 0.1%', '> 99.9%')
    """
    if 0 < share < 0.001:
        return "< 0.1%"
    if 0.999 < share < 1:
        return "> 99.9%"
    whole = round(100 * share, 9) == round(100 * share)
    return f"{100 * share:.{0 if whole or 0.0995 <= share <= 0.99 else 1}f}%"
