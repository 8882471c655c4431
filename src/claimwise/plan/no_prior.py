"""Nothing is known of the agreement: Lachenbruch's formula, with the exact test beside it."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan

from claimwise.core import Note, Row, dropped, meaning
from claimwise.engine.answer import check_room, mde_rows, size_rows, too_slow
from claimwise.engine.goal import Sign
from claimwise.engine.planned import LARGEST_N, Answer, Planned
from claimwise.engine.reasons import Reason
from claimwise.plan.counted import Counting, planned_test, shown_by_simulation
from claimwise.plan.settings import Settings
from claimwise.power import normal
from claimwise.worlds import Lachenbruch


def no_prior(
    settings: Settings,
    counting: Counting,
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
        counting.worlds(difference)  # refuses what cannot be
    planned = planned_test(replace(settings, by="exact"), counting, difference)
    rows: list[Row] = []
    notes: list[Note] = []
    at = difference
    if settings.solve == "mde":
        check_room(planned)
    if settings.solve in (None, "mde") and n is not None:
        rows, notes = _detectable(settings, planned, rule, n)
        at = rows[0].estimate if settings.solve == "mde" else difference
    if settings.solve in (None, "n") and difference is not None:
        more, remarks = _sufficient(settings, planned, rule, difference)
        rows, notes = rows + more, notes + remarks
        n = more[0].n if settings.solve == "n" else n
    if n is not None and n > LARGEST_N:
        notes.append(dropped(f"The power of a study of {n:,} items was not worked out."))
    elif n is not None and at is not None and not isnan(at):
        route = planned_test(settings, counting, difference).route
        if settings.by == "simulation":
            route = shown_by_simulation(settings, planned, counting.worlds)
        more, remarks = route.study(n, at)
        rows, notes = rows + [row.within(end=rule.bound) for row in more], notes + remarks
    head = (
        "Detectable difference and size needed are those of Lachenbruch's formula; low, mid "
        "and high stand for the greatest, middle and least agreement that the baseline allows. "
    )
    if settings.by == "normal":
        head += "The power is that of the normal approximation to an uncorrected test."
    else:
        head += f"What is called exact, and the power, are those of {settings.test.name}."
    return rows, [meaning(head), *(note.of(rule.bound) for note in notes)]


def _detectable(settings: Settings, planned: Planned, rule: Lachenbruch, n: int) -> Answer:
    goal: Sign = planned.goal  # type: ignore[assignment]
    found = normal.lachenbruch_difference(rule, n, goal.z, settings.target, goal.sign)
    row = Row(quantity="mde", at={"end": rule.bound}, estimate=found, n=n)
    if settings.by == "normal":
        room = goal.sign * (1 - rule.baseline if goal.sign > 0 else rule.baseline)
        facts = planned.facts | {"n": n, "largest": room}
        return [row], [Reason.FARTHEST.note(**facts)] if isnan(found) else []
    exact, notes = mde_rows(planned, n)
    return [row, *_exactly(exact, rule)], notes


def _exactly(rows: list[Row], rule: Lachenbruch) -> list[Row]:
    return [row.within(end=rule.bound, by="exact") for row in rows]


def _sufficient(
    settings: Settings, planned: Planned, rule: Lachenbruch, difference: float
) -> Answer:
    goal: Sign = planned.goal  # type: ignore[assignment]
    row = Row(quantity="sample_size", at={"end": rule.bound}, estimate=nan)
    if goal.why_never(difference) is None:
        needed = normal.lachenbruch_n(rule, difference, goal.z, settings.target)
        row = replace(row, estimate=float(needed), n=needed)
        if settings.by == "normal":
            return [row], []
        if settings.solve is None and (remark := too_slow(planned, difference)):
            return [row], remark
    exact, notes = size_rows(planned, difference)
    return [row, *_exactly(exact, rule)], notes
