"""Results of a single procedure, or of a kind that nobody presents: their rows."""

from __future__ import annotations

from claimwise.core import Result, described
from claimwise.report.answer import Answer
from claimwise.report.method import Account, brief_line
from claimwise.report.quantities import labelled
from claimwise.report.scale import scale_of
from claimwise.report.tables import every_row


def present(result: Result) -> Answer:
    """Return the first row as the answer, and all of them as a table."""
    scale, account = scale_of(result.settings), Account()
    if described(result.kind, result.method):
        account.procedure(f"The {result.kind} is", result.kind, result.method)
    return Answer(
        title=result.method,
        question=f"What does {result.method} say?",
        headline=labelled(result.rows[0], scale) if result.rows else "There is nothing to show",
        tables=every_row(result, scale),
        brief=brief_line({**result.settings, result.kind: result.method}),
        account=account,
        scale=scale,
        every_row=False,
    )
