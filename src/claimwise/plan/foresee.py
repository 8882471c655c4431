"""What a plan says beside the test: the posterior to come, and averages over the difference."""

from __future__ import annotations

from claimwise.core import Note, Row
from claimwise.plan.assurance import average_conclusions, average_power, confined
from claimwise.plan.design import Answer, Design
from claimwise.plan.effect_prior import EffectPrior
from claimwise.plan.posterior import Run, posterior_rows
from claimwise.plan.posterior_size import sufficient_rows
from claimwise.plan.settings import Settings


def tested(settings: Settings, difference: float | None) -> bool:
    """Whether there is a study for the test to speak of."""
    return "test" in settings.ways and (difference is not None or settings.solve == "mde")


def foresee(settings: Settings, design: Design, n: int | None, difference: float | None) -> Answer:
    """Return the rows of the posterior and of the assurance; none if neither was asked for.

    `design.world` must make worlds whose data the posterior can read as they are.
    """
    rows: list[Row] = []
    notes: list[Note] = []
    truth: float | EffectPrior | None = difference
    if difference is not None:
        design.world(difference)  # refuses what cannot be
    if settings.effect is not None and n is not None:
        prior, notes = confined(design, settings.effect)
        truth = prior if difference is None else difference
        if "test" in settings.ways:
            more, heed = average_power(design, n, prior, normal=settings.by == "normal")
            rows, notes = rows + more, notes + heed
        if settings.reading is not None:
            more, heed = average_conclusions(design, settings.reading, n, prior)
            rows, notes = rows + more, notes + heed
    if settings.reading is None or truth is None:
        return rows, notes
    if settings.solve == "n" and difference is not None:
        more, heed = sufficient_rows(design, settings.reading, difference)
        rows, notes, n = rows + more, notes + heed, more[0].n
    if n is None:
        return rows, notes
    run = Run(settings.replicates, settings.seed, settings.workers)
    more, heed = posterior_rows(design, settings.reading, n, truth, run)
    return rows + more, notes + heed
