"""A posterior, or Bayes factors, of one study: what is believed after the data."""

from __future__ import annotations

from dataclasses import replace

from claimwise.core import Result
from claimwise.report.answer import Answer
from claimwise.report.comparison_rows import Compared
from claimwise.report.comparison_tables import belief_table, prior_table
from claimwise.report.method import Account, posterior_used
from claimwise.report.quantities import labelled
from claimwise.report.verdicts import verdict_of

BELIEVED = ("posterior_difference", "bayes_factor_direction", "bayes_factor_01")


def present(result: Result) -> Answer:
    """Return what is believed of B and A, or which model the data favour."""
    settings = result.settings
    a, b = settings.get("names", ("A", "B"))
    c = Compared(str(a), str(b), {}, result.rows, settings)
    account = Account()
    way = settings.get("assess")
    ways = [str(way)] if way in ("posterior", "bayes-factor") else []
    posterior_used(account, {**settings, "model": result.method, "assess": ways})
    prior = settings.get("prior")
    return Answer(
        title=f"The posterior of {result.method}",
        question="What is believed after the data, and how far did they move it?",
        headline=_headline(result, c),
        tables=(*belief_table([c]), *prior_table([c])),
        brief=f"{result.method}, prior {prior}" if prior else result.method,
        account=account,
        scale=c.scale,
    )


def _headline(result: Result, c: Compared) -> str:
    """Return the belief of the first prior; else a factor, or the first row."""
    if not result.rows:
        return "There is nothing to show"
    priors = dict.fromkeys(str(row.at["prior"]) for row in result.rows if "prior" in row.at)
    for at in ({}, *({"prior": prior} for prior in priors)):
        one = replace(c, at=at)
        if any(one.row(name) is not None for name in BELIEVED):
            return verdict_of(one).headline + (f" under prior {at['prior']}" if at else "")
    row, *_ = (*result.select("bayes_factor"), *result.rows)
    return labelled(row, c.scale)
