"""A world of several answers to each item: its values, and whether the data look like it."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Answer, named
from claimwise.report.method import fit_of
from claimwise.report.quantities import value, with_interval
from claimwise.report.tables import Column, table_of

STRANGE = 0.05  # predictive p below which the data do not look like the world


def present(result: Result) -> Answer:
    """Return a world of several answers to each item: its values, and whether data look like it."""
    settings, checks = result.settings, result.select("distance")
    a, b = settings["a"], settings["b"]
    odd = sum((row.pvalue or 0.0) < STRANGE for row in checks)
    off = [(a, result["epsilon_a"]), (b, result["epsilon_b"])]
    far = [with_interval(f"{named(name)} is {value(row)}", row) for name, row in off]
    return Answer(
        title=f"A world of answers, fitted to {b} and {a}",
        question=(
            f"From which world could the answers come? {settings['gold']} is the gold standard, "
            f"{a} is A, {b} is B."
        ),
        headline=(
            f"On {settings['items']:,} items, {' and '.join(far)} off the gold standard (epsilon)"
        ),
        lines=(
            f"{odd} of {len(checks)} statistics of the data are farther off this world than those "
            "of 95% of data sets simulated from it.",
            f"A plan takes the world that fit prints: claimwise {settings['taken_by']}",
        ),
        tables=table_of(
            "Do the data look like it?",
            checks,
            by={"statistic": "statistic"},
            columns=[Column("distance", "distance"), Column("distance", "p", shows="p")],
        ),
        account=fit_of(result),
    )
