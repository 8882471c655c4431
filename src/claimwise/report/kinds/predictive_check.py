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
    count, n = len(odd), len(result.rows)
    sign = "are" if count != 1 else "is"
    found = f"{count} of {n} statistics of the data {sign} unusual under the model {result.method}"
    usual = f"All {n} statistics of the data are usual under the model {result.method}"
    return Answer(
        title=f"Does {result.method} draw data like the real ones?",
        question="Where do the data lie among data drawn from the model?",
        headline=found if odd else usual,
        tables=predictive_table(result),
        brief=(
            f"Unusual: beyond {decimal(edge)} or {decimal(1 - edge)} of drawn data sets, prior "
            f"{settings['prior']}"
        ),
        every_row=False,
    )
