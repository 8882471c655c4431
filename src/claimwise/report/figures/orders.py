"""Which system comes first: the better one, so that no pair looks bad by the order of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from claimwise.core import Result, Row


def places_of(result: Result, rows: Sequence[Row], *, higher: bool) -> dict[str, int]:
    """Return the place of each system among all, the best first.

    By its rank where there is one; else by how far it is ahead of those that it was compared with.
    """
    metric = {"metric": rows[0].at["metric"]} if rows and "metric" in rows[0].at else {}
    ranks = {str(row.at["system"]): row.estimate for row in result.select("rank", **metric)}
    ahead: dict[str, list[float]] = {}
    for row in rows:
        lead = (row.estimate if higher else -row.estimate) if isfinite(row.estimate) else 0.0
        ahead.setdefault(str(row.at["b"]), []).append(lead)
        ahead.setdefault(str(row.at["a"]), []).append(-lead)
    mean = {name: sum(leads) / len(leads) for name, leads in ahead.items()}
    order = sorted(mean, key=lambda name: (ranks.get(name, 0.0), -mean[name]))
    return {name: place for place, name in enumerate(order)}


def is_symmetric(settings: Mapping[str, Any]) -> bool:
    """Whether a comparison says the same of B and A as of A and B, with the signs turned."""
    if settings.get("baseline") or isinstance(settings.get("rope"), list | tuple):
        return False
    if settings.get("claim", "difference") == "equivalence":
        return True
    if settings.get("claim", "difference") != "difference":
        return False
    return bool(settings.get("alternative", "two-sided") == "two-sided")


def turned(row: Row) -> Row:
    """Return the difference the other way round."""
    return replace(row, estimate=-row.estimate, low=-row.high, high=-row.low)
