"""Put the rows of a plan together: what is asked, and what a reader needs beside it."""

from __future__ import annotations

from math import isnan

from claimwise.core import Note, Row, meaning
from claimwise.plan.design import (
    Answer,
    Design,
    check_room,
    mde_rows,
    normal_rows,
    simulated_rows,
    size_rows,
    study_rows,
    too_costly,
)
from claimwise.plan.settings import Settings


def answer(settings: Settings, design: Design, n: int | None, difference: float | None) -> Answer:
    """Return the rows and notes for one design.

    With n and the difference known: the study's properties, and what would be detectable
    and sufficient. With one of them asked for: that one, and the properties of the study
    that it leads to.
    """
    if difference is not None:
        design.world(difference)  # refuses what cannot be
    normal = settings.by == "normal"
    rows: list[Row] = []
    notes: list[Note] = []
    if settings.solve == "mde" and n is not None:
        check_room(design)
        rows, notes = mde_rows(design, n, normal=normal)
        difference = rows[0].estimate
    elif settings.solve == "n" and difference is not None:
        rows, notes = size_rows(design, difference, normal=normal)
        n = rows[0].n
    if n is None or difference is None or isnan(difference):
        return rows, notes
    more, heed = study(settings, design, n, difference)
    rows, notes = rows + more, notes + heed
    if normal:
        notes.append(not_enumerated(settings))
    if settings.solve is None and settings.by == "simulation":
        notes.append(meaning("Detectable difference and size needed are by enumeration alone."))
    elif settings.solve is None:
        more, heed = _beside(design, n, difference, normal)
        rows, notes = rows + more, notes + heed
    return rows, notes


def not_enumerated(settings: Settings) -> Note:
    """Say that a classical formula is not the test itself."""
    return meaning(
        "By the normal approximation to an uncorrected test: "
        f"{settings.test.name} itself was not enumerated."
    )


def study(settings: Settings, design: Design, n: int, difference: float) -> Answer:
    """Return the properties of a study of known size and difference, by the route asked for."""
    if settings.by == "normal":
        return normal_rows(design, n, difference)
    if settings.by == "exact":
        return study_rows(design, n, difference)
    return simulated_rows(
        design,
        n,
        difference,
        replicates=settings.replicates,
        rng=settings.seed,
        workers=settings.workers,
    )


def _beside(design: Design, n: int, difference: float, normal: bool) -> Answer:
    """What this n could detect, and what n this difference needs."""
    rows, notes = mde_rows(design, n, normal=normal)
    if not difference:
        return rows, notes
    if not normal and (remark := too_costly(design, difference)):
        return rows, notes + remark
    more, heed = size_rows(design, difference, normal=normal)
    return rows + more, notes + heed
