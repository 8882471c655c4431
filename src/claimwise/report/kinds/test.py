"""One test of one study: the difference and its p-value, without a verdict."""

from __future__ import annotations

from math import isnan

from claimwise.core import Result
from claimwise.report.answer import Answer
from claimwise.report.comparison_rows import Compared
from claimwise.report.kinds.rows import present as plain_rows
from claimwise.report.method import Account, brief_line
from claimwise.report.numbers import p_cell, percent, pvalue
from claimwise.report.verdicts import lead_of


def present(result: Result) -> Answer:
    """Return who is ahead by how much, and the p-value; no level was named to decide at."""
    settings, rows = result.settings, result.select("difference")
    if not rows:
        return plain_rows(result)
    c, row = Compared("A", "B", rows[0].at, rows, settings), rows[0]
    lead = "The difference is not defined" if isnan(row.estimate) else lead_of(c, row)
    p = pvalue(row.pvalue) if row.pvalue is not None else "no p-value is defined"
    items = "" if row.n is None else f", {row.n:,} items"
    account = Account()
    account.procedure("The test is", "test", result.method)
    return Answer(
        title=f"The test {result.method}",
        question=f"What does {result.method} say of B minus A?",
        headline=f"{lead} ({p}{items})",
        lines=tuple(
            f"The p-value is from {settings['resamples']:,} resamples and lies between "
            f"{p_cell(one.low)} and {p_cell(one.high)} ({percent(one.level or 0)} Monte Carlo "
            "interval)."
            for one in result.select("pvalue")
        ),
        brief=brief_line({**settings, "test": result.method}),
        account=account,
        scale=c.scale,
    )
