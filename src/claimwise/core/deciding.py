"""Which power decides a plan: the one answer for its word, its sentence, its tiles and figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from claimwise.core.result import Row

Settings = Mapping[str, Any]
AT_MOST = "at most"  # the end of a power that is a bound from above
BOUNDS = "bounds"  # the kind of an interval that is not of chance, but of what is not known
POWERS = ("power", "expected_power", "conclude", "assurance")


def deciding_rows(rows: Iterable[Row], provenance: Mapping[str, Any]) -> tuple[Row, ...]:
    """Return the rows by which a plan is judged: usually one; of a curve one at each place.

    Each comparison of a study is judged by what it declares, and each metric for itself; of
    several cases of agreement the worst decides.
    """
    groups: dict[str, list[Row]] = {}
    for row in rows:
        bound = row.kind == BOUNDS or row.at.get("end") == AT_MOST
        if row.quantity in POWERS and not bound and not isnan(row.estimate):
            groups.setdefault(str(row.at.get("comparison", "")), []).append(row)
    return tuple(
        row for name, own in groups.items() for row in _of_one(own, _settings(provenance, name))
    )


def _settings(provenance: Mapping[str, Any], name: str) -> Settings:
    """Return the settings of a comparison of a study, or of the plan itself."""
    plan = provenance.get("plan") or provenance
    settings: Settings = {
        **plan.get("settings", {}),
        **plan.get("parts", {}).get(name, {}).get("settings", {}),
    }
    return settings


def _of_one(rows: Sequence[Row], settings: Settings) -> Sequence[Row]:
    """Return the rows that decide one comparison.

    The power with looks where there are some, over what a pilot leaves open where that was asked
    for; with both the smaller one, since no power is of both. Else the power at the difference
    that is planned for; of a posterior what is hoped for. The average over a prior of the
    difference decides only where no single difference is planned for.
    """
    decides, goal = settings.get("decides") or {}, settings.get("goal")
    powers = [row for row in rows if row.quantity == "power" and decides.items() <= row.at.items()]
    whole = [row for row in powers if set(_words(row)) <= {"end"}]
    pilot = [row for row in rows if row.quantity == "expected_power" and not _words(row)]
    looks = [row for row in powers if set(_words(row)) == {"stopping"}]
    ways = (
        _worst([*pilot, *looks]),
        _worst(whole),
        powers,
        [row for row in rows if row.quantity == "conclude" and _words(row) == goal],
        [row for row in rows if row.quantity == "assurance" and not _words(row)],
    )
    return next(filter(None, ways), [])


def _words(row: Row) -> dict[str, str]:
    """Return what of a place is neither its comparison nor where on a curve it is."""
    return {k: x for k, x in row.at.items() if isinstance(x, str) and k != "comparison"}


def _worst(rows: Sequence[Row]) -> list[Row]:
    """Return the row with the least power at each place of a curve."""
    least: dict[tuple[object, ...], Row] = {}
    for row in rows:
        place = tuple(x for x in row.at.values() if not isinstance(x, str))
        if place not in least or row.estimate < least[place].estimate:
            least[place] = row
    return list(least.values())
