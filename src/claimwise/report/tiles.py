"""The few numbers of a plan that are shown large, each with its unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import Any

from claimwise.core import Result, Row
from claimwise.report.numbers import compact, percent
from claimwise.report.quantities import ends, quantity_of, value
from claimwise.report.scale import Scale

Settings = Mapping[str, Any]
SHORT = {"power": "Power", "mde": "Detects", "sample_size": "Needs"}  # where there is little room
POWERS = ("power", "expected_power")
ERRORS = ("type_m", "type_s")
SHOWN = (*POWERS, "assurance", *ERRORS, "mde", "sample_size")
SURE = 0.95  # power above which findings are hardly ever exaggerated or of the wrong sign
MOST = 8  # tiles; more of them are read better in a table


@dataclass(frozen=True, slots=True)
class Tile:
    """One number: what it is, its value with unit and interval, and the row it is from."""

    title: str
    value: str
    unit: str
    range: str
    short: str
    row: Row
    target: float | None = None  # the power that is wanted


def tiles_of(result: Result, scale: Scale) -> tuple[Tile, ...]:
    """Return the tiles of a plan, also of those within a study; none for data."""
    rows = [row for row in result.select(*SHOWN) if not isnan(row.estimate)]
    powers = [row for row in rows if row.quantity in POWERS]
    if not powers and result.select("difference"):
        return ()
    if any(not row.at for row in powers):
        rows = [row for row in rows if not row.at]  # variants stand in the text and the tables
    if len(rows) > MOST or (powers and min(row.estimate for row in powers) > SURE):
        rows = [row for row in rows if row.quantity not in ERRORS]
    rows.sort(key=lambda row: SHOWN.index(row.quantity))
    shown = rows if len(rows) <= MOST else []
    return tuple(_tile(row, _settings_of(row, result), scale) for row in shown)


def _settings_of(row: Row, result: Result) -> Settings:
    """Return the settings of a row's plan: that of its comparison, where it is in a study."""
    plan = result.provenance.get("plan") or result.provenance
    parts = plan.get("parts")
    own = parts.get(row.at.get("comparison", ""), {}) if parts else plan
    settings: Settings = own.get("settings", {})
    return settings


def _tile(row: Row, settings: Settings, scale: Scale) -> Tile:
    size = str(settings.get("unit", "items"))
    units = {"mde": scale.unit, "sample_size": size, "type_m": "times"}
    where = ", ".join(str(word) for word in row.at.values())
    title, shown = quantity_of(row).label, value(row, scale)
    short = "" if row.at else SHORT.get(row.quantity, "")
    if row.quantity == "mde" and settings.get("claim", "difference") != "difference":
        side = "≤" if settings.get("better") == "lower" else "≥"
        wanted = compact(percent(float(settings["target"])))
        title, short, shown = f"B - A for power {wanted}", "B - A", f"{side} {shown}"
    return Tile(
        title=f"{title} ({where})" if where else title,
        value=shown,
        unit=units.get(row.quantity, ""),
        range=ends(row, scale),
        short=short,
        row=row,
        target=settings.get("target"),
    )
