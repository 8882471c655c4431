"""The gain that each comparison could expect: predicted from all the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import isnan

import numpy as np
from numpy.typing import NDArray

from claimwise.core import FitError, Note, assumed, counted, dropped
from claimwise.kernels.arrays import Floats, Ints
from claimwise.surveys.table import Comparisons
from claimwise.worlds.regression import Regression, least_squares

OUTCOME = "the gain"
NOISE = 1e-9  # of the largest gain; what is predicted below that is rounding


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """The expected gain of each comparison; NaN where the others cannot predict it."""

    gains: Floats
    fit: Regression | None
    notes: tuple[Note, ...]


def expected_gains(found: Comparisons) -> Expected:
    """Predict each gain from the baseline, and the task if there are several, of all others.

    A comparison that the line was fitted to is predicted by the line without it. Where the table
    says what was expected, that is taken.
    """
    told = np.isfinite(found.expected)
    gains = np.where(told, found.expected, np.nan)
    if told[found.at].all():
        note = "Assumed gains are those that the table expects (column expected)."
        if found.fit_where:
            note += f" No line is fitted to those with {_conditions(found)}."
        return Expected(gains, None, (assumed(note),))
    rows = np.flatnonzero(found.fitted)
    names = sorted({found.tasks[i] for i in rows}) if found.tasks else []
    try:
        fit = least_squares(
            OUTCOME, found.difference[rows], _columns(found, rows, names), source="this survey"
        )
    except FitError as error:
        return Expected(gains, None, _none_predicted(found, int(told[found.at].sum()), error))
    every = np.arange(len(found.n))
    predicted = _design(found, every, names) @ fit.coefficients
    if found.tasks:
        unknown = ~np.isin(np.array(found.tasks), names)
        predicted[unknown] = np.nan
    predicted[rows] = fit.left_out
    predicted[np.abs(predicted) <= NOISE * np.abs(fit.outcomes).max()] = 0.0
    gains = np.where(told, found.expected, predicted)
    return Expected(gains, fit, tuple(_notes(found, fit, gains, told, names)))


def _none_predicted(found: Comparisons, told: int, error: FitError) -> tuple[Note, ...]:
    """Say that the others predict nothing, and of how many the table says what was expected."""
    whose = f" with {_conditions(found)}" if found.fit_where else ""
    if not told:
        said = f"No gain could be predicted from the others{whose}, so no expected power: {error}"
        return (dropped(said),)
    said = (
        f"No other gain could be predicted{f' from those{whose}' if whose else ''}, so that the "
        f"rest has no expected power: {error}"
    )
    given = f"Assumed gains of {counted(told, 'comparison')} are those that the table expects."
    return assumed(given), dropped(said)


def _columns(found: Comparisons, rows: Ints, names: list[str]) -> dict[str, Floats]:
    x = {"baseline": found.baseline[rows]}
    if found.tasks:
        tasks = np.array(found.tasks)[rows]
        x |= {f"task={name}": (tasks == name).astype(np.float64) for name in names[1:]}
    return x


def _design(found: Comparisons, rows: Ints, names: list[str]) -> Floats:
    columns = _columns(found, rows, names)
    return np.column_stack([np.ones(len(columns["baseline"])), *columns.values()])


def _notes(
    found: Comparisons, fit: Regression, gains: Floats, told: NDArray[np.bool_], names: list[str]
) -> list[Note]:
    """Say what the line was fitted to, how well it fits, and what it cannot predict."""
    by = "the baseline and the task" if len(names) > 1 else "the baseline"
    whose = f" with {_conditions(found)}" if found.fit_where else ""
    fits = f"R squared {fit.r_squared:.2f}, residual sd {fit.residual_sd:.2g}"
    if isnan(fit.r_squared):
        fits = "all gains are equal, so that R squared is not defined"
    notes = [
        f"Assumed gains are predicted from {by} by a line through the gains of {fit.n:,} "
        f"comparisons{whose}, each left out when its own gain is predicted{_alone(found)} "
        f"({fits})."
    ]
    given = int(np.sum(told & found.chosen))
    if given:
        notes.append(
            f"Of {counted(given, 'comparison')} the table itself says what gain was expected."
        )
    return [*map(assumed, notes), *_unpredicted(found, gains)]


def _conditions(found: Comparisons) -> str:
    """Return which comparisons the line is fitted to, as it was asked for."""
    return " and ".join(found.fit_where)


def _alone(found: Comparisons) -> str:
    """Say that the rest of a paper stays, where a paper has several comparisons."""
    papers = [found.papers[i] for i in np.flatnonzero(found.fitted)] if found.papers else []
    named = [paper for paper in papers if paper]
    return ", but not the rest of its paper" if len(set(named)) < len(named) else ""


def _unpredicted(found: Comparisons, gains: Floats) -> list[Note]:
    """Say how many gains are not predicted, by the reason."""
    lost = [int(i) for i in found.at if np.isnan(gains[i])]
    tasks = found.tasks or ("",) * len(gains)
    fitted = Counter(tasks[i] for i in np.flatnonzero(found.fitted))
    alone = sum(fitted[tasks[i]] <= int(found.fitted[i]) for i in lost)
    of = counted(len(found.at), "comparison")
    within = " of one task" if found.tasks else ""
    reasons = {
        "no other comparison of the task is there to predict it from": alone,
        f"no two others{within} differ in the baseline, so that no slope is known": (
            len(lost) - alone
        ),
    }
    return [
        dropped(f"The expected gain of {count:,} of {of} is not known: {reason}.")
        for reason, count in reasons.items()
        if count
    ]
