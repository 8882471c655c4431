"""Nothing is known of the agreement: Lachenbruch's formula, with the exact test beside it."""

from __future__ import annotations

from math import isnan

from claimwise.core import Row
from claimwise.plan.answer import study
from claimwise.plan.design import Answer, Design, mde_rows, size_rows
from claimwise.plan.settings import Settings
from claimwise.power import normal
from claimwise.worlds import Lachenbruch


def no_prior(
    settings: Settings,
    design: Design,
    rule: Lachenbruch,
    n: int | None,
    difference: float | None,
    label: str,
) -> Answer:
    """Return the rows of one bound.

    ``mde[low]`` and ``sample_size[low]`` are those of the published formula,
    ``mde[low, exact]`` and ``sample_size[low, exact]`` those of the test by enumeration.
    """
    if difference is not None:
        design.world(difference)  # refuses what cannot be
    rows: list[Row] = []
    notes = [
        "mde and sample_size are those of Lachenbruch's formula; low, mid and high stand for "
        "the greatest, middle and least agreement that the baseline allows. Rows [exact], and "
        f"the power, are those of {settings.test.name}."
    ]
    at = difference
    if settings.solve in (None, "mde") and n is not None:
        found = normal.lachenbruch_difference(rule, n, design.z, settings.target, design.sign)
        exact, heed = mde_rows(design, n, f"{label}, exact")
        rows += [Row(estimand=f"mde[{label}]", estimate=found, n=n), *exact]
        notes += [f"{label}: {note}" for note in heed]
        at = found if settings.solve == "mde" else difference
    if settings.solve in (None, "n") and difference:
        needed = normal.lachenbruch_n(rule, difference, design.z, settings.target)
        exact, heed = size_rows(design, difference, f"{label}, exact")
        rows += [Row(estimand=f"sample_size[{label}]", estimate=float(needed), n=needed), *exact]
        notes += [f"{label}: {note}" for note in heed]
        n = needed if settings.solve == "n" else n
    if n is None or at is None or isnan(at):
        return rows, notes
    more, heed = study(settings, design, n, at, label)
    return rows + more, notes + [f"{label}: {note}" for note in heed]
