"""Nothing is known of the agreement: Lachenbruch's formula, with the exact test beside it."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan

from claimwise.core import Note, Row, dropped, meaning
from claimwise.plan.answer import study
from claimwise.plan.design import Answer, Design, check_room, mde_rows, size_rows, too_costly
from claimwise.plan.settings import Settings
from claimwise.power import normal
from claimwise.power.solve import LARGEST_N
from claimwise.worlds import Lachenbruch


def no_prior(
    settings: Settings,
    design: Design,
    rule: Lachenbruch,
    n: int | None,
    difference: float | None,
) -> Answer:
    """Return the rows of one bound.

    ``mde[low]`` and ``sample_size[low]`` are those of the published formula whatever the
    question; ``mde[low, exact]`` and ``sample_size[low, exact]`` those of the test, by
    enumeration.
    """
    if difference is not None:
        design.world(difference)  # refuses what cannot be
    rows: list[Row] = []
    heed: list[Note] = []
    at = difference
    if settings.solve == "mde":
        check_room(design)
    if settings.solve in (None, "mde") and n is not None:
        rows, heed = _detectable(settings, design, rule, n)
        at = rows[0].estimate if settings.solve == "mde" else difference
    if settings.solve in (None, "n") and difference is not None:
        more, remarks = _sufficient(settings, design, rule, difference)
        rows, heed = rows + more, heed + remarks
        n = more[0].n if settings.solve == "n" else n
    if n is not None and n > LARGEST_N:
        heed.append(dropped(f"The power of a study of {n:,} items was not worked out."))
    elif n is not None and at is not None and not isnan(at):
        more, remarks = study(settings, design, n, at)
        rows, heed = rows + [row.within(end=rule.bound) for row in more], heed + remarks
    head = (
        "Detectable difference and size needed are those of Lachenbruch's formula; low, mid "
        "and high stand for the greatest, middle and least agreement that the baseline allows. "
    )
    if settings.by == "normal":
        head += "The power is that of the normal approximation to an uncorrected test."
    else:
        head += f"What is called exact, and the power, are those of {settings.test.name}."
    return rows, [meaning(head), *(note.of(rule.bound) for note in heed)]


def _detectable(settings: Settings, design: Design, rule: Lachenbruch, n: int) -> Answer:
    found = normal.lachenbruch_difference(rule, n, design.z, settings.target, design.sign)
    row = Row(quantity="mde", at={"end": rule.bound}, estimate=found, n=n)
    if settings.by == "normal":
        room = 1 - rule.baseline if design.sign > 0 else rule.baseline
        none = f"no possible difference, at most {room:.4g}, is detectable."
        return [row], [meaning(none)] if isnan(found) else []
    exact, heed = mde_rows(design, n)
    return [row, *_exactly(exact, rule)], heed


def _exactly(rows: list[Row], rule: Lachenbruch) -> list[Row]:
    return [row.within(end=rule.bound, by="exact") for row in rows]


def _sufficient(settings: Settings, design: Design, rule: Lachenbruch, difference: float) -> Answer:
    row = Row(quantity="sample_size", at={"end": rule.bound}, estimate=nan)
    if not difference or design.blind(difference):
        exact, heed = size_rows(design, difference)
        return [row, *_exactly(exact, rule)], heed
    needed = normal.lachenbruch_n(rule, difference, design.z, settings.target)
    row = replace(row, estimate=float(needed), n=needed)
    if settings.by == "normal":
        return [row], []
    if settings.solve is None and (remark := too_costly(design, difference)):
        return [row], remark
    exact, heed = size_rows(design, difference)
    return [row, *_exactly(exact, rule)], heed
