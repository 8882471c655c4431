"""Whether a planned study reaches the power that it declares."""

from __future__ import annotations

from math import isnan, nan

from claimwise.core import Result, Row
from claimwise.study.bundle import AT_MOST, names_of, place
from claimwise.study.declaration import FIXED, Study

POWER = "power"
EXPECTED, ASSURANCE = "expected_power", "assurance"
EARLY = ("sequential", "anytime")  # how a study may stop


def powered(study: Study, power: Result | None) -> float:
    """Return 1 if every comparison reaches the declared power, 0 if one does not.

    By the rule of `Result.verdict`: the expected power over what a pilot leaves open, if that was
    asked for; else the power at the declared difference; else, of a study that declares a prior
    and no difference, the assurance. Undefined where it is not known: no power, or one whose
    simulation leaves both possible, or an average of one look where there are to be several,
    unless even one look falls short. Of several cases, each must reach it.
    """
    if power is None:
        return nan
    reached = []
    for measure, rows in deciding(study, power):
        found = [_reaches(row, study.target) for row in rows] or [nan]
        if measure != POWER and study.stopping.rule != FIXED:
            found = [nan if one == 1 else one for one in found]
        reached += found
    if any(one == 0 for one in reached):
        return 0.0
    return 1.0 if all(one == 1 for one in reached) else nan


def deciding(study: Study, power: Result) -> list[tuple[str, list[Row]]]:
    """Return for each comparison by what its power is judged, and those rows."""
    return [_measured(study, power, name) for name in names_of(study)]


def _measured(study: Study, power: Result, name: str) -> tuple[str, list[Row]]:
    """Return the first measure of a comparison that there is."""
    ways = {
        EXPECTED: _whole(_named(power, EXPECTED, name)),
        POWER: cases(study, power, name),
        # A prior alone has no power at a difference, with looks or without.
        ASSURANCE: _whole(_named(power, ASSURANCE, name)) if not _named(power, POWER, name) else [],
    }
    return next(((measure, rows) for measure, rows in ways.items() if rows), (POWER, []))


def cases(study: Study, power: Result, name: str) -> list[Row]:
    """Return the powers of a comparison: the one of no single case, or those of all cases.

    Of a study that may stop early it is the power with its looks; that of a single look is none.
    """
    found = _named(power, POWER, name)
    if study.stopping.rule != FIXED:
        return [row for row in found if row.at.get("stopping") in EARLY]
    return _whole(found)


def _named(power: Result, measure: str, name: str) -> list[Row]:
    """Return the rows of a comparison, but for the most that its power can be."""
    rows = power.select(measure, **place(name))
    return [row for row in rows if row.at.get("end") != AT_MOST]


def _whole(found: list[Row]) -> list[Row]:
    """Return the row that is of no single case, where there is one."""
    return [row for row in found if not row.at.keys() - {"comparison"}] or found


def _reaches(row: Row, target: float) -> float:
    unsure = row.low < target <= row.high
    return nan if unsure or isnan(row.estimate) else float(row.estimate >= target)
