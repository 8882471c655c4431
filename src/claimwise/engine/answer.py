"""The rows of a plan: what is asked, and what a reader needs beside it."""

from __future__ import annotations

from math import isnan, nan
from typing import Any, NamedTuple

from claimwise.core import ImpossibleError, Note, Row, dropped, meaning, option
from claimwise.engine.goal import Sign
from claimwise.engine.planned import Answer, Drawn, Known, Planned
from claimwise.engine.simulate import Tally, found_rows
from claimwise.engine.solve import detectable, sufficient
from claimwise.power.point import Power

BOTH = ("mde", "n")


class Answered(NamedTuple):
    """Rows and notes, and the study that they are of; None or NaN where there is none."""

    rows: list[Row]
    notes: list[Note]
    n: int | None
    effect: float | None


def answer(
    planned: Planned,
    n: int | None,
    effect: float | None,
    solve: str | None,
    *,
    shown: Known | Drawn | None = None,
    beside: tuple[str, ...] = BOTH,
) -> Answered:
    """Return the rows and notes of one plan.

    With n and the effect known: the properties of the study, and `beside` them what would be
    detectable and sufficient. With one of them asked for: that one, and the properties of the
    study that it leads to. `shown` is the way to these properties, where it is not the one by
    which is searched.
    """
    rows: list[Row] = []
    notes: list[Note] = []
    if effect is not None:
        planned.check(effect)
    if solve == "mde" and n is not None:
        if not planned.simulated:
            check_room(planned)
        rows, notes = mde_rows(planned, n)
        effect = rows[0].estimate
    elif solve == "n" and effect is not None:
        rows, notes = size_rows(planned, effect)
        n = rows[0].n
    if n is None or effect is None or isnan(effect):
        return Answered(rows, notes, n, effect)
    more, remarks = (shown or planned.route).study(n, effect)
    rows, notes = rows + more, notes + remarks
    for quantity in beside if solve is None else ():
        if quantity == "mde" and planned.goal.farther_is_truer:
            more, remarks = mde_rows(planned, n)
        elif quantity == "n" and planned.goal.worth_a_size(effect):
            slow = too_slow(planned, effect)
            more, remarks = ([], slow) if slow else size_rows(planned, effect)
        else:
            continue
        rows, notes = rows + more, notes + remarks
    return Answered(rows, notes, n, effect)


def mde_rows(planned: Planned, n: int) -> Answer:
    """Return the smallest effect that n items detect."""
    found, notes = detectable(planned, n)
    return [found.row("mde", n)], list(notes)


def size_rows(planned: Planned, effect: float) -> Answer:
    """Return the number of items that suffices for an effect."""
    found, notes = sufficient(planned, effect)
    return [found.row("sample_size", int(found.size) if found.found else None)], list(notes)


def too_slow(planned: Planned, effect: float) -> list[Note]:
    """Say that a size is left out which nobody asked for, where its search takes long."""
    if not isinstance(planned.goal, Sign) or planned.closed:
        return []
    test = planned.goal.test
    if test.quick_to is None or planned.needs(effect) <= test.quick_to:
        return []
    said = f"Searching a sample size with {test.name} takes long here and was left out: ask for "
    return [dropped(said + "it with " + option("solve", "n") + ".")]


def check_room(planned: Planned) -> None:
    """Refuse to look for a difference where none is possible, and say which bound forbids it."""
    if isinstance(planned.goal, Sign) and planned.sizes()[1] <= 0:
        planned.check(0.0)
        raise ImpossibleError(
            option("solve", "mde"), "room for a difference", "none: the systems never differ"
        )


def power_rows(study: Power, alpha: float, difference: float, n: int) -> Answer:
    """Return power, both kinds of error, and the false positives, of exact numbers."""
    values = {
        "power": study.power,
        "reject_any": study.reject_any,
        "alpha": alpha,
        "type_m": study.type_m,
        "type_s": study.type_s,
    }
    rows = [Row(quantity=name, estimate=value, n=n) for name, value in values.items()]
    return rows, undefined(difference, study.reject_any)


def tally_rows(effect: Tally, null: Tally, difference: float, n: int) -> Answer:
    """Return the same of simulated studies."""
    asked = effect.done + effect.failures.total()
    notes = [*effect.failures.notes(asked)]
    notes += [
        note.of("With no effect") for note in null.failures.notes(null.done + null.failures.total())
    ]
    notes += undefined(difference, float(effect.rejected))
    return found_rows(effect, null, difference, n), notes


def undefined(difference: float, reject_any: float) -> list[Note]:
    """Say what is not defined of a study in which there is nothing to find, or nothing is found."""
    if difference == 0:
        said = (
            "With no true difference there is no right sign: power, Type-M and Type-S are not "
            "defined, and any significant difference is a false one."
        )
        return [meaning(said)]
    if reject_any <= 0:
        return [meaning("No study came out significant, so Type-M and Type-S are not defined.")]
    return []


def support_rows(support: Row, errors: list[Row], difference: float, *, true: bool) -> Answer:
    """Return how often a claim is supported where it is true, and where it just is not.

    `support` is the row at the difference, `errors` are those at the edges of the claim.
    """
    notes: list[Note] = []
    how: dict[str, Any] = {"n": support.n}
    power = Row(
        quantity="power",
        estimate=support.estimate,
        low=support.low,
        high=support.high,
        level=support.level,
        kind=support.kind,
        **how,
    )
    if not true:
        power = Row(quantity="power", estimate=nan, **how)
        said = (
            f"At a true difference of {difference:g} the claim is not true: power is not defined, "
            "and support is how often it is claimed all the same."
        )
        notes.append(meaning(said))
    alpha = max(
        errors,
        key=lambda row: row.estimate,
        default=Row(quantity="alpha", estimate=nan, **how),
    )
    if not errors:
        said = (
            "With what is assumed here the systems cannot differ by as much as the margin: the "
            "rate of false claims there is not defined."
        )
        notes.append(meaning(said))
    return [power, support, alpha], notes
