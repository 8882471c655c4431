"""Coefficients with intervals that rest on the likelihood, not on a standard error."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import Note, Row, caution, meaning
from claimwise.mixed.bootstrap import bootstrap_interval
from claimwise.mixed.linear import LinearFit
from claimwise.mixed.profile import profile_interval
from claimwise.mixed.rows import Fit

INTERVALS = ("wald", "profile", "bootstrap")


def with_interval(
    fit: Fit, rows: list[Row], level: float, how: str, *, resamples: int, seed: int, workers: int
) -> tuple[list[Row], list[Note]]:
    """Return the rows with other intervals for the coefficients, and what to heed.

    All coefficients have them, the intercept of a linear model too; their rows stand in the order
    of the columns of x. Thresholds and differences, also those from the reference, keep Wald's,
    and no p-value changes.
    """
    ends: list[tuple[float, float]] = []
    notes = [_which_rows(fit, how)]
    failed = 0
    for j, name in enumerate(fit.model.design.names):
        if how == "profile":
            ends.append(profile_interval(fit, j, level))
        else:
            found = bootstrap_interval(
                fit, j, level, resamples=resamples, seed=seed, workers=workers
            )
            ends.append((found.low, found.high))
            failed = max(failed, found.failed)
            notes.append(
                meaning(
                    f"Bootstrap interval of {name}: {resamples:,} simulated studies, Monte Carlo "
                    f"error of its ends {found.error:.2g}."
                )
            )
    if failed:
        said = f"{failed} of {resamples} simulated studies could not be fitted."
        notes.append(caution(said))
    places = [place for place, row in enumerate(rows) if row.quantity == "coefficient"]
    changed = list(rows)
    for place, (low, high) in zip(places, ends, strict=True):
        changed[place] = replace(rows[place], low=low, high=high)
    return changed, notes


def _which_rows(fit: Fit, how: str) -> Note:
    """Say which intervals changed, and which did not."""
    by = "profile likelihood" if how == "profile" else "bootstrap"
    if how == "profile" and isinstance(fit, LinearFit) and fit.model.reml:
        by += " (of the fit by maximum likelihood: REML has no likelihood of coefficients)"
    kept = "differences" if isinstance(fit, LinearFit) else "differences and thresholds"
    return meaning(
        f"Intervals of coefficients: by {by}. Those of {kept} are Wald's still; p-values do not "
        "change."
    )
