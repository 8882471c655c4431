"""A line through past comparisons: its equation, and the plan that takes it."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Answer
from claimwise.report.method import fit_of
from claimwise.report.numbers import fixed
from claimwise.report.quantities import value
from claimwise.report.tables import Column, interval_columns, table_of

TERMS = {
    "min_accuracy": "the lower accuracy",
    "difference": "the difference",
    "baseline": "the baseline's accuracy",
}


def present(result: Result) -> Answer:
    """Return a line through past comparisons as an equation, and how well it predicts."""
    settings, fit = result.settings, result["r_squared"]
    outcome = "gain" if settings["outcome"] == "difference" else str(settings["outcome"])
    known = f"{fit.n:,} comparisons of {settings['source']}, R squared {fixed(fit.estimate, 2)}"
    taken_by = settings.get("taken_by")
    return Answer(
        title=f"The usual {outcome} in {settings['source']}",
        question=f"Which {outcome} is usual in such comparisons?",
        headline=f"The usual {outcome} is {_equation(result)} ({known})",
        lines=(f"A plan takes it: claimwise {taken_by}",) if taken_by else (),
        tables=table_of(
            "Coefficients",
            result.rows,
            by={"term": "term"},
            columns=[
                *interval_columns(result.rows, "coefficient", "coefficient"),
                Column("coefficient", "p", shows="p"),
            ],
        ),
        account=fit_of(result),
    )


def _equation(result: Result) -> str:
    """Return the line as a sum; shifts of tasks are left to the table."""
    tasks = [f"task={name}" for name in result.settings["tasks"]]
    rows = [row for row in result.select("coefficient") if row.at["term"] not in tasks]
    first, *others = rows
    text = value(first)
    for row in others:
        sign = "-" if row.estimate < 0 else "+"
        term = str(row.at["term"])
        text += f" {sign} {value(row).removeprefix('-')} x {TERMS.get(term, term)}"
    return f"{text}, shifted by task" if tasks else text
