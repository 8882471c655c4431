"""Results of a kind that nobody presents: their rows."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Answer
from claimwise.report.quantities import labelled
from claimwise.report.tables import every_row


def present(result: Result) -> Answer:
    """Return the first row as the answer, and all of them as a table."""
    return Answer(
        title=result.method,
        question=f"What does {result.method} say?",
        headline=f"{labelled(result.rows[0])}." if result.rows else "There is nothing to show.",
        tables=every_row(result),
        every_row=False,
    )
