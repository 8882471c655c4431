"""Whether data drawn from a model look like the real ones."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Answer
from claimwise.report.comparison_tables import predictive_table
from claimwise.report.numbers import decimal


def present(result: Result) -> Answer:
    """Return how many statistics of the data are unusual under the model."""
    settings = result.settings
    edge = settings["strange"]
    odd = [row for row in result.rows if not edge <= row.estimate <= 1 - edge]
    return Answer(
        title=f"Does {result.method} draw data like the real ones?",
        question="Where do the data lie among data drawn from the model?",
        headline=(
            f"{len(odd)} of {len(result.rows)} statistics of the data are unusual under the model "
            f"{result.method}"
        ),
        tables=predictive_table(result),
        brief=(
            f"Unusual: beyond {decimal(edge)} or {decimal(1 - edge)} of drawn data sets, prior "
            f"{settings['prior']}"
        ),
        every_row=False,
    )
