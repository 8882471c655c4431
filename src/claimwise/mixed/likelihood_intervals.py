"""Coefficients with intervals that rest on the likelihood, not on a standard error."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import Row
from claimwise.mixed.bootstrap import bootstrap_interval
from claimwise.mixed.formula import INTERCEPT
from claimwise.mixed.profile import profile_interval
from claimwise.mixed.rows import Fit

INTERVALS = ("wald", "profile", "bootstrap")


def with_interval(
    fit: Fit, rows: list[Row], level: float, how: str, *, resamples: int, seed: int, workers: int
) -> tuple[list[Row], list[str]]:
    """Return the rows with other intervals for the coefficients, and what to heed.

    The intercept keeps Wald's, and so do differences of two systems of which neither is the
    reference.
    """
    design = fit.model.design
    intercept = {j for term, columns in design.terms if term == INTERCEPT for j in columns}
    ends: dict[str, tuple[float, float]] = {}
    notes = [f"Intervals of coefficients: by {how}; those of differences are Wald's."]
    failed = 0
    for j, name in enumerate(design.names):
        if j in intercept:
            continue
        if how == "profile":
            ends[name] = profile_interval(fit, j, level)
        else:
            found = bootstrap_interval(
                fit, j, level, resamples=resamples, seed=seed, workers=workers
            )
            ends[name] = (found.low, found.high)
            failed = max(failed, found.failed)
            notes.append(
                f"Bootstrap interval of {name}: {resamples:,} simulated studies, Monte Carlo error "
                f"of its ends {found.error:.2g}."
            )
    if failed:
        notes.append(f"CAUTION: {failed} of {resamples} simulated studies could not be fitted.")
    return [_replaced(row, ends) for row in rows], notes


def _replaced(row: Row, ends: dict[str, tuple[float, float]]) -> Row:
    if row.name != "coefficient" or row.qualifier not in ends:
        return row
    low, high = ends[row.qualifier]
    return replace(row, low=low, high=high)
