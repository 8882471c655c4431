"""Least squares on past comparisons: what agreement, or what gain, is usual here?

Card et al. (2020, appendix E.2) predict the agreement of two systems from their accuracies,
and the size of the next gain from the accuracy of the best system so far.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimwise.core import (
    DataError,
    FitError,
    ParameterError,
    Procedure,
    Result,
    Row,
    dropped,
    meaning,
    provenance,
    register,
)
from claimwise.core.references import CARD

PLANS = {  # what takes a line, by its outcome
    "agreement": "plan accuracy --n 1000 --baseline 0.8 --difference 0.02 --agreement-from",
    "difference": "plan accuracy --n 1000 --baseline 0.8 --agreement 0.9 --difference-from",
}


@dataclass(frozen=True, slots=True, eq=False)
class Regression:
    """A fitted line: coefficients with standard errors, and how well it predicts.

    Terms are called ``intercept``, by the name of a number, or ``task=NAME`` for the shift
    of one task against the task that comes first in the alphabet. `left_out` holds, for each
    comparison, its prediction from all the others; NaN where they cannot predict it.
    """

    outcome: str
    terms: tuple[str, ...]
    coefficients: NDArray[np.float64]
    standard_errors: NDArray[np.float64]
    r_squared: float
    n: int
    source: str
    residual_sd: float = float("nan")
    base_task: str | None = None
    left_out: NDArray[np.float64] = field(default_factory=lambda: np.array([]))
    outcomes: NDArray[np.float64] = field(default_factory=lambda: np.array([]))
    data: str | None = None  # fingerprint of the table that it was fitted to
    file: str | None = None  # that table, as it was given

    @property
    def tasks(self) -> list[str]:
        """The tasks that have a coefficient, the base task first."""
        shifts = [term[5:] for term in self.terms if term.startswith("task=")]
        return ([self.base_task] if self.base_task else []) + shifts

    def predict(self, task: str | None = None, **numbers: float) -> float:
        """Return the predicted outcome.

        >>> line = Regression("gain", ("intercept", "baseline"), np.array([0.133, -0.141]),
        ...                   np.array([0.02, 0.03]), 0.67, 14, "an example")
        >>> round(line.predict(baseline=0.9), 4)
        0.0061
        """
        if (self.base_task is None) != (task is None) or (task and task not in self.tasks):
            raise ParameterError(
                f"the regression of {self.outcome} ({self.source})",
                f"one of the tasks {', '.join(self.tasks)}" if self.tasks else "no task",
                repr(task),
            )
        known = {t for t in self.terms if t != "intercept" and not t.startswith("task=")}
        if set(numbers) != known:
            raise ParameterError(
                f"the regression of {self.outcome}",
                f"the numbers {', '.join(sorted(known))}",
                ", ".join(sorted(numbers)) or "none",
            )
        values = {"intercept": 1.0, **numbers, f"task={task}": 1.0}
        return float(
            sum(c * values.get(t, 0.0) for t, c in zip(self.terms, self.coefficients, strict=True))
        )

    def result(self, level: float = 0.95) -> Result:
        """Return the fit as rows: coefficients with intervals, R squared, left-out error."""
        from scipy import special

        df = self.n - len(self.terms)
        reach = special.stdtrit(df, (1 + level) / 2) * self.standard_errors
        rows = [
            Row(
                quantity="coefficient",
                at={"term": term},
                estimate=float(value),
                low=float(value - width),
                high=float(value + width),
                level=level,
                kind="confidence",
                pvalue=float(2 * special.stdtr(df, -abs(value / se))) if se > 0 else None,
                n=self.n,
            )
            for term, value, width, se in zip(
                self.terms, self.coefficients, reach, self.standard_errors, strict=True
            )
        ]
        rows.append(Row(quantity="r_squared", estimate=self.r_squared, n=self.n))
        rows.append(Row(quantity="residual_sd", estimate=self.residual_sd, n=self.n))
        notes = [meaning(f"Outcome: {self.outcome}. Source: {self.source}.")]
        draws = {}
        if len(self.left_out):
            missed = self.outcomes - self.left_out
            alone = int(np.isnan(missed).sum())
            error = float(np.sqrt(np.nanmean(missed**2))) if alone < self.n else float("nan")
            rows.append(Row(quantity="left_out_error", estimate=error, n=self.n - alone))
            notes.append(
                meaning(
                    "The left-out error is the root mean square error when each comparison is "
                    "predicted from all the others."
                )
            )
            if alone:
                lone = f"{alone} comparisons are the only ones of their task: left out."
                notes.append(dropped(lone))
            draws = {"outcome": self.outcomes, "left_out_prediction": self.left_out}
        settings = {
            "outcome": self.outcome,
            "source": self.source,
            "tasks": self.tasks,
            "taken_by": self.file and f"{PLANS[self.outcome]} {shlex.quote(self.file)}",
        }
        return Result(
            kind="fit line",
            method="ordinary least squares",
            rows=tuple(rows),
            notes=tuple(notes),
            draws=draws,
            provenance={**provenance(settings, data=self.data), "file": self.file},
        )


@register(
    "fit",
    "ordinary least squares",
    says=Procedure(
        "past comparisons by ordinary least squares",
        references=(CARD,),
        assumes=("The next comparison is like those of the table.",),
    ),
)
def least_squares(
    outcome: str, y: NDArray[np.float64], columns: dict[str, NDArray[np.float64]], *, source: str
) -> Regression:
    """Fit y on the columns and an intercept.

    The error of a left-out prediction needs no refit: it is the residual divided by one
    minus the leverage.
    """
    terms = ("intercept", *columns)
    design = np.column_stack([np.ones(len(y)), *columns.values()])
    n, k = design.shape
    if n <= k:
        raise FitError(f"the regression of {outcome}", f"more than {k} comparisons", f"{n}")
    q, r = np.linalg.qr(design)
    if np.abs(np.diag(r)).min() < 1e-10 * np.abs(np.diag(r)).max():
        raise FitError(
            f"the regression of {outcome}",
            "predictors that vary independently",
            f"{', '.join(columns)} that do not",
            "Add comparisons that differ in them.",
        )
    coefficients = np.linalg.solve(r, q.T @ y)
    residuals = y - design @ coefficients
    leverage = (q**2).sum(axis=1)
    variance = residuals @ residuals / (n - k)
    inverse = np.linalg.inv(r)
    spread = ((y - y.mean()) ** 2).sum()
    constant = np.ptp(y) <= 1e-12 * np.abs(y).max()
    alone = leverage > 1 - 1e-9  # the only row of its task: nothing is left to predict it from
    return Regression(
        outcome=outcome,
        terms=terms,
        coefficients=coefficients,
        standard_errors=np.sqrt(variance * (inverse**2).sum(axis=1)),
        r_squared=float("nan") if constant else float(1 - residuals @ residuals / spread),
        n=n,
        source=source,
        residual_sd=float(np.sqrt(variance)),
        left_out=y - np.where(alone, np.nan, residuals / np.where(alone, 1, 1 - leverage)),
        outcomes=y,
    )


def fit_agreement(table: Any) -> Regression:
    """Fit the agreement of two systems on the lower accuracy and the size of the difference.

    Parameters
    ----------
    table : path, data frame or mapping of lists
        Past comparisons, one in each row: ``baseline``, ``agreement``, and ``candidate``
        or ``difference``; all between 0 and 1.
    """
    baseline, difference, columns = _accuracies(table, "task")
    agreement = _numbers(columns["agreement"], "agreement")
    x = {
        "min_accuracy": np.minimum(baseline, baseline + difference),
        "difference": np.abs(difference),
    }
    return _with_data(least_squares("agreement", agreement, x, source=_name(table)), table)


def fit_effect(table: Any) -> Regression:
    """Fit the gain over the baseline on the baseline's accuracy, and on the task if there is one.

    Parameters
    ----------
    table : path, data frame or mapping of lists
        Past comparisons, one in each row: ``baseline``, ``candidate`` or ``difference``,
        and optionally ``task``.
    """
    baseline, difference, columns = _accuracies(table, "agreement")
    x = {"baseline": baseline}
    base_task = None
    if "task" in columns:
        tasks = np.array([str(task) for task in columns["task"]])
        base_task, *others = sorted(set(tasks))
        x |= {f"task={task}": (tasks == task).astype(np.float64) for task in others}
    fitted = least_squares("difference", difference, x, source=_name(table))
    return _with_data(fitted, table, base_task=base_task)


def _accuracies(
    table: Any, unused: str
) -> tuple[NDArray[np.float64], NDArray[np.float64], dict[str, list[Any]]]:
    from claimwise.data import read_roles
    from claimwise.data.role_names import OF_PAST_COMPARISONS

    who = "the table of past comparisons"
    wanted = [role for role in OF_PAST_COMPARISONS if role != unused]
    roles, cells = read_roles(table, wanted)
    for role in wanted:
        if role in ("baseline", "agreement"):
            roles.need(role, "Rename the column that has it.")
    columns = {role: cells[name] for role, name in roles.columns.items()}
    baseline = _numbers(columns["baseline"], "baseline")
    if "difference" in columns:
        difference = _numbers(columns["difference"], "difference")
        if "candidate" in columns:
            other = _numbers(columns["candidate"], "candidate") - baseline
            wrong = np.flatnonzero(np.abs(other - difference) > 1e-3)
            if len(wrong):
                i = int(wrong[0])
                raise DataError(
                    who,
                    "candidate - baseline equal to difference",
                    f"{other[i]:.4g} and {difference[i]:.4g} in row {i + 1}",
                    "Leave one of the two columns out.",
                )
    elif "candidate" in columns:
        difference = _numbers(columns["candidate"], "candidate") - baseline
    else:
        raise DataError(who, "a column candidate or difference", "neither")
    return baseline, difference, columns


def _numbers(values: list[Any], column: str) -> NDArray[np.float64]:
    numbers = []
    for row, value in enumerate(values, start=1):
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = float("nan")
        if not (-1 if column == "difference" else 0) <= number <= 1:
            raise DataError(
                "the table of past comparisons",
                f"{column} as a share of 1",
                f"{value!r} in row {row}",
                "Divide percentages by 100.",
            )
        numbers.append(number)
    return np.array(numbers)


def _name(table: Any) -> str:
    return Path(table).name if isinstance(table, str | Path) else "a table of past comparisons"


def _with_data(fitted: Regression, table: Any, base_task: str | None = None) -> Regression:
    from claimwise.data import digest

    file = str(table) if isinstance(table, str | Path) else None
    return replace(fitted, base_task=base_task, data=digest(table), file=file)
