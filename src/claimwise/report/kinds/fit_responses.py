"""A world of several answers to each item: its values, and whether the data look like it."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.core.references import WEIN
from claimwise.report.answer import Answer, named
from claimwise.report.kinds.fit_swaps import LIKE_THESE, taken_by
from claimwise.report.method import Account
from claimwise.report.quantities import value, with_interval
from claimwise.report.tables import Column, table_of

STRANGE = 0.05  # predictive p below which the data do not look like the world


def present(result: Result) -> Answer:
    """Return a world of several answers to each item: its values, and whether data look like it."""
    settings = result.settings
    checks = result.select("distance")
    odd = sum((row.pvalue or 0.0) < STRANGE for row in checks)
    account = Account()
    account.say(
        "A world of several answers to each item was fitted: how items differ, how far answers to "
        f"an item spread, and how far A and B are from the gold standard{account.cited(WEIN)}."
    )
    account.say(
        f"{settings['replicates']:,} data sets simulated from it were laid next to the data."
    )
    account.assume(LIKE_THESE)
    account.assume("The answers to an item are independent draws, given the item and who answers.")
    far = [
        with_interval(f"{named(settings[letter])} is {value(row)}", row)
        for letter in ("a", "b")
        for row in result.select(f"epsilon_{letter}")
    ]
    return Answer(
        title=f"A world of answers, fitted to {settings['b']} and {settings['a']}",
        question=(
            f"From which world could the answers come? {settings['gold']} is the gold standard, "
            f"{settings['a']} is A, {settings['b']} is B."
        ),
        headline=(
            f"On {settings['items']:,} items, {' and '.join(far)} off the gold standard (epsilon)"
        ),
        lines=(
            f"{odd} of {len(checks)} statistics of the data are farther off this world than those "
            "of 95% of data sets simulated from it.",
            taken_by("plan responses", "--items 100 --responses 3"),
        ),
        tables=table_of(
            "Do the data look like it?",
            checks,
            by={"statistic": "statistic"},
            columns=[Column("distance", "distance"), Column("distance", "p", shows="p")],
        ),
        account=account,
    )
