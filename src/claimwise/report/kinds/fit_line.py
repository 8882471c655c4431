"""A line through past comparisons: its equation, and the plan that takes it."""

from __future__ import annotations

import shlex

from claimwise.core import Result
from claimwise.core.references import CARD
from claimwise.report.answer import Answer
from claimwise.report.method import Account
from claimwise.report.numbers import fixed
from claimwise.report.quantities import value
from claimwise.report.tables import Column, interval_columns, table_of

TERMS = {
    "min_accuracy": "the lower accuracy",
    "difference": "the difference",
    "baseline": "the baseline's accuracy",
}
PLAN = "claimwise plan accuracy --n 1000 --baseline 0.8"
OPTIONS = {
    "agreement": "--difference 0.02 --agreement-from",
    "difference": "--agreement 0.9 --difference-from",
}


def present(result: Result) -> Answer:
    """Return a line through past comparisons as an equation, and how well it predicts."""
    settings = result.settings
    outcome = "gain" if settings["outcome"] == "difference" else str(settings["outcome"])
    file, plan = result.provenance.get("file"), OPTIONS[settings["outcome"]]
    account = Account()
    cited = account.cited(CARD)
    account.say(f"Past comparisons were fitted by ordinary least squares{cited}.")
    account.assume("The next comparison is like those of the table.")
    fit = result["r_squared"]
    return Answer(
        title=f"The usual {outcome} in {settings['source']}",
        question=f"Which {outcome} is usual in such comparisons?",
        headline=(
            f"The usual {outcome} is {_equation(result)} ({fit.n:,} comparisons of "
            f"{settings['source']}, R squared {fixed(fit.estimate, 2)})"
        ),
        lines=(f"A plan takes it: {PLAN} {plan} {shlex.quote(file)}",) if file else (),
        tables=table_of(
            "Coefficients",
            result.rows,
            by={"term": "term"},
            columns=[
                *interval_columns(result.rows, "coefficient", "coefficient"),
                Column("coefficient", "p", shows="p"),
            ],
        ),
        account=account,
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
