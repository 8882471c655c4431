"""Whether a planned study reaches the power that it declares."""

from __future__ import annotations

from math import isnan, nan

from claimwise.core import Result, Row
from claimwise.study.bundle import names_of
from claimwise.study.declaration import FIXED, Study

EARLY = ("sequential", "anytime")  # what marks the power of a study that may stop early


def powered(study: Study, power: Result | None) -> float:
    """Return 1 if every comparison reaches the declared power, 0 if one does not.

    Undefined where that is not known: no power, or one whose simulation leaves both possible.
    Where a plan has several cases, each must reach it.
    """
    if power is None:
        return nan
    reached = []
    for name in names_of(study):
        found = cases(study, power, name).values()
        reached += [_reaches(row, study.target) for row in found] or [nan]
    if any(one == 0 for one in reached):
        return 0.0
    return 1.0 if all(one == 1 for one in reached) else nan


def cases(study: Study, power: Result, name: str) -> dict[str, Row]:
    """Return the powers of a comparison by their case: the one without any, or all of them.

    Of a study that may stop early it is the power with its looks; that of a single look is none.
    """
    found = {}
    for row in power.rows:
        if row.name != "power" or not f", {row.qualifier}".endswith(f", {name}" if name else ""):
            continue
        case = row.qualifier.removesuffix(name).removesuffix(", ")
        if case != "at most":
            found[case] = row
    if study.stopping.rule != FIXED:
        return {case: row for case, row in found.items() if case.startswith(EARLY)}
    return {"": found[""]} if "" in found else found


def _reaches(row: Row, target: float) -> float:
    unsure = row.low < target <= row.high
    return nan if unsure or isnan(row.estimate) else float(row.estimate >= target)
