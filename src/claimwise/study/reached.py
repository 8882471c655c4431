"""Whether a planned study reaches the power that it declares."""

from __future__ import annotations

from math import isnan, nan

from claimwise.core import Result, Row
from claimwise.study.bundle import names_of
from claimwise.study.declaration import FIXED, Study


def powered(study: Study, power: Result | None) -> float:
    """Return 1 if every comparison reaches the declared power, 0 if one does not.

    By the rows that decide the plan (`Result.deciding`). Undefined where it is not known: no
    power, or one whose simulation leaves both possible, or one of a single look where there are
    to be several, unless even one look falls short.
    """
    if power is None:
        return nan
    reached = [
        one
        for rows in deciding(study, power)
        for one in [_reaches(row, study) for row in rows] or [nan]
    ]
    if any(one == 0 for one in reached):
        return 0.0
    return 1.0 if all(one == 1 for one in reached) else nan


def deciding(study: Study, power: Result) -> list[list[Row]]:
    """Return for each comparison the rows by which its power is judged."""
    rows = power.deciding
    return [[row for row in rows if row.at.get("comparison", "") == x] for x in names_of(study)]


def _reaches(row: Row, study: Study) -> float:
    unsure = row.low < study.target <= row.high
    one_look = study.stopping.rule != FIXED and "stopping" not in row.at
    reached = row.estimate >= study.target
    return nan if unsure or isnan(row.estimate) or (one_look and reached) else float(reached)
