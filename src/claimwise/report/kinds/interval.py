"""One interval of one study: the difference of two systems, or the score of one."""

from __future__ import annotations

from claimwise.core import Result
from claimwise.report.answer import Answer
from claimwise.report.method import Account, one_line, short_name
from claimwise.report.quantities import chosen_interval, ends, value
from claimwise.report.scale import scale_of


def present(result: Result) -> Answer:
    """Return the estimate with its interval."""
    settings = result.settings
    scale = scale_of(settings)
    row = result.rows[0]
    alone = row.quantity == "score"
    shown = value(row, scale) if alone else scale.size(row.estimate, scale.decimals(row))
    inside = ends(row, scale)
    known = f"{chosen_interval(row)} {inside}" if inside else "no interval is defined"
    account = Account()
    account.procedure("The interval is", "interval", result.method)
    what = "The score" if alone else "B minus A"
    return Answer(
        title=f"The interval {result.method}",
        question=f"Which values of {'the score' if alone else 'B minus A'} are not ruled out?",
        headline=f"{what} is {shown} ({known}, {row.n:,} items)",
        brief=one_line([short_name("interval", result.method)]),
        account=account,
        scale=scale,
    )
