"""How many items an answer rests on: those of each system, once each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimwise.core import Result
from claimwise.report.comparison import COMPARED
from claimwise.report.looks import may_stop
from claimwise.report.places import place_of
from claimwise.report.studies import parts_of

Settings = Mapping[str, Any]
PLANNED = ("power", "mde", "conclude", "difference")


def evaluated(result: Result) -> str:
    """Return how many items were, or will be, evaluated; empty where the result does not know."""
    settings: Settings = result.provenance.get("settings", {})
    verb = settings.get("verb")
    if verb in ("ratings", "judgements"):
        groups = ", ".join(f"{n:,} levels of {g}" for g, n in settings["groups"].items())
        return f"{settings['n']:,} {verb}; {groups}."
    if verb == "study assess":
        return _parts(result)
    if result.kind in COMPARED:
        return _compared(result, settings)
    planned = settings.get("n")
    if isinstance(planned, list):
        sizes = ", ".join(f"{n:,.0f}" for n in planned)
        return f"{sizes} {settings.get('unit', 'items')} (a curve)."
    found = {row.n for row in result.rows if row.quantity in PLANNED and row.n}
    if not found:
        return ""
    text = f"{_range(found)} {settings.get('unit', 'items')}"
    return (
        f"At most {text}: a look before the end may stop the study."
        if may_stop(result)
        else f"{text}."
    )


def _parts(result: Result) -> str:
    """Return the items of each comparison of a study; once where all have the same."""
    told = {name: evaluated(one) for name, one in parts_of(result).items()}
    if len(set(told.values())) == 1:
        return next(iter(told.values()))
    return " ".join(f"[{name}] {text}" for name, text in told.items() if text)


def _compared(result: Result, settings: Settings) -> str:
    """Return the items of each system; data sets are added up, and systems are not."""
    sizes = _sizes(result, settings)
    if not sizes:
        return ""
    totals: dict[str, int] = {}
    for of_system in sizes.values():
        for system, n in of_system.items():
            totals[system] = totals.get(system, 0) + n
    paired = settings.get("paired", True)
    alike = len(set(totals.values())) == 1
    text = f"{_range(set(totals.values()))} items"
    text += "" if paired and alike else " of each system"
    if not alike and len(totals) == 2:
        text = " and ".join(f"{n:,} items of {system}" for system, n in totals.items())
    if len(sizes) > 1:
        each = {n for of_system in sizes.values() for n in of_system.values()}
        text += f", in {len(sizes)} data sets of {_range(each)}"
        text += " each" if len(each) == 1 else ""
    text += _clusters(settings)
    return f"{text}." if paired else f"{text}, unpaired."


def _sizes(result: Result, settings: Settings) -> dict[str, dict[str, int]]:
    """Return the number of items of each system, by data set; "" where there is one."""
    metrics = settings.get("metrics") or []
    found: dict[str, dict[str, int]] = {}
    for row in result.rows:
        if row.quantity != "score" or not row.n:
            continue
        system, *where = place_of(row).split(", ")
        place = ", ".join(part for part in where if part not in metrics)
        if place != "combined":
            found.setdefault(place, {})[system] = row.n
    return {k: v for k, v in found.items() if k} or found


def _clusters(settings: Settings) -> str:
    counts = {one.get("clusters") for one in settings.get("details", {}).values()} - {None}
    return f", in {counts.pop():,} clusters" if len(counts) == 1 else ""


def _range(sizes: set[int]) -> str:
    low, high = min(sizes), max(sizes)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
